import { beforeEach, describe, expect, test } from '@jest/globals';

import { explainFailure, readAllPages, type Api } from '../../src/github/api/api.ts';
import type { ApiFailure, ApiReply } from '../../src/github/api/api-reply.ts';
import { Secret } from '../../src/model/secret.ts';
import { CONTEXT, useGithub } from '../support/github-fixture.ts';
import { FORBIDDEN } from '../support/github-routes.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';

const RUN = 'GET /repos/{repository}/actions/runs/{run_id}';
const CREATE = 'POST /repos/{repository}/issues/{issue_number}/comments';

const github = useGithub();

beforeEach(() => {
  github.state.runs.push({ id: 7, workflow_id: 3 });
});

/** Sends a request in virtual time. @returns the reply, and after how many milliseconds it came */
function send(...request: Parameters<Api>): Promise<readonly [ApiReply, number]> {
  return inVirtualTime(async (clock) => {
    const before = clock.now();
    const reply = await github.client({ clock })(...request);
    expect(clock.sleepers).toBe(0);
    return [reply, clock.now() - before];
  });
}

describe('a request', () => {
  test('carries the token, and its parameters in path, query or body', async () => {
    const api = github.client();
    const reply = await api(RUN, { run_id: 7, exclude_pull_requests: true });
    expect(reply).toEqual({ kind: 'value', value: { id: 7, workflow_id: 3 } });
    expect(await api(CREATE, { issue_number: 9, body: '한' })).toMatchObject({ kind: 'value', value: { body: '한' } });
    expect(github.requests).toEqual([
      { route: 'GET /repos/octo-org/wallet-app/actions/runs/7?exclude_pull_requests=true', body: {} },
      { route: 'POST /repos/octo-org/wallet-app/issues/9/comments', body: { body: '한' } },
    ]);
  });

  test.each([
    ['', 'POST /graphql'],
    ['/api/v3', 'POST /api/graphql'],
  ])('uses GraphQL of the REST API at "%s"', async (path, route) => {
    const body = { query: 'query { viewer { login } }' };
    await github.client({ apiUrl: `${github.url}${path}` })('POST /graphql', body);
    expect(github.requests).toEqual([{ route, body }]);
  });

  test.each([
    [404, 'Not Found', {}],
    [401, 'Bad credentials', { token: new Secret('ghs_other') }],
  ])('is rejected once, with %d and the message of GitHub', async (status, message, settings) => {
    const reason = `GitHub responded ${status}: ${message}`;
    expect(await github.client(settings)(RUN, { run_id: 8 }, 2)).toEqual({
      kind: 'rejected',
      status,
      reason,
      said: 'other',
    });
    expect(github.requests).toHaveLength(1);
  });

  test.each([
    [403, '<!doctype html><title>Access denied</title>', 'titled "Access denied"'],
    [200, '<html><title>Sign in to Octo Proxy</title></html>', 'titled "Sign in to *** Proxy"'],
    [201, '<html><body>Blocked</body></html>', 'without a title'],
  ])('answered %d with a page is rejected, and names the page', async (status, body, page) => {
    github.breakWith({ route: /./, play: { status, body } });
    const redact = (text: string): string => text.replaceAll('Octo', '***');
    const reply = await github.client({ redact })(CREATE, { issue_number: 9, body: 'x' });
    const reason = `GitHub responded ${String(status)}: a page ${page}, perhaps from a proxy`;
    expect(reply).toEqual({ kind: 'rejected', status, reason });
  });

  test.each([
    [{ message: 'Validation Failed', errors: [{ code: 'custom', message: 'body is too long' }] }, 'body is too long'],
    [{ message: 'Validation Failed', errors: [{ field: 'head_sha', code: 'invalid' }, {}] }, 'head_sha invalid'],
    [{ message: 'Validation Failed', errors: ['No commit found'] }, 'No commit found'],
  ])('answered 422 names the first of %j', async (body, words) => {
    github.breakWith({ route: /./, play: { status: 422, body } });
    const reason = `GitHub responded 422: Validation Failed: ${words}`;
    expect(await github.client()(RUN, { run_id: 7 })).toMatchObject({ kind: 'rejected', reason });
  });

  test.each([301, 307])('does not follow a redirect %d', async (status) => {
    github.breakWith({ route: /runs/, play: { status, headers: { location: `${github.url}/elsewhere` } } });
    const reason = `GitHub responded ${String(status)}: moved`;
    expect(await github.client()(RUN, { run_id: 7 })).toEqual({ kind: 'rejected', status, reason });
    expect(github.requests).toHaveLength(1);
  });
});

