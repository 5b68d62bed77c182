import { describe, expect, test } from '@jest/globals';

import type { Api } from '../../src/github/api/api.ts';
import { publishComment } from '../../src/github/comment.ts';
import type { ApiContext } from '../../src/github/api/api.ts';
import type { RunInfo } from '../../src/model/report.ts';
import { contextWith, CONTEXT, useGithub } from '../support/github-fixture.ts';
import { HEAD, FORBIDDEN, NOT_FOUND } from '../support/github-routes.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { createRecordingLog } from '../support/runtime.ts';

const PULL = CONTEXT.run.pullRequest?.number ?? 0;
const BOT = 'github-actions[bot]';
const KEY = 'automated ANDROID 509 Wallet.apk';
const PAGE = 'https://github.com/octo-org/wallet-app/pull';
const PERMISSIONS = 'permissions: { pull-requests: write }';
const CREATE = /POST .*comments/;
const NEXT = { link: '<https://api.github.com/?page=2>; rel="next"' };
const HOURLY = { status: 429, headers: { 'retry-after': '3600' } };
const SECONDARY = {
  status: 403,
  body: { message: 'You have exceeded a secondary rate limit.' },
  headers: { 'retry-after': '1' },
};

const github = useGithub();

interface Given extends Partial<ApiContext['context']> {
  readonly of?: Partial<RunInfo>;
  readonly key?: string;
  readonly mayCreate?: boolean;
  readonly cancelled?: AbortSignal;
}

/** Publishes a comment, by default of run 42 in the event of the pull request. @returns the addresses, or why there is none */
function publish(text = 'All passed', given: Given = {}): ReturnType<typeof publishComment> {
  const { of = {}, key = KEY, mayCreate = true, cancelled, ...other } = given;
  const context = { ...CONTEXT, run: { ...CONTEXT.run, attempt: 1, ...of }, ...other };
  return inVirtualTime((clock) => {
    const settings = contextWith(github, { clock, context, permissions: PERMISSIONS, ...(cancelled && { cancelled }) });
    return publishComment(settings, key, (marker) => `${marker}\n\n${text}`, mayCreate);
  });
}

const NO_PULL: Given = { of: { pullRequest: undefined } };

/** In an event without a pull request, such as a push. */
function publishForCommit(): ReturnType<typeof publishComment> {
  return publish('All passed', NO_PULL);
}

/** Puts a comment there, before or after the others. */
function put(body: string, login = BOT, id = 1): void {
  github.state.comments.unshift({ id, issue: PULL, login, body });
}

function texts(): string[] {
  return github.state.comments.map(({ body }) => body.split('\n').at(-1) ?? '');
}

