import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import type { Clock } from '../../src/runtime/clock.ts';
import { isJsonObject } from '../../src/model/fields.ts';
import { createApi } from '../../src/github/api/client.ts';
import { createCheckRun, type CheckRunSettings } from '../../src/github/check-run.ts';
import type { CheckRun } from '../../src/runtime/platform.ts';
import { OUTCOMES } from '../../src/model/outcome.ts';
import { Secret } from '../../src/model/secret.ts';
import { startGithubApi, type GithubApi } from '../support/github-api.ts';
import { FORBIDDEN } from '../support/github-routes.ts';
import { createHandClock, createRecordingLog, type HandClock } from '../support/runtime.ts';

const HEAD = 'b'.repeat(40);
const SERVICE = 'https://devices.example.com/';
const CONTEXT = {
  run: {
    repository: 'octo-org/wallet-app',
    workflow: 'Device tests',
    job: 'test-on-devices',
    step: 'run-testset',
    runId: '7123456789',
    runNumber: 42,
    attempt: 2,
    commit: 'a'.repeat(40),
    url: 'https://github.com/octo-org/wallet-app/actions/runs/7123456789/attempts/2',
  },
  headSha: HEAD,
  isFork: false,
  eventName: 'pull_request',
};

let github: GithubApi;
let clock: HandClock;
let sleeps: number[];
let log: ReturnType<typeof createRecordingLog>;
let cancel: AbortController;
let checkRun: CheckRun;

beforeAll(async () => {
  github = await startGithubApi();
});

afterAll(() => github.close());

beforeEach(() => {
  github.breakWith();
  github.state.checkRuns.length = 0;
  github.requests.length = 0;
  clock = createHandClock();
  sleeps = [];
  log = createRecordingLog();
  cancel = new AbortController();
  checkRun = make();
});

function make(given: Partial<CheckRunSettings> = {}): CheckRun {
  const cancelled = cancel.signal;
  const { repository, url: apiUrl } = github;
  const counting: Clock = {
    ...clock,
    sleep: (ms, signal) => {
      sleeps.push(ms);
      return clock.sleep(ms, signal);
    },
  };
  const api = createApi({
    clock: counting,
    cancelled,
    apiUrl,
    token: new Secret(github.token),
    repository,
    redact: String,
  });
  const common = {
    api,
    clock: counting,
    cancelled,
    log,
    context: CONTEXT,
    permissions: 'permissions: { checks: write }',
  };
  return createCheckRun({
    ...common,
    timeLeftMs: () => 3_000_000,
    reportKey: 'Wallet.apk',
    serviceUrl: SERVICE,
    attachedTo: [],
    ...given,
  });
}

const INVALID = { status: 422, body: { message: 'Validation Failed' } };

const ENDS = OUTCOMES.filter((outcome) => outcome !== 'started');

/** A text with a number in it. */
function text(number: number): { title: string; summary: string } {
  return { title: `${String(number)} of 9 devices done`, summary: `<p>${String(number)}</p>` };
}

/** Waits for the network until a condition holds; the clock does not move meanwhile. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until so many updates have a response: each takes a time limit and a pause. */
async function shown(updates: number): Promise<void> {
  await until(() => sleeps.length === 2 * updates);
}

/** The titles that were sent, in order. */
function titles(): unknown[] {
  return github.requests.map(({ body: { output } }) => isJsonObject(output) && output['title']);
}

