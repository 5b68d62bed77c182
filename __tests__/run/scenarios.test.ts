import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { ScenarioTarget, ServiceAccess } from '../../src/model/inputs.ts';
import { countPassed } from '../../src/model/results.ts';
import { Secret } from '../../src/model/secret.ts';
import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import type { JournalEntry } from '../../simulator/journal.ts';
import { DEFAULT_PROJECT, startSimulator, type SimulatorOptions } from '../../simulator/server.ts';
import { readXml, suitesIn } from '../support/junit.ts';
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
const nth = (number: number, fault: Omit<Fault, 'on' | 'skip'>): Fault => ({
  on: 'create',
  skip: number - 1,
  ...fault,
});

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

  test('their suites are in one junit.xml, and suites of the same name stay apart', async () => {
    const plan = ({ scenarioId }: { scenarioId: number }) =>
      makeDevices({ total: scenarioId - 99, fail: 1, seconds: 10 });
    const { report } = await runScenarios({ simulator: { plan } });
    expect(report.outcome).toBe('failed');
    const text = await readFile(join(workspace, 'testset-results', 'junit.xml'), 'utf8');
    const suites = suitesIn(readXml(text));
    expect(suites.map(({ testcases }) => testcases.length)).toEqual([2, 3]);
    expect(countPassed(suites)).toEqual({ passed: 3, notPassed: 2 });
    expect(text).toContain('<testsuites name="Fix login #7" time="');
    for (const { id = 0, scenario = 0 } of report.testsets) {
      expect(text).toContain(`<testsuite id="${id}" name="apps-android-wikipedia.TestBot, scenario ${scenario}" `);
      expect(text).toContain(`<property name="scenario-id" value="${scenario}"/>`);
    }
  });
});

describe('the choice of scenarios', () => {
  test('is checked before anything is created', async () => {
    const run = await runScenarios({ target: { which: { kind: 'ids', ids: [101, 110, 9_999, 103] } } });
    expect(run.report).toMatchObject({
      outcome: 'not-started',
      sentence: expect.stringContaining('scenarios 110, 9999, 103 do not exist in project 509 for ANDROID.'),
    });
    expect(run.report.hint).toContain('list-scenarios');
    expect(creates(run)).toEqual([]);
    expect(run.platform.outputs).toMatchObject({ outcome: 'not-started', 'testset-id': '' });
  });
});

describe('several testsets', () => {
  const three: ScenariosSetup = {
    target: { which: { kind: 'all' } },
    simulator: projectOf(3),
  };

  test('a refused create does not stop the others, and is reported with its scenario', async () => {
    const faults = [nth(2, { do: { kind: 'code', code: 4081 } })];
    const run = await runScenarios({ ...three, simulator: { ...three.simulator, faults } });
    expect(run.report.outcome).toBe('refused');
    const refused = run.report.testsets.filter(({ outcome }) => outcome === 'refused');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.id).toBeUndefined();
    expect(run.report.sentence).toMatch(new RegExp(`Scenario ${refused[0]?.scenario ?? ''}: .*4081`));
    const scenario = refused[0]?.scenario ?? 0;
    const lines = run.log.filter((line) => line.startsWith(`info: Scenario ${scenario}: no testset was created. `));
    expect(lines).toHaveLength(1);
    expect(run.report.testsets.filter(({ outcome }) => outcome === 'passed')).toHaveLength(2);
    expect(run.platform.outputs['testset-id']?.split(',')).toHaveLength(2);
  });

  test('rejected credentials stop the creates that have not begun', async () => {
    const faults = [nth(6, { times: 100, do: { kind: 'response', status: 403 } })];
    const run = await runScenarios({ target: { which: { kind: 'all' } }, simulator: { ...projectOf(40), faults } });
    expect(run.report.outcome).toBe('refused');
    expect(run.report.testsets).toHaveLength(40);
    expect(run.report.testsets.filter(({ id }) => id !== undefined)).toHaveLength(5);
    expect(creates(run).length).toBeLessThanOrEqual(10);
  });

  test('a create with an unknown result is the worst outcome, and is not repeated', async () => {
    const faults = [nth(2, { do: { kind: 'cut', at: 'applied', how: 'reset' } })];
    const run = await runScenarios({ ...three, simulator: { ...three.simulator, faults } });
    expect(run.report.outcome).toBe('unknown-start');
    expect(creates(run)).toHaveLength(3);
    expect(run.report.testsets.filter(({ outcome }) => outcome === 'passed')).toHaveLength(2);
  });

  test('all testsets that may exist are named, so that a person can look for each', async () => {
    const faults = [nth(1, { times: 3, do: { kind: 'cut', at: 'applied', how: 'reset' } })];
    const run = await runScenarios({ ...three, simulator: { ...three.simulator, faults } });
    expect(run.report.outcome).toBe('unknown-start');
    expect(run.report.sentence).toMatch(/^3 of 3 scenarios may have started\. Scenarios 1, 2, 3: /);
    const names = creates(run).map(({ data }) => (data as { testset_name: string }).testset_name);
    expect(names).toHaveLength(3);
    for (const name of names) expect(run.report.hint).toContain(`"${name}"`);
  });

  test('the results of one testset for every testset are inconclusive', async () => {
    const devices = [1, 2, 3].map(
      (at) => `<testcase name="D${at}"><system-out>https://a.test/${at}</system-out></testcase>`,
    );
    const data = { complete: true, result_xml: `<testsuite>${devices.join('')}</testsuite>` };
    const body = JSON.stringify({ result_code: 0, result_msg: 'OK', reason: '', data });
    const faults: Fault[] = [{ on: 'result', times: 99, do: { kind: 'response', status: 200, body } }];
    const { report } = await runScenarios({ simulator: { faults } });
    expect(report.outcome).toBe('inconclusive');
    const ids = report.testsets.map(({ id }) => id).join(', ');
    expect(report.sentence).toContain(`Testsets ${ids} have identical results and result links.`);
  });

  test('an unexpected error while waiting is reported for its testset only', async () => {
    const update = (): never => {
      throw new Error('no counts can be shown');
    };
    const conclude = () => Promise.resolve();
    const run = await runScenarios({ ...three, platform: { checkRun: { update, conclude } } });
    expect(run.report.outcome).toBe('inconclusive');
    expect(run.report.testsets.map(({ id, problem }) => [typeof id, problem?.message])).toEqual(
      Array(3).fill(['number', 'Waiting for the testset failed unexpectedly: no counts can be shown.']),
    );
    expect(run.platform.outputs['outcome']).toBe('inconclusive');
  });

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
