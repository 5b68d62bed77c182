import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { systemClock, type Clock } from '../../src/runtime/clock.ts';
import { createApi, type Api, type ApiSettings } from '../../src/github/api/client.ts';
import { withTimeout } from '../../src/runtime/time-limits.ts';
import { listAll } from '../../src/github/api/client.ts';
import { explainFailure, isForbidden } from '../../src/github/api/reply.ts';
import type { ApiFailure } from '../../src/github/api/reply.ts';
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

/** Pauses take no time; whoever waits for an answer has all the time there is. */
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
      kind: 'answered',
      data: { id: 7, workflow_id: 3 },
    });
    expect(await ask(CREATE, { issue_number: 9, body: '한' })).toMatchObject({
      kind: 'answered',
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
  ])('finds GraphQL beside the REST interface at "%s"', async (path, route) => {
    const before = github.requests.length;
    await api({ apiUrl: `${github.url}${path}` })('POST /graphql', { query: 'query { viewer { login } }' });
    const body = { query: 'query { viewer { login } }' };
    expect(github.requests.slice(before)).toStrictEqual([{ route, body }]);
  });

  test('says nothing of deprecations into the log, where nobody can act upon them', async () => {
    const play = { status: 200, body: {}, headers: { deprecation: 'true', sunset: 'soon' } };
    github.breakWith({ route: /runs/, play });
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    expect(await api()(RUN, { run_id: 7 })).toMatchObject({ kind: 'answered' });
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test('is refused in the words of GitHub, once', async () => {
    const before = github.requests.length;
    expect(await api()(RUN, { run_id: 8 }, 2)).toStrictEqual({
      kind: 'refused',
      status: 404,
      why: 'GitHub answered 404: Not Found.',
    });
    expect(routesSince(before)).toHaveLength(1);
  });

  test('with a wrong token is refused', async () => {
    const reply = await api({ token: new Secret('ghs_other') })(RUN, { run_id: 7 });
    expect(reply).toStrictEqual({ kind: 'refused', status: 401, why: 'GitHub answered 401: Bad credentials.' });
  });

  test.each([
    ['no token', { token: new Secret('') }, 'There is no token: `github-token` is empty.'],
    ['no repository', { repository: '' }, 'The runner does not name the repository.'],
    ['a repository that is a path', { repository: '../user' }, 'The runner does not name the repository.'],
  ])('with %s is never sent', async (_case, settings, why) => {
    const before = github.requests.length;
    expect(await api(settings)(RUN, { run_id: 7 })).toStrictEqual({ kind: 'refused', status: 0, why });
    expect(routesSince(before)).toStrictEqual([]);
  });

  test.each([301, 307])('that is moved with %d does not follow', async (status) => {
    github.breakWith({ route: /runs/, play: { status, headers: { location: `${github.url}/elsewhere` } } });
    const before = github.requests.length;
    expect(await api()(RUN, { run_id: 7 })).toStrictEqual({
      kind: 'refused',
      status,
      why: `GitHub answered ${String(status)}: moved.`,
    });
    expect(routesSince(before)).toHaveLength(1);
  });
});

