import { buffer } from 'node:stream/consumers';

import { beforeEach, describe, expect, test } from '@jest/globals';
import { ZipFile } from 'yazl';

import { findBaseline, findHistory, type CompareSettings, type SearchCache } from '../../src/github/compare.ts';
import type { ReportSubject } from '../../src/model/earlier-report.ts';
import { historyKey, type BaselineReport } from '../../src/model/history.ts';
import { reportJson } from '../../src/report/data.ts';
import type { Report } from '../../src/model/report.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { CONTEXT, useGithub } from '../support/github-fixture.ts';
import { FORBIDDEN, type Artifact } from '../support/github-routes.ts';
import { createReport, createTestcase, createTestset, past } from '../support/reports.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';

const WORKFLOW = 31;
const CURRENT = Number(CONTEXT.run.runId);
/** A commit on the branch `main`. */
const MERGED = 'c'.repeat(40);

const subject: ReportSubject = { ...createReport({ run: CONTEXT.run }), scenarios: [] };

const github = useGithub();
/** Why the last search found nothing. */
let reason: string;

beforeEach(() => {
  reason = '';
  github.state.commits.set('main', [MERGED]);
  github.state.runs.push(run({ id: CURRENT, run_number: 42, status: 'in_progress' }));
});

function run(given: Record<string, unknown>): Record<string, unknown> {
  return {
    workflow_id: WORKFLOW,
    status: 'completed',
    event: 'push',
    head_branch: 'main',
    head_repository: { full_name: 'Octo-Org/wallet-app' },
    html_url: `https://github.com/octo-org/wallet-app/actions/runs/${String(given['id'])}`,
    ...given,
  };
}

type Given = Partial<Omit<CompareSettings, 'context'> & CompareSettings['context']>;

/** By default in real time: virtual time would pass while a zip is read. */
function settingsWith(given: Given): CompareSettings {
  const { clock = systemClock, cancelled = new AbortController().signal } = given;
  const base = { branches: ['main'], isFork: false, eventName: 'push', apiUrl: 'https://api.github.com' };
  const context = { ...base, ...given };
  const permissions = 'permissions: { contents: read, actions: read }';
  return { api: github.client({ clock, cancelled }), clock, cancelled, context, permissions, ...given };
}

async function find(given: Given = {}): Promise<BaselineReport | undefined> {
  const found = await findBaseline(settingsWith(given), subject);
  if (!('reason' in found)) return found;
  reason = found.reason;
  return undefined;
}

/** A zip of files by their names. */
async function zipOf(files: Readonly<Record<string, string | Buffer>>, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { compress });
  zip.end();
  return buffer(zip.outputStream);
}

/** The zip of a step's artifact. */
function zipWith(report: Partial<Report> = {}): Promise<Buffer> {
  return zipOf({
    'junit.xml': '<testsuites/>',
    'report.json': reportJson(createReport({ run: CONTEXT.run, ...report })),
    'testset-251929/result.xml': '<x/>',
  });
}

/** Adds an artifact, by default of run 9. */
function put(zip: Buffer, given: Partial<Artifact> = {}): void {
  const id = 100 + github.state.artifacts.length;
  github.state.artifacts.push({ id, run: 9, name: 'testset-251929', zip, ...given });
}

/** Adds runs on the branch with these identifiers; run 9 has number 40, run 8 number 39. */
function ran(...ids: readonly number[]): void {
  for (const id of ids) github.state.runs.push(run({ id, run_number: id + 31 }));
}

/** The runs whose artifacts were listed. */
function askedRuns(): string[] {
  return github.requests.flatMap(({ route }) => /runs\/(\d+)\/artifacts/.exec(route)?.[1] ?? []);
}