describe('a check run', () => {
  test('is created with the first text, on the head commit, with a link to the run', async () => {
    checkRun.update(text(0));
    await shown(1);
    expect(github.state.checkRuns).toStrictEqual([
      {
        id: 5000,
        name: 'Device tests / test-on-devices / Wallet.apk',
        head_sha: HEAD,
        external_id: expect.stringMatching(/^run-testset 7123456789\.2 [0-9a-f-]{36}$/),
        status: 'in_progress',
        details_url: CONTEXT.run.url,
        output: text(0),
      },
    ]);
  });

  test.each(ENDS.map((outcome) => [outcome]))('ends as %s', async (outcome) => {
    const conclusions: Readonly<Record<string, string>> = {
      passed: 'success',
      cancelled: 'cancelled',
      'timed-out': 'timed_out',
    };
    checkRun.update(text(0));
    await checkRun.conclude(outcome, text(9));
    const conclusion = conclusions[outcome] ?? 'failure';
    expect(github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion, output: text(9) }]);
    expect(clock.sleepers).toBe(0);
  });

  test('that was never updated is created complete', async () => {
    await checkRun.conclude('not-started', text(0));
    expect(github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }]);
    expect(github.requests).toHaveLength(1);
  });

  test('of a job with long values in its matrix has a name of its own that is cut', async () => {
    for (const shard of ['a', 'b']) {
      const run = { ...CONTEXT.run, job: `test (${'long '.repeat(60)}${shard})` };
      await make({ context: { ...CONTEXT, run } }).conclude('passed', text(1));
    }
    const names = github.state.checkRuns.map(({ name }) => String(name));
    expect(new Set(names).size).toBe(2);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(200);
  });

  test('has a name of the parts that exist', async () => {
    const run = { ...CONTEXT.run, workflow: '', url: '' };
    await make({ context: { ...CONTEXT, run }, reportKey: 'scenario 12\n' }).conclude('passed', text(1));
    expect(github.state.checkRuns[0]).toMatchObject({ name: 'test-on-devices / scenario 12' });
    expect(github.state.checkRuns[0]).not.toHaveProperty('details_url');
  });
});

