import { describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import type { SimulatorOptions } from '../../simulator/server.ts';
import { startOrigin } from '../support/origin.ts';
import { pullRequestEvent } from '../support/pull-request-event.ts';
import type { ActionResult, ActionUse } from '../support/run-action.ts';
import { expectNoStackTrace, lastLine, openSandbox, type Sandbox } from '../support/sandbox.ts';
import { signalWhen, useAttempts } from './support/attempts.ts';

/** The runner kills a cancelled step after so many milliseconds. It ends within 7 s of its own time; a busy machine adds to that. */
const ENDS_MS = 10_000;

/** Sends a signal as soon as there is a listener, and logs where that is. */
const signalAtOnce = (signal: NodeJS.Signals): string =>
  `data:text/javascript,${encodeURIComponent(`
  process.on('newListener', function listen(name) {
    if (name !== '${signal}') return;
    process.off('newListener', listen);
    console.log('Listener in ' + new Error().stack.match(/[a-z]+\\.m?js(?=:)/g).join());
    process.nextTick(() => process.kill(process.pid, '${signal}'));
  });`)}`;

/** The runner sends it after 7.5 s, when all of these runs have ended. */
const SIGTERM = { signal: 'SIGTERM', afterMs: 500 } as const;
const SCENARIOS = { 'app-file': '', 'os-type': 'android', 'scenario-id': '101,102' };

/** The service creates a testset, and does not respond. */
const createSilently = (skip = 0): Fault => ({ on: 'create', skip, do: { kind: 'cut', at: 'applied', how: 'stall' } });

const { github, use, receipts } = useAttempts();

/** Opens a sandbox in real time; its only device runs for days. */
function open(options: SimulatorOptions = {}): Promise<Sandbox> {
  return openSandbox({ timeScale: 1, plan: () => makeDevices({ total: 1, seconds: 1_000_000 }), ...options });
}

type Lines = Partial<ActionUse> & { readonly lines: string[] };

/** An attempt on a pull request, with its artifacts and the lines of its log. */
function attempt(number: number, inputs: ActionUse['inputs'] = {}): Lines {
  const lines: string[] = [];
  const own = { 'github-token': github.token, ...inputs };
  return { ...use(number, own), event: pullRequestEvent(), lines, onLine: (line) => lines.push(line) };
}

/** Runs a first attempt, which is killed as soon as its receipt is stored. */
async function killFirst({ start }: Sandbox): Promise<void> {
  await signalWhen(await start(attempt(1)), () => receipts() > 0, 'SIGKILL');
  github.requests.splice(0);
}

/** The testsets of which the next attempt finds receipts. */
async function receivedIds(): Promise<readonly string[]> {
  const names = github.state.artifacts.flatMap(({ name }) => (name.startsWith('run-testset-receipt-') ? name : []));
  const files = await Promise.all(names.map((name) => github.files(name)));
  const texts = files.flatMap((inside) => [...inside.values()].map(String));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/"testsetId":(\d+)/g)].map(([, id = '']) => id)))];
}

/** Expects that the step is red, names its testsets, and leaves receipts of them for the next attempt. */
async function expectEnd(
  ended: ActionResult & { readonly endedAfterMs: number },
  outcome: string,
  ids: readonly string[],
  words: string,
): Promise<void> {
  expectNoStackTrace(ended);
  expect(ended).toMatchObject({ exitCode: 1, outputs: { outcome, 'testset-id': ids.join() } });
  for (const text of [words, ...ids]) expect(lastLine(ended)).toContain(text);
  expect(await receivedIds()).toEqual(ids);
  expect(ended.endedAfterMs).toBeLessThan(ENDS_MS);
}

test.each(['SIGINT', 'SIGHUP'] as const)('%s is handled before the rest of the action is loaded', async (signal) => {
  const sandbox = await openSandbox();
  const result = await sandbox.run({ nodeOptions: ['--import', signalAtOnce(signal)] });
  expectNoStackTrace(result);
  expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'cancelled', 'testset-id': '' } });
  expect(result.stdout).toContain('Listener in index.mjs\n');
  expect(sandbox.simulator.created).toEqual([]);
});

