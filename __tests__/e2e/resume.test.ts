import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import type { Simulator, SimulatorOptions } from '../../simulator/server.ts';
import { startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import type { ActionResult } from '../support/run-action.ts';
import { openSandbox, type Stage } from '../support/sandbox.ts';

/** Large enough that the upload stops when the service does not read it. */
const LARGE = Buffer.alloc(30_000_000, 'apk');

let artifacts: ArtifactService;
let opened: Stage | undefined;
beforeAll(async () => {
  artifacts = await startArtifactService();
});
afterAll(() => artifacts.close());
afterEach(async () => {
  artifacts.breakWith({});
  for (const { name } of [...artifacts.artifacts()]) artifacts.forget(name);
  await opened?.close();
});

async function openStage(options: SimulatorOptions = {}): Promise<Stage> {
  opened = await openSandbox({ plan: () => makeDevices({ total: 2, seconds: 60 }), ...options });
  return opened;
}

const WITH_ARTIFACTS = { 'upload-artifact': 'true' };

function attempt(number: number): Readonly<Record<string, string>> {
  return { ...artifacts.env, GITHUB_RUN_ATTEMPT: `${number}` };
}

/** Kills the step as soon as a condition is true, as when its runner is lost. */
async function killWhen(
  stage: Stage,
  condition: (simulator: Simulator) => boolean,
  inputs: Readonly<Record<string, string>> = {},
): Promise<void> {
  const running = await stage.start({ inputs: { ...WITH_ARTIFACTS, ...inputs }, env: attempt(1) });
  const checks = setInterval(() => {
    if (condition(stage.simulator)) running.signal('SIGKILL');
  }, 5);
  const { exitCode } = await running.finished;
  clearInterval(checks);
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

function expectResumed(result: ActionResult, { created }: Simulator): void {
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'testset-id': '251929' } });
  expect(created).toHaveLength(1);
  const notice = 'Attempt 1 ended without a verdict';
  expect(result.commands).toContainEqual(
    expect.objectContaining({ name: 'notice', message: expect.stringContaining(notice) }),
  );
  expect(result.summary).toContain(notice);
}

function expectCreated(result: ActionResult, { created }: Simulator, testsets: number): void {
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
  expect(created).toHaveLength(testsets);
  expect(result.stdout).not.toContain('ended without a verdict');
}

describe('the second attempt of a job whose first was lost', () => {
  test('before the create creates a testset', async () => {
    const stage = await openStage({ faults: [stall('scenarios', 'head')] });
    await killWhen(stage, (simulator) => count(simulator, 'scenarios') > 0);
    expectCreated(await stage.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), stage.simulator, 1);
  });

  test('during the upload creates a testset', async () => {
    const stage = await openStage({ faults: [stall('create', { bodyBytes: 1_000 })] });
    await writeFile(join(stage.workspace, 'app.apk'), LARGE);
    await killWhen(stage, (simulator) => count(simulator, 'create') > 0);
    expect(stage.simulator.created).toHaveLength(0);
    expectCreated(await stage.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), stage.simulator, 1);
  });

  test('after the create resumes', async () => {
    const stage = await openStage();
    await killWhen(stage, () => receipts() > 0);
    expectResumed(await stage.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), stage.simulator);
    expect(receipts()).toBe(0);
  });

  test('while it polled resumes', async () => {
    const stage = await openStage();
    await killWhen(stage, (simulator) => count(simulator, 'status') > 1 && receipts() > 0);
    expectResumed(await stage.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), stage.simulator);
  });

  test('after the results resumes', async () => {
    const stage = await openStage();
    artifacts.breakWith({ hangFor: 'testset-' });
    const calls = artifacts.calls().length;
    const createdSince = () =>
      artifacts
        .calls()
        .slice(calls)
        .filter((method) => method === 'CreateArtifact').length;
    await killWhen(stage, (simulator) => count(simulator, 'result') > 0 && createdSince() > 1);
    artifacts.breakWith({});
    expectResumed(await stage.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), stage.simulator);
  });

  test('by a cancel resumes, also in a third attempt', async () => {
    const stage = await openStage({ plan: () => makeDevices({ total: 1, seconds: 400 }) });
    for (const number of [1, 2]) {
      const running = await stage.start({
        inputs: WITH_ARTIFACTS,
        env: attempt(number),
        onLine: (line) => {
          if (line.includes('device done')) running.signal('SIGINT');
        },
      });
      expect(await running.finished).toMatchObject({ exitCode: 1, outputs: { outcome: 'cancelled' } });
      expect(receipts()).toBe(1);
    }
    expectResumed(await stage.run({ inputs: WITH_ARTIFACTS, env: attempt(3) }), stage.simulator);
  });
});

