import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import type { Platform } from '../../src/runtime/platform.ts';
import type { AppTarget } from '../../src/model/inputs.ts';
import { Secret } from '../../src/model/secret.ts';
import { makeDevices } from '../../simulator/devices.ts';
import type { Fault } from '../../simulator/faults.ts';
import type { Variants } from '../../simulator/variants.ts';
import { runWithSimulator, type RunOutcome, type RunSetup } from '../support/run-with-simulator.ts';

const DEVICES = { total: 3, seconds: 10 };
const APP = Buffer.alloc(100_000, 'apk');

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'run-app-'));
  await writeFile(join(workspace, 'app.apk'), APP);
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

type AppSetup = Partial<Omit<RunSetup, 'target'>> & { readonly target?: Partial<AppTarget> };

function runApp({ target, ...setup }: AppSetup = {}): Promise<RunOutcome> {
  return runWithSimulator({
    workspace,
    target: {
      kind: 'app',
      projectId: 509,
      app: { path: join(workspace, 'app.apk'), kind: 'file', name: 'app.apk' },
      osType: 'ANDROID',
      testsetName: 'Fix login #7',
      useVo: false,
      ...target,
    },
    ...setup,
  });
}

const faults = (...list: Fault[]): AppSetup => ({ simulator: { faults: list } });
const variants = (changes: Partial<Variants>): AppSetup => ({ simulator: { variants: changes } });

describe('an automated test', () => {
  test('is created once from the file, and its results are published', async () => {
    const { report, simulator, platform } = await runApp({
      target: { timeLimitMinutes: 5, loginId: 'me', loginPw: new Secret('pw') },
    });
    expect(report.outcome).toBe('passed');
    expect(simulator.journal.filter(({ operation }) => operation === 'create')).toHaveLength(1);
    const create = simulator.journal.find(({ operation }) => operation === 'create');
    expect(create?.parts.map(({ name, fileName, bytes }) => [name, fileName, bytes])).toEqual([
      ['app_file', 'app.apk', APP.length],
      ['data', undefined, expect.any(Number)],
    ]);
    expect(JSON.parse(create?.parts[1]?.text ?? '')).toMatchObject({
      pid: 509,
      testset_name: 'Fix login #7',
      os_type: 'ANDROID',
      scenario_id: 0,
      source_type: 'file',
      time_limit: 5,
      credentials: { login_id: 'me', login_pw: 'pw' },
    });
    expect(platform.outputs).toMatchObject({
      'testset-id': '251929',
      outcome: 'passed',
      status: 'Complete',
      'total-count': '3',
      'pass-count': '3',
      'running-count': '0',
      'failed-devices': '[]',
      'app-sha256': create?.parts[0]?.sha256,
      'artifact-id': '9',
      'results-dir': join(workspace, 'testset-results'),
      'junit-file': join(workspace, 'testset-results', 'junit.xml'),
    });
    expect(platform.annotations).toEqual([]);
    expect(platform.summaries).toHaveLength(1);
    expect(platform.artifacts).toMatchObject([{ name: 'testset-251929', root: join(workspace, 'testset-results') }]);
    const files = platform.artifacts[0]?.files.map((file) => file.slice(workspace.length + 1).replaceAll('\\', '/'));
    expect(files).toEqual([
      'testset-results/testset-251929/result.xml',
      'testset-results/testset-251929/result.json',
      'testset-results/testset-251929/result.html',
      'testset-results/junit.xml',
      'testset-results/report.json',
      'testset-results/summary.md',
      'testset-results/predicate.json',
      'testset-results/report.html',
    ]);
    const summary = await readFile(join(workspace, 'testset-results/summary.md'), 'utf8');
    const page = await readFile(join(workspace, 'testset-results/report.html'), 'utf8');
    expect(page).toContain('The first device was done after');
    // The artifact cannot name itself: only the job summary links to it.
    const link = / · <a href="https:\/\/github\.example\/9">results<\/a>/;
    expect(platform.summaries[0]).toMatch(link);
    expect(platform.summaries[0]?.replace(link, '')).toBe(summary);
  });

  test('logs its steps in groups, and the table after them, outside of a group', async () => {
    const { log } = await runApp();
    const groups = ['Inputs', 'Create', 'Wait', 'Results', 'Report'];
    const marks = log.filter((line) => /^(group|end): /.test(line));
    expect(marks).toStrictEqual(groups.flatMap((title) => [`group: ${title}`, `end: ${title}`]));
    const end = log.slice(log.indexOf('end: Report') + 1);
    expect(end).toEqual(['info: All 3 devices passed']);
  });

  test('that is not created has no group Wait, and the log says why', async () => {
    const { log, platform } = await runApp(faults({ on: 'create', do: { kind: 'code', code: 4081 } }));
    const groups = log.filter((line) => /^(?:group|end): /.test(line));
    expect(groups.filter((line) => line.startsWith('group: '))).toEqual(
      ['Inputs', 'Create', 'Results', 'Report'].map((title) => `group: ${title}`),
    );
    expect(log[log.indexOf('end: Create') + 1]).toMatch(/^info: No testset was created\. .* 4081 /);
    expect(log.at(-1)).toBe('end: Report');
    expect(platform.summaries.join()).toMatch(/Not accepted: no device of project 509 is free[^]*code is 4081: /);
  });

  test('that fails has an annotation for each device that did not pass', async () => {
    const plan = () => makeDevices({ ...DEVICES, total: 5, fail: 1, error: 1, stop: 1 });
    const { report, platform } = await runApp({ simulator: { plan } });
    expect(report.outcome).toBe('failed');
    expect(platform.outputs).toMatchObject({
      'fail-count': '1',
      'error-count': '1',
      'stop-count': '1',
      'pass-count': '2',
    });
    expect(platform.annotations).toHaveLength(3);
    expect(platform.annotations[2]).toEqual({
      title: '1 more device did not pass',
      message: "The service's result files do not list it.",
    });
    expect(JSON.parse(platform.outputs['failed-devices'] ?? '')).toHaveLength(2);
  });

  test('may have as many failed devices as allowed, without annotations', async () => {
    const plan = () => makeDevices({ ...DEVICES, fail: 1 });
    const { report, platform } = await runApp({
      simulator: { plan },
      inputs: { limits: { fail: 1, error: 0, stop: 0 } },
    });
    expect(report.outcome).toBe('passed');
    expect(platform.annotations).toEqual([]);
  });

  test('says in the log and in the report why `fail-on: new` is not in force', async () => {
    const plan = () => makeDevices({ ...DEVICES, fail: 1 });
    const { report, log } = await runApp({ simulator: { plan }, inputs: { failOn: 'new' } });
    const [note = ''] = report.notes ?? [];
    expect(note).toContain('`fail-on: new`');
    expect(log).toContain(`info: ${note}`);
  });

  test('that the step does not wait for is started', async () => {
    const { report, simulator, platform } = await runApp({ inputs: { wait: false } });
    expect(report.outcome).toBe('started');
    expect(simulator.journal.map(({ operation }) => operation)).toEqual(['scenarios', 'create']);
    expect(platform.outputs).toMatchObject({
      outcome: 'started',
      status: 'Running',
      'total-count': '3',
      'running-count': '3',
    });
    expect(platform.artifacts).toEqual([]);
    expect(platform.summaries).toHaveLength(1);
  });

  test('of an .app folder sends a zip of it', async () => {
    const path = join(workspace, 'Demo.app');
    await mkdir(path);
    await writeFile(join(path, 'Info.plist'), '<plist/>');
    const { report, simulator } = await runApp({
      target: { app: { path, kind: 'folder', name: 'Demo.app' }, osType: 'iOS' },
    });
    expect(report.outcome).toBe('passed');
    expect(simulator.journal.flatMap(({ parts }) => parts)[0]?.fileName).toBe('Demo.app.zip');
  });
});

