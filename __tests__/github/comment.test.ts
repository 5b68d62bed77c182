import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';

import { systemClock, type Clock } from '../../src/runtime/clock.ts';
import { createApi } from '../../src/github/api/client.ts';
import { publishComment, type CommentResult, type CommentSettings } from '../../src/github/comment.ts';
import { markerOf, markerText, readMarker } from '../../src/github/comment-thread.ts';
import type { RunInfo } from '../../src/model/report.ts';
import { Secret } from '../../src/model/secret.ts';
import { startGithubApi, type GithubApi } from '../support/github-api.ts';
import { FORBIDDEN } from '../support/github-routes.ts';

const HEAD = 'b'.repeat(40);
const PULL = 7;
const BOT = 'github-actions[bot]';
const KEY = 'automated ANDROID 509 Wallet.apk';
const RUN: RunInfo = {
  repository: 'octo-org/wallet-app',
  workflow: 'Device tests',
  job: 'test-on-devices',
  step: 'run-testset',
  runId: '7123456789',
  runNumber: 42,
  attempt: 1,
  commit: HEAD,
  url: '',
};

/** Pauses take no time; time limits are ten minutes. */
const quick: Clock = {
  ...systemClock,
  sleep: (ms, signal) => (ms >= 10_000 ? systemClock.sleep(600_000, signal) : Promise.resolve()),
};

let github: GithubApi;

beforeAll(async () => {
  github = await startGithubApi();
});

afterAll(() => github.close());

beforeEach(() => {
  github.breakWith();
  github.state.viewer = BOT;
  github.state.comments.length = 0;
  github.state.pulls.clear();
  github.requests.length = 0;
});

/** Settings for a run of the workflow, in the event of a pull request. */
function settings(run: Partial<RunInfo> = {}, given: Partial<CommentSettings> = {}): CommentSettings {
  const { clock = quick, cancelled = new AbortController().signal } = given;
  const { url: apiUrl, repository } = github;
  const api = createApi({ clock, cancelled, apiUrl, token: new Secret(github.token), repository, redact: String });
  const context = {
    run: { ...RUN, ...run },
    headSha: HEAD,
    isFork: false,
    eventName: 'pull_request',
    pullRequest: PULL,
  };
  return { api, clock, cancelled, context, permissions: 'permissions: { pull-requests: write }', ...given };
}

/** As in the event of a push. */
function withoutPullRequest(): CommentSettings {
  const { context, ...others } = settings();
  const { run, headSha, isFork, eventName } = context;
  return { ...others, context: { run, headSha, isFork, eventName } };
}

function publish(of: CommentSettings, words = 'All passed', key = KEY): Promise<CommentResult> {
  return publishComment(of, key, (marker) => `${marker}\n\n${words}`);
}

/** A comment as a run of that number would have written it. */
function bodyOf(run: Partial<RunInfo>, words: string): string {
  return `${markerText(markerOf({ ...RUN, ...run }, KEY))}\n\n${words}`;
}

/** Puts comments there, with identifiers from 1 on. */
function put(...comments: readonly { login?: string; body: string }[]): void {
  for (const { login = BOT, body } of comments) {
    github.state.comments.push({ id: github.state.comments.length + 1, issue: PULL, login, body });
  }
}

function words(): string[] {
  return github.state.comments.map(({ body }) => body.split('\n').at(-1) ?? '');
}

function methods(): string[] {
  return github.requests.map(({ route }) => route.replace(/^(\w+) .*?([^/?]*)(?:\?.*)?$/, '$1 $2'));
}

describe('the marker', () => {
  test('is one line with topic, run and attempt', () => {
    const marker = markerOf({ ...RUN, attempt: 3 }, KEY);
    expect(markerText(marker)).toMatch(/^<!-- run-testset [0-9a-f]{32} run 42 attempt 3 -->$/);
    expect(readMarker(`${markerText(marker)}\r\n\r\nText`)).toStrictEqual(marker);
  });

  test.each([
    ['a workflow', { workflow: 'Other' }, KEY],
    ['a job', { job: 'other' }, KEY],
    ['a key', {}, 'other'],
    ['names that are the same when joined', { workflow: 'Device teststest-on', job: '-devices' }, KEY],
  ])('differs for %s', (_case, run, key) => {
    expect(markerOf({ ...RUN, ...run }, key).topic).not.toBe(markerOf(RUN, KEY).topic);
  });

  test.each([
    ['a quotation', `> ${bodyOf({}, 'x')}`],
    ['one further down', `Look:\n${bodyOf({}, 'x')}`],
    ['no number', '<!-- run-testset 0123456789abcdef0123456789abcdef run x attempt 1 -->'],
    ['nothing', ''],
  ])('is not read in %s', (_case, body) => {
    expect(readMarker(body)).toBeUndefined();
  });
});