describe('jobs of one matrix', () => {
  const job = (shard: string) => ({ ...WITH_ARTIFACTS, matrix: JSON.stringify({ shard }) });
  const cancelled = async (stage: Stage, inputs: Readonly<Record<string, string>>): Promise<void> => {
    const before = receipts();
    const running = await stage.start({
      inputs,
      env: attempt(1),
      onLine: (line) => {
        if (line.includes('devices done')) running.signal('SIGINT');
      },
    });
    expect(await running.finished).toMatchObject({ outputs: { outcome: 'cancelled' } });
    expect(receipts()).toBe(before + 1);
  };

  test('resume their own testsets', async () => {
    const stage = await openStage();
    for (const shard of ['a', 'b']) await cancelled(stage, job(shard));
    for (const [at, shard] of ['a', 'b'].entries()) {
      const result = await stage.run({ inputs: job(shard), env: attempt(2) });
      expect(result.outputs).toMatchObject({ outcome: 'passed', 'testset-id': `${251929 + at}` });
    }
    expect(stage.simulator.created).toHaveLength(2);
    expect(receipts()).toBe(0);
  });

  test('do not pass because of the testset of another job', async () => {
    let created = 0;
    const plan = () => makeDevices({ total: 2, seconds: 60, fail: (created += 1) === 1 ? 1 : 0 });
    const stage = await openStage({ plan });
    const failed = await stage.run({ inputs: job('a'), env: attempt(1) });
    expect(failed.outputs).toMatchObject({ outcome: 'failed', 'testset-id': '251929' });
    await cancelled(stage, job('b'));
    const again = await stage.run({ inputs: job('a'), env: attempt(2) });
    expect(again.outputs).toMatchObject({ outcome: 'passed', 'testset-id': '251931' });
    expect(receipts()).toBe(1);
  });
});

describe('a new testset is created', () => {
  test('if the first attempt has a verdict', async () => {
    const stage = await openStage();
    expect(await stage.run({ inputs: WITH_ARTIFACTS, env: attempt(1) })).toMatchObject({ exitCode: 0 });
    expect(receipts()).toBe(0);
    expectCreated(await stage.run({ inputs: WITH_ARTIFACTS, env: attempt(2) }), stage.simulator, 2);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['another app', {}, 'another'],
    ['another request', { 'time-limit': '5' }, 'apk'],
    ['resume: false', { resume: 'false' }, 'apk'],
    ['a step that does not wait', { wait: 'false' }, 'apk'],
  ])('for %s', async (_, inputs, app) => {
    const stage = await openStage();
    await killWhen(stage, () => receipts() > 0);
    await writeFile(join(stage.workspace, 'app.apk'), app);
    const result = await stage.run({ inputs: { ...WITH_ARTIFACTS, ...inputs }, env: attempt(2) });
    expect(result.exitCode).toBe(0);
    expect(stage.simulator.created).toHaveLength(2);
  });

  test('if receipts cannot be read, with a notice', async () => {
    const stage = await openStage();
    await killWhen(stage, () => receipts() > 0);
    const without = await stage.run({ env: { GITHUB_RUN_ATTEMPT: '2' } });
    expectNotice(without, 'Could not check whether attempt 1 left a testset: there is no artifact service');
    artifacts.breakWith({ status: 400 });
    const broken = await stage.run({ env: attempt(3) });
    expectNotice(broken, 'Could not check whether an earlier attempt left a testset: ');
    expect(stage.simulator.created).toHaveLength(3);
  });
});

function expectNotice(result: ActionResult, notice: string): void {
  expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed' } });
  expect(result.commands).toContainEqual(
    expect.objectContaining({ name: 'notice', message: expect.stringContaining(notice) }),
  );
}

describe('scenarios', () => {
  test('with a testset are resumed, the others are created', async () => {
    const faults: readonly Fault[] = [{ on: 'create', skip: 1, do: { kind: 'cut', at: 'head', how: 'stall' } }];
    const stage = await openStage({ faults });
    const inputs = { ...WITH_ARTIFACTS, 'app-file': '', 'os-type': 'android', 'scenario-id': '101,102' };
    await killWhen(stage, () => receipts() > 0, inputs);
    expect(stage.simulator.created).toHaveLength(1);
    const result = await stage.run({ inputs, env: attempt(2) });
    expect(result).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'total-count': '4' } });
    expect(stage.simulator.created.map(({ request }) => request.scenarioId).sort()).toEqual([101, 102]);
    expect(result.stdout).toContain('ended without a verdict');
    expect(receipts()).toBe(0);
  });
});
