import { describe, expect, test } from '@jest/globals';

import { publishComment, type CommentResult, type CommentSettings } from '../../src/github/comment.ts';
import { markerOf, markerText, readMarker } from '../../src/github/comment-thread.ts';
import type { RunInfo } from '../../src/model/report.ts';
import { CONTEXT, HEAD, slowed, useGithub } from '../support/github-fixture.ts';
import { FORBIDDEN } from '../support/github-routes.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';

const PULL = CONTEXT.pullRequest ?? 0;
const BOT = 'github-actions[bot]';
const KEY = 'automated ANDROID 509 Wallet.apk';
const RUN: RunInfo = { ...CONTEXT.run, attempt: 1 };

const github = useGithub();

interface Given extends Partial<Pick<CommentSettings, 'cancelled'>> {
  readonly run?: Partial<RunInfo>;
  readonly context?: Partial<CommentSettings['context']>;
  readonly key?: string;
  readonly mayCreate?: boolean;
}

/** Publishes a comment, by default of run 42 in the event of the pull request. */
function publish(text = 'All passed', given: Given = {}): Promise<CommentResult> {
  const { cancelled = new AbortController().signal, key = KEY, mayCreate } = given;
  const context = { ...CONTEXT, run: { ...RUN, ...given.run }, ...given.context };
  const permissions = 'permissions: { pull-requests: write }';
  return inVirtualTime((clock) => {
    const api = github.client({ clock, cancelled });
    const settings = { api, clock, cancelled, context, permissions };
    return publishComment(settings, key, (marker) => `${marker}\n\n${text}`, mayCreate);
  });
}

/** In an event without a pull request, such as a push. */
function publishForCommit(): Promise<CommentResult> {
  return publish('All passed', { context: { pullRequest: undefined } });
}

/** A comment as a run would have written it. */
function bodyOf(run: Partial<RunInfo>, text: string): string {
  return `${markerText(markerOf({ ...RUN, ...run }, KEY))}\n\n${text}`;
}

/** Puts comments there, with identifiers from 1 on. */
function put(...comments: readonly { login?: string; body: string }[]): void {
  for (const { login = BOT, body } of comments) {
    github.state.comments.push({ id: github.state.comments.length + 1, issue: PULL, login, body });
  }
}

function texts(): string[] {
  return github.state.comments.map(({ body }) => body.split('\n').at(-1) ?? '');
}