describe('what the interface leaves open (docs/design.md, variants)', () => {
  test.each<[string, Partial<Variants>]>([
    ['result_msg as 0', { successMessage: 0 }],
    ['another word for running', { runningWord: 'Preparing' }],
    ['JSON as an object', { json: 'object' }],
    ['XML not delivered', { xml: 'absent', bareXml: 'absent' }],
    ['bare XML alone', { xml: 'null', allHolds: ['bare_xml', 'json'] }],
    ['only XML in the first response', { allHolds: ['xml'] }],
    ['JSON beside bare XML', { allHolds: ['bare_xml'] }],
    ['results that are late', { notReady: [6002, 'no files', 6003] }],
    ['counts that go down', { countsFlicker: true }],
  ])('%s is accepted', async (_what, changes) => {
    const { report } = await runApp(variants(changes));
    expect(report.outcome).toBe('passed');
    expect(report.testsets[0]?.suites[0]?.testcases).toHaveLength(3);
  });

  test.each<[string, Partial<Variants>]>([
    ['complete with one still running', { runningAtEnd: 1 }],
    ['neither XML nor JSON', { xml: 'false', bareXml: 'false', json: 'false' }],
    ['broken XML', { xml: 'broken', bareXml: 'broken' }],
    ['broken JSON', { json: 'broken' }],
    ['a count left out', { missingCounts: ['error_cnt'] }],
    ['a count that is no number', { oddCounts: { fail_cnt: 'none' } }],
    ['more passed than the documents show', { oddCounts: { total_test_cnt: 4, pass_cnt: 4 } }],
    ['no unit tests', { oddCounts: { total_test_cnt: 0, pass_cnt: 0 } }],
  ])('%s is never green', async (_what, changes) => {
    const { report } = await runApp(variants(changes));
    expect(report.outcome).toBe('inconclusive');
    expect(report.testsets[0]?.reasons.length).toBeGreaterThan(0);
  });

  test.each<Variants['denial']>([
    { status: 401, body: 'envelope' },
    { status: 401, body: 'html' },
    { status: 403, body: 'json' },
    { status: 403, body: 'empty' },
  ])('wrong credentials ($status $body) are refused at once', async (denial) => {
    const { report, simulator } = await runApp({ ...variants({ denial }), accessKey: 'wrong' });
    expect(report).toMatchObject({ outcome: 'refused', testsets: [{ problem: { code: 'credentials' } }] });
    expect(simulator.journal).toHaveLength(1);
    expect(report.hint).toContain('`access-key`');
  });
});