describe('without an answer', () => {
  const limit = { message: 'You have exceeded a secondary rate limit.' };

  test.each([
    ['a fault of the server', { status: 502, body: '<html>Unicorn</html>' }, 'GitHub answered 502.', 1250],
    ['a wait that ended', { status: 408 }, 'GitHub answered 408.', 1250],
    ['a reset', 'reset', expect.stringMatching(/[a-z].*[^.]\.$/), 1250],
    ['429', { status: 429, headers: { 'retry-after': '3' } }, 'GitHub answered 429: too many requests.', 3000],
    [
      'a limit that looks like a missing permission',
      { status: 403, body: limit, headers: { 'retry-after': '9' } },
      'GitHub answered 403: You have exceeded a secondary rate limit.',
      9000,
    ],
    ['a limit in words alone', { status: 403, body: limit }, expect.stringContaining('rate limit'), 1250],
    [
      'a limit in a header alone',
      { status: 403, body: { message: 'Wait' }, headers: { 'x-ratelimit-remaining': '0' } },
      'GitHub answered 403: Wait.',
      1250,
    ],
  ] as const)('%s: it is asked again after a pause', async (_case, play, why, pauseMs) => {
    github.breakWith({ route: /runs/, play, times: 2 });
    const before = github.requests.length;
    expect(await api()(RUN, { run_id: 7 }, 2)).toMatchObject({ kind: 'dropped', why });
    expect(await api()(RUN, { run_id: 7 }, 2)).toMatchObject({ kind: 'answered' });
    expect(routesSince(before)).toHaveLength(3);
    expect(pauses).toStrictEqual([pauseMs]);
  });

  test('what may not be done twice is asked for once', async () => {
    github.breakWith({ route: /POST/, play: 'reset-after', times: 1 });
    const comments = github.state.comments.length;
    expect(await api()(CREATE, { issue_number: 9, body: 'once' })).toMatchObject({ kind: 'dropped' });
    expect(github.state.comments).toHaveLength(comments + 1);
  });

  test('who wants to be left alone for long is', async () => {
    github.breakWith({ route: /runs/, play: { status: 429, headers: { 'retry-after': '3600' } } });
    const before = github.requests.length;
    expect(await api()(RUN, { run_id: 7 }, 2)).toMatchObject({ kind: 'dropped', retryAfterMs: 3_600_000 });
    expect(routesSince(before)).toHaveLength(1);
  });

  test('an answer that hangs is given up after ten seconds', async () => {
    github.breakWith({ route: /runs/, play: 'hang' });
    github.abandoned.length = 0;
    const clock = createHandClock();
    const before = github.requests.length;
    const reply = api({ clock })(RUN, { run_id: 7 });
    await arrival(before + 1);
    await clock.pass(9_999);
    expect(clock.sleepers).toBe(1);
    await clock.pass(1);
    expect(await reply).toStrictEqual({ kind: 'dropped', why: 'GitHub did not answer in time.' });
    while (github.abandoned.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(github.abandoned).toStrictEqual(['GET /repos/octo-org/wallet-app/actions/runs/7']);
  });

  test('a cancel leaves it two seconds, and no second try', async () => {
    github.breakWith({ route: /runs/, play: 'hang' });
    const clock = createHandClock();
    const cancel = new AbortController();
    const before = github.requests.length;
    const reply = api({ clock, cancelled: cancel.signal })(RUN, { run_id: 7 }, 2);
    await arrival(before + 1);
    cancel.abort();
    await clock.pass(2_000);
    expect(await reply).toMatchObject({ kind: 'dropped' });
    expect(routesSince(before)).toHaveLength(1);
  });

  test('half an answer is none', async () => {
    github.breakWith({ route: /runs/, play: 'cut' });
    expect(await api()(RUN, { run_id: 7 })).toStrictEqual({ kind: 'answered', data: '' });
  });

  test('nobody is there', async () => {
    expect(await api({ apiUrl: 'http://127.0.0.1:1' })(RUN, { run_id: 7 })).toMatchObject({ kind: 'dropped' });
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
    expect(listed).toMatchObject({ kind: 'listed', items: comments.map(({ id }) => ({ id })) });
  });

  test('what is no list is trouble', async () => {
    github.breakWith({ route: /comments/, play: { status: 200, body: { comments: [] } } });
    expect(await list(api())).toStrictEqual({ kind: 'dropped', why: 'GitHub sent a list that cannot be read.' });
  });

  test('trouble on a later page is trouble', async () => {
    github.state.comments.splice(
      0,
      Infinity,
      ...Array.from({ length: 101 }, () => ({ id: 1, issue: 5, login: '', body: '' })),
    );
    github.breakWith({ route: /page=2/, play: FORBIDDEN });
    expect(await list(api())).toMatchObject({ kind: 'refused', status: 403 });
  });

  test('a list without end is left', async () => {
    let asked = 0;
    const endless: Api = () => {
      asked += 1;
      return Promise.resolve({ kind: 'answered', data: Array.from({ length: 100 }, () => asked) });
    };
    const listed = await list(endless);
    expect(listed.kind === 'listed' && listed.items.length).toBe(10_000);
  });
});

describe('inTime', () => {
  test('gives what was made, and leaves no sleep behind', async () => {
    const clock = createHandClock();
    const patience = { clock, cancelled: new AbortController().signal };
    expect(await withTimeout(patience, 500, () => Promise.resolve(5))).toBe(5);
    expect(clock.sleepers).toBe(0);
  });

  test('passes on what was thrown', async () => {
    const patience = { clock: createHandClock(), cancelled: new AbortController().signal };
    await expect(withTimeout(patience, 500, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  test('tells the work that nobody waits any more', async () => {
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

describe('trouble in words', () => {
  const forbidden: ApiFailure = {
    kind: 'refused',
    status: 403,
    why: 'GitHub answered 403: Resource not accessible by integration.',
  };
  const own = { isFork: false, eventName: 'pull_request' };

  test('a missing permission shows what to add, in one line', () => {
    expect(explainFailure(forbidden, 'checks: write', own)).toBe(
      'GitHub answered 403: Resource not accessible by integration. The token lacks a permission; ' +
        'add this to the job: permissions: { contents: read, checks: write }',
    );
  });

  test('nothing helps the token of a fork, unless the event is of the target', () => {
    const fork = { isFork: true, eventName: 'pull_request' };
    expect(explainFailure(forbidden, 'checks: write', fork)).not.toContain('permissions:');
    expect(explainFailure(forbidden, 'checks: write', { ...fork, eventName: 'pull_request_target' })).toContain(
      'permissions:',
    );
  });

  test.each([
    [404, 'GitHub answered 404: Not Found.', true],
    [403, 'GitHub answered 403: Resource not accessible by personal access token.', true],
    [403, 'GitHub answered 403: You must authenticate via a GitHub App.', false],
    [422, 'GitHub answered 422.', false],
  ])('%d, %s: a permission is missing: %s', (status, why, answer) => {
    const trouble: ApiFailure = { kind: 'refused', status, why };
    expect(isForbidden(trouble)).toBe(answer);
    expect(explainFailure(trouble, 'pull-requests: write', own) === why).toBe(!answer);
  });

  test('no answer is told as it is', () => {
    const trouble: ApiFailure = { kind: 'dropped', why: 'GitHub answered 502.' };
    expect(explainFailure(trouble, 'checks: write', own)).toBe('GitHub answered 502.');
  });
});