describe('the marker', () => {
  test('is one line with topic, run and attempt', () => {
    const marker = markerOf({ ...RUN, attempt: 3 }, KEY);
    expect(markerText(marker)).toMatch(/^<!-- run-testset [0-9a-f]{32} run 42 attempt 3 -->$/);
    expect(readMarker(`${markerText(marker)}\r\n\r\nText`)).toEqual(marker);
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
  test('is written, and updated in place by the next run', async () => {
    const url = `https://github.com/octo-org/wallet-app/pull/${PULL}#issuecomment-901`;
    expect(await publish()).toEqual({ kind: 'published', urls: [url] });
    expect(github.state.comments).toEqual([{ id: 901, issue: PULL, login: BOT, body: bodyOf({}, 'All passed') }]);
    // A later step of the same attempt.
    expect(await publish('All passed again')).toEqual({ kind: 'published', urls: [url] });
    expect(texts()).toEqual(['All passed again']);
    expect(await publish('One failed', { run: { runNumber: 43 } })).toEqual({ kind: 'published', urls: [url] });
    expect(github.state.comments.map(({ body }) => body)).toEqual([bodyOf({ runNumber: 43 }, 'One failed')]);
  });

  test.each([
    ['an earlier run', { runNumber: 41 }],
    ['an earlier attempt', { runNumber: 42, attempt: 1 }],
  ])('is not overwritten by %s', async (_case, run) => {
    put({ body: bodyOf({ attempt: 2 }, 'New') });
    const reason = 'a newer run has written its result already';
    expect(await publish('Old', { run })).toEqual({ kind: 'skipped', reason });
    expect(texts()).toEqual(['New']);
  });

  test.each([0, 75, 149])('is found among 150 others, %d of them before it', async (before) => {
    const others = Array.from({ length: 150 }, (_, at) => ({ login: at % 2 ? 'octocat' : BOT, body: `Talk ${at}` }));
    put(...others.slice(0, before), { body: bodyOf({ runNumber: 40 }, 'Old') }, ...others.slice(before));
    await publish();
    expect(github.state.comments).toHaveLength(151);
    expect(texts()[before]).toBe('All passed');
  });

  test('is updated but not created if only a red step may create it', async () => {
    expect(await publish('All passed', { mayCreate: false })).toMatchObject({ kind: 'skipped' });
    expect(texts()).toEqual([]);
    await publish('2 failed', { mayCreate: true });
    expect(await publish('All passed', { run: { runNumber: 43 }, mayCreate: false })).toMatchObject({
      kind: 'published',
    });
    expect(texts()).toEqual(['All passed']);
  });

  test('with our marker by another author, or with a marker in its middle, is not changed', async () => {
    const forged = bodyOf({ runNumber: 99 }, 'Forged');
    put({ login: 'mallory', body: forged }, { login: 'github-actions', body: forged }, { body: `Quoted: ${forged}` });
    expect(await publish('One failed')).toMatchObject({ kind: 'published' });
    expect(texts()).toEqual(['Forged', 'Forged', 'Forged', 'One failed']);
  });

  test.each(['octocat', 'release-helper[bot]'])('is found by the login of the token: %s', async (login) => {
    github.state.viewer = login;
    put({ body: bodyOf({ runNumber: 40 }, 'By the workflow') });
    await publish('First');
    await publish('Second', { run: { runNumber: 43 } });
    expect(texts()).toEqual(['By the workflow', 'Second']);
  });

  test.each([
    ['does not say the login', FORBIDDEN],
    ['has no logins', { status: 200, body: { errors: [] } }],
  ])('is assumed to be of the workflow if GitHub %s', async (_case, answer) => {
    github.breakWith({ route: /graphql/, play: answer });
    put({ body: bodyOf({ runNumber: 40 }, 'Old') });
    await publish();
    expect(texts()).toEqual(['All passed']);
  });
});

describe('several comments', () => {
  test('of two runs at once become one with the next run', async () => {
    github.meet(/POST .*comments/, 2);
    await Promise.all([41, 42].map((runNumber) => publish(`Run ${String(runNumber)}`, { run: { runNumber } })));
    expect(texts().toSorted()).toEqual(['Run 41', 'Run 42']);
    await publish('Run 43', { run: { runNumber: 43 } });
    expect(texts()).toEqual(['Run 43']);
    expect(github.state.comments[0]?.id).toBe(901);
  });

  test('stay as they are if one is of a newer run', async () => {
    put(...[40, 44].map((runNumber) => ({ body: bodyOf({ runNumber }, `Run ${String(runNumber)}`) })));
    expect(await publish()).toMatchObject({ kind: 'skipped' });
    expect(texts()).toEqual(['Run 40', 'Run 44']);
  });
});

describe('without a pull request in the event', () => {
  const open = (number: number, sha = HEAD): Record<string, unknown> => ({ number, state: 'open', head: { sha } });
  const issues = (): number[] => github.state.comments.map(({ issue }) => issue);

  test('the open ones of the commit are used', async () => {
    github.state.pulls.set(HEAD, [open(3), { ...open(4), state: 'closed' }, open(5)]);
    const page = 'https://github.com/octo-org/wallet-app/pull';
    const urls = [`${page}/3#issuecomment-901`, `${page}/5#issuecomment-902`];
    expect(await publishForCommit()).toEqual({ kind: 'published', urls });
    expect(issues()).toEqual([3, 5]);
  });

  test('those that build upon the commit are used only if there are no others', async () => {
    const built = open(5, 'c'.repeat(40));
    github.state.pulls.set(HEAD, [open(3), built]);
    await publishForCommit();
    expect(issues()).toEqual([3]);
    github.state.pulls.set(HEAD, [built, { number: 'x', state: 'open' }]);
    await publishForCommit();
    expect(issues()).toEqual([3, 5]);
  });

  test('there may be none', async () => {
    github.state.pulls.set(HEAD, [{ ...open(4), state: 'closed' }]);
    expect(await publishForCommit()).toEqual({ kind: 'skipped', reason: 'the commit belongs to no open pull request' });
  });

  test('a merge group has none', async () => {
    expect(await publish('', { context: { eventName: 'merge_group' } })).toMatchObject({ kind: 'skipped' });
    expect(github.requests).toEqual([]);
  });

  test('a failure with one of them is reported', async () => {
    github.state.pulls.set(HEAD, [open(3), open(5)]);
    github.breakWith({ route: /POST .*issues.3/, play: { status: 422, body: { message: 'Locked' } } });
    expect(await publishForCommit()).toEqual({ kind: 'failed', reason: 'GitHub answered 422: Locked' });
    expect(issues()).toEqual([5]);
  });
});

describe('failures', () => {
  test.each([
    ['reading', /GET .*comments/, {}],
    ['writing', /POST .*comments/, {}],
    ['updating', /PATCH/, {}],
    ['finding the pull requests', /pulls/, { context: { pullRequest: undefined } }],
  ])('a missing permission for %s shows what to add', async (step, route, given) => {
    if (step === 'updating') put({ body: bodyOf({ runNumber: 40 }, 'Old') });
    github.breakWith({ route, play: FORBIDDEN });
    const reason = expect.stringContaining('permissions: { pull-requests: write }');
    expect(await publish('', given)).toEqual({ kind: 'failed', reason });
  });

  test('the read-only token of a fork is named as the reason', async () => {
    github.breakWith({ route: /POST .*comments/, play: FORBIDDEN });
    const result = await publish('', { context: { isFork: true } });
    expect(result).toMatchObject({ kind: 'failed', reason: expect.stringContaining('can only read') });
  });

  test.each([
    ['took effect without a response', 'reset-after'],
    ['failed', 'reset'],
  ] as const)('a create that %s leaves one comment', async (_case, play) => {
    github.breakWith({ route: /POST .*comments/, play, times: 1 });
    expect(await publish()).toMatchObject({ kind: 'published' });
    expect(texts()).toEqual(['All passed']);
  });

  test.each([
    ['fails twice', /POST .*comments/, { status: 503 }, /503/, 2],
    ['is answered with {}', /POST .*comments/, { status: 201, body: {} }, /without/, 2],
    ['is beyond the rate limit', /POST .*comments/, { status: 429 }, /429/, 1],
    // Without a login, the comment could not be found again.
    ['has no author', /graphql/, { status: 500 }, /500/, 0],
    ['gets no response at all', /./, 'hang', /in time/, 0],
  ] as const)('a create that %s is a failure', async (_case, route, play, reason, creates) => {
    github.breakWith({ route, play });
    expect(await publish()).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) });
    expect(github.requests.filter((asked) => /POST .*comments/.test(asked.route))).toHaveLength(creates);
  });

  test('pages without end delay the step for thirty seconds at most', async () => {
    github.breakWith({ route: /GET .*comments/, play: { status: 200, body: Array(100).fill({}) } });
    await inVirtualTime(async (clock) => {
      const api = slowed(github.client({ clock }), clock);
      const cancelled = new AbortController().signal;
      const before = clock.now();
      const published = publishComment({ api, clock, cancelled, context: CONTEXT, permissions: '' }, KEY, String);
      expect(await published).toEqual({ kind: 'failed', reason: 'GitHub took too long' });
      expect(clock.now() - before).toBe(30_000);
      await clock.sleep(60_000);
    });
    expect(github.requests.length).toBeLessThan(10);
  });

  test('after a cancel the comment is written', async () => {
    expect(await publish('Cancelled', { cancelled: AbortSignal.abort() })).toMatchObject({ kind: 'published' });
    expect(texts()).toEqual(['Cancelled']);
  });

  test.each([
    ['no comment at all', 'nothing'],
    ['no author', { id: 1, body: 'b' }],
    ['no number', { id: 'x', user: { login: BOT }, body: bodyOf({ runNumber: 99 }, '') }],
    ['no text', { id: 1, user: { login: BOT }, body: null }],
  ])('an entry that is %s is ignored', async (_case, entry) => {
    github.breakWith({ route: /GET .*comments/, play: { status: 200, body: [entry] }, times: 1 });
    expect(await publish()).toMatchObject({ kind: 'published' });
    expect(texts()).toEqual(['All passed']);
  });
});
