import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import { DEFAULT_ACCOUNT, type Simulator, type SimulatorOptions } from '../../simulator/server.ts';
import { startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import type { ActionResult, ActionUse } from '../support/run-action.ts';
import { commandMessages, openSandbox, RECEIPTS_TIME_SCALE, type Sandbox } from '../support/sandbox.ts';

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
  opened = await openSandbox({
    timeScale: RECEIPTS_TIME_SCALE,
    plan: () => makeDevices({ total: 2, seconds: 5 }),
    ...options,
  });
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
  test('while it polled resumes', async () => {
    const sandbox = await openOwnSandbox({ plan: () => makeDevices({ total: 2, seconds: 30 }) });
    await killWhen(sandbox, (simulator) => count(simulator, 'status') > 1 && receipts() > 0);
    expectResumed(await sandbox.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), sandbox.simulator);
  });

  test('by a cancel resumes, also in a third attempt', async () => {
    const sandbox = await openOwnSandbox({ plan: () => makeDevices({ total: 1, seconds: 30 }) });
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
