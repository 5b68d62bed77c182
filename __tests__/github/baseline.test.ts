import { beforeEach, describe, expect, test } from '@jest/globals';

import type { ApiContext } from '../../src/github/api/api.ts';
import { findBaseline } from '../../src/github/baseline.ts';
import type { ReportSubject } from '../../src/runtime/platform.ts';
import type { Report } from '../../src/model/report.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { createView } from '../../src/report/view.ts';
import { contextWith, CONTEXT, useGithub } from '../support/github-fixture.ts';
import { FORBIDDEN, NOT_FOUND, type Artifact } from '../support/github-routes.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { allPassed, reportOf } from '../support/reports.ts';
import { complete, device, devices } from '../support/testsets.ts';
import { zipOf } from '../support/zip.ts';

const CURRENT = Number(CONTEXT.run.runId);
const COMMIT = 'c'.repeat(40);

const subject: ReportSubject = { ...allPassed(), run: CONTEXT.run, scenarios: [] };

const github = useGithub();

beforeEach(() => {
  ran({ id: CURRENT, run_number: 42, status: 'in_progress' });
});

/** Adds runs of the workflow, by default for pushes to `main`; run 9 has number 40. */
function ran(...runs: readonly Record<string, unknown>[]): void {
  for (const given of runs) {
    github.state.runs.push({
      workflow_id: 31,
      status: 'completed',
      event: 'push',
      head_branch: 'main',
      head_repository: { full_name: 'Octo-Org/wallet-app' },
      head_sha: COMMIT,
      html_url: `https://github.com/octo-org/wallet-app/actions/runs/${String(given['id'])}`,
      run_number: Number(given['id']) + 31,
      ...given,
    });
  }
}

/** Adds an artifact, by default of run 9. */
function put(content: Buffer, given: Partial<Artifact> = {}): void {
  const id = 100 + github.state.artifacts.length;
  github.state.artifacts.push({ id, run: 9, name: 'testset-251929-test-on-devices', content, ...given });
}

/** What a report says of its run, by default of run 9. */
function runOf(id = 9, given: Partial<Report['run']> = {}): Report['run'] {
  return { ...CONTEXT.run, runId: String(id), commit: COMMIT, ...given };
}

/** The zip of a step's artifact. */
function zipWith(report: Partial<Report> = {}): Promise<Buffer> {
  const json = reportJson(createView({ ...allPassed(), run: runOf(), ...report }));
  return zipOf({ 'junit.xml': '<testsuites/>', 'report.json': json, 'testset-251929/result.xml': '<x/>' });
}

/** Adds a run with the artifact of a report. */
async function ranWithReport(
  id: number,
  report: Partial<Report> = {},
  given: Record<string, unknown> = {},
): Promise<void> {
  ran({ id, ...given });
  put(await zipWith({ run: runOf(id), ...report }), { run: id });
}

type Given = Partial<ApiContext['context'] & Omit<ApiContext, 'context'>>;

/** By default in real time: virtual time would pass while a zip is read. */
function settingsWith(given: Given): ApiContext {
  const context = { ...CONTEXT, ...given };
  const permissions = 'permissions: { contents: read, actions: read }';
  return contextWith(github, { clock: systemClock, permissions, ...given, context });
}

/** Finds the baseline, or why there is none. */
function find(given: Given = {}, of: Partial<ReportSubject> = {}): ReturnType<typeof findBaseline> {
  return findBaseline(settingsWith(given), { ...subject, ...of });
}

const because = (words: RegExp) => ({ reason: expect.stringMatching(words) });
const NO_REPORT = because(/^no run of this workflow on main has a report of this job$/);

/** What was asked of the API whose route matches, in order. */
function asked(route: RegExp): string[] {
  return github.requests.flatMap((request) => route.exec(request.route)?.[1] ?? []);
}