describe('one comment', () => {
  test('is written, and updated in place by the next run', async () => {
    const urls = { kind: 'value', value: [`${PAGE}/7#issuecomment-901`] };
    expect(await publish()).toEqual(urls);
    const body = expect.stringMatching(/^<!-- run-testset [0-9a-f]{32} unknown run 42 attempt 1 -->\n\nAll passed$/);
    expect(github.state.comments).toEqual([{ id: 901, issue: PULL, login: BOT, body }]);
    // A later step of the same attempt.
    expect(await publish('All passed again')).toEqual(urls);
    expect(texts()).toEqual(['All passed again']);
    expect(await publish('One failed', { of: { runNumber: 43 } })).toEqual(urls);
    expect(texts()).toEqual(['One failed']);
  });

  test.each<[string, Given]>([
    ['a workflow', { of: { workflow: 'Other' } }],
    ['a job', { of: { job: 'other' } }],
    ['a step', { of: { step: 'other' } }],
    ['a key', { key: 'other' }],
    ['names that are the same when joined', { of: { workflow: 'Device teststest-on', job: '-devices' } }],
  ])('is another one for %s', async (_case, given) => {
    await publish('One');
    await publish('Other', given);
    expect(texts()).toEqual(['One', 'Other']);
  });

  test.each([
    ['an earlier run', { runNumber: 41 }],
    ['an earlier attempt', { runNumber: 42, attempt: 1 }],
  ])('is not overwritten by %s', async (_case, of) => {
    await publish('New', { of: { attempt: 2 } });
    const reason = 'a newer run has written its result already';
    expect(await publish('Old', { of })).toEqual({ kind: 'skipped', reason });
    expect(texts()).toEqual(['New']);
  });

  test('is updated but not created if only a red step may create it', async () => {
    const green = { of: { runNumber: 43 }, mayCreate: false };
    expect(await publish('All passed', green)).toMatchObject({ kind: 'skipped' });
    expect(texts()).toEqual([]);
    await publish('2 failed');
    expect(await publish('All passed', green)).toMatchObject({ kind: 'value', value: { length: 1 } });
    expect(texts()).toEqual(['All passed']);
  });

  test('is not one by another author, with a quoted marker, or with one that is broken', async () => {
    await publish('Forged', { of: { runNumber: 99 } });
    const [{ body: forged } = { body: '' }] = github.state.comments.splice(0);
    for (const login of ['mallory', 'github-actions']) put(forged, login);
    for (const before of ['Quoted: ', '> ', 'Look:\n']) put(before + forged);
    put(forged.replace('run 99', 'run x'));
    await publish('Old');
    // The comment is on the second page.
    for (let id = 1; id <= 100; id += 1) put('Talk', BOT, id);
    await publish('One failed');
    expect(texts().slice(100)).toEqual([...Array<string>(6).fill('Forged'), 'One failed']);
  });

  test.each(['octocat', 'release-helper[bot]'])('is found by the login of the token: %s', async (login) => {
    await publish('By the workflow');
    github.state.viewer = login;
    await publish('First');
    await publish('Second', { of: { runNumber: 43 } });
    expect(texts()).toEqual(['By the workflow', 'Second']);
  });

  test.each([
    ['does not say the login', FORBIDDEN],
    ['has no logins', { status: 200, body: { errors: [] } }],
  ])('is assumed to be of the workflow if GitHub %s', async (_case, answer) => {
    await publish('Old');
    github.breakWith({ route: /graphql/, play: answer });
    await publish();
    expect(texts()).toEqual(['All passed']);
  });

  test.each<[string, string, object]>([
    ['a bot of GitHub', 'release-helper', { type: 'Bot' }],
    ['an app', 'release-helper[bot]', {}],
    ["Gitea's own user", 'gitea-actions', { id: -2 }],
  ])('is that of %s, if the login cannot be asked for', async (_who, login, user) => {
    await publish('Old');
    const [{ body } = { body: '' }] = github.state.comments.splice(0);
    github.state.comments.push({ id: 1, issue: PULL, login: 'mallory', body, user: { type: 'User', id: 5 } });
    github.state.comments.push({ id: 2, issue: PULL, login, body, user: { ...user } });
    github.breakWith({ route: /graphql/, play: NOT_FOUND });
    await publish('New', { of: { runNumber: 43 } });
    expect(texts()).toEqual(['Old', 'New']);
  });

  test('of two runs at once is one again with the next run, unless one is newer', async () => {
    const both = Promise.withResolvers<undefined>();
    let creates = 0;
    const play = (): Promise<unknown> => {
      creates += 1;
      if (creates === 2) both.resolve(undefined);
      return both.promise;
    };
    github.breakWith({ route: CREATE, play });
    await Promise.all([41, 44].map((runNumber) => publish(`Run ${String(runNumber)}`, { of: { runNumber } })));
    expect(await publish('Run 43', { of: { runNumber: 43 } })).toMatchObject({ kind: 'skipped' });
    expect(texts().toSorted()).toEqual(['Run 41', 'Run 44']);
    await publish('Run 45', { of: { runNumber: 45 } });
    expect(texts()).toEqual(['Run 45']);
    expect(github.state.comments[0]?.id).toBe(901);
  });
});

describe('two calls of one workflow', () => {
  const of = (jobName?: string, runNumber = 42): Given => ({ of: { jobName, runNumber } });
  const ANDROID = of('android / device-test');
  const IOS = of('ios / device-test');

  test.each<[string, readonly Given[], Given, string[]]>([
    [
      'each has its own, whatever the name of the job is',
      [ANDROID, IOS],
      of('ios / Device test 43', 43),
      ['Old', 'New'],
    ],
    ['callers in a chain differ', [of('android / paid / test')], of('android / free / test'), ['Old', 'New']],
    ['the only comment is updated if the name is not known', [ANDROID], of(undefined, 43), ['New']],
    ['of two comments none is overwritten without a name', [ANDROID, IOS], of(undefined, 43), ['Old', 'Old', 'New']],
    ['a comment without a name is taken over', [of()], ANDROID, ['New']],
    ['that of another caller is not', [IOS], ANDROID, ['Old', 'New']],
    ['their own counts before one without a name', [ANDROID, IOS, of()], of('android / x', 43), ['New', 'Old', 'Old']],
    ['without a name the one without a name counts', [ANDROID, IOS, of()], of(undefined, 43), ['Old', 'Old', 'New']],
  ])('%s', async (_what, earlier, given, expected) => {
    for (const one of earlier) await publish('Old', one);
    await publish('New', given);
    expect(texts()).toEqual(expected);
  });
});

