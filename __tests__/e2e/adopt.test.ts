import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import type { Simulator, SimulatorOptions } from '../../simulator/server.ts';
import { startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import type { ActionResult } from '../support/run-action.ts';
import { openSandbox, type Stage } from '../support/sandbox.ts';

/** Large enough that a service that does not read it holds it up. */
const LARGE = Buffer.alloc(30_000_000, 'apk');

let artifacts: ArtifactService;
let stage: Stage | undefined;
beforeAll(async () => {
  artifacts = await startArtifactService();
});
afterAll(() => artifacts.close());
afterEach(async () => {
  artifacts.breakWith({});
  for (const { name } of [...artifacts.artifacts()]) artifacts.forget(name);
  await stage?.close();
});

async function open(options: SimulatorOptions = {}): Promise<Stage> {
  stage = await openSandbox({ plan: () => makeDevices({ total: 2, seconds: 60 }), ...options });
  return stage;
}

const WITH_ARTIFACTS = { 'upload-artifact': 'true' };

function attempt(number: number): Readonly<Record<string, string>> {
  return { ...artifacts.env, GITHUB_RUN_ATTEMPT: `${number}` };
}

/** A runner that is lost: the step is killed as soon as something is so. */
async function killWhen(
  where: Stage,
  isSo: (simulator: Simulator) => boolean,
  inputs: Readonly<Record<string, string>> = {},
): Promise<void> {
  const running = await where.start({ inputs: { ...WITH_ARTIFACTS, ...inputs }, env: attempt(1) });
  const looks = setInterval(() => {
    if (isSo(where.simulator)) running.signal('SIGKILL');
  }, 5);
  const { exitCode } = await running.finished;
  clearInterval(looks);
  expect(exitCode).toBeNull();
}

const count = ({ journal }: Simulator, operation: string): number =>
  journal.filter((entry) => entry.operation === operation).length;
const receipts = (): number =>
  artifacts.artifacts().filter(({ name }) => name.startsWith('run-testset-receipt-')).length;
const stall = (on: Fault['on'], at: Extract<Fault['do'], { kind: 'cut' }>['at']): Fault => ({
  on,
  do: { kind: 'cut', at, how: 'stall' },
});

function expectAdopted(result: ActionResult, { created }: Simulator): void {
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'testset-id': '251929' } });
  expect(created).toHaveLength(1);
  const words =
    'Attempt 1 ended without a verdict: this step takes up testset 251929 instead of paying for the same test again.';
  expect(result.commands).toContainEqual(
    expect.objectContaining({ name: 'notice', message: expect.stringContaining(words) }),
  );
  expect(result.summary).toContain(words);
}

function expectCreated(result: ActionResult, { created }: Simulator, testsets: number): void {
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
  expect(created).toHaveLength(testsets);
  expect(result.stdout).not.toContain('ended without a verdict');
}

describe('the second attempt of a job whose first was lost', () => {
  test('before the create: creates', async () => {
    const where = await open({ faults: [stall('scenarios', 'head')] });
    await killWhen(where, (simulator) => count(simulator, 'scenarios') > 0);
    expectCreated(await where.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), where.simulator, 1);
  });

  test('during the upload: creates', async () => {
    const where = await open({ faults: [stall('create', { bodyBytes: 1_000 })] });
    await writeFile(join(where.workspace, 'app.apk'), LARGE);
    await killWhen(where, (simulator) => count(simulator, 'create') > 0);
    expect(where.simulator.created).toHaveLength(0);
    expectCreated(await where.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), where.simulator, 1);
  });

  test('after the create: adopts', async () => {
    const where = await open();
    await killWhen(where, () => receipts() > 0);
    expectAdopted(await where.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), where.simulator);
    expect(receipts()).toBe(0);
  });

  test('while it polled: adopts', async () => {
    const where = await open();
    await killWhen(where, (simulator) => count(simulator, 'status') > 1 && receipts() > 0);
    expectAdopted(await where.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), where.simulator);
  });

  test('after the results: adopts', async () => {
    const where = await open();
    artifacts.breakWith({ hangFor: 'testset-' });
    const calls = artifacts.calls().length;
    const createdSince = () =>
      artifacts
        .calls()
        .slice(calls)
        .filter((method) => method === 'CreateArtifact').length;
    await killWhen(where, (simulator) => count(simulator, 'result') > 0 && createdSince() > 1);
    artifacts.breakWith({});
    expectAdopted(await where.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), where.simulator);
  });

  test('was cancelled: adopts, also a third time', async () => {
    const where = await open({ plan: () => makeDevices({ total: 1, seconds: 400 }) });
    for (const number of [1, 2]) {
      const running = await where.start({
        inputs: WITH_ARTIFACTS,
        env: attempt(number),
        onLine: (line) => {
          if (line.includes('unit test done')) running.signal('SIGINT');
        },
      });
      expect(await running.finished).toMatchObject({ exitCode: 1, outputs: { outcome: 'cancelled' } });
      expect(receipts()).toBe(1);
    }
    expectAdopted(await where.run({ inputs: WITH_ARTIFACTS, env: attempt(3) }), where.simulator);
  });
});