describe('findBaseline', () => {
  test('finds the report of the run on the branch with the highest number', async () => {
    ran(8, 9);
    const failed = createTestcase(1, { device: 'Pixel / ANDROID 14', result: 'failed' });
    put(await zipWith({ testsets: [createTestset({}, [createTestcase(0), failed])], durationSeconds: 77 }));
    put(await zipWith(), { run: 8 });
    expect(await find()).toEqual({
      branch: 'main',
      runNumber: 40,
      runUrl: 'https://github.com/octo-org/wallet-app/actions/runs/9',
      outcome: 'passed',
      startedAt: '',
      seconds: 77,
      appBytes: 6_400_000,
      history: [
        { device: createTestcase(0).device, results: [{ run: 40, passed: true, seconds: 1_700 }] },
        { device: 'Pixel / ANDROID 14', results: [{ run: 40, passed: false, seconds: 1_701 }] },
      ],
      failures: new Set([historyKey({ device: 'Pixel / ANDROID 14' })]),
    });
  });

  test('appends the results of that run to the history that its report has, without another request', async () => {
    ran(9, 8);
    const { device } = createTestcase(0);
    const history = [past(device, 'PFPFPFPFPF'), { scenario: 12, device, results: [{ run: 38, passed: true }] }];
    const testsets = [createTestset(), createTestset({ id: 5, scenario: 12 })];
    put(await zipWith({ testsets, history, run: { ...subject.run, runNumber: 40 } }));
    const found = await find();
    const results = found?.history.find((entry) => entry.device === device && entry.scenario === undefined)?.results;
    expect(results?.map(({ passed }) => (passed ? 'P' : 'F')).join('')).toHaveLength(10);
    expect(results?.at(-1)).toMatchObject({ run: 41, passed: false });
    const added = { run: 40, passed: true, seconds: 1_700 };
    expect(found?.history).toContainEqual({ scenario: 12, device, results: [{ run: 38, passed: true }, added] });
    expect(found?.history).toContainEqual({ scenario: 12, results: [added] });
    expect(askedRuns()).toEqual(['9']);
  });

  test('searches the next branch if the first has no run, and none twice', async () => {
    github.state.runs.push(run({ id: 9, run_number: 40, head_branch: 'topic' }));
    put(await zipWith());
    expect(await find({ branches: ['main', 'main', 'topic'] })).toBeDefined();
    expect(github.requests.filter(({ route }) => route.includes('branch='))).toHaveLength(2);
  });

  test.each([
    ['of a pull request', { event: 'pull_request' }],
    ['of a pull request on its target', { event: 'pull_request_target' }],
    ['of a fork whose branch has the same name', { head_repository: { full_name: 'mallory/wallet-app' } }],
    ['of a repository that is gone', { head_repository: null }],
    ['that still runs', { status: 'in_progress' }],
    ['that came later', { run_number: 43 }],
    ['that this step belongs to', { run_number: 42 }],
    ['of another workflow', { workflow_id: 5 }],
    ['on another branch', { head_branch: 'topic' }],
    ['without a page', { html_url: null }],
  ])('a run %s is ignored', async (_case, given) => {
    github.state.runs.push(run({ id: 9, run_number: 40, ...given }), run({ id: 8, run_number: 39 }));
    put(await zipWith());
    put(await zipWith(), { run: 8 });
    expect(await find()).toMatchObject({ runUrl: expect.stringMatching(/8$/) });
  });

  describe('a run of the merge queue', () => {
    const group = { event: 'merge_group', head_branch: 'gh-readonly-queue/main/pr-7-0123', head_sha: MERGED };
    const asksForCommits = (): boolean => github.requests.some(({ route }) => route.includes('/commits?'));

    const onBranch = { id: 8, run_number: 39, event: 'workflow_dispatch' };

    beforeEach(async () => {
      put(await zipWith(), { run: 8 });
      put(await zipWith());
    });

    test('counts if its commit is on the branch', async () => {
      github.state.runs.push(run(onBranch), run({ id: 9, run_number: 40, ...group }));
      expect(await find()).toMatchObject({ branch: 'main', runNumber: 40 });
    });

    test('is not searched for if the workflow runs for each push to the branch', async () => {
      github.state.runs.push(run({ ...onBranch, event: 'push' }), run({ id: 9, run_number: 40, ...group }));
      expect(await find()).toMatchObject({ runNumber: 39 });
      expect(github.requests.filter(({ route }) => /runs\?/.test(route))).toHaveLength(1);
    });

    test.each([
      ['that was not merged', { head_sha: 'd'.repeat(40) }, true],
      ['for another branch', { head_branch: 'gh-readonly-queue/release/pr-7-0123' }, false],
      ['that came later', { run_number: 43 }, false],
    ])('%s is ignored', async (_case, given, asks) => {
      github.state.runs.push(run(onBranch), run({ id: 9, run_number: 40, ...group, ...given }));
      expect(await find()).toMatchObject({ runNumber: 39 });
      expect(asksForCommits()).toBe(asks);
    });

    test('needs a permission to read the commits, which is named if there is no other run', async () => {
      github.state.runs.push(run({ id: 9, run_number: 40, ...group }));
      github.breakWith({ route: /commits/, play: FORBIDDEN });
      expect(await find()).toBeUndefined();
      expect(reason).toContain('contents: read');
      github.state.runs.push(run(onBranch));
      expect(await find()).toMatchObject({ runNumber: 39 });
    });

    test('that is the first is not advised to run for pushes', async () => {
      expect(await find({ eventName: 'merge_group' })).toBeUndefined();
      expect(reason).not.toContain('push');
    });
  });

  test('without a run on the branch, the trigger to add is named', async () => {
    expect(await find({ branches: ['topic', 'main'] })).toBeUndefined();
    expect(reason).toMatch(/has not run on topic or main yet.* push: \{ branches: \[main\] \}$/);
  });

  test('in a pull request of a fork, a missing permission is named too', async () => {
    github.breakWith({ route: /runs/, play: FORBIDDEN });
    expect(await find({ isFork: true, eventName: 'pull_request' })).toBeUndefined();
    expect(reason).toContain('actions: read');
  });

  test('searches a number of earlier runs', async () => {
    for (let number = 20; number > 0; number -= 1) github.state.runs.push(run({ id: number, run_number: number }));
    put(await zipWith(), { run: 15 });
    expect(await find()).toBeUndefined();
    expect(askedRuns()).toEqual(['20', '19', '18', '17', '16']);
    expect(reason).toBe('no run of this workflow on main has a report of this job');
    put(await zipWith(), { run: 16 });
    expect(await find()).toMatchObject({ runUrl: expect.stringMatching(/16$/) });
  });
});

