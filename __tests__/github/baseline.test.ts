import { beforeEach, describe, expect, test } from '@jest/globals';

import type { ApiContext } from '../../src/github/api/requests.ts';
import { findBaseline } from '../../src/github/baseline.ts';
import type { ReportSubject } from '../../src/runtime/platform.ts';
import type { Report } from '../../src/model/report.ts';
import { reportJson } from '../../src/report/report-json.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { createView } from '../../src/report/view.ts';
import { contextWith, CONTEXT, useGithub } from '../support/github-fixture.ts';
import { FORBIDDEN, type Artifact } from '../support/github-routes.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { allPassed, reportOf } from '../support/reports.ts';
import { complete, device, unfinished } from '../support/testsets.ts';
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
  github.state.artifacts.push({ id, run: 9, name: 'testset-251929', content, ...given });
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

type Given = Partial<ApiContext['context'] & Omit<ApiContext, 'context'>>;

/** By default in real time: virtual time would pass while a zip is read. */
function settingsWith(given: Given): ApiContext {
  const context = { ...CONTEXT, ...given };
  const permissions = 'permissions: { contents: read, actions: read }';
  return contextWith(github, { clock: systemClock, permissions, ...given, context });
}

/** Finds the baseline, or why there is none. */
function find(given: Given = {}): ReturnType<typeof findBaseline> {
  return findBaseline(settingsWith(given), subject);
}

const because = (words: RegExp) => ({ reason: expect.stringMatching(words) });
const NO_REPORT = because(/^no run of this workflow on main has a report of this job$/);

/** What was asked of the API whose route matches, in order. */
function asked(route: RegExp): string[] {
  return github.requests.flatMap((request) => route.exec(request.route)?.[1] ?? []);
}

describe('findBaseline', () => {
  test('finds the report of the run with the highest number, and appends its results to its history', async () => {
    ran({ id: 8 }, { id: 9 });
    const [phone, pixel] = [device(0), device(1, { result: 'failed' })];
    const earlier = { run: 39, passed: false };
    const history = [{ device: phone.device, results: [earlier] }];
    const report = reportOf(complete([phone, pixel]), { history, durationSeconds: 77 });
    put(await zipWith({ ...report, run: runOf() }));
    put(await zipWith({ run: runOf(8) }), { run: 8 });
    const failed = { device: pixel.device, results: [{ run: 40, passed: false, seconds: pixel.seconds }] };
    const results = [earlier, { run: 40, passed: true, seconds: phone.seconds }];
    const value = {
      branch: 'main',
      runNumber: 40,
      runUrl: 'https://github.com/octo-org/wallet-app/actions/runs/9',
      seconds: 77,
      appBytes: 6_400_000,
      history: [{ device: phone.device, results }, failed],
    };
    expect(await find()).toEqual({ kind: 'value', value });
    expect(asked(/runs\/(\d+)\/artifacts/)).toEqual(['9']);
  });

  test.each<[what: string, report: Partial<Report>]>([
    ['that another attempt created', { resumed: [{ testsetId: 7, attempt: 1 }] }],
    [
      'of which one did not end',
      { testsets: reportOf([complete([device(0)]), unfinished('timed-out', { id: 8 })]).testsets },
    ],
  ])('does not know how long testsets took %s', async (_what, report) => {
    ran({ id: 9 });
    put(await zipWith(report));
    expect(await find()).toMatchObject({ kind: 'value', value: { runNumber: 40, seconds: undefined } });
  });

  test('searches the next branch if the first has no run, and none twice', async () => {
    ran({ id: 9, head_branch: 'topic' });
    put(await zipWith());
    expect(await find({ branches: ['main', 'main', 'topic'] })).toMatchObject({
      kind: 'value',
      value: { branch: 'topic' },
    });
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
      { workflow_id: 5 },
      { head_branch: 'topic' },
      { html_url: null },
    ];
    for (const [at, given] of others.entries()) ran({ id: 20 + at, run_number: 41, ...given });
    ran({ id: 9, run_number: 40 });
    put(await zipWith());
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
    ['no run', { branches: ['topic', 'main'] }, /^this .* not run on topic or main yet.* \{ branches: \[main\] \}$/],
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
    [{ name: 'testset-5' }, true],
    [{ name: 'testset-5.html' }, false],
    [{ name: 'testsets-5-and-2-more' }, true],
    [{ name: 'apk' }, false],
    [{ name: 'testset' }, false],
    [{ expired: true }, false],
    [{ bytes: 20_000_001 }, false],
  ])('%j is downloaded: %s', async (given, answer) => {
    put(await zipWith(), given);
    expect(await find()).toMatchObject(answer ? { kind: 'value', value: { branch: 'main' } } : NO_REPORT);
    expect(asked(/(zip)$/)).toHaveLength(answer ? 1 : 0);
  });

  test('at most twenty are read, the latest', async () => {
    const other = await zipWith({ run: runOf(9, { job: 'other' }) });
    for (let leg = 0; leg < 25; leg += 1) put(other);
    expect(await find()).toMatchObject(NO_REPORT);
    expect(asked(/artifacts\/(\d+)/)).toEqual(Array.from({ length: 20 }, (_, at) => String(124 - at)));
  });

  test.each([{ repository: 'mallory/wallet-app' }, { runId: '8' }, { commit: 'd'.repeat(40) }])(
    'one with the report of another run is ignored: %j',
    async (given) => {
      put(await zipWith({ run: runOf(9, given) }));
      expect(await find()).toMatchObject(NO_REPORT);
    },
  );

  test('one that cannot be read does not hide another', async () => {
    put(await zipWith());
    put(Buffer.from('no zip'));
    put(await zipOf({ 'report.json': '{"schema":2}' }));
    expect(await find()).toMatchObject({ kind: 'value', value: { runNumber: 40 } });
    expect(asked(/storage.(\d+)/)).toEqual(['102', '101', '100']);
  });
});

describe('failures', () => {
  beforeEach(async () => {
    ran({ id: 9 });
    put(await zipWith());
  });

  test.each([
    ['a missing permission', /runs/, FORBIDDEN, /403: Resource not accessible.*actions: read/],
    ['a fault of the server', /workflows/, { status: 500 }, /500/],
    ['a run without a workflow', /runs\/\d+$/, { status: 200, body: {} }, /which workflow/],
    ['no list of runs', /workflows/, { status: 200, body: {} }, /has not run on main/],
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