describe('the check run of started testsets', () => {
  /** Starts testsets, as a step with `wait: false` does. */
  async function start(testsetIds: readonly number[], given: Partial<CheckRunSettings> = {}): Promise<void> {
    const starting = make({ reportKey: 'Wallet.apk', ...given });
    starting.update(text(0));
    await starting.conclude('started', text(1), testsetIds);
  }

  /** The status and the conclusion of each check run, in order of their creation. */
  function states(): string[] {
    return github.state.checkRuns.map(({ status, conclusion }) => [status, conclusion].filter(Boolean).join(' '));
  }

  const later = { ...CONTEXT.run, job: 'result', runId: '8', attempt: 1, url: 'https://github.com/runs/8' };
  const attach = (attachedTo: readonly number[], given: Partial<CheckRunSettings> = {}): CheckRun =>
    make({ attachedTo, reportKey: 'testset', context: { ...CONTEXT, run: later }, ...given });

  test('stays in progress, with its last text', async () => {
    await start([251_929]);
    expect(github.state.checkRuns).toMatchObject([{ status: 'in_progress', output: text(1) }]);
    expect(github.state.checkRuns[0]).not.toHaveProperty('conclusion');
  });

  test.each([
    ['passed', 'success'],
    ['timed-out', 'timed_out'],
    ['cancelled', 'cancelled'],
    ['inconclusive', 'failure'],
  ] as const)('is shown and concluded as %s by a step that attaches to all of them', async (outcome, conclusion) => {
    await start([251_929, 251_930]);
    const attached = attach([251_930, 251_929]);
    attached.update(text(2));
    await until(() => github.state.checkRuns[0]?.['details_url'] === later.url);
    expect(github.state.checkRuns).toMatchObject([{ status: 'in_progress', output: text(2) }]);
    await attached.conclude(outcome, text(9), [251_929, 251_930]);
    expect(github.state.checkRuns).toMatchObject([{ name: 'Device tests / test-on-devices / Wallet.apk', conclusion }]);
    expect(log.lines).toStrictEqual([]);
  });

  test('is not concluded while the step that attaches does not wait either', async () => {
    await start([251_929]);
    await attach([251_929]).conclude('started', text(2), [251_929]);
    await attach([251_929]).conclude('passed', text(9), [251_929]);
    expect(states()).toEqual(['completed success']);
  });

  test.each([
    ['only some of them', [251_929], {}],
    ['more than them', [251_929, 251_930, 5], {}],
    ['those of another service', [251_929, 251_930], { serviceUrl: 'https://staging.example.com/' }],
    ['them on another commit', [251_929, 251_930], { context: { ...CONTEXT, run: later, headSha: 'c'.repeat(40) } }],
  ])('is left alone by a step that attaches to %s', async (_which, ids, given) => {
    await start([251_929, 251_930]);
    await attach(ids, given).conclude('passed', text(9), ids);
    expect(states()).toEqual(['in_progress', 'completed success']);
  });

  test('is replaced by one with its name if an earlier step has completed it', async () => {
    await start([251_929]);
    await attach([251_929]).conclude('timed-out', text(2), [251_929]);
    await attach([251_929]).conclude('passed', text(9), [251_929]);
    expect(states()).toEqual(['completed timed_out', 'completed success']);
    expect(new Set(github.state.checkRuns.map(({ name }) => name)).size).toBe(1);
  });

  test('is found among hundreds of others, also of its name', async () => {
    await start([251_929]);
    const [{ name } = {}] = github.state.checkRuns;
    for (let id = 1; id <= 150; id += 1) github.state.checkRuns.push({ id, name, head_sha: HEAD, status: 'completed' });
    await attach([251_929]).conclude('passed', text(9), [251_929]);
    expect(states().slice(0, 2)).toEqual(['completed success', 'completed']);
    expect(github.state.checkRuns).toHaveLength(151);
  });

  test('that cannot be found by its testsets says so, not to run the job again', async () => {
    checkRun.update(text(0));
    await shown(1);
    github.breakWith({ route: /PATCH/, play: { status: 422 } });
    await checkRun.conclude('started', text(1), [251_929]);
    expect(log.lines.join()).toContain('the step that attaches to the testset cannot conclude it');
    expect(log.lines.join()).not.toContain('run the job again');
  });

  test('is one, also if the first create fails and the second has no response', async () => {
    github.breakWith(
      { route: /POST/, play: { status: 503 }, times: 1 },
      { route: /POST/, play: 'reset-after', times: 1 },
    );
    checkRun.update(text(0));
    await shown(1);
    const conclusion = checkRun.conclude('started', text(1), [251_929]);
    await until(() => sleeps.at(-1) === 1000);
    await clock.pass(1000);
    await conclusion;
    await attach([251_929]).conclude('passed', text(9), [251_929]);
    expect(states()).toEqual(['completed success']);
  });

  test.each([
    ['is concluded although', true],
    ['is a new one if only', false],
  ])('%s another app has one with its identifier', async (_case, isThere) => {
    await start([251_929]);
    const [ours] = github.state.checkRuns.splice(0);
    github.state.checkRuns.push({ ...ours, id: 77 }, ...(isThere && ours ? [ours] : []));
    github.breakWith({ route: /PATCH .*77$/, play: { status: 403, body: { message: 'Invalid app_id' } } });
    await attach([251_929]).conclude('passed', text(9), [251_929]);
    expect(states()).toEqual(['in_progress', 'completed success']);
    expect(log.lines).toStrictEqual([]);
  });

  test('is searched for again if GitHub did not answer', async () => {
    await start([251_929]);
    github.breakWith({ route: /^GET/, play: { status: 502 }, times: 1 });
    const conclusion = attach([251_929]).conclude('failed', text(9), [251_929]);
    await until(() => sleeps.at(-1) === 1000);
    await clock.pass(1000);
    await conclusion;
    expect(states()).toEqual(['completed failure']);
  });

  test('without the permission is one warning, and no other is created', async () => {
    await start([251_929]);
    github.breakWith({ route: /^GET/, play: FORBIDDEN });
    const attached = attach([251_929]);
    attached.update(text(2));
    await attached.conclude('passed', text(9), [251_929]);
    expect(states()).toEqual(['in_progress']);
    expect(log.lines).toStrictEqual([expect.stringContaining('checks: write')]);
  });
});