describe('findHistory', () => {
  async function devices(given: Given = {}): Promise<readonly unknown[]> {
    const found = await findHistory(settingsWith(given), subject);
    return found.map(({ device, results }) => [device, ...results.map(({ run: number }) => number)]);
  }
  const reportOf = (device: string, given: Partial<Report> = {}): Promise<Buffer> =>
    zipWith({ testsets: [createTestset({}, [createTestcase(0, { device })])], ...given });
  const attached = { request: { kind: 'attached', name: '' }, run: { ...subject.run, job: 'result' } } as const;

  test('joins the reports of the same test and of those that attached to a testset, in any job', async () => {
    ran(9, 8);
    put(await reportOf('same', { run: { ...subject.run, job: 'other' } }));
    put(await reportOf('attached', attached));
    put(await reportOf('older'), { run: 8 });
    expect(await devices()).toEqual([
      ['attached', 40],
      ['same', 40],
    ]);
  });

  test('is empty without a run, without a permission and after a cancel', async () => {
    expect(await devices()).toEqual([]);
    github.breakWith({ route: /runs/, play: FORBIDDEN });
    expect(await devices()).toEqual([]);
    expect(await devices({ cancelled: AbortSignal.abort() })).toEqual([]);
  });

  test('saves the comparison all requests but one, which finds a run that ended in the meantime', async () => {
    const cache: SearchCache = { reports: new Map() };
    github.state.runs.push(run({ id: 9, run_number: 40 }), run({ id: 10, run_number: 41, status: 'in_progress' }));
    put(await zipWith());
    await devices({ cache });
    github.requests.length = 0;
    expect(await find({ cache })).toMatchObject({ runNumber: 40 });
    expect(github.requests.map(({ route }) => route)).toEqual([expect.stringContaining('/workflows/31/runs?')]);

    github.state.runs.push(run({ id: 10, run_number: 41 }));
    put(await zipWith(), { run: 10 });
    expect(await find({ cache })).toMatchObject({ runNumber: 41 });
  });
});

describe('which artifact', () => {
  beforeEach(() => {
    ran(9);
  });

  test.each([
    ['testset-5', undefined, true],
    ['testset-5.html', undefined, false],
    ['testsets-5-and-2-more', undefined, true],
    ['apk', undefined, false],
    ['testset', undefined, false],
    ['results', 'results', true],
    ['results-2-test', 'results', true],
  ])('%s, with the name %s given: %s', async (name, artifactName, answer) => {
    put(await zipWith(), { name });
    expect((await find({ artifactName })) !== undefined).toBe(answer);
  });

  test.each([
    ['is expired', { expired: true }],
    ['is larger than 20 MB', { bytes: 20_000_001 }],
  ])('one that %s is not downloaded', async (_case, given) => {
    put(await zipWith(), given);
    expect(await find()).toBeUndefined();
    expect(github.requests.filter(({ route }) => route.includes('zip'))).toEqual([]);
  });

  test('at most twenty are read, the latest', async () => {
    for (let leg = 0; leg < 25; leg += 1) put(await zipWith({ run: { ...subject.run, job: `job-${String(leg)}` } }));
    expect(await find()).toBeUndefined();
    const asked = github.requests.flatMap(({ route }) => /artifacts\/(\d+)/.exec(route)?.[1] ?? []);
    expect(asked).toEqual(Array.from({ length: 20 }, (_, at) => String(124 - at)));
  });
});

