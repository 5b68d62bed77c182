import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import { DEFAULT_ACCOUNT, type Simulator, type SimulatorOptions } from '../../simulator/server.ts';
import { startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import type { ActionResult, ActionUse } from '../support/run-action.ts';
import { commandMessages, lastLine, openSandbox, type Sandbox } from '../support/sandbox.ts';

/** Large enough that the upload stops when the service does not read it. */
const LARGE = Buffer.alloc(30_000_000, 'apk');

/** The artifact client starts in real time; at 60, the search for receipts may be over before it runs. */
const TIME_SCALE = 15;

let artifacts: ArtifactService;
let opened: Sandbox | undefined;
beforeAll(async () => {
  artifacts = await startArtifactService();
});
afterAll(() => artifacts.close());
afterEach(async () => {
  artifacts.breakWith({});
  for (const { name } of [...artifacts.artifacts()]) artifacts.forget(name);
  await opened?.close();
});

async function openOwnSandbox(options: SimulatorOptions = {}): Promise<Sandbox> {
  opened = await openSandbox({ timeScale: TIME_SCALE, plan: () => makeDevices({ total: 2, seconds: 5 }), ...options });
  return opened;
}

const WITH_ARTIFACTS = { 'upload-artifact': 'true' };

function attempt(number: number): Readonly<Record<string, string>> {
  return { ...artifacts.env, GITHUB_RUN_ATTEMPT: `${number}` };
}

/** Kills the step as soon as a condition is true, as when its runner is lost. */
async function killWhen(
  sandbox: Sandbox,
  condition: (simulator: Simulator) => boolean,
  inputs: Readonly<Record<string, string>> = {},
): Promise<void> {
  const running = await sandbox.start({ inputs: { ...WITH_ARTIFACTS, ...inputs }, env: attempt(1) });
  const checks = setInterval(() => {
    if (condition(sandbox.simulator)) running.signal('SIGKILL');
  }, 5);
  const { exitCode } = await running.finished;
  clearInterval(checks);
  expect(exitCode).toBeNull();
}

/** Cancels an attempt when its receipt is saved and a testset was polled: the action's clock is faster than deriving the receipt's key. */
async function cancelWithReceipt(
  sandbox: Sandbox,
  use: Pick<ActionUse, 'inputs' | 'env'>,
  saved: number,
): Promise<void> {
  const polls = count(sandbox.simulator, 'status');
  const running = await sandbox.start(use);
  const checks = setInterval(() => {
    if (receipts() >= saved && count(sandbox.simulator, 'status') > polls) running.signal('SIGINT');
  }, 5);
  const result = await running.finished;
  clearInterval(checks);
  expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'cancelled' } });
  expect(receipts()).toBe(saved);
}

const count = ({ journal }: Simulator, operation: string): number =>
  journal.filter((entry) => entry.operation === operation).length;
const receipts = (): number =>
  artifacts.artifacts().filter(({ name }) => name.startsWith('run-testset-receipt-')).length;
const stall = (on: Fault['on'], at: Extract<Fault['do'], { kind: 'cut' }>['at']): Fault => ({
  on,
  do: { kind: 'cut', at, how: 'stall' },
});

function expectResumed(result: ActionResult, { created }: Simulator): void {
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'testset-id': '251929' } });
  expect(created).toHaveLength(1);
  const notice = 'Attempt 1 ended without a result';
  expect(result.commands).toContainEqual(
    expect.objectContaining({ name: 'notice', message: expect.stringContaining(notice) }),
  );
  expect(result.summary).toContain(notice);
}

function expectCreated(result: ActionResult, { created }: Simulator, testsets: number): void {
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
  expect(created).toHaveLength(testsets);
  expect(result.stdout).not.toContain('ended without a result');
}

describe('the second attempt of a job whose first was lost', () => {
  test('during the upload creates a testset', async () => {
    const sandbox = await openOwnSandbox({ faults: [stall('create', { bodyBytes: 1_000 })] });
    await writeFile(join(sandbox.workspace, 'app.apk'), LARGE);
    await killWhen(sandbox, (simulator) => count(simulator, 'create') > 0);
    expect(sandbox.simulator.created).toHaveLength(0);
    expectCreated(await sandbox.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), sandbox.simulator, 1);
  });

  test('while it polled resumes', async () => {
    const sandbox = await openOwnSandbox({ plan: () => makeDevices({ total: 2, seconds: 30 }) });
    await killWhen(sandbox, (simulator) => count(simulator, 'status') > 1 && receipts() > 0);
    expectResumed(await sandbox.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), sandbox.simulator);
  });

  test('after the results resumes', async () => {
    const sandbox = await openOwnSandbox();
    artifacts.breakWith({ hangFor: 'testset-' });
    const calls = artifacts.calls().length;
    const createdSince = () =>
      artifacts
        .calls()
        .slice(calls)
        .filter((method) => method === 'CreateArtifact').length;
    const isPublishing = ({ journal }: Simulator): boolean =>
      journal.some(({ operation }) => operation === 'result') && createdSince() > 1;
    await killWhen(sandbox, (simulator) => receipts() > 0 && isPublishing(simulator));
    artifacts.breakWith({});
    expectResumed(await sandbox.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), sandbox.simulator);
  });

  test('by a cancel resumes, also in a third attempt', async () => {
    const sandbox = await openOwnSandbox({ plan: () => makeDevices({ total: 1, seconds: 60 }) });
    for (const number of [1, 2]) await cancelWithReceipt(sandbox, { inputs: WITH_ARTIFACTS, env: attempt(number) }, 1);
    expectResumed(await sandbox.run({ inputs: WITH_ARTIFACTS, env: attempt(3) }), sandbox.simulator);
  });
});