describe('without a pull request in the event', () => {
  const open = (number: unknown, sha = HEAD): Record<string, unknown> => ({ number, state: 'open', head: { sha } });
  const closed = { ...open(4), state: 'closed' };
  const built = open(5, 'c'.repeat(40));

  test.each<[string, readonly Record<string, unknown>[], readonly number[]]>([
    ['the open ones that end with the commit', [open(3), closed, open(6), built], [3, 6]],
    ['those that build upon the commit, if there are no others', [built, open('x', 'd')], [5]],
    ['none', [closed], []],
  ])('the commit has %s', async (_which, pulls, numbers) => {
    github.state.pulls.set(HEAD, pulls);
    const none = { kind: 'skipped', reason: 'the commit belongs to no open pull request' };
    const urls = numbers.map((number, at) => `${PAGE}/${String(number)}#issuecomment-${String(901 + at)}`);
    expect(await publishForCommit()).toEqual(numbers.length > 0 ? { kind: 'value', value: urls } : none);
  });

  test('a merge group has none', async () => {
    expect(await publish('', { of: { event: 'merge_group' } })).toMatchObject({ kind: 'skipped' });
    expect(github.requests).toEqual([]);
  });

  test('a failure with one of them is reported', async () => {
    github.state.pulls.set(HEAD, [open(3), open(5)]);
    github.breakWith({ route: /POST .*issues.3/, play: { status: 422, body: { message: 'Locked' } } });
    expect(await publishForCommit()).toEqual({ kind: 'rejected', reason: 'GitHub responded 422: Locked' });
    expect(github.state.comments.map(({ issue }) => issue)).toEqual([5]);
  });
});

describe('failures', () => {
  test.each<[string, RegExp, Given, string]>([
    ['reading', /GET .*comments/, {}, PERMISSIONS],
    ['writing', CREATE, {}, PERMISSIONS],
    ['updating', /PATCH/, {}, PERMISSIONS],
    ['finding the pull requests', /pulls/, NO_PULL, PERMISSIONS],
    ['writing, in a fork', CREATE, { isFork: true }, 'can only read'],
  ])('a missing permission for %s shows what to add', async (step, route, given, words) => {
    if (step === 'updating') await publish('Old');
    github.breakWith({ route, play: FORBIDDEN });
    expect(await publish('', given)).toMatchObject({ kind: 'rejected', reason: expect.stringContaining(words) });
  });

  test.each([
    ['took effect without a response', 'reset-after'],
    ['failed', 'reset'],
  ] as const)('a create that %s leaves one comment', async (_case, play) => {
    github.breakWith({ route: CREATE, play, times: 1 });
    expect(await publish()).toMatchObject({ kind: 'value', value: { length: 1 } });
    expect(texts()).toEqual(['All passed']);
  });

  test.each([
    ['fails twice', CREATE, { status: 503 }, 'failed', /503/, 2, 1_000],
    ['is answered with {}', CREATE, { status: 201, body: {} }, 'failed', /without/, 2, 1_000],
    ['is beyond the rate limit of the hour', CREATE, HOURLY, 'limited', /429/, 1, 0],
    ['is beyond a rate limit for ever', CREATE, { status: 429 }, 'limited', /429/, 5, 240_000],
    ['is always to be sent a second later', CREATE, SECONDARY, 'limited', /403: .* secondary/, 9, 255_000],
    // Without a login, the comment could not be found again.
    ['has no author', /graphql/, { status: 500 }, 'failed', /500/, 0, 3_500],
    ['gets no response at all', /./, 'hang', 'failed', /too long/, 0, 30_000],
  ] as const)('a create that %s is a failure', async (_case, route, play, kind, reason, creates, ms) => {
    github.breakWith({ route, play });
    await inVirtualTime(async (clock) => {
      const before = clock.now();
      const reply = await publishComment(contextWith(github, { clock }), KEY, String, true);
      expect(reply).toMatchObject({ kind, reason: expect.stringMatching(reason) });
      expect(clock.now() - before).toBe(ms);
    });
    expect(github.requests.filter((asked) => CREATE.test(asked.route))).toHaveLength(creates);
  });

  test('pages without end delay the step for thirty seconds at most', async () => {
    github.breakWith({ route: /GET .*comments/, play: { status: 200, body: Array(100).fill({}), headers: NEXT } });
    await inVirtualTime(async (clock) => {
      const client = github.client({ clock });
      const api: Api = (...request) => clock.sleep(4_000).then(() => client(...request));
      const settings = contextWith(github, { clock, api });
      const before = clock.now();
      expect(await publishComment(settings, KEY, String, true)).toEqual({
        kind: 'failed',
        reason: 'GitHub took too long',
      });
      expect(clock.now() - before).toBe(30_000);
      await clock.sleep(60_000);
    });
    expect(github.requests.length).toBeLessThan(10);
  });

  test('a secondary rate limit is waited for, and the pause is named', async () => {
    github.breakWith({ route: CREATE, play: SECONDARY, times: 1 });
    const log = createRecordingLog();
    await inVirtualTime((clock) => publishComment(contextWith(github, { clock, log }), KEY, String, true));
    expect(texts()).toHaveLength(1);
    expect(log.lines).toEqual([expect.stringMatching(/^info: The comment is written in 1s, .* secondary rate limit/)]);
  });

  test('after a cancel the comment is written, although GitHub needs more than a second for each answer', async () => {
    await inVirtualTime((clock) => {
      github.breakWith({ route: /./, play: () => clock.sleep(1_200) });
      const settings = contextWith(github, { clock, cancelled: AbortSignal.abort() });
      return publishComment(settings, KEY, (marker) => `${marker}\n\nCancelled`, true);
    });
    expect(texts()).toEqual(['Cancelled']);
  });
});