describe('updates', () => {
  test('come every thirty seconds at most, the latest of each, and only on change', async () => {
    checkRun.update(text(0));
    await shown(1);
    for (const number of [1, 2, 3]) checkRun.update(text(number));
    await clock.pass(29_999);
    expect(titles()).toHaveLength(1);
    await clock.pass(1);
    await shown(2);
    checkRun.update(text(4));
    checkRun.update(text(3));
    await clock.pass(30_000);
    expect(clock.sleepers).toBe(0);
    checkRun.update(text(3));
    checkRun.update(text(5));
    await shown(3);
    expect(titles()).toStrictEqual([0, 3, 5].map((number) => text(number).title));
  });

  test('are sent one at a time, and none after the conclusion', async () => {
    checkRun.update(text(0));
    await shown(1);
    github.meet(/PATCH/, 2);
    checkRun.update(text(1));
    await clock.pass(30_000);
    await until(() => github.requests.length === 2);
    checkRun.update(text(2));
    const conclusion = checkRun.conclude('passed', text(9));
    await clock.pass(9_999);
    expect(github.requests).toHaveLength(2);
    await clock.pass(1);
    await conclusion;
    expect(titles()).toStrictEqual([0, 1, 9].map((number) => text(number).title));
    expect(github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success', output: text(9) }]);
    checkRun.update(text(3));
    await clock.pass(60_000);
    expect(github.requests).toHaveLength(3);
  });

  test('do not set the status again, so that a late one does not reopen it', async () => {
    checkRun.update(text(0));
    await shown(1);
    checkRun.update(text(1));
    await clock.pass(30_000);
    await shown(2);
    expect(github.requests[1]?.body).toStrictEqual({ output: text(1) });
  });
});

describe('failures', () => {
  const warnings = (): string[] => log.lines.filter((line) => line.startsWith('warning: '));

  test('a missing permission is one warning for the whole step, with what to add', async () => {
    github.breakWith({ route: /check-runs/, play: FORBIDDEN });
    checkRun.update(text(0));
    await shown(1);
    checkRun.update(text(1));
    await clock.pass(30_000);
    await checkRun.conclude('passed', text(9));
    expect(github.requests).toHaveLength(1);
    expect(log.lines).toStrictEqual([
      'warning: The check run could not be written: GitHub answered 403: Resource not accessible by integration. ' +
        'Perhaps the token lacks a permission. The job of this step needs permissions: { checks: write }',
    ]);
  });

  test('the read-only token of a fork is a warning without advice', async () => {
    github.breakWith({ route: /check-runs/, play: FORBIDDEN });
    await make({ context: { ...CONTEXT, isFork: true } }).conclude('passed', text(9));
    expect(warnings()).toStrictEqual([expect.stringContaining('from a fork can only read')]);
  });

  test('a passing one is a debug line, and the text comes with the next update', async () => {
    github.breakWith({ route: /PATCH/, play: { status: 502 }, times: 1 });
    checkRun.update(text(0));
    await shown(1);
    checkRun.update(text(1));
    await clock.pass(30_000);
    await shown(2);
    await clock.pass(30_000);
    await shown(3);
    expect(github.state.checkRuns).toMatchObject([{ output: text(1) }]);
    expect(log.lines).toStrictEqual(['debug: The check run was not updated: GitHub answered 502']);
  });

  test('the rate limit is waited for', async () => {
    github.breakWith({ route: /PATCH/, play: { status: 429, headers: { 'retry-after': '60' } }, times: 1 });
    checkRun.update(text(0));
    await shown(1);
    checkRun.update(text(1));
    await clock.pass(30_000);
    await shown(2);
    checkRun.update(text(2));
    await clock.pass(59_999);
    expect(github.requests).toHaveLength(2);
    await clock.pass(1);
    await shown(3);
    expect(github.state.checkRuns).toMatchObject([{ output: text(2) }]);
  });

  test.each([
    ['was done', 'reset-after', ['POST', 'GET', 'PATCH']],
    ['was not done', 'reset', ['POST', 'GET', 'POST']],
    ['got half a response', 'cut', ['POST', 'GET', 'PATCH']],
  ] as const)('a create without a response that %s leaves one check run', async (_case, play, methods) => {
    github.breakWith({ route: /POST/, play, times: 1 });
    checkRun.update(text(0));
    await shown(1);
    await checkRun.conclude('failed', text(9));
    expect(github.requests.map(({ route }) => route.split(' ')[0])).toStrictEqual(methods);
    expect(github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure', output: text(9) }]);
    expect(warnings()).toStrictEqual([]);
  });

  test('a check run of another run with the same name is not changed', async () => {
    const other = { id: 1, name: 'Device tests / test-on-devices / Wallet.apk', head_sha: HEAD, external_id: 'x' };
    github.state.checkRuns.push(other);
    github.breakWith({ route: /POST/, play: 'reset', times: 1 });
    checkRun.update(text(0));
    await shown(1);
    await checkRun.conclude('failed', text(9));
    expect(github.state.checkRuns).toMatchObject([other, { status: 'completed' }]);
    expect(other).not.toHaveProperty('status');
  });

  test('an update that GitHub rejects does not leave the check run in progress', async () => {
    github.breakWith({ route: /PATCH/, play: INVALID, times: 1 });
    checkRun.update(text(0));
    await shown(1);
    checkRun.update(text(1));
    await clock.pass(30_000);
    await shown(2);
    await checkRun.conclude('failed', text(9));
    expect(github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure', output: text(9) }]);
    expect(warnings()).toStrictEqual([]);
  });

  test('a conclusion that took effect without a response is no warning', async () => {
    checkRun.update(text(0));
    await shown(1);
    github.breakWith({ route: /PATCH/, play: 'reset-after', times: 1 }, { route: /PATCH/, play: INVALID });
    const conclusion = checkRun.conclude('passed', text(9));
    await until(() => sleeps.at(-1) === 1000);
    await clock.pass(1000);
    await conclusion;
    expect(github.requests).toHaveLength(3);
    expect(github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success', output: text(9) }]);
    expect(warnings()).toStrictEqual([]);
  });

  test('the conclusion is tried twice', async () => {
    checkRun.update(text(0));
    await shown(1);
    github.breakWith({ route: /PATCH/, play: { status: 500 }, times: 1 });
    const conclusion = checkRun.conclude('passed', text(9));
    await until(() => sleeps.at(-1) === 1000);
    await clock.pass(1000);
    await conclusion;
    expect(github.state.checkRuns).toMatchObject([{ conclusion: 'success' }]);
    expect(log.lines).toStrictEqual([]);
  });

  test.each([
    ['hangs', 'hang', 10_000],
    ['fails', { status: 500 }, 0],
  ] as const)('an API that %s delays the step only for a short time', async (_case, play, timeoutMs) => {
    github.breakWith({ route: /./, play });
    const conclusion = checkRun.conclude('passed', text(9));
    await until(() => github.requests.length === 1);
    await clock.pass(timeoutMs);
    await until(() => sleeps.at(-1) === 1000);
    await clock.pass(1000);
    await until(() => github.requests.length === 2);
    await clock.pass(timeoutMs);
    await conclusion;
    expect(warnings()).toHaveLength(1);
    expect(github.requests).toHaveLength(2);
    expect(clock.sleepers).toBe(0);
  });

  test.each([
    ['the create', /POST/],
    ['the conclusion', /PATCH/],
    ['every request', /./],
  ])('%s answered with {} is a warning', async (_case, route) => {
    github.breakWith({ route, play: { status: 200, body: {} } });
    checkRun.update(text(0));
    await shown(1);
    const conclusion = checkRun.conclude('passed', text(9));
    await until(() => sleeps.at(-1) === 1000);
    await clock.pass(1000);
    await conclusion;
    expect(warnings()).toHaveLength(1);
  });

  test('pages without end delay the step for thirty seconds at most', async () => {
    const page = { check_runs: Array(100).fill({}) };
    github.breakWith({ route: /GET/, play: { status: 200, body: page } });
    const limit = Promise.withResolvers<undefined>();
    const limited = {
      ...clock,
      sleep: (ms: number, signal?: AbortSignal) => (ms === 30_000 ? limit.promise : clock.sleep(ms, signal)),
    };
    const conclusion = make({ clock: limited, attachedTo: [251_929] }).conclude('passed', text(9), [251_929]);
    await until(() => github.requests.length >= 3);
    limit.resolve(undefined);
    await conclusion;
    expect(warnings()).toStrictEqual(['warning: The check run could not be written: GitHub took too long']);
    expect(github.requests.length).toBeLessThan(100);
  });

  test('a cancel leaves one try of two seconds', async () => {
    checkRun.update(text(0));
    await shown(1);
    github.breakWith({ route: /./, play: 'hang' });
    cancel.abort();
    const conclusion = checkRun.conclude('cancelled', text(9));
    await until(() => github.requests.length === 2);
    await clock.pass(2000);
    await conclusion;
    expect(github.requests).toHaveLength(2);
    expect(warnings()).toStrictEqual([
      expect.stringContaining('GitHub did not answer in time. It is still in progress'),
    ]);
  });
});

describe('the hourly limit', () => {
  const warnings = (): string[] => log.lines.filter((line) => line.startsWith('warning: '));
  const headersWith = (remaining: number): Record<string, string> => ({
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 600),
  });
  const exhausted = { status: 403, body: { message: 'API rate limit exceeded' }, headers: headersWith(0) };

  test('is spared by updates that become rarer: at most 17 in half an hour', async () => {
    for (let second = 0; second < 1800; second += 10) {
      checkRun.update(text(second));
      await until(() => github.requests.length * 2 === sleeps.length);
      await clock.pass(10_000);
    }
    await checkRun.conclude('passed', text(9));
    expect(github.requests.length).toBeGreaterThanOrEqual(15);
    expect(github.requests.length).toBeLessThanOrEqual(18);
  });

  test.each([
    [99, 500_000, 2],
    [100, 30_000, 3],
  ])('with %d requests left after %d ms: the check run had %d texts', async (remaining, ms, requests) => {
    const created = { status: 201, body: { id: 5000 }, headers: headersWith(remaining) };
    github.state.checkRuns.push({ id: 5000, head_sha: HEAD, status: 'in_progress' });
    github.breakWith({ route: /POST/, play: created, times: 1 });
    checkRun.update(text(0));
    await shown(1);
    checkRun.update(text(1));
    await clock.pass(ms);
    if (requests === 3) await shown(2);
    await checkRun.conclude('passed', text(9));
    expect(github.requests).toHaveLength(requests);
    expect(github.state.checkRuns).toMatchObject([{ conclusion: 'success' }]);
    expect(log.lines.join()).toMatch(requests === 2 ? /info: .* 99 are left/ : /^$/);
  });

  test('that is exhausted before the conclusion is waited for', async () => {
    checkRun.update(text(0));
    await shown(1);
    github.breakWith({ route: /PATCH/, play: exhausted, times: 1 });
    const conclusion = checkRun.conclude('passed', text(9));
    await until(() => (sleeps.at(-1) ?? 0) > 500_000);
    expect(github.state.checkRuns).toMatchObject([{ status: 'in_progress' }]);
    await clock.pass(602_000);
    await conclusion;
    expect(github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
    expect(warnings()).toStrictEqual([]);
    expect(log.lines).toContainEqual(expect.stringMatching(/^info: .*rate limit exceeded/));
  });

  test.each([
    ['the step has no time', { timeLeftMs: () => 60_000 }],
    ['the run is cancelled', { cancelled: AbortSignal.abort() }],
  ])('is not waited for if %s: the warning says how the check run ends', async (_case, given) => {
    const own = make(given);
    own.update(text(0));
    await until(() => github.state.checkRuns.length === 1);
    github.breakWith({ route: /PATCH/, play: exhausted });
    await own.conclude('passed', text(9));
    expect(github.requests).toHaveLength(2);
    expect(warnings()).toStrictEqual([expect.stringMatching(/rate limit exceeded.*still in progress.*again.*14 days/)]);
  });

  test('is waited for no longer after a cancel', async () => {
    checkRun.update(text(0));
    await shown(1);
    github.breakWith({ route: /PATCH/, play: exhausted });
    const conclusion = checkRun.conclude('passed', text(9));
    await until(() => (sleeps.at(-1) ?? 0) > 500_000);
    cancel.abort();
    await conclusion;
    expect(warnings()).toHaveLength(1);
  });
});