describe('one comment', () => {
  test('is written, and found again', async () => {
    expect(await publish(settings())).toStrictEqual({
      kind: 'published',
      urls: ['https://github.com/octo-org/wallet-app/pull/7#issuecomment-901'],
    });
    expect(github.state.comments).toStrictEqual([{ id: 901, issue: PULL, login: BOT, body: bodyOf({}, 'All passed') }]);
    expect(methods()).toStrictEqual(['POST graphql', 'GET comments', 'POST comments']);
  });

  test('is updated in place by the next run', async () => {
    await publish(settings());
    await publish(settings({ runNumber: 43 }), 'One failed');
    expect(words()).toStrictEqual(['One failed']);
    expect(readMarker(github.state.comments[0]?.body ?? '')).toMatchObject({ run: 43 });
  });

  test.each([
    ['an earlier run', { runNumber: 41 }],
    ['an earlier attempt', { runNumber: 42, attempt: 1 }],
  ])('is not overwritten by %s', async (_case, run) => {
    await publish(settings({ attempt: 2 }), 'New');
    github.requests.length = 0;
    expect(await publish(settings(run), 'Old')).toStrictEqual({
      kind: 'skipped',
      reason: 'a newer run has written its result already',
    });
    expect(words()).toStrictEqual(['New']);
    expect(methods()).toStrictEqual(['POST graphql', 'GET comments']);
  });

  test('is overwritten by a later step of the same attempt', async () => {
    await publish(settings(), 'Started');
    await publish(settings(), 'All passed');
    expect(words()).toStrictEqual(['All passed']);
  });

  test('of another job, workflow or key is another comment', async () => {
    await publish(settings());
    await publish(settings({ job: 'other' }), 'Other job');
    await publish(settings({ workflow: 'Other' }), 'Other workflow');
    await publish(settings(), 'Other key', 'other');
    expect(words()).toStrictEqual(['All passed', 'Other job', 'Other workflow', 'Other key']);
  });

  test.each([0, 75, 149])('is found among 150 others, %d of them before it', async (before) => {
    const others = Array.from({ length: 150 }, (_, at) => ({
      login: at % 2 === 0 ? BOT : 'octocat',
      body: `Talk ${String(at)}`,
    }));
    put(...others.slice(0, before), { body: bodyOf({ runNumber: 40 }, 'Old') }, ...others.slice(before));
    await publish(settings());
    expect(github.state.comments).toHaveLength(151);
    expect(words()[before]).toBe('All passed');
  });

  test('with our marker by another author, or with a marker in its middle, is not changed', async () => {
    const forged = bodyOf({ runNumber: 99 }, 'All passed, believe me');
    put({ login: 'mallory', body: forged }, { login: 'github-actions', body: forged }, { body: `Quoted: ${forged}` });
    expect(await publish(settings(), 'One failed')).toMatchObject({ kind: 'published' });
    const forgery = 'All passed, believe me';
    expect(words()).toStrictEqual([forgery, forgery, forgery, 'One failed']);
  });

  test.each([
    ['a person', 'octocat'],
    ['an app', 'release-helper[bot]'],
  ])('is found by the login of the token: %s', async (_case, login) => {
    github.state.viewer = login;
    put({ body: bodyOf({ runNumber: 40 }, 'By the workflow') });
    await publish(settings(), 'First');
    await publish(settings({ runNumber: 43 }), 'Second');
    expect(words()).toStrictEqual(['By the workflow', 'Second']);
  });

  test.each([
    ['does not say the login', FORBIDDEN],
    ['has no logins', { status: 200, body: { errors: [] } }],
  ])('is assumed to be of the workflow if GitHub %s', async (_case, answer) => {
    github.breakWith({ route: /graphql/, play: answer });
    put({ body: bodyOf({ runNumber: 40 }, 'Old') });
    await publish(settings());
    expect(words()).toStrictEqual(['All passed']);
  });
});