describe('the second attempt of a job whose first ended with unknown-start', () => {
  test('creates another testset, and warns of the first', async () => {
    const sandbox = await openOwnSandbox({
      faults: [{ on: 'create', do: { kind: 'cut', at: 'applied', how: 'close' } }],
    });
    const { accessKey } = DEFAULT_ACCOUNT;
    const inputs = { ...WITH_ARTIFACTS, 'testset-name': `Login ${accessKey}` };
    const first = await sandbox.run({ inputs, env: attempt(1) });
    expect(first).toMatchObject({ exitCode: 1, outputs: { outcome: 'unknown-start', 'testset-id': '' } });
    const [{ name } = { name: '' }] = artifacts.artifacts();
    const receipt = String((await artifacts.files(name)).get('receipt.json'));
    expect(receipt).toContain('Login ');
    expect(receipt).not.toContain(accessKey);

    const second = await sandbox.run({ inputs, env: attempt(2) });
    expectCreated(second, sandbox.simulator, 2);
    expect(commandMessages(second, 'warning')).toEqual([
      expect.stringMatching(/^Attempt 1 may have created .*"Login .*UTC/),
    ]);
    expect(receipts()).toBe(0);
  });

  test('waits for the testset that the service named', async () => {
    const body = JSON.stringify({ result_code: 5001, result_msg: 'Failed', reason: '', data: { testset_id: 251929 } });
    const sandbox = await openOwnSandbox({
      faults: [{ on: 'create', do: { kind: 'response', status: 200, body, applied: true } }],
    });
    const first = await sandbox.run({ inputs: WITH_ARTIFACTS, env: attempt(1) });
    expect(first).toMatchObject({ exitCode: 1, outputs: { outcome: 'unknown-start', 'testset-id': '251929' } });
    for (const text of [first.summary, lastLine(first)]) expect(text).toContain('testset-id: 251929');
    expectResumed(await sandbox.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), sandbox.simulator);
    expect(receipts()).toBe(0);
  });
});

describe('jobs of one matrix', () => {
  const job = (shard: string) => ({ ...WITH_ARTIFACTS, matrix: JSON.stringify({ shard }) });
  const cancelled = (sandbox: Sandbox, inputs: Readonly<Record<string, string>>): Promise<void> =>
    cancelWithReceipt(sandbox, { inputs, env: attempt(1) }, receipts() + 1);

  test('do not pass because of the testset of another job', async () => {
    const cancelledLater = makeDevices({ total: 2, seconds: 60 });
    const plans = [makeDevices({ total: 2, seconds: 5, fail: 1 }), cancelledLater];
    const plan = () => plans.shift() ?? makeDevices({ total: 2, seconds: 5 });
    const sandbox = await openOwnSandbox({ plan });
    const failed = await sandbox.run({ inputs: job('a'), env: attempt(1) });
    expect(failed.outputs).toMatchObject({ outcome: 'failed', 'testset-id': '251929' });
    await cancelled(sandbox, job('b'));
    const again = await sandbox.run({ inputs: job('a'), env: attempt(2) });
    expect(again.outputs).toMatchObject({ outcome: 'passed', 'testset-id': '251931' });
    expect(receipts()).toBe(1);
  });
});

describe('a new testset is created', () => {
  test('if receipts cannot be read, with a notice', async () => {
    const sandbox = await openOwnSandbox();
    await killWhen(sandbox, () => receipts() > 0);
    artifacts.breakWith({ status: 400 });
    const broken = await sandbox.run({ env: attempt(2) });
    expect(broken).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
    const message = expect.stringContaining('Could not check whether attempt 1 left a testset: ');
    expect(broken.commands).toContainEqual(expect.objectContaining({ name: 'notice', message }));
    expect(sandbox.simulator.created).toHaveLength(2);
  });
});

describe('scenarios', () => {
  test('with a testset are resumed, the others are created', async () => {
    const faults: readonly Fault[] = [{ on: 'create', skip: 1, do: { kind: 'cut', at: 'head', how: 'stall' } }];
    const sandbox = await openOwnSandbox({ faults });
    const inputs = { ...WITH_ARTIFACTS, 'app-file': '', 'os-type': 'android', 'scenario-id': '101,102' };
    await killWhen(sandbox, () => receipts() > 0, inputs);
    expect(sandbox.simulator.created).toHaveLength(1);
    const result = await sandbox.run({ inputs, env: attempt(2) });
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'total-count': '4' } });
    expect(sandbox.simulator.created.map(({ request }) => request.scenarioId).sort()).toEqual([101, 102]);
    expect(result.stdout).toContain('ended without a result');
    expect(receipts()).toBe(0);
  });
});