describe('jobs of one matrix', () => {
  const job = (shard: string) => ({ ...WITH_ARTIFACTS, matrix: JSON.stringify({ shard }) });
  const cancelled = async (where: Stage, inputs: Readonly<Record<string, string>>): Promise<void> => {
    const before = receipts();
    const running = await where.start({
      inputs,
      env: attempt(1),
      onLine: (line) => {
        if (line.includes('unit tests done')) running.signal('SIGINT');
      },
    });
    expect(await running.finished).toMatchObject({ outputs: { outcome: 'cancelled' } });
    expect(receipts()).toBe(before + 1);
  };

  test('each resume their own, one after the other', async () => {
    const where = await open();
    for (const shard of ['a', 'b']) await cancelled(where, job(shard));
    for (const [at, shard] of ['a', 'b'].entries()) {
      const result = await where.run({ inputs: job(shard), env: attempt(2) });
      expect(result.outputs).toMatchObject({ outcome: 'passed', 'testset-id': `${251929 + at}` });
    }
    expect(where.simulator.created).toHaveLength(2);
    expect(receipts()).toBe(0);
  });

  test('one that failed is not green because of another', async () => {
    let created = 0;
    const plan = () => makeDevices({ total: 2, seconds: 60, fail: (created += 1) === 1 ? 1 : 0 });
    const where = await open({ plan });
    const failed = await where.run({ inputs: job('a'), env: attempt(1) });
    expect(failed.outputs).toMatchObject({ outcome: 'failed', 'testset-id': '251929' });
    await cancelled(where, job('b'));
    const again = await where.run({ inputs: job('a'), env: attempt(2) });
    expect(again.outputs).toMatchObject({ outcome: 'passed', 'testset-id': '251931' });
    expect(receipts()).toBe(1);
  });
});

describe('a new testset is created', () => {
  test('where the first attempt left a verdict', async () => {
    const where = await open();
    expect(await where.run({ inputs: WITH_ARTIFACTS, env: attempt(1) })).toMatchObject({ exitCode: 0 });
    expect(receipts()).toBe(0);
    expectCreated(await where.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), where.simulator, 2);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['another app', {}, 'another'],
    ['another request', { 'time-limit': '5' }, 'apk'],
    ['resume: false', { resume: 'false' }, 'apk'],
    ['a step that does not wait', { wait: 'false' }, 'apk'],
  ])('for %s', async (_, inputs, app) => {
    const where = await open();
    await killWhen(where, () => receipts() > 0);
    await writeFile(join(where.workspace, 'app.apk'), app);
    const result = await where.run({ inputs: { ...WITH_ARTIFACTS, ...inputs }, env: attempt(2) });
    expect(result.exitCode).toBe(0);
    expect(where.simulator.created).toHaveLength(2);
  });

  test('where nobody knows, with a notice', async () => {
    const where = await open();
    await killWhen(where, () => receipts() > 0);
    const without = await where.run({ env: { GITHUB_RUN_ATTEMPT: '2' } });
    expectNotice(
      without,
      'Whether attempt 1 left a testset that could be resumed is not known: there is no artifact service',
    );
    artifacts.breakWith({ status: 400 });
    const broken = await where.run({ env: attempt(3) });
    expectNotice(broken, 'Whether an earlier attempt left a testset that could be resumed is not known: ');
    expect(where.simulator.created).toHaveLength(3);
  });
});

function expectNotice(result: ActionResult, words: string): void {
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
  expect(result.commands).toContainEqual(
    expect.objectContaining({ name: 'notice', message: expect.stringContaining(words) }),
  );
}

describe('scenarios', () => {
  test('that have a testset already are resumed, the others created', async () => {
    const faults: readonly Fault[] = [{ on: 'create', skip: 1, do: { kind: 'cut', at: 'head', how: 'stall' } }];
    const where = await open({ faults });
    const inputs = { ...WITH_ARTIFACTS, 'app-file': '', 'os-type': 'android', 'scenario-id': '101,102' };
    await killWhen(where, () => receipts() > 0, inputs);
    expect(where.simulator.created).toHaveLength(1);
    const result = await where.run({ inputs, env: attempt(2) });
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'total-count': '4' } });
    expect(where.simulator.created.map(({ request }) => request.scenarioId).sort()).toEqual([101, 102]);
    expect(result.stdout).toContain('ended without a verdict');
    expect(receipts()).toBe(0);
  });
});
