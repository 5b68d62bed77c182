import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { systemClock, type Clock } from '../../src/runtime/clock.ts';
import { createApi, listAll, type Api, type ApiSettings } from '../../src/github/api/client.ts';
import { withTimeout } from '../../src/runtime/time-limits.ts';
import { explainFailure, type ApiFailure } from '../../src/github/api/reply.ts';
import { Secret } from '../../src/model/secret.ts';
import { startGithubApi, type GithubApi } from '../support/github-api.ts';
import { FORBIDDEN } from '../support/github-routes.ts';
import { createHandClock } from '../support/runtime.ts';

const RUN = 'GET /repos/{repository}/actions/runs/{run_id}';
const CREATE = 'POST /repos/{repository}/issues/{issue_number}/comments';

let github: GithubApi;
let pauses: number[];

beforeAll(async () => {
  github = await startGithubApi();
  github.state.runs.push({ id: 7, workflow_id: 3 });
});

afterAll(() => github.close());

beforeEach(() => {
  github.breakWith();
  pauses = [];
});

/** Pauses take no time; time limits of requests are ten minutes. */
const quick: Clock = {
  ...systemClock,
  random: () => 0.5,
  sleep: (ms, signal) => {
    if (ms === 10_000) return systemClock.sleep(600_000, signal);
    pauses.push(ms);
    return Promise.resolve();
  },
};

function api(given: Partial<ApiSettings> = {}): Api {
  return createApi({
    clock: quick,
    cancelled: new AbortController().signal,
    apiUrl: github.url,
    token: new Secret(github.token),
    repository: github.repository,
    redact: String,
    ...given,
  });
}

/** What was asked since so many requests. */
function routesSince(before: number): string[] {
  return github.requests.slice(before).map(({ route }) => route);
}