describe('a run that is cancelled', () => {
  test('while the service is silent created nothing, and a second signal is no harm', async () => {
    const silent = await startOrigin(() => undefined);
    const { start } = await open();
    const running = await start(attempt(1, { 'base-url': `https://${silent.url.host}` }));
    const next = { signal: 'SIGINT', afterMs: 20 } as const;
    const ended = await signalWhen(running, () => silent.connections > 0, 'SIGINT', next);
    await silent.close();
    await expectEnd(ended, 'cancelled', [], 'nothing started');
  });

  test('or killed while the end of the upload is held back created nothing', async () => {
    const { start, simulator } = await open();
    const use = attempt(1);
    const ended = await signalWhen(await start(use), () => use.lines.join().includes('Sent '), 'SIGKILL');
    expect(ended).toMatchObject({ exitCode: null, stderr: '' });
    expect(ended.outputs).not.toHaveProperty('outcome');
    expect([simulator.created, receipts()]).toEqual([[], 0]);
  });

  test('when a create has no response names the testset to look for', async () => {
    const { start, simulator } = await open({ faults: [createSilently()] });
    const ended = await signalWhen(await start(attempt(1)), () => simulator.created.length > 0, 'SIGINT', SIGTERM);
    await expectEnd(ended, 'unknown-start', [], 'Move the button');
  });

  test('right after the response names the testset', async () => {
    const { start } = await open();
    const use = attempt(1);
    const ended = await signalWhen(await start(use), () => use.lines.join().includes('Created testset'), 'SIGINT');
    await expectEnd(ended, 'cancelled', ['251929'], 'testset-id: 251929');
  });

  test('when one of two creates has no response names the other testset, too', async () => {
    const { start, simulator } = await open({ faults: [createSilently(1)] });
    const isHalf = (): boolean => receipts() > 0 && simulator.created.length === 2;
    const ended = await signalWhen(await start(attempt(1, SCENARIOS)), isHalf, 'SIGINT');
    // The second request may be the first to be handled: only the one with a response is known.
    const known = await receivedIds();
    expect(simulator.created.map(({ id }) => `${id}`)).toEqual(expect.arrayContaining([...known]));
    expect(known).toHaveLength(1);
    await expectEnd(ended, 'unknown-start', known, 'Move the button');
  });

  const NOTHING = [
    ['hangs', 'hang'],
    ['answers 503', { status: 503, body: {} }],
  ] as const;

  test.each(NOTHING)('while it waits, and all of GitHub %s', async (_what, play) => {
    const sandbox = await open();
    await killFirst(sandbox);
    const use = attempt(2, { 'pr-comment': 'true' });
    const isAsleep = (): boolean => {
      const holds = use.lines.join().includes('group::Wait');
      if (holds) github.breakWith({ route: /./, play });
      return holds;
    };
    const ended = await signalWhen(await sandbox.start(use), isAsleep, 'SIGINT');
    await expectEnd(ended, 'cancelled', ['251929'], 'testset-id: 251929');
  });

  test.each(NOTHING)('before a receipt is stored, because all of GitHub %s', async (_what, play) => {
    const sandbox = await open();
    github.breakWith({ route: /./, play });
    const use = attempt(1, { 'pr-comment': 'true' });
    const isAsleep = (): boolean => use.lines.join().includes('Created testset');
    const ended = await signalWhen(await sandbox.start(use), isAsleep, 'SIGINT', SIGTERM);
    expect(ended.outputs).toMatchObject({ outcome: 'cancelled', 'testset-id': '251929' });
    expect(ended.stdout).toContain('would create testset 251929 again');
    expect(ended.endedAfterMs).toBeLessThan(ENDS_MS);
  });

  test('by `timeout`, and all of GitHub hangs: ends a minute after it', async () => {
    const scale = 10;
    const sandbox = await open();
    github.breakWith({ route: /./, play: 'hang' });
    const use = { ...attempt(1, { 'pr-comment': 'true', timeout: '1' }), timeScale: scale };
    let began = Infinity;
    const onLine = (line: string): void => {
      if (line.includes('Inputs')) began = performance.now();
    };
    const ended = await sandbox.run({ ...use, onLine });
    expect(ended.outputs).toMatchObject({ outcome: 'timed-out', 'testset-id': '251929' });
    // Its exit takes real time.
    expect(performance.now() - began).toBeLessThan(120_000 / scale + 500);
  });

  test('when its outcome is decided keeps it, although the artifact service does not respond', async () => {
    const plan = () => makeDevices({ total: 3, seconds: 0 }).map((device) => ({ ...device, startsAfter: 0 }));
    const sandbox = await open({ plan });
    await killFirst(sandbox);
    github.breakWith({ route: /CreateArtifact testset-/, play: 'hang' });
    const isCalled = (): boolean => github.requests.some(({ route }) => route.includes('CreateArtifact testset-'));
    const ended = await signalWhen(await sandbox.start(attempt(2)), isCalled, 'SIGINT', SIGTERM);
    expectNoStackTrace(ended);
    expect(ended).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'testset-id': '251929' } });
    expect(receipts()).toBe(0);
    expect(ended.endedAfterMs).toBeLessThan(ENDS_MS);
  });
});