describe('without a response', () => {
  const limit = { message: 'You have exceeded a secondary rate limit.' };

  test.each([
    ['a fault of the server', { status: 502, body: '<title>Unicorn</title>' }, /responded 502: a page titled/, 1250],
    ['a wait that ended', { status: 408 }, /^GitHub responded 408$/, 1250],
    ['a reset', 'reset', /[^.]$/, 1250],
    ['429', { status: 429, headers: { 'retry-after': '3' } }, /^GitHub responded 429: too many requests$/, 3000],
    ['403 with a limit', { status: 403, body: limit, headers: { 'retry-after': '9' } }, /403: You .* limit$/, 9000],
  ] as const)('%s: it is asked again after a pause', async (_case, play, reason, pauseMs) => {
    github.breakWith({ route: /runs/, play, times: 3 });
    const failure = expect.objectContaining({ reason: expect.stringMatching(reason) });
    expect(await send(RUN, { run_id: 7 }, 2)).toEqual([failure, pauseMs]);
    expect(await send(RUN, { run_id: 7 }, 2)).toEqual([{ kind: 'value', value: expect.anything() }, pauseMs]);
  });

  const reset = Math.ceil(Date.now() / 1000) + 600;
  const hourly = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };

  test.each([
    ['a long pause', { status: 429, headers: { 'retry-after': '3600' } }, 3_600_000, 3_600_000],
    ['403 with a limit in words alone', { status: 403, body: limit }, 60_000, 60_000],
    ['403 with a limit in a header alone', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }, 60_000, 60_000],
    ['a reset in the past', { status: 403, headers: { ...hourly, 'x-ratelimit-reset': '1000' } }, 60_000, 60_000],
    ['429 with the reset of the hourly limit', { status: 429, headers: hourly }, 500_000, 602_000],
  ])('%s: the pause ends the tries', async (_case, play, atLeast, atMost) => {
    github.breakWith({ route: /runs/, play });
    const [reply] = await send(RUN, { run_id: 7 }, 2);
    const pauseMs = reply.kind === 'limited' ? reply.retryAfterMs : undefined;
    expect(pauseMs).toBeGreaterThanOrEqual(atLeast);
    expect(pauseMs).toBeLessThanOrEqual(atMost);
    expect(github.requests).toHaveLength(1);
  });

  test('a request that hangs is given up after ten seconds', async () => {
    github.breakWith({ route: /runs/, play: 'hang' });
    const reason = 'GitHub did not answer in time';
    expect(await send(RUN, { run_id: 7 })).toEqual([{ kind: 'failed', reason }, 10_000]);
    while (github.abandoned.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(github.abandoned).toEqual(['GET /repos/octo-org/wallet-app/actions/runs/7']);
  });

  test('half a response is none', async () => {
    github.breakWith({ route: /runs/, play: 'cut' });
    expect(await github.client()(RUN, { run_id: 7 })).toEqual({ kind: 'value', value: '' });
  });
});