describe('a request', () => {
  test('carries the token, and its parameters in path, query or body', async () => {
    const before = github.requests.length;
    const ask = api();
    expect(await ask(RUN, { run_id: 7, exclude_pull_requests: true })).toStrictEqual({
      kind: 'success',
      data: { id: 7, workflow_id: 3 },
    });
    expect(await ask(CREATE, { issue_number: 9, body: '한' })).toMatchObject({
      kind: 'success',
      data: { body: '한' },
    });
    expect(github.requests.slice(before)).toStrictEqual([
      { route: 'GET /repos/octo-org/wallet-app/actions/runs/7?exclude_pull_requests=true', body: {} },
      { route: 'POST /repos/octo-org/wallet-app/issues/9/comments', body: { body: '한' } },
    ]);
  });

  test.each([
    ['', 'POST /graphql'],
    ['/api/v3', 'POST /api/graphql'],
  ])('uses GraphQL of the REST API at "%s"', async (path, route) => {
    const before = github.requests.length;
    await api({ apiUrl: `${github.url}${path}` })('POST /graphql', { query: 'query { viewer { login } }' });
    const body = { query: 'query { viewer { login } }' };
    expect(github.requests.slice(before)).toStrictEqual([{ route, body }]);
  });

  test('logs no deprecations of Octokit', async () => {
    const play = { status: 200, body: {}, headers: { deprecation: 'true', sunset: 'soon' } };
    github.breakWith({ route: /runs/, play });
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    expect(await api()(RUN, { run_id: 7 })).toMatchObject({ kind: 'success' });
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test('is rejected once, with the message of GitHub', async () => {
    const before = github.requests.length;
    expect(await api()(RUN, { run_id: 8 }, 2)).toStrictEqual({
      kind: 'rejected',
      status: 404,
      reason: 'GitHub answered 404: Not Found',
    });
    expect(routesSince(before)).toHaveLength(1);
  });

  test('with a wrong token is rejected', async () => {
    const reply = await api({ token: new Secret('ghs_other') })(RUN, { run_id: 7 });
    expect(reply).toStrictEqual({ kind: 'rejected', status: 401, reason: 'GitHub answered 401: Bad credentials' });
  });

  test.each([
    ['no token', { token: new Secret('') }, 'there is no token: `github-token` is empty'],
    ['no repository', { repository: '' }, 'the runner does not name the repository'],
    ['a repository that is a path', { repository: '../user' }, 'the runner does not name the repository'],
  ])('with %s is never sent', async (_case, settings, reason) => {
    const before = github.requests.length;
    expect(await api(settings)(RUN, { run_id: 7 })).toStrictEqual({ kind: 'rejected', status: 0, reason });
    expect(routesSince(before)).toStrictEqual([]);
  });

  test.each([
    [403, '<!doctype html><title>Access denied</title>', 'titled "Access denied"'],
    [200, '<html><title>Sign in to Octo Proxy</title></html>', 'titled "Sign in to *** Proxy"'],
    [201, '<html><body>Blocked</body></html>', 'without a title'],
  ])('answered %d with a page is rejected, and names the page', async (status, body, page) => {
    github.breakWith({ route: /./, play: { status, body } });
    const redact = (text: string): string => text.replaceAll('Octo', '***');
    expect(await api({ redact })(CREATE, { issue_number: 9, body: 'x' })).toStrictEqual({
      kind: 'rejected',
      status,
      reason: `GitHub answered ${String(status)}: a page ${page}, perhaps from a proxy`,
    });
  });

  test.each([301, 307])('does not follow a redirect %d', async (status) => {
    github.breakWith({ route: /runs/, play: { status, headers: { location: `${github.url}/elsewhere` } } });
    const before = github.requests.length;
    expect(await api()(RUN, { run_id: 7 })).toStrictEqual({
      kind: 'rejected',
      status,
      reason: `GitHub answered ${String(status)}: moved`,
    });
    expect(routesSince(before)).toHaveLength(1);
  });
});

describe('without a response', () => {
  const limit = { message: 'You have exceeded a secondary rate limit.' };

  test.each([
    [
      'a fault of the server',
      { status: 502, body: '<title>Unicorn</title>' },
      'GitHub answered 502: a page titled "Unicorn", perhaps from a proxy',
      1250,
    ],
    ['a wait that ended', { status: 408 }, 'GitHub answered 408', 1250],
    ['a reset', 'reset', expect.stringMatching(/[^.]$/), 1250],
    ['429', { status: 429, headers: { 'retry-after': '3' } }, 'GitHub answered 429: too many requests', 3000],
    [
      'a limit that looks like a missing permission',
      { status: 403, body: limit, headers: { 'retry-after': '9' } },
      'GitHub answered 403: You have exceeded a secondary rate limit',
      9000,
    ],
  ] as const)('%s: it is asked again after a pause', async (_case, play, reason, pauseMs) => {
    github.breakWith({ route: /runs/, play, times: 2 });
    const before = github.requests.length;
    expect(await api()(RUN, { run_id: 7 }, 2)).toMatchObject({ kind: 'transient', reason });
    expect(await api()(RUN, { run_id: 7 }, 2)).toMatchObject({ kind: 'success' });
    expect(routesSince(before)).toHaveLength(3);
    expect(pauses).toStrictEqual([pauseMs]);
  });

  const reset = Math.ceil(Date.now() / 1000) + 600;
  const hourly = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };

  test.each([
    ['403 with a limit in words alone', { status: 403, body: limit }, 60_000, 60_000],
    ['403 with a limit in a header alone', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }, 60_000, 60_000],
    ['a reset in the past', { status: 403, headers: { ...hourly, 'x-ratelimit-reset': '1000' } }, 60_000, 60_000],
    ['429 with the reset of the hourly limit', { status: 429, headers: hourly }, 500_000, 602_000],
  ])('%s: the pause ends the tries', async (_case, play, atLeast, atMost) => {
    github.breakWith({ route: /runs/, play });
    const before = github.requests.length;
    const reply = await api()(RUN, { run_id: 7 }, 2);
    const pauseMs = reply.kind === 'transient' ? (reply.retryAfterMs ?? 0) : 0;
    expect(pauseMs).toBeGreaterThanOrEqual(atLeast);
    expect(pauseMs).toBeLessThanOrEqual(atMost);
    expect(routesSince(before)).toHaveLength(1);
  });

  test('a request that may not take effect twice is sent once', async () => {
    github.breakWith({ route: /POST/, play: 'reset-after', times: 1 });
    const comments = github.state.comments.length;
    expect(await api()(CREATE, { issue_number: 9, body: 'once' })).toMatchObject({ kind: 'transient' });
    expect(github.state.comments).toHaveLength(comments + 1);
  });

  test('a long pause that GitHub asks for ends the tries', async () => {
    github.breakWith({ route: /runs/, play: { status: 429, headers: { 'retry-after': '3600' } } });
    const before = github.requests.length;
    expect(await api()(RUN, { run_id: 7 }, 2)).toMatchObject({ kind: 'transient', retryAfterMs: 3_600_000 });
    expect(routesSince(before)).toHaveLength(1);
  });

  test('a response that does not come ends after ten seconds', async () => {
    github.breakWith({ route: /runs/, play: 'hang' });
    github.abandoned.length = 0;
    const clock = createHandClock();
    const before = github.requests.length;
    const reply = api({ clock })(RUN, { run_id: 7 });
    await arrival(before + 1);
    await clock.pass(9_999);
    expect(clock.sleepers).toBe(1);
    await clock.pass(1);
    expect(await reply).toStrictEqual({ kind: 'transient', reason: 'GitHub did not answer in time' });
    while (github.abandoned.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(github.abandoned).toStrictEqual(['GET /repos/octo-org/wallet-app/actions/runs/7']);
  });

  test('a cancel leaves two seconds, and no second try', async () => {
    github.breakWith({ route: /runs/, play: 'hang' });
    const clock = createHandClock();
    const cancel = new AbortController();
    const before = github.requests.length;
    const reply = api({ clock, cancelled: cancel.signal })(RUN, { run_id: 7 }, 2);
    await arrival(before + 1);
    cancel.abort();
    await clock.pass(2_000);
    expect(await reply).toMatchObject({ kind: 'transient' });
    expect(routesSince(before)).toHaveLength(1);
  });

  test('half a response is none', async () => {
    github.breakWith({ route: /runs/, play: 'cut' });
    expect(await api()(RUN, { run_id: 7 })).toStrictEqual({ kind: 'success', data: '' });
  });

  test('no server is listening', async () => {
    expect(await api({ apiUrl: 'http://127.0.0.1:1' })(RUN, { run_id: 7 })).toMatchObject({ kind: 'transient' });
  });
});

/** Waits until so many requests have come in all. */
async function arrival(number: number): Promise<void> {
  while (github.requests.length < number) await new Promise((resolve) => setImmediate(resolve));
}

describe('listAll', () => {
  const list = (from: Api): ReturnType<typeof listAll> =>
    listAll(from, 'GET /repos/{repository}/issues/{issue_number}/comments', { issue_number: 5 }, (page) => page);

  test.each([0, 1, 99, 100, 101, 250])('reads all of %d', async (number) => {
    const comments = Array.from({ length: number }, (_, at) => ({ id: at + 1, issue: 5, login: 'a', body: 'b' }));
    github.state.comments.splice(0, Infinity, ...comments);
    const before = github.requests.length;
    const listed = await list(api());
    expect(routesSince(before)).toHaveLength(Math.floor(number / 100) + 1);
    expect(listed).toMatchObject({ kind: 'list', items: comments.map(({ id }) => ({ id })) });
  });

  test('something that is not a list is a failure', async () => {
    github.breakWith({ route: /comments/, play: { status: 200, body: { comments: [] } } });
    expect(await list(api())).toStrictEqual({ kind: 'transient', reason: 'GitHub sent a list that cannot be read' });
  });

  test('a failure on a later page is a failure', async () => {
    github.state.comments.splice(
      0,
      Infinity,
      ...Array.from({ length: 101 }, () => ({ id: 1, issue: 5, login: '', body: '' })),
    );
    github.breakWith({ route: /page=2/, play: FORBIDDEN });
    expect(await list(api())).toMatchObject({ kind: 'rejected', status: 403 });
  });

  test('a list without end stops', async () => {
    let asked = 0;
    const endless: Api = () => {
      asked += 1;
      return Promise.resolve({ kind: 'success', data: Array.from({ length: 100 }, () => asked) });
    };
    const listed = await list(endless);
    expect(listed.kind === 'list' && listed.items.length).toBe(10_000);
  });
});

describe('withTimeout', () => {
  test('returns the result, and leaves no timer', async () => {
    const clock = createHandClock();
    const patience = { clock, cancelled: new AbortController().signal };
    expect(await withTimeout(patience, 500, () => Promise.resolve(5))).toBe(5);
    expect(clock.sleepers).toBe(0);
  });

  test('passes errors on', async () => {
    const patience = { clock: createHandClock(), cancelled: new AbortController().signal };
    await expect(withTimeout(patience, 500, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  test('aborts the work at the end of the time', async () => {
    const clock = createHandClock();
    let signal: AbortSignal | undefined;
    const result = withTimeout({ clock, cancelled: AbortSignal.abort() }, 500, (late) => {
      signal = late;
      return new Promise(() => undefined);
    });
    await clock.pass(499);
    expect(signal?.aborted).toBe(false);
    await clock.pass(1);
    expect(await result).toBeUndefined();
    expect(signal?.aborted).toBe(true);
  });
});

describe('the explanation of a failure', () => {
  const forbidden: ApiFailure = {
    kind: 'rejected',
    status: 403,
    reason: 'GitHub answered 403: Resource not accessible by integration',
  };
  const own = {
    context: { isFork: false, eventName: 'pull_request' },
    permissions: 'permissions: { contents: read, checks: write, actions: read }',
  };

  test('a missing permission is a possible cause, with all that the step needs in one line', () => {
    expect(explainFailure(forbidden, 'write', own)).toBe(
      'GitHub answered 403: Resource not accessible by integration. Perhaps the token lacks a permission. ' +
        'The job of this step needs permissions: { contents: read, checks: write, actions: read }',
    );
  });

  test('the token of a fork gets no advice, except for pull_request_target and for reading', () => {
    const explain = (eventName: string, access: 'read' | 'write'): string =>
      explainFailure(forbidden, access, { ...own, context: { isFork: true, eventName } });
    expect(explain('pull_request', 'write')).not.toContain('permissions:');
    expect(explain('pull_request', 'read')).toContain('permissions:');
    expect(explain('pull_request_target', 'write')).toContain('permissions:');
  });

  test.each([
    [404, 'GitHub answered 404: Not Found', true],
    [403, 'GitHub answered 403: Resource not accessible by personal access token', true],
    [403, 'GitHub answered 403: You must authenticate via a GitHub App', false],
    [422, 'GitHub answered 422', false],
  ])('%d, %s: a permission may be missing: %s', (status, reason, answer) => {
    const failure: ApiFailure = { kind: 'rejected', status, reason };
    expect(explainFailure(failure, 'write', own) === reason).toBe(!answer);
  });

  test('no response is shown as it is', () => {
    const failure: ApiFailure = { kind: 'transient', reason: 'GitHub answered 502' };
    expect(explainFailure(failure, 'write', own)).toBe('GitHub answered 502');
  });
});