describe('findBaseline', () => {
  test('finds the report of the run with the highest number, and appends its results to its history', async () => {
    ran({ id: 9 });
    await ranWithReport(8);
    const [phone, pixel] = [device(0), device(1, { result: 'failed' })];
    const earlier = { run: 39, passed: false };
    const history = [{ device: phone.device, results: [earlier] }];
    const report = reportOf(complete([phone, pixel]), { history, durationSeconds: 77 });
    put(await zipWith({ ...report, run: runOf() }));
    const failed = { device: pixel.device, results: [{ run: 40, passed: false, seconds: pixel.seconds }] };
    const results = [earlier, { run: 40, passed: true, seconds: phone.seconds }];
    const value = {
      branch: 'main',
      runNumber: 40,
      runUrl: 'https://github.com/octo-org/wallet-app/actions/runs/9',
      seconds: 77,
      appBytes: 6_400_000,
      devices: [phone.device, pixel.device],
      history: [{ device: phone.device, results }, failed],
    };
    expect(await find()).toEqual({ kind: 'value', value });
    expect(asked(/runs\/(\d+)\/artifacts/)).toEqual(['9']);
  });

  test('searches the next branch if the first has no run, and none twice', async () => {
    await ranWithReport(9, {}, { head_branch: 'topic' });
    const found = { kind: 'value', value: { branch: 'topic' } };
    expect(await find({ branches: ['main', 'main', 'topic'] })).toMatchObject(found);
    expect(asked(/branch=(\w+)/)).toEqual(['main', 'topic']);
  });

  test('ignores runs that are not earlier ones of the branch', async () => {
    const others = [
      { event: 'pull_request' },
      { event: 'pull_request_target' },
      ...['issue_comment', 'workflow_run', 'repository_dispatch', 'deployment_status'].map((event) => ({ event })),
      { event: '' },
      { head_repository: { full_name: 'mallory/wallet-app' } },
      { head_repository: null },
      { status: 'in_progress' },
      { run_number: 43 },
      { run_number: 42 },
      { workflow_id: 5, path: '.github/workflows/other.yml' },
      { head_branch: 'topic' },
      { html_url: null },
    ];
    for (const [at, given] of others.entries()) ran({ id: 20 + at, run_number: 41, ...given });
    await ranWithReport(9);
    expect(await find()).toMatchObject({ kind: 'value', value: { runNumber: 40 } });
    expect(asked(/runs\/(\d+)\/artifacts/)).toEqual(['9']);
  });

  test('searches five runs', async () => {
    for (let id = 20; id > 0; id -= 1) ran({ id, run_number: id });
    put(await zipWith({ run: runOf(15) }), { run: 15 });
    expect(await find()).toEqual({ kind: 'skipped', ...NO_REPORT, branch: 'main' });
    expect(asked(/runs\/(\d+)\/artifacts/)).toEqual(['20', '19', '18', '17', '16']);
  });

  test.each<[string, Given, RegExp]>([
    ['no branch', { branches: [] }, /^the base branch is not known$/],
    [
      'no run',
      { branches: ['topic', 'main'] },
      /^GitHub lists no run .* on topic or main .* \{ branches: \[main\] \}$/,
    ],
    ['a cancel', { cancelled: AbortSignal.abort() }, /^the run was cancelled$/],
  ])('with %s: says so', async (_what, given, reason) => {
    expect(await find(given)).toMatchObject(because(reason));
  });
});

