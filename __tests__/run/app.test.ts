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

  test('is sent again after failed tries, which do not count in the time of the upload', async () => {
    const { log } = await runApp(faults({ on: 'create', times: 5, do: { kind: 'cut', at: 'head', how: 'reset' } }));
    expect(new Set(log.filter((line) => line.includes('Sent ')))).toEqual(new Set(['info: Sent 100.0 kB in 1s.']));
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

  test('of a file that is gone is not started', async () => {
    const app = { path: join(workspace, 'gone.apk'), kind: 'file', name: 'gone.apk' } as const;
    const { report, simulator } = await runApp({ target: { app } });
    expect(report).toMatchObject({ outcome: 'not-started', testsets: [{ problem: { code: 'app-file' } }] });
    expect(simulator.created).toEqual([]);
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
  test('an error code on the create is refused, with the code and a hint', async () => {
    const code = 4052;
    const { report, simulator } = await runApp(faults({ on: 'create', do: { kind: 'code', code, detail: 'this' } }));
    expect(report.outcome).toBe('refused');
    expect(report.sentence).toContain(`${code}: `);
    expect(report.hint).not.toBe('');
    expect(report.app).toMatchObject({ bytes: APP.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(simulator.journal.filter(({ operation }) => operation === 'create')).toHaveLength(1);
  });

  test('a project that does not exist is detected before the upload', async () => {
    const { report, simulator } = await runApp({ target: { projectId: 999 } });
    expect(report).toMatchObject({ outcome: 'refused' });
    expect(report.sentence).toContain('2001');
    expect(report.app).toEqual({ name: 'app.apk', bytes: 0 });
    expect(simulator.journal.map(({ operation }) => operation)).toEqual(['scenarios']);
  });

  test('a failed check of the project does not prevent the create', async () => {
    const { report } = await runApp(faults({ on: 'scenarios', do: { kind: 'response', status: 500, body: '<html>' } }));
    expect(report.outcome).toBe('passed');
  });

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

  test('polls and results that fail now and then change nothing', async () => {
    const { report } = await runApp(
      faults(
        { on: 'status', do: { kind: 'cut', at: 'applied', how: 'reset' } },
        { on: 'status', do: { kind: 'response', status: 502, body: '<html>' } },
        { on: 'result', do: { kind: 'cut', at: { answerBytes: 100 }, how: 'close' } },
        { on: 'result', do: { kind: 'gzip' } },
      ),
    );
    expect(report.outcome).toBe('passed');
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

  test('an unexpected error while publishing does not change the outcome', async () => {
    const { report, log } = await runApp({ platform: { publishArtifact: () => Promise.reject(new Error('broken')) } });
    expect(report.outcome).toBe('passed');
    expect(log).toContain('warning: The artifact could not be published: broken');
  });

  test('a skipped artifact is a notice', async () => {
    const { log } = await runApp({ published: { reason: 'not here', isSkipped: true } });
    expect(log).toContain('notice: No artifact: not here');
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

  test('is inconclusive if an earlier status counted more devices', async () => {
    const detail = { total_test_cnt: 8, running_cnt: 7, pass_cnt: 0, fail_cnt: 1, error_cnt: 0, stop_cnt: 0 };
    const data = { testset_status: 'Running', testset_status_detail: { ...detail, initializing_cnt: 0 } };
    const body = JSON.stringify({ result_code: 0, result_msg: '', reason: '', data });
    const { report } = await runApp({
      ...faults({ on: 'status', do: { kind: 'response', status: 200, body } }),
      inputs: { target: { kind: 'attach', testsetIds: [251929] } },
      before: ({ engine }) => engine.create(REQUEST),
    });
    expect(report).toMatchObject({ outcome: 'inconclusive', counts: { total: 3, pass: 3 } });
    expect(report.sentence).toContain('announced 8 devices, but the status counts 3');
  });

  test('to an unknown testset is refused after three polls', async () => {
    const { report, simulator, platform } = await runApp({ inputs: { target: { kind: 'attach', testsetIds: [5] } } });
    expect(report.outcome).toBe('refused');
    expect(report.sentence).toContain('5002');
    expect(simulator.journal).toHaveLength(3);
    expect(await readFile(platform.outputs['junit-file'] ?? '', 'utf8')).toContain('<error type="refused" message="');
  });

  test('with `wait: false` polls once', async () => {
    const { report, simulator } = await runApp({
      inputs: { target: { kind: 'attach', testsetIds: [251929] }, wait: false },
      before: ({ engine }) => engine.create(REQUEST),
    });
    expect(report.outcome).toBe('started');
    expect(simulator.journal).toHaveLength(1);
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
