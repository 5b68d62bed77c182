import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault, Operation } from '../../simulator/faults.ts';
import { DEFAULT_PROJECT } from '../../simulator/server.ts';
import { runWithSimulator, type RunOutcome } from '../support/run-with-simulator.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'between-'));
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

const NEW = { projectId: DEFAULT_PROJECT, osType: 'ANDROID', testsetName: 'n' } as const;
/** Runs a scenario whose devices pass after two minutes. */
function run(...faults: readonly Fault[]): Promise<RunOutcome> {
  return runWithSimulator({
    workspace,
    target: { ...NEW, kind: 'scenarios', sourceType: 'file', which: { kind: 'ids', ids: [101] } },
    simulator: { plan: () => makeDevices({ total: 3, seconds: 120 }), faults },
  });
}

test.each<Operation>(['status', 'result'])('the log says how long the service asked to wait: %s', async (on) => {
  const { report, log, elapsedMs } = await run({
    on,
    do: { kind: 'response', status: 503, body: '', headers: { 'retry-after': '7200' } },
  });
  expect(report.outcome).toBe('passed');
  expect(elapsedMs).toBeGreaterThan(7_200_000);
  expect(log.filter((line) => line.includes('asked to wait'))).toEqual([expect.stringContaining('7200 s')]);
});