describe('readAllPages', () => {
  function list(api: Api = github.client()): ReturnType<typeof readAllPages> {
    const route = 'GET /repos/{repository}/issues/{issue_number}/comments';
    return readAllPages(api, route, { issue_number: 5 });
  }

  function putComments(number: number): void {
    for (let id = 1; id <= number; id += 1) github.state.comments.push({ id, issue: 5, login: 'a', body: 'b' });
  }

  test.each([0, 99, 100, 250])('reads all of %d', async (number) => {
    putComments(number);
    const items = github.state.comments.map(({ id }) => ({ id }));
    expect(await list()).toMatchObject({ kind: 'value', value: items });
    expect(github.requests).toHaveLength(Math.max(1, Math.ceil(number / 100)));
  });

  test('reads the page after one that is not full', async () => {
    const headers = {
      link: '<https://api.github.com/?page=1>; rel="prev", <https://api.github.com/?page=2>; rel="next"',
    };
    putComments(101);
    github.breakWith({ route: /page=1/, play: { status: 200, body: [{ id: 0 }], headers }, times: 1 });
    expect(await list()).toMatchObject({ kind: 'value', value: [{ id: 0 }, { id: 101 }] });
  });

  test.each([
    ['something that is not a list', /comments/, { status: 200, body: { comments: [] } }, /list that cannot be read$/],
    ['a failure on a later page', /page=2/, FORBIDDEN, /403/],
  ])('%s is a failure', async (_what, route, play, reason) => {
    putComments(101);
    github.breakWith({ route, play });
    expect(await list()).toMatchObject({ reason: expect.stringMatching(reason) });
  });

  test('a list without end stops', async () => {
    const listed = await list(() => Promise.resolve({ kind: 'value', hasNext: true, value: Array(100).fill({}) }));
    expect(listed).toEqual({ kind: 'value', value: Array(10_000).fill({}) });
  });
});

describe('the explanation of a failure', () => {
  const NOT_ACCESSIBLE = 'Resource not accessible by integration';
  const TOKEN = '. Check `github-token`: the token is wrong or too old. That of a GitHub App is valid for an hour';
  const OWN_TOKEN = '. Perhaps the token in `github-token` has no access to this repository, or lacks a permission';
  const RENAMED = '. The repository has a new name: start a new run, with a `github-token` for it';
  const permissions = 'permissions: { contents: read, pull-requests: write }';
  const advice = `. Perhaps the token lacks a permission. The job of this step needs ${permissions}`;
  const ofFork = '. By default, the token of a pull request from a fork can only read; the job summary shows the same';
  const of = (event: string): Partial<typeof CONTEXT> => ({ isFork: true, run: { ...CONTEXT.run, event } });
  const fork = of('pull_request');

  async function failWith(status: number, message: string): Promise<ApiFailure> {
    github.breakWith({ route: /runs/, play: { status, body: message.startsWith('<') ? message : { message } } });
    const reply = await github.client()(RUN, { run_id: 7 });
    if (reply.kind === 'value') throw new Error('the request did not fail');
    return reply;
  }

  test.each<[number, string, 'read' | 'write', Partial<typeof CONTEXT>, string]>([
    [403, NOT_ACCESSIBLE, 'write', {}, advice],
    [403, 'Resource not accessible by personal access token', 'read', {}, OWN_TOKEN],
    [404, 'Not Found', 'write', {}, OWN_TOKEN],
    // Gitea.
    [404, 'Not Found', 'write', { apiUrl: 'https://git.example.com/api/v1' }, ''],
    [401, 'Bad credentials', 'write', {}, TOKEN],
    [401, '<title>Sign in</title>', 'write', {}, ''],
    [301, '', 'read', {}, RENAMED],
    [307, '', 'read', {}, ''],
    [422, NOT_ACCESSIBLE, 'write', {}, ''],
    [500, NOT_ACCESSIBLE, 'write', {}, ''],
    [401, '', 'write', {}, ''],
    // The number is a part of another status's words.
    [422, 'HTTP 404: moved', 'write', {}, ''],
    [403, NOT_ACCESSIBLE, 'write', fork, ofFork],
    [403, NOT_ACCESSIBLE, 'read', fork, advice],
    [403, NOT_ACCESSIBLE, 'write', of('pull_request_target'), advice],
  ])('of %s, %s, to %s, in %j', async (status, message, access, given, explanation) => {
    const failure = await failWith(status, message);
    const settings = { context: { ...CONTEXT, ...given }, permissions };
    const { kind, reason } = explainFailure(failure, access, settings);
    expect([kind, reason]).toEqual([failure.kind, `${failure.reason}${explanation}`]);
  });
});