describe('a fault', () => {
  test('maintenance delays the create, before the upload and after it', async () => {
    const maintenance = { kind: 'code', code: 8000 } as const;
    const { report, simulator } = await runApp(
      faults({ on: 'scenarios', times: 2, do: maintenance }, { on: 'create', do: maintenance }),
    );
    expect(report.outcome).toBe('passed');
    expect(simulator.journal.map(({ operation }) => operation).slice(0, 7)).toEqual([
      ...['scenarios', 'scenarios', 'scenarios', 'scenarios'],
      ...['create', 'scenarios', 'create'],
    ]);
  });

  test('what cannot be published is a warning, and does not change the outcome', async () => {
    await writeFile(join(workspace, 'testset-results'), 'a file in the way');
    const failing: Partial<Platform> = {
      writeSummary: () => Promise.reject(new Error('no room')),
    };
    const { report, log } = await runApp({ platform: failing, published: { reason: 'no' } });
    expect(report.outcome).toBe('passed');
    expect(log).toContain('warning: The job summary could not be written: no room');
    expect(log.filter((line) => line.startsWith('warning: Not all result files could be written'))).toHaveLength(1);
    expect(log.some((line) => line.startsWith('warning: The artifact could not be published: no.'))).toBe(true);
  });

  test('a skipped artifact is a notice', async () => {
    const { log } = await runApp({ published: { reason: 'not here', isSkipped: true } });
    expect(log).toContain('notice: No artifact: not here');
  });

  test('the outcome is decided before it is published', async () => {
    const order: string[] = [];
    const platform: Partial<Platform> = {
      markOutcomeDecided: () => void order.push('decided'),
      setOutput: (name, value) => void order.push(`${name} ${value}`),
    };
    await runApp({ platform });
    expect(order.slice(0, order.indexOf('outcome passed'))).toContain('decided');
  });

  test('an unexpected error while creating is reported', async () => {
    let failures = 0;
    const setOutput = (_name: string, value: string): void => {
      failures += value === 'not-started' ? 1 : 0;
      if (value === 'not-started' && failures === 1) throw new Error('no outputs');
    };
    const { report, simulator } = await runApp({
      ...faults({ on: 'create', do: { kind: 'response', status: 429 } }),
      platform: { setOutput },
    });
    expect(report).toMatchObject({ outcome: 'not-started', testsets: [{ problem: { code: 'unexpected' } }] });
    expect(simulator.created).toEqual([]);
  });
});

const REQUEST = { projectId: 509, name: 'n', osType: 'ANDROID', scenarioId: 0, timeLimit: undefined } as const;

describe('attaching', () => {
  test('polls existing testsets at once, and creates none', async () => {
    const { report, simulator, platform } = await runApp({
      inputs: {
        target: { kind: 'attach', testsetIds: [251929, 251930] },
        artifact: { hasPage: false, name: 'mine', retentionDays: 5 },
      },
      before: ({ engine }) => {
        engine.create(REQUEST);
        engine.create(REQUEST);
      },
    });
    expect(report).toMatchObject({ outcome: 'passed', counts: { total: 6, pass: 6 } });
    expect(simulator.journal.some(({ operation }) => operation === 'create')).toBe(false);
    expect(platform.outputs).toMatchObject({ 'testset-id': '251929,251930', 'app-sha256': '' });
    expect(platform.artifacts).toMatchObject([{ name: 'mine', retentionDays: 5 }]);
  });
});

describe('a run that is stopped', () => {
  test.each(['deadline', 'cancelled'] as const)(
    'while it waits (%s) names the testset, and the hint says how to attach',
    async (reason) => {
      const { report, platform } = await runApp({
        simulator: { plan: () => makeDevices({ total: 2, seconds: 3_000 }) },
        before: (_simulator, stop, clock) =>
          void clock.sleep(30_000).then(() => {
            stop.abort(reason);
          }),
      });
      expect(report.outcome).toBe(reason === 'deadline' ? 'timed-out' : 'cancelled');
      expect(platform.outputs['testset-id']).toBe('251929');
      expect(report.hint).toContain('testset-id: 251929');
      expect(platform.artifacts).toHaveLength(reason === 'deadline' ? 1 : 0);
    },
  );
});