describe('which artifact', () => {
  beforeEach(() => {
    ran({ id: 9 });
  });

  test.each<[Partial<Artifact>, boolean]>([
    [{ name: 'testset-5-test-on-devices' }, true],
    [{ name: 'testset-5-a.html' }, true],
    [{ name: 'device-report-5-test-on-devices.html' }, false],
    [{ name: 'testsets-5-and-2-more-other' }, true],
    [{ name: 'apk' }, false],
    [{ name: 'testset' }, false],
    [{ expired: true }, false],
    [{ bytes: 20_000_001 }, false],
  ])('%j is downloaded: %s', async (given, answer) => {
    put(await zipWith(), given);
    expect(await find()).toMatchObject(answer ? { kind: 'value', value: { branch: 'main' } } : NO_REPORT);
    expect(asked(/(zip)$/)).toHaveLength(answer ? 1 : 0);
  });

  test('those with the name of the job are read first, the latest first, and three at most', async () => {
    const other = await zipWith({ run: runOf(9, { job: 'other' }) });
    const names = ['test-on-devices', 'test-on-devices-2', 'other', 'test-on-devices-3', 'test-on-devices-b', 'b'];
    for (const name of names) put(other, { name: `testset-5-${name}` });
    expect(await find()).toMatchObject(NO_REPORT);
    expect(asked(/artifacts\/(\d+)/)).toEqual(['103', '101', '100']);
  });

  test('of no job name, a report is only taken if all were read: another one may match, too', async () => {
    const other = await zipWith({ run: runOf(9, { job: 'other' }) });
    for (let leg = 0; leg < 2; leg += 1) put(other, { name: `testset-${leg}-other` });
    put(await zipWith(), { name: 'testset-5-v1.2' });
    expect(await find()).toMatchObject({ kind: 'value', value: { runNumber: 40 } });
    github.state.artifacts.unshift({ id: 90, run: 9, name: 'testset-6-v1.1', content: other });
    expect(await find()).toEqual({ kind: 'skipped', reason: 'several reports of run 40 match' });
  });

  test('two that match alike are the reason, and no earlier run is read', async () => {
    ran({ id: 8 });
    for (let leg = 0; leg < 2; leg += 1) put(await zipWith());
    expect(await find()).toEqual({ kind: 'skipped', reason: 'several reports of run 40 match' });
    expect(asked(/runs\/(\d+)\/artifacts/)).toEqual(['9']);
  });

  test.each([{ repository: 'mallory/wallet-app' }, { runId: '8' }, { commit: 'd'.repeat(40) }])(
    'one with the report of another run is ignored: %j',
    async (given) => {
      put(await zipWith({ run: runOf(9, given) }));
      expect(await find()).toMatchObject(NO_REPORT);
    },
  );

  test('one that cannot be read does not hide another', async () => {
    put(await zipWith(), { name: 'testset-5' });
    put(Buffer.from('no zip'));
    put(await zipOf({ 'report.json': '{"schema":2}' }));
    expect(await find()).toMatchObject({ kind: 'value', value: { runNumber: 40 } });
    expect(asked(/storage.(\d+)/)).toEqual(['102', '101', '100']);
  });
});

describe('failures', () => {
  beforeEach(() => ranWithReport(9));

  test.each([
    ['a missing permission', /runs/, FORBIDDEN, /403: Resource not accessible.*actions: read/],
    ['a fault of the server', /workflows/, { status: 500 }, /500/],
    ['an own token without access', /runs/, NOT_FOUND, /404.*`github-token` has no access/],
    ['no list of runs', /workflows/, { status: 200, body: {} }, /lists no run of this workflow on main/],
    ['no artifacts', /artifacts/, FORBIDDEN, /has a report of this job/],
    ['no download', /zip/, { status: 410, body: { message: 'Gone' } }, /has a report of this job/],
    ['no address', /zip/, { status: 200, body: {} }, /has a report of this job/],
    ['storage that rejects', /storage/, { status: 403 }, /has a report of this job/],
    ['storage that is cut off', /storage/, 'cut', /has a report of this job/],
  ] as const)('%s is the reason, without the address of the storage', async (_case, route, play, words) => {
    github.breakWith({ route, play });
    const { reason = '' } = (await find({ isFork: true })) as { reason?: string };
    expect(reason).toMatch(words);
    expect(reason).not.toContain('sig=');
  });

  test.each([/runs/, /storage/])('no response of %s ends the search after thirty seconds', async (route) => {
    github.breakWith({ route, play: 'hang' });
    await inVirtualTime(async (clock) => {
      const before = clock.now();
      expect(await find({ clock })).toHaveProperty('reason');
      expect(clock.now() - before).toBeLessThanOrEqual(30_000);
    });
  });
});

