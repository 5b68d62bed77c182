import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { ScenarioTarget, ServiceAccess } from '../../src/model/inputs.ts';
import { tally } from '../../src/model/results.ts';
import { readXml } from '../../src/results/read-xml.ts';
import { Secret } from '../../src/model/secret.ts';
import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import type { JournalEntry } from '../../simulator/journal.ts';
import { DEFAULT_PROJECT, startSimulator, type SimulatorOptions } from '../../simulator/server.ts';
import { runWithSimulator, type Scene, type RunOutcome } from '../support/run-with-simulator.ts';
import { createFastClock } from '../support/runtime.ts';

/** A hundred times as fast as life; chance is always the same, so that requests can be counted. */
const clock = createFastClock(100, () => 0.5);

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'scenarios-'));
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

type OwnScene = Partial<Omit<Scene, 'target'>> & { readonly target?: Partial<ScenarioTarget> };

function tell({ target, ...scene }: OwnScene = {}): Promise<RunOutcome> {
  return runWithSimulator({
    workspace,
    clock,
    target: {
      kind: 'scenarios',
      projectId: DEFAULT_PROJECT,
      osType: 'ANDROID',
      sourceType: 'file',
      testsetName: 'Fix login #7',
      which: { kind: 'ids', ids: [101, 102] },
      ...target,
    },
    ...scene,
  });
}

/** A project with so many scenarios for Android. */
function projectOf(scenarios: number): Pick<SimulatorOptions, 'projects'> {
  const list = Array.from({ length: scenarios }, (_, at) => ({
    id: at + 1,
    name: `S${at}`,
    osType: 'ANDROID' as const,
  }));
  return { projects: { [DEFAULT_PROJECT]: { name: 'apps', scenarios: list } } };
}

/** A service at an address where nobody listens. */
async function nobodyThere(): Promise<ServiceAccess> {
  const simulator = await startSimulator();
  await simulator.close();
  return { baseUrl: new URL(simulator.url), userId: 'me', accessKey: new Secret('key') };
}

const creates = ({ simulator }: RunOutcome): JournalEntry[] =>
  simulator.journal.filter(({ operation }) => operation === 'create');
const scenariosOf = (told: RunOutcome): number[] =>
  creates(told).map(({ data }) => (data as { scenario_id: number }).scenario_id);
const nth = (number: number, fault: Omit<Fault, 'on' | 'skip'>): Fault => ({
  on: 'create',
  skip: number - 1,
  ...fault,
});

