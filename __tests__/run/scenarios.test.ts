import { expect, test } from '@jest/globals';

import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import { useFolder } from '../support/folder.ts';
import { CREATED, projectWith } from '../support/inputs.ts';
import { runWithSimulator, type RunOutcome, type RunSetup } from '../support/run-with-simulator.ts';

const workspace = useFolder();

/** Runs all scenarios of a project; they are numbered from 1. */
function runScenarios(count: number, { simulator, ...setup }: Partial<RunSetup> = {}): Promise<RunOutcome> {
  const projects = projectWith(Array.from({ length: count }, (_, at) => at + 1));
  const target = { kind: 'scenarios', sourceType: 'file', which: { kind: 'all' }, ...CREATED } as const;
  return runWithSimulator({ workspace: workspace(), target, simulator: { projects, ...simulator }, ...setup });
}

test('creates share the time for retries when the service is gone', async () => {
  const faults: Fault[] = [{ on: 'create', times: 10_000, do: { kind: 'cut', at: 'head', how: 'reset' } }];
  const run = await runScenarios(12, { inputs: { timeoutMs: 24 * 3_600_000 }, simulator: { faults } });
  expect(run.report.outcome).toBe('not-started');
  expect(run.report.testsets.map(({ problem }) => problem?.code)).toEqual(Array(12).fill('unreachable'));
  expect(run.elapsedMs).toBeGreaterThan(10 * 60_000);
  expect(run.elapsedMs).toBeLessThan(20 * 60_000);
});

test('a cancel during the creates keeps the testsets that exist, and creates no others', async () => {
  const run = await runScenarios(60, {
    before: (simulator, stop) => {
      const timer = setInterval(() => {
        if (simulator.created.length < 5) return;
        clearInterval(timer);
        stop.abort('cancelled');
      }, 1);
    },
  });
  // The response to a create that was sent completely may have come too late.
  expect(['cancelled', 'unknown-start']).toContain(run.report.outcome);
  const ids = run.report.testsets.flatMap(({ id }) => id ?? []);
  const unknown = run.report.testsets.filter(({ outcome }) => outcome === 'unknown-start').length;
  expect(run.simulator.created.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(run.simulator.created.length - ids.length).toBeLessThanOrEqual(unknown);
  expect(ids.length).toBeLessThan(60);
  expect(run.platform.outputs['testset-id']).toBe(ids.join(','));
});

test('sixty scenarios are created once each, all reported, with hardly more requests each than two', async () => {
  const plan = () => makeDevices({ total: 4, fail: 1, seconds: 600 });
  const { report, simulator, log } = await runScenarios(60, { simulator: { plan } });
  expect(report.outcome).toBe('failed');
  expect(report.counts).toMatchObject({ total: 240, pass: 180, fail: 60 });
  expect(report.request).toMatchObject({ kind: 'scenario', name: 'Fix login', osType: 'ANDROID', projectId: 509 });
  expect(report.app).toEqual({ kind: 'stored', projectId: 509, sourceType: 'file' });
  const all = Array.from({ length: 60 }, (_, at) => at + 1);
  expect(simulator.created.map(({ request }) => request.scenarioId).sort((a, b) => a - b)).toEqual(all);
  expect(report.testsets.map(({ scenario }) => scenario)).toEqual(all);
  expect(simulator.mostInFlight).toBeLessThanOrEqual(10);
  expect(log.length).toBeLessThan(120);

  const two = await runScenarios(2, { simulator: { plan } });
  // Without the list of scenarios.
  const requestsEach = (simulator.journal.length - 1) / 60;
  expect(requestsEach).toBeLessThanOrEqual(((two.simulator.journal.length - 1) / 2) * 1.05);
});