describe('two runs at once', () => {
  test('that both create leave two comments, which the next run makes one', async () => {
    github.meet(/POST .*comments/, 2);
    await Promise.all([41, 42].map((runNumber) => publish(settings({ runNumber }), `Run ${String(runNumber)}`)));
    expect(words().toSorted()).toStrictEqual(['Run 41', 'Run 42']);
    await publish(settings({ runNumber: 43 }), 'Run 43');
    expect(words()).toStrictEqual(['Run 43']);
    expect(github.state.comments[0]?.id).toBe(901);
  });

  test('several comments become one: the oldest stays, with the newest text', async () => {
    put(...[40, 44, 43].map((runNumber) => ({ body: bodyOf({ runNumber }, `Run ${String(runNumber)}`) })));
    expect(await publish(settings(), 'Run 42')).toMatchObject({ kind: 'skipped' });
    await publish(settings({ runNumber: 45 }), 'Run 45');
    expect(github.state.comments).toStrictEqual([
      { id: 1, issue: PULL, login: BOT, body: bodyOf({ runNumber: 45 }, 'Run 45') },
    ]);
  });

  test('a comment that is deleted meanwhile is created again', async () => {
    put({ body: bodyOf({ runNumber: 1 }, 'Run 1') });
    github.breakWith({ route: /PATCH/, play: { status: 404, body: { message: 'Not Found' } }, times: 1 });
    expect(await publish(settings())).toMatchObject({ kind: 'published' });
    expect(words()).toStrictEqual(['All passed']);
  });

  test('the oldest comment is updated, the others are deleted', async () => {
    put(...[40, 41].map((runNumber) => ({ body: bodyOf({ runNumber }, `Run ${String(runNumber)}`) })));
    await publish(settings());
    expect(methods().filter((method) => !method.startsWith('GET'))).toStrictEqual([
      'POST graphql',
      'PATCH 1',
      'DELETE 2',
    ]);
    expect(words()).toStrictEqual(['All passed']);
  });
});

describe('without a pull request in the event', () => {
  const open = (number: number, sha = HEAD): Record<string, unknown> => ({ number, state: 'open', head: { sha } });

  test('the open ones of the commit are used', async () => {
    github.state.pulls.set(HEAD, [open(3), { ...open(4), state: 'closed' }, open(5)]);
    expect(await publish(withoutPullRequest())).toStrictEqual({
      kind: 'published',
      urls: [3, 5].map(
        (pull, at) => `https://github.com/octo-org/wallet-app/pull/${String(pull)}#issuecomment-${String(901 + at)}`,
      ),
    });
    expect(github.state.comments.map(({ issue }) => issue)).toStrictEqual([3, 5]);
  });

  test('those that build upon the commit are used only if there are no others', async () => {
    const built = open(5, 'c'.repeat(40));
    github.state.pulls.set(HEAD, [open(3), built]);
    await publish(withoutPullRequest());
    expect(github.state.comments.map(({ issue }) => issue)).toStrictEqual([3]);
    github.state.pulls.set(HEAD, [built, { number: 'x', state: 'open' }]);
    await publish(withoutPullRequest());
    expect(github.state.comments.map(({ issue }) => issue)).toStrictEqual([3, 5]);
  });

  test('there may be none', async () => {
    github.state.pulls.set(HEAD, [{ ...open(4), state: 'closed' }]);
    expect(await publish(withoutPullRequest())).toStrictEqual({
      kind: 'skipped',
      reason: 'the commit belongs to no open pull request',
    });
    expect(github.requests).toHaveLength(1);
  });

  test('a failure with one of them is reported', async () => {
    github.state.pulls.set(HEAD, [open(3), open(5)]);
    github.breakWith({ route: /POST .*issues.3/, play: { status: 422, body: { message: 'Locked' } } });
    expect(await publish(withoutPullRequest())).toStrictEqual({
      kind: 'failed',
      reason: 'GitHub answered 422: Locked',
    });
    expect(github.state.comments.map(({ issue }) => issue)).toStrictEqual([5]);
  });
});