describe('a hostile artifact', () => {
  beforeEach(() => {
    ran(9);
  });

  const report = reportJson(createReport());

  function renamed(zip: Buffer): Buffer {
    return Buffer.from(zip.toString('latin1').replaceAll('xx/evil', '../evil'), 'latin1');
  }

  /** Changes the size of the only file in the directory of the zip. */
  function lying(zip: Buffer, bytes: number): Buffer {
    const copy = Buffer.from(zip);
    copy.writeUInt32LE(bytes, copy.indexOf('PK\x01\x02', 'latin1') + 24);
    return copy;
  }

  test.each([
    ['names a file outside', async () => renamed(await zipOf({ 'xx/evil': 'x', 'report.json': report }))],
    ['has the report further down', () => zipOf({ 'a/report.json': report })],
    ['has no report', () => zipOf({ 'junit.xml': '<x/>' })],
    ['has a bomb', () => zipOf({ 'report.json': Buffer.alloc(20_000_001) })],
    ['has a hidden bomb', async () => lying(await zipOf({ 'report.json': Buffer.alloc(30_000_000) }), 100)],
    ['is no zip', () => Promise.resolve(Buffer.from('<html>'))],
    ['is half a zip', async () => (await zipOf({ 'report.json': report })).subarray(0, 200)],
    ['has broken JSON', () => zipOf({ 'report.json': report.slice(0, -20) })],
    ['has JSON without end', () => zipOf({ 'report.json': '['.repeat(1_000_000) })],
    ['is of another version', () => zipOf({ 'report.json': report.replace('"schema":3', '"schema":2') })],
  ])('that %s is ignored', async (_case, make) => {
    put(await make());
    expect(await find()).toBeUndefined();
    expect(github.requests.at(-1)?.route).toContain('STORAGE');
  });

  test('does not hide another', async () => {
    put(await zipWith());
    put(Buffer.from('no zip'));
    expect(await find()).toBeDefined();
  });

  test('that is larger than GitHub says is not read to its end', async () => {
    put(await zipOf({ 'report.json': report, 'other.bin': Buffer.alloc(20_000_000) }, false), { bytes: 1000 });
    expect(await find()).toBeUndefined();
  });
});

describe('failures', () => {
  beforeEach(async () => {
    ran(9);
    put(await zipWith());
  });

  test.each([
    ['a missing permission', /runs/, FORBIDDEN, /403: Resource not accessible.*actions: read/],
    ['a fault of the server', /workflows/, { status: 500 }, /500/],
    ['a run without a workflow', /runs\/\d+$/, { status: 200, body: {} }, /which workflow/],
    ['no list of runs', /workflows/, { status: 200, body: {} }, /has not run on main/],
    ['no artifacts', /artifacts/, FORBIDDEN, /has a report of this job/],
    ['no list of artifacts', /artifacts/, { status: 200, body: {} }, /has a report of this job/],
    ['no download', /zip/, { status: 410, body: { message: 'Gone' } }, /has a report of this job/],
    ['no address', /zip/, { status: 200, body: {} }, /has a report of this job/],
    ['storage that refuses', /STORAGE/, { status: 403 }, /has a report of this job/],
    ['storage that is cut off', /STORAGE/, 'cut', /has a report of this job/],
    ['storage that resets', /STORAGE/, 'reset', /has a report of this job/],
  ] as const)('%s is the reason, without the address of the storage', async (_case, route, play, words) => {
    github.breakWith({ route, play });
    expect(await find()).toBeUndefined();
    expect(reason).toMatch(words);
    expect(reason).not.toContain('secret');
  });

  test('a response of the storage other than success has no artifact', async () => {
    github.breakWith({ route: /STORAGE/, play: { status: 404, body: await zipWith() } });
    expect(await find()).toBeUndefined();
  });

  test.each([
    ['API', /runs/],
    ['storage', /STORAGE/],
  ])('the %s does not respond: the search ends after thirty seconds', async (_case, route) => {
    github.breakWith({ route, play: 'hang' });
    await inVirtualTime(async (clock) => {
      const before = clock.now();
      expect(await findBaseline(settingsWith({ clock }), subject)).toHaveProperty('reason');
      expect(clock.now() - before).toBeLessThanOrEqual(30_000);
    });
  });

  test('after a cancel nothing is searched', async () => {
    expect(await find({ cancelled: AbortSignal.abort() })).toBeUndefined();
    expect(github.requests).toEqual([]);
  });
});