describe('scenario tests', () => {
  test('each gets a testset of its own, and all of them one report', async () => {
    const told = await tell({ target: { sourceType: 'app_id', timeLimitMinutes: 5 } });
    expect(told.report).toMatchObject({
      outcome: 'passed',
      sentence: '6 of 6 unit tests passed.',
      request: { kind: 'scenario', name: 'Fix login #7', osType: 'ANDROID', projectId: 509 },
      testsets: [
        { scenario: 101, outcome: 'passed' },
        { scenario: 102, outcome: 'passed' },
      ],
    });
    expect(told.report.testsets.map(({ id }) => id).sort()).toEqual([251929, 251930]);
    expect(scenariosOf(told).sort()).toEqual([101, 102]);
    expect(creates(told).map(({ data }) => data)).toEqual(
      scenariosOf(told).map((scenario) => ({
        pid: 509,
        testset_name: `Fix login #7 [${scenario}]`,
        os_type: 'ANDROID',
        scenario_id: scenario,
        source_type: 'app_id',
        time_limit: 5,
      })),
    );
    expect(creates(told).flatMap(({ parts }) => parts.map(({ name }) => name))).toEqual(['data', 'data']);
    expect(told.platform.outputs).toMatchObject({
      'testset-id': told.report.testsets.map(({ id }) => id).join(),
      outcome: 'passed',
      status: 'Complete',
      'total-count': '6',
      'pass-count': '6',
      'app-sha256': '',
    });
    expect(told.platform.artifacts[0]?.name).toMatch(/^testsets-2519(29|30)-and-1-more$/);
    const created = told.report.testsets.map(({ id, scenario }) => `testset ${id ?? 0} for scenario ${scenario ?? 0}`);
    for (const each of created) expect(told.log).toContainEqual(expect.stringMatching(`^info: Created: .*${each}`));
  });

  test('one alone keeps its name', async () => {
    const told = await tell({ target: { which: { kind: 'ids', ids: [102] } } });
    expect(told.report.testsets).toMatchObject([{ scenario: 102, outcome: 'passed' }]);
    expect(creates(told)[0]?.data).toMatchObject({ testset_name: 'Fix login #7', scenario_id: 102 });
  });

  test.each<[ScenarioTarget['which'], number[]]>([
    [{ kind: 'all' }, [101, 102]],
    [{ kind: 'query', query: 'Check' }, [102]],
  ])('%j', async (which, scenarios) => {
    const told = await tell({ target: { which } });
    expect(told.report.outcome).toBe('passed');
    expect(told.report.testsets.map(({ scenario }) => scenario)).toEqual(scenarios);
  });

  test('their suites are merged into one file, and those named alike stay apart', async () => {
    const plan = ({ scenarioId }: { scenarioId: number }) =>
      makeDevices({ total: scenarioId - 99, fail: 1, seconds: 10 });
    const { report } = await tell({ simulator: { plan } });
    expect(report.outcome).toBe('failed');
    const text = await readFile(join(workspace, 'testset-results', 'junit.xml'), 'utf8');
    const reading = readXml(text, (each) => each);
    const suites = reading.kind === 'read' ? reading.suites : [];
    expect(suites.map(({ testcases }) => testcases.length)).toEqual([2, 3]);
    expect(tally(suites)).toEqual(tally(report.testsets.flatMap((testset) => testset.suites)));
    expect(text).toContain('<testsuites tests="5" failures="0" errors="2" ');
    for (const { id = 0, scenario = 0 } of report.testsets) {
      expect(text).toContain(`<testsuite id="${id}" `);
      expect(text).toContain(`<property name="scenario-id" value="${scenario}"/>`);
      expect(text).toContain(`value="Fix login #7 [${scenario}]"/>`);
    }
  });
});

describe('which scenarios there are', () => {
  test('is checked before anything is created, and near ones are named', async () => {
    const told = await tell({ target: { which: { kind: 'ids', ids: [101, 110, 9_999, 103] } } });
    expect(told.report).toMatchObject({
      outcome: 'not-started',
      sentence:
        'scenario-id names what is no scenario in project 509 for ANDROID: 110 (near: 102, 101), 9999, 103 (near: 102, 101).',
    });
    expect(told.report.hint).toContain('list-scenarios');
    expect(creates(told)).toEqual([]);
    expect(told.platform.outputs).toMatchObject({ outcome: 'not-started', 'testset-id': '' });
  });

  test('many that are missing are counted', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => 50_000 + at);
    const { report } = await tell({ target: { which: { kind: 'ids', ids } } });
    expect(report.sentence).toMatch(/: 50000, .*, 50009 and 20 more\.$/);
  });

  test('cannot always be had: numbers are believed then, with a warning', async () => {
    const simulator = { faults: [{ on: 'scenarios', do: { kind: 'code', code: 5005 } }] } as const;
    const told = await tell({ simulator });
    expect(told.report.outcome).toBe('passed');
    expect(told.log.filter((line) => line.startsWith('warning'))).toEqual([
      expect.stringMatching(/^warning: The scenarios could not be checked before the start\. .*5005/),
    ]);
  });

  test.each<[string, ScenarioTarget['which'], Fault[], string, RegExp]>([
    [
      'nothing that is called so',
      { kind: 'query', query: 'zzz' },
      [],
      'not-started',
      /no scenario .*"zzz" in the name/,
    ],
    ['the list refused', { kind: 'all' }, [{ on: 'scenarios', do: { kind: 'code', code: 5005 } }], 'refused', /5005/],
    [
      'credentials',
      { kind: 'ids', ids: [101] },
      [{ on: 'scenarios', do: { kind: 'response', status: 401 } }],
      'refused',
      /credentials/,
    ],
  ])('%s: nothing is created', async (_, which, faults, outcome, sentence) => {
    const told = await tell({ target: { which }, simulator: { faults } });
    expect(told.report.outcome).toBe(outcome);
    expect(told.report.sentence).toMatch(sentence);
    expect(creates(told)).toEqual([]);
  });
});