describe('failures', () => {
  test.each([
    ['reading', /GET .*comments/, {}],
    ['writing', /POST .*comments/, {}],
    ['updating', /PATCH/, { runNumber: 40 }],
  ])('a missing permission for %s shows what to add', async (_case, route, run) => {
    if ('runNumber' in run) put({ body: bodyOf(run, 'Old') });
    github.breakWith({ route, play: FORBIDDEN });
    expect(await publish(settings())).toStrictEqual({
      kind: 'failed',
      reason: expect.stringContaining('permissions: { pull-requests: write }'),
    });
  });

  test('a missing permission for the pull requests of the commit does, too', async () => {
    github.breakWith({ route: /pulls/, play: FORBIDDEN });
    expect(await publish(withoutPullRequest())).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('permissions: {'),
    });
  });

  test('the read-only token of a fork is named as the reason', async () => {
    github.breakWith({ route: /POST .*comments/, play: FORBIDDEN });
    const of = settings();
    const result = await publish({ ...of, context: { ...of.context, isFork: true } });
    expect(result).toMatchObject({ kind: 'failed', reason: expect.stringContaining('can only read') });
  });

  test('a create without a response is not done twice', async () => {
    github.breakWith({ route: /POST .*comments/, play: 'reset-after', times: 1 });
    expect(await publish(settings())).toMatchObject({ kind: 'published' });
    expect(words()).toStrictEqual(['All passed']);
  });

  test('a create that fails is tried once more', async () => {
    github.breakWith({ route: /POST .*comments/, play: 'reset', times: 1 });
    expect(await publish(settings())).toMatchObject({ kind: 'published' });
    github.state.comments.length = 0;
    github.breakWith({ route: /POST .*comments/, play: { status: 503 }, times: 2 });
    expect(await publish(settings())).toStrictEqual({ kind: 'failed', reason: 'GitHub answered 503' });
    expect(words()).toStrictEqual([]);
  });

  test('a comment that GitHub does not show is a failure', async () => {
    github.breakWith({ route: /POST .*comments/, play: { status: 201, body: {} } });
    expect(await publish(settings())).toMatchObject({ kind: 'failed' });
  });

  test('a comment beyond the rate limit is not tried again', async () => {
    github.breakWith({ route: /POST .*comments/, play: { status: 429 } });
    expect(await publish(settings())).toMatchObject({ kind: 'failed', reason: expect.stringContaining('429') });
    expect(methods().filter((method) => method === 'POST comments')).toHaveLength(1);
  });

  test('without a login there is no comment, because it could not be found again', async () => {
    github.breakWith({ route: /graphql/, play: { status: 500 } });
    expect(await publish(settings())).toStrictEqual({ kind: 'failed', reason: 'GitHub answered 500' });
    expect(words()).toStrictEqual([]);
  });

  test('an API that does not respond', async () => {
    github.breakWith({ route: /./, play: 'hang' });
    const hasty: Clock = {
      ...quick,
      sleep: (ms, signal) =>
        ms === 10_000 ? new Promise((resolve) => setImmediate(resolve)) : quick.sleep(ms, signal),
    };
    expect(await publish(settings({}, { clock: hasty }))).toStrictEqual({
      kind: 'failed',
      reason: 'GitHub did not answer in time',
    });
  });

  test('pages without end delay the step for thirty seconds at most', async () => {
    github.breakWith({ route: /GET .*comments/, play: { status: 200, body: Array(100).fill({}) } });
    const limit = Promise.withResolvers<undefined>();
    const clock: Clock = {
      ...quick,
      sleep: (ms, signal) => (ms === 30_000 ? limit.promise : quick.sleep(ms, signal)),
    };
    const published = publish(settings({}, { clock }));
    while (github.requests.length < 4) await new Promise((resolve) => setImmediate(resolve));
    limit.resolve(undefined);
    expect(await published).toStrictEqual({ kind: 'failed', reason: 'GitHub took too long' });
    expect(github.requests.length).toBeLessThan(100);
  });

  test('after a cancel the comment is written', async () => {
    const cancelled = AbortSignal.abort();
    const clock: Clock = {
      ...quick,
      sleep: (ms, signal) =>
        [800, 2000].includes(ms) ? systemClock.sleep(600_000, signal) : quick.sleep(ms, AbortSignal.abort()),
    };
    expect(await publish(settings({}, { clock, cancelled }))).toMatchObject({ kind: 'published' });
    expect(methods()).toStrictEqual(['POST graphql', 'GET comments', 'POST comments']);
  });

  test.each([
    ['no comment at all', 'nothing'],
    ['no author', { id: 1, body: 'b' }],
    ['no number', { id: 'x', user: { login: BOT }, body: 'b' }],
    ['no text', { id: 1, user: { login: BOT }, body: null }],
  ])('an entry that is %s is ignored', async (_case, entry) => {
    github.breakWith({ route: /GET .*comments/, play: { status: 200, body: [entry] }, times: 1 });
    expect(await publish(settings())).toMatchObject({ kind: 'published' });
    expect(words()).toStrictEqual(['All passed']);
  });
});
