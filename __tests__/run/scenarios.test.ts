import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { ScenarioTarget, ServiceAccess } from '../../src/model/inputs.ts';
import { Secret } from '../../src/model/secret.ts';
import { makeDevices } from '../../simulator/devices.ts';
import type { JournalEntry } from '../../simulator/journal.ts';
import { DEFAULT_PROJECT, startSimulator, type SimulatorOptions } from '../../simulator/server.ts';
import { runWithSimulator, type RunOutcome, type RunSetup } from '../support/run-with-simulator.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'scenarios-'));
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

type ScenariosSetup = Partial<Omit<RunSetup, 'target'>> & { readonly target?: Partial<ScenarioTarget> };

function runScenarios({ target, ...setup }: ScenariosSetup = {}): Promise<RunOutcome> {
  return runWithSimulator({
    workspace,
    target: {
      kind: 'scenarios',
      projectId: DEFAULT_PROJECT,
      osType: 'ANDROID',
      sourceType: 'file',
      testsetName: 'Fix login #7',
      which: { kind: 'ids', ids: [101, 102] },
      ...target,
    },
    ...setup,
  });
}

/** A project with scenarios for Android, numbered from 1. */
function projectOf(scenarios: number): Pick<SimulatorOptions, 'projects'> {
  const list = Array.from({ length: scenarios }, (_, at) => ({
    id: at + 1,
    name: `S${at}`,
    osType: 'ANDROID' as const,
  }));
  return { projects: { [DEFAULT_PROJECT]: { name: 'apps', scenarios: list } } };
}

/** A service at an address that refuses connections. */
async function closedService(): Promise<ServiceAccess> {
  const simulator = await startSimulator();
  await simulator.close();
  return { baseUrl: new URL(simulator.url), userId: 'me', accessKey: new Secret('key') };
}

const creates = ({ simulator }: RunOutcome): JournalEntry[] =>
  simulator.journal.filter(({ operation }) => operation === 'create');
const scenariosOf = (run: RunOutcome): number[] =>
  creates(run).map(({ data }) => (data as { scenario_id: number }).scenario_id);

describe('scenario tests', () => {
  test('get a testset each, and one report together', async () => {
    const scenarios = [101, 102].map((id) => ({ id, name: `S${id}`, osType: 'ANDROID' as const }));
    const projects = { [DEFAULT_PROJECT]: { name: 'apps', scenarios, appRepository: 'app_id' as const } };
    const target = { sourceType: 'app_id', timeLimitMinutes: 5 } as const;
    const run = await runScenarios({ target, simulator: { projects } });
    expect(run.report).toMatchObject({
      outcome: 'passed',
      sentence: 'All 2 scenarios passed.',
      request: { kind: 'scenario', name: 'Fix login #7', osType: 'ANDROID', projectId: 509 },
      testsets: [
        { scenario: 101, outcome: 'passed' },
        { scenario: 102, outcome: 'passed' },
      ],
    });
    expect(run.report.testsets.map(({ id }) => id).sort()).toEqual([251929, 251930]);
    expect(scenariosOf(run).sort()).toEqual([101, 102]);
    expect(creates(run).map(({ data }) => data)).toEqual(
      scenariosOf(run).map((scenario) => ({
        pid: 509,
        testset_name: `Fix login #7 [${scenario}]`,
        os_type: 'ANDROID',
        scenario_id: scenario,
        source_type: 'app_id',
        time_limit: 5,
      })),
    );
    expect(creates(run).flatMap(({ parts }) => parts.map(({ name }) => name))).toEqual(['data', 'data']);
    expect(run.platform.outputs).toMatchObject({
      'testset-id': run.report.testsets.map(({ id }) => id).join(),
      outcome: 'passed',
      status: 'Complete',
      'total-count': '6',
      'pass-count': '6',
      'app-sha256': '',
    });
    expect(run.platform.artifacts[0]?.name).toMatch(/^testsets-2519(29|30)-and-1-more$/);
    const created = run.report.testsets.map(({ id, scenario }) => `testset ${id ?? 0} for scenario ${scenario ?? 0}`);
    for (const each of created) expect(run.log).toContainEqual(expect.stringMatching(`^info: Created: .*${each}`));
  });

  test.each<[ScenarioTarget['which'], number[]]>([
    [{ kind: 'all' }, [101, 102]],
    [{ kind: 'query', query: 'Check' }, [102]],
  ])('%j', async (which, scenarios) => {
    const run = await runScenarios({ target: { which } });
    expect(run.report.outcome).toBe('passed');
    expect(run.report.testsets.map(({ scenario }) => scenario)).toEqual(scenarios);
    // A single scenario is not part of the name.
    const names = creates(run).map(({ data }) => (data as { testset_name: string }).testset_name);
    expect(names.includes('Fix login #7')).toBe(scenarios.length === 1);
  });
});

describe('the choice of scenarios', () => {});

describe('several testsets', () => {
  test('creates share the time for retries when the service is gone', async () => {
    const run = await runScenarios({
      target: { which: { kind: 'ids', ids: Array.from({ length: 12 }, (_, at) => at + 1) } },
      inputs: { timeoutMs: 24 * 3_600_000, service: await closedService() },
    });
    expect(run.report.outcome).toBe('not-started');
    expect(run.report.testsets.map(({ problem }) => problem?.code)).toEqual(Array(12).fill('unreachable'));
    expect(run.elapsedMs).toBeGreaterThan(4 * 60_000);
    expect(run.elapsedMs).toBeLessThan(2 * 5 * 60_000);
  });

  test('a cancel during the creates keeps the testsets that exist, and creates no others', async () => {
    const run = await runScenarios({
      target: { which: { kind: 'all' } },
      simulator: projectOf(60),
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
});

describe('sixty scenarios in one step', () => {
  /** Requests for each testset, without the list of scenarios. */
  const requestsEach = ({ simulator: { journal } }: RunOutcome, testsets: number): number =>
    (journal.length - 1) / testsets;

  test('are created once each, all reported, with hardly more requests each than two', async () => {
    const plan = (): ReturnType<typeof makeDevices> => makeDevices({ total: 4, fail: 1, seconds: 600 });
    const many = await runScenarios({ target: { which: { kind: 'all' } }, simulator: { ...projectOf(60), plan } });
    expect(many.report.outcome).toBe('failed');
    expect(many.report.counts).toMatchObject({ total: 240, pass: 180, fail: 60 });
    const scenarios = scenariosOf(many);
    expect(new Set(scenarios).size).toBe(60);
    expect(scenarios).toHaveLength(60);
    expect(many.report.testsets.map(({ scenario }) => scenario)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
    expect(many.simulator.mostInFlight).toBeLessThanOrEqual(10);
    expect(many.log.length).toBeLessThan(120);

    const two = await runScenarios({ target: { which: { kind: 'all' } }, simulator: { ...projectOf(2), plan } });
    expect(requestsEach(many, 60)).toBeLessThanOrEqual(requestsEach(two, 2) * 1.05);
  }, 60_000);
});