test.each([403, 429])('after the limit of requests (%d), nothing more is asked', async (status) => {
  ran({ id: 8 }, { id: 9 });
  const limit = { status, headers: { 'x-ratelimit-remaining': '0' }, body: { message: 'API rate limit exceeded' } };
  github.breakWith({ route: /artifacts/, play: limit });
  const { reason = '' } = (await find()) as { reason?: string };
  expect(reason).toMatch(/^the search ended at GitHub's limit of requests \(GitHub responded 4\d\d: API rate limit/);
  expect(github.requests).toHaveLength(2);
  github.breakWith({ route: /runs/, play: { ...limit, headers: { 'retry-after': '1' } } });
  expect(await find()).toMatchObject({ kind: 'limited' });
  expect(github.requests).toHaveLength(3);
});

describe('the workflow', () => {
  beforeEach(() => ranWithReport(9));

  test.each([
    ['is that of its file', 'device-tests.yml', ['device-tests.yml']],
    ['is that of the run if the file lies elsewhere', '', ['31']],
    ['is that of the run if GitHub does not know the file', 'gone.yml', ['gone.yml', '31']],
  ])('%s', async (_what, workflowFile, workflows) => {
    expect(await find({ workflowFile })).toMatchObject({ kind: 'value' });
    expect(asked(/workflows\/([\w.-]+)\/runs/)).toEqual(workflows);
  });

  test('is asked for once if GitHub rejects the request', async () => {
    github.breakWith({ route: /runs/, play: FORBIDDEN });
    expect(await find()).toMatchObject({ kind: 'rejected' });
    expect(github.requests).toHaveLength(1);
  });

  test('that GitHub does not name is the reason', async () => {
    github.breakWith({ route: /runs\/\d+$/, play: { status: 200, body: {} } });
    expect(await find({ workflowFile: '' })).toMatchObject(because(/which workflow/));
  });
});

describe('the requests of a search', () => {
  /** A run with an artifact and a page for each leg, of which two list all: GitHub lists a hundred at once. */
  async function ranWith(legs: number, id = 9): Promise<void> {
    ran({ id });
    for (let leg = 1; leg <= legs; leg += 1) {
      put(await zipWith({ run: runOf(id, { matrix: { leg } }) }), {
        run: id,
        name: `testset-${leg}-test-on-devices-${leg}`,
      });
      put(Buffer.from('<html>'), { run: id, name: `device-report-${leg}-test-on-devices-${leg}.html` });
    }
  }

  test.each([
    [1, 3],
    [30, 3],
    [60, 4],
  ])('of a matrix of %d legs are %d, and each leg has its own report', async (legs, number) => {
    await ranWith(legs);
    for (const leg of [1, legs]) {
      github.requests.length = 0;
      const matrix = { leg };
      const found = await find({}, { run: { ...CONTEXT.run, matrix } });
      expect(found).toMatchObject({ kind: 'value', value: { runNumber: 40 } });
      expect(asked(/artifacts\/(\d+)\/zip/)).toEqual([String(98 + 2 * leg)]);
      expect(github.requests.filter(({ route }) => !route.includes('/storage/'))).toHaveLength(number);
    }
  });

  test('are fifteen at most, tries included', async () => {
    for (const id of [4, 5, 6, 7, 8, 9]) await ranWith(60, id);
    const reason = 'no report was found within 15 requests to GitHub';
    const other = { run: { ...CONTEXT.run, job: 'other' } };
    expect(await find({}, other)).toMatchObject({ kind: 'failed', reason });
    const isOfApi = ({ route }: { route: string }): boolean => !route.includes('/storage/');
    expect(github.requests.filter(isOfApi)).toHaveLength(15);
    github.requests.length = 0;
    for (const id of [1, 2, 3]) ran({ id, head_branch: 'topic' });
    github.breakWith({ route: /artifacts/, play: { status: 500 } });
    await inVirtualTime(async (clock) => {
      expect(await find({ clock, branches: ['main', 'topic'] }, other)).toMatchObject({ kind: 'failed', reason });
    });
    expect(github.requests.filter(isOfApi)).toHaveLength(15);
  });
});

test('a run by hand with inputs is no baseline, and does not count among the five', async () => {
  const byHand = { event: 'workflow_dispatch' };
  const inputs = ['branch'];
  ran({ id: 4, ...byHand });
  for (let id = 5; id < 10; id += 1) await ranWithReport(id, { run: runOf(id, { inputs }) }, byHand);
  expect(await find()).toMatchObject(
    because(/^no run of this workflow on main has a report of this job \(5 runs by hand with inputs left out\)$/),
  );
  // Without inputs.
  put(await zipWith({ run: runOf(4) }), { run: 4 });
  expect(await find()).toMatchObject({ kind: 'value', value: { runNumber: 35 } });
});

describe('a run in which no device passed', () => {
  const NONE = complete(devices(2, { 0: 'failed', 1: 'error' }));
  const put2 = (id: number, testset = NONE, history: Report['history'] = []): Promise<void> =>
    ranWithReport(id, { ...reportOf(testset, { history }), run: runOf(id) });

  test('comes with the newest one in which a device passed', async () => {
    await put2(9);
    await put2(8);
    await put2(7, complete(devices(2, { 0: 'failed' })));
    expect(await find()).toMatchObject({
      kind: 'value',
      value: { runNumber: 40 },
      ifPassed: { kind: 'value', value: { runNumber: 38, skippedRuns: [40, 39] } },
    });
  });

  test('such as in an outage, does not make failures old and passes fixed', async () => {
    const eight = (failed: number) =>
      complete(devices(8).map((each, at) => (at < failed ? { ...each, result: 'failed' as const } : each)));
    const passedIn = (...runs: readonly number[]): Report['history'] =>
      devices(8).map(({ device: name }) => ({ device: name, results: runs.map((run) => ({ run, passed: true })) }));
    await put2(8, eight(0), passedIn(38));
    await put2(9, eight(8), passedIn(38, 39));
    const baseline = await find();
    const view = (failed: number) => createView(reportOf(eight(failed), { baseline }));
    expect(view(2).text.heading).toBe('2 of 8 devices failed · 2 new');
    expect(view(2)).toMatchObject({ report: { comparison: { runNumber: 39, skippedRuns: [40] } }, fixed: [] });
    expect(view(8).text.heading).toBe('8 of 8 devices failed · 8 still failing');
    expect(view(8).report.comparison).toMatchObject({ runNumber: 40, skippedRuns: undefined });
  });

  test('comes with the reason why there is none', async () => {
    await put2(9);
    const found = await find();
    expect(found).toMatchObject({ value: { runNumber: 40, skippedRuns: undefined } });
    const reason = 'in run 40 no device passed, and no other run of this workflow on main has a report of this job';
    expect(found).toHaveProperty('ifPassed', { kind: 'skipped', reason, branch: 'main' });
  });

  test('is skipped always if none ran, because it has no results', async () => {
    await put2(
      9,
      complete([device(0, { result: 'failed', seconds: 0 }), device(1, { result: 'failed', seconds: 0.9 })]),
    );
    await put2(8);
    expect(await find()).toMatchObject({ value: { runNumber: 39, skippedRuns: [40] } });
  });
});

test.each(['workflow_run', 'issue_comment', 'merge_group'])(
  'a run for %s is compared with none, and says why',
  async (event) => {
    const reason = `for \`${event}\` GitHub does not say which branch is tested`;
    expect(await find({}, { run: { ...CONTEXT.run, event } })).toEqual({ kind: 'skipped', reason });
    expect(github.requests).toEqual([]);
  },
);
