import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import { DEFAULT_PROJECT } from '../../simulator/server.ts';
import { startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import type { ActionResult } from '../support/run-action.ts';
import { openSandbox, RECEIPTS_TIME_SCALE, type Sandbox } from '../support/sandbox.ts';

const SCENARIOS = Array.from({ length: 12 }, (_, at) => 1001 + at);

let artifacts: ArtifactService;
let sandbox: Sandbox;
beforeAll(async () => {
  artifacts = await startArtifactService();
});
afterAll(() => artifacts.close());
afterEach(async () => {
  for (const { name } of [...artifacts.artifacts()]) artifacts.forget(name);
  await sandbox.close();
});

/** Opens a project with 12 scenarios; those in `failing` fail. */
async function openScenarios(failing: ReadonlySet<number>, faults: readonly Fault[] = []): Promise<void> {
  const scenarios = SCENARIOS.map((id) => ({ id, name: `Scenario ${id}`, osType: 'ANDROID' as const }));
  const projects = { [DEFAULT_PROJECT]: { name: 'wallet-app', scenarios } };
  const plan = ({ scenarioId }: { scenarioId: number }) =>
    makeDevices({ total: 1, seconds: 5, fail: failing.has(scenarioId) ? 1 : 0 });
  sandbox = await openSandbox({ timeScale: RECEIPTS_TIME_SCALE, projects, plan, faults });
}

/** Runs an attempt. @returns also the scenarios that it created, and how many requests it sent */
async function attempt(
  number: number,
  more: Readonly<Record<string, string>> = {},
): Promise<ActionResult & { readonly created: readonly number[]; readonly requests: readonly string[] }> {
  const { simulator } = sandbox;
  const [testsets, requests] = [simulator.created.length, simulator.journal.length];
  const inputs = { 'app-file': '', 'os-type': 'android', 'scenario-id': 'all', 'keep-passed': 'true', ...more };
  const result = await sandbox.run({
    inputs: { 'upload-artifact': 'false', ...inputs },
    env: { ...artifacts.env, GITHUB_RUN_ATTEMPT: `${number}` },
  });
  return {
    ...result,
    created: simulator.created.slice(testsets).map(({ request }) => request.scenarioId),
    requests: simulator.journal.slice(requests).map(({ operation }) => operation),
  };
}

const receipts = (): readonly string[] =>
  artifacts.artifacts().flatMap(({ name }) => (name.startsWith('run-testset-receipt-') ? [name] : []));

describe('of 12 scenarios', () => {
  test('of which 3 failed, the second attempt creates these 3, and the third none', async () => {
    const failing = new Set([1003, 1007, 1012]);
    await openScenarios(failing);
    const first = await attempt(1);
    expect(first).toMatchObject({
      exitCode: 1,
      outputs: { outcome: 'failed', 'pass-count': '9', 'fail-count': '3' },
    });
    expect(first.summary).toContain('runs the 3 scenarios that did not pass, and keeps the other 9.');
    expect(receipts()).toHaveLength(1);

    failing.clear();
    const second = await attempt(2);
    expect(second).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'pass-count': '12' } });
    expect([...second.created].sort()).toEqual([1003, 1007, 1012]);
    expect(second.outputs['kept-testset-id']?.split(',')).toHaveLength(9);
    expect(second.summary).toContain('## ✅ All 12 device runs passed, 9 of them in attempt 1');

    const third = await attempt(3);
    expect(third).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'pass-count': '12' } });
    expect(third.created).toEqual([]);
    const asked = third.requests.filter((operation) => operation !== 'scenarios');
    expect(asked.length).toBeLessThanOrEqual(3 * 12);
    expect(third.summary).toContain('Scenario 1007 failed in attempt 1');
  }, 120_000);

  test('of which one was rejected and one not started, the second attempt creates these 2', async () => {
    const rejected: Fault = { on: 'create', skip: 5, do: { kind: 'code', code: 4009 } };
    const notStarted: Fault = { on: 'create', skip: 9, do: { kind: 'code', code: 4009 } };
    await openScenarios(new Set(), [rejected, notStarted]);
    const first = await attempt(1);
    expect(first).toMatchObject({ exitCode: 1, outputs: { 'pass-count': '10' } });
    const second = await attempt(2);
    expect(second).toMatchObject({ exitCode: 0, outputs: { outcome: 'passed', 'pass-count': '12' } });
    expect(second.created).toHaveLength(2);
  }, 120_000);
});

test('without `keep-passed`, no receipt is left', async () => {
  await openScenarios(new Set());
  const inputs = { 'scenario-id': '1001,1002', 'keep-passed': 'false' };
  expect(await attempt(1, inputs)).toMatchObject({ exitCode: 0 });
  expect(receipts()).toEqual([]);
  const second = await attempt(2, inputs);
  expect(second.created).toEqual([1001, 1002]);
  expect(second.outputs['kept-testset-id']).toBe('');
});

test('`keep-passed` needs `resume`', async () => {
  await openScenarios(new Set());
  const result = await attempt(1, { resume: 'false' });
  expect(result).toMatchObject({ exitCode: 1, requests: [] });
  expect(result.stdout).toContain('`keep-passed` needs `resume: true`');
});