describe('one verdict of many', () => {
  const three: OwnScene = {
    target: { which: { kind: 'all' } },
    simulator: projectOf(3),
  };

  test('a create that is refused does not stop the others, and is reported with its scenario', async () => {
    const faults = [nth(2, { do: { kind: 'code', code: 4081 } })];
    const told = await tell({ ...three, simulator: { ...three.simulator, faults } });
    expect(told.report.outcome).toBe('refused');
    const refused = told.report.testsets.filter(({ outcome }) => outcome === 'refused');
    expect(refused).toHaveLength(1);
    expect(refused[0]).not.toHaveProperty('id');
    expect(told.report.sentence).toMatch(new RegExp(`^Scenario ${refused[0]?.scenario ?? ''} was refused: .*4081`));
    const said = told.log.filter((line) =>
      line.startsWith(`info: No testset for scenario ${refused[0]?.scenario ?? 0}: `),
    );
    expect(said).toHaveLength(1);
    expect(told.report.testsets.filter(({ outcome }) => outcome === 'passed')).toHaveLength(2);
    expect(told.platform.outputs['testset-id']?.split(',')).toHaveLength(2);
  });

  test('credentials that are not accepted any more stop the others', async () => {
    const faults = [nth(6, { times: 100, do: { kind: 'response', status: 403 } })];
    const told = await tell({ target: { which: { kind: 'all' } }, simulator: { ...projectOf(40), faults } });
    expect(told.report.outcome).toBe('refused');
    expect(told.report.testsets).toHaveLength(40);
    expect(told.report.testsets.filter(({ id }) => id !== undefined)).toHaveLength(5);
    expect(creates(told).length).toBeLessThanOrEqual(10);
  });

  test('one of which nobody knows is the worst, and never sent again', async () => {
    const faults = [nth(2, { do: { kind: 'cut', at: 'applied', how: 'reset' } })];
    const told = await tell({ ...three, simulator: { ...three.simulator, faults } });
    expect(told.report.outcome).toBe('unknown-start');
    expect(creates(told)).toHaveLength(3);
    expect(told.report.testsets.filter(({ outcome }) => outcome === 'passed')).toHaveLength(2);
  });

  test('all of which nobody knows are named, as each must be looked for', async () => {
    const faults = [nth(1, { times: 3, do: { kind: 'cut', at: 'applied', how: 'reset' } })];
    const told = await tell({ ...three, simulator: { ...three.simulator, faults } });
    expect(told.report.outcome).toBe('unknown-start');
    expect(told.report.sentence).toMatch(/^Scenarios 1, 2, 3 may or may not have a testset: The create was sent, /);
    const names = creates(told).map(({ data }) => (data as { testset_name: string }).testset_name);
    expect(names).toHaveLength(3);
    for (const name of names) expect(told.report.hint).toContain(`"${name}"`);
  });

  test('one testset that stands for two scenarios proves nothing for either', async () => {
    const data = { testset_id: 251_929, test_count: 3 };
    const body = JSON.stringify({ result_code: 0, result_msg: 'OK', reason: '', data });
    const faults = [nth(2, { do: { kind: 'response', status: 200, body } })];
    const { report } = await tell({ simulator: { faults } });
    expect(report.outcome).toBe('inconclusive');
    expect(report.sentence).toContain('Testset 251929 stands for more than one of what was to run.');
    expect(report.testsets.map(({ id, outcome }) => `${id ?? 0} ${outcome}`)).toEqual(
      Array(2).fill('251929 inconclusive'),
    );
  });

  test('what nobody foresaw for one testset is told of it, and the others are brought home', async () => {
    const update = (): never => {
      throw new Error('no counts can be shown');
    };
    const conclude = () => Promise.resolve();
    const told = await tell({ ...three, platform: { checkRun: { update, conclude } } });
    expect(told.report.outcome).toBe('inconclusive');
    expect(told.report.testsets.map(({ id, problem }) => [typeof id, problem?.message])).toEqual(
      Array(3).fill(['number', 'Following the testset failed unexpectedly: no counts can be shown.']),
    );
    expect(told.platform.outputs['outcome']).toBe('inconclusive');
  });

  test('a service that is gone costs the patience for one create, not for each', async () => {
    const quick = createFastClock(5_000, () => 0.5);
    const began = quick.now();
    const told = await tell({
      clock: quick,
      target: { which: { kind: 'ids', ids: Array.from({ length: 12 }, (_, at) => at + 1) } },
      inputs: { timeoutMs: 24 * 3_600_000, service: await nobodyThere() },
    });
    expect(told.report.outcome).toBe('not-started');
    expect(told.report.testsets.map(({ problem }) => problem?.code)).toEqual(Array(12).fill('unreachable'));
    expect(quick.now() - began).toBeGreaterThan(14 * 60_000);
    expect(quick.now() - began).toBeLessThan(2 * 15 * 60_000);
  });

  test('a cancel while they are created leaves those that are there, and starts no other', async () => {
    const told = await tell({
      target: { which: { kind: 'all' } },
      simulator: projectOf(60),
      before: (simulator, end) => {
        const timer = setInterval(() => {
          if (simulator.created.length < 5) return;
          clearInterval(timer);
          end.abort('cancelled');
        }, 1);
      },
    });
    // A create whose end had left may have been answered too late.
    expect(['cancelled', 'unknown-start']).toContain(told.report.outcome);
    const ids = told.report.testsets.flatMap(({ id }) => id ?? []);
    const unknown = told.report.testsets.filter(({ outcome }) => outcome === 'unknown-start').length;
    expect(told.simulator.created.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect(told.simulator.created.length - ids.length).toBeLessThanOrEqual(unknown);
    expect(ids.length).toBeLessThan(60);
    expect(told.platform.outputs['testset-id']).toBe(ids.join(','));
  });
});

describe('two hundred scenarios in one step', () => {
  /** What a testset costs in requests, beside the one list for all. */
  const requestsEach = ({ simulator: { journal } }: RunOutcome, testsets: number): number =>
    (journal.length - 1) / testsets;

  test('are created once each, all reported, and cost no more than two do', async () => {
    const plan = (): ReturnType<typeof makeDevices> => makeDevices({ total: 4, fail: 1, seconds: 600 });
    const many = await tell({ target: { which: { kind: 'all' } }, simulator: { ...projectOf(200), plan } });
    expect(many.report.outcome).toBe('failed');
    expect(many.report.counts).toMatchObject({ total: 800, pass: 600, fail: 200 });
    const scenarios = scenariosOf(many);
    expect(new Set(scenarios).size).toBe(200);
    expect(scenarios).toHaveLength(200);
    expect(many.report.testsets.map(({ scenario }) => scenario)).toEqual(
      Array.from({ length: 200 }, (_, at) => at + 1),
    );
    expect(many.simulator.mostInFlight).toBeLessThanOrEqual(10);
    expect(many.log.length).toBeLessThan(200);

    const two = await tell({ target: { which: { kind: 'all' } }, simulator: { ...projectOf(2), plan } });
    expect(requestsEach(many, 200)).toBeLessThanOrEqual(requestsEach(two, 2));
  }, 60_000);
});
