import { beforeEach, describe, expect, test } from '@jest/globals';

import { createCheckRun } from '../../src/github/check-run.ts';
import type { ApiContext } from '../../src/github/api/requests.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { CheckRun } from '../../src/runtime/platform.ts';
import { contextWith, CONTEXT, useGithub } from '../support/github-fixture.ts';
import type { Fault } from '../support/github.ts';
import { HEAD, FORBIDDEN } from '../support/github-routes.ts';
import { inVirtualTime } from '../support/in-virtual-time.ts';
import { createRecordingLog } from '../support/runtime.ts';

type Outcome = Parameters<CheckRun['conclude']>[0];
type Given = Partial<ApiContext> & { readonly reportKey?: string };

const github = useGithub();
let log: ReturnType<typeof createRecordingLog>;
beforeEach(() => {
  log = createRecordingLog();
});

function make(clock: Clock, { reportKey = 'Wallet.apk', ...given }: Given = {}): CheckRun {
  const permissions = 'permissions: { checks: write }';
  return createCheckRun(contextWith(github, { clock, log, permissions, ...given }), reportKey);
}

/** Works with a check run that shows its first text. */
function withCheckRun(work: (checkRun: CheckRun, clock: Clock) => Promise<void>, given: Given = {}): Promise<void> {
  return inVirtualTime(async (clock) => {
    const checkRun = make(clock, given);
    checkRun.update(text(0));
    await clock.sleep(1);
    await work(checkRun, clock);
  });
}

/** Concludes a check run that shows its first text. */
function finish(outcome: Outcome = 'success', given: Given = {}): Promise<void> {
  return withCheckRun((checkRun) => checkRun.conclude(outcome, text(9)), given);
}

/** Updates a check run that shows its first text, and concludes it after a time. */
function updateAndFinish(outcome: Outcome, ms: number, given: Given = {}): Promise<void> {
  return withCheckRun(async (checkRun, clock) => {
    checkRun.update(text(1));
    await clock.sleep(ms);
    await checkRun.conclude(outcome, text(9));
  }, given);
}

/** Concludes a check run that was never updated. */
function conclude(outcome: Outcome, given: Given = {}): Promise<void> {
  return inVirtualTime((clock) => make(clock, given).conclude(outcome, text(9)));
}

/** A text with a number in it. */
function text(number: number): { title: string; summary: string } {
  return { title: `${String(number)} of 9 devices done`, summary: `<p>${String(number)}</p>` };
}

/** The numbers of the texts that were sent, in order. */
function textsSent(): number[] {
  const texts = Array.from({ length: 10 }, (_, number) => JSON.stringify(text(number)));
  return github.requests.map(({ body: { output } }) => texts.indexOf(JSON.stringify(output)));
}

/** The status and the conclusion of each check run, in order of their creation. */
function states(): string[] {
  return github.state.checkRuns.map(({ status, conclusion }) => [status, conclusion].filter(Boolean).join(' '));
}

function warnings(): string[] {
  return log.lines.filter((line) => line.startsWith('warning: '));
}

describe('a check run', () => {
  test('is created with the first text, on the head commit, with a link to the run', async () => {
    await withCheckRun(() => Promise.resolve());
    expect(github.state.checkRuns).toEqual([
      {
        id: 5000,
        name: 'Device tests / test-on-devices / Wallet.apk',
        head_sha: HEAD,
        external_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 'in_progress',
        details_url: CONTEXT.run.url,
        output: text(0),
      },
    ]);
  });

  test('of a job with long values in its matrix has a name of its own that is cut', async () => {
    for (const shard of ['a', 'b']) {
      const run = { ...CONTEXT.run, job: `test (${'long '.repeat(60)}${shard})` };
      await conclude('success', { context: { ...CONTEXT, run } });
    }
    const names = github.state.checkRuns.map(({ name }) => String(name));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^.{1,191}… [0-9a-f]{8}$/);
  });

  test('has a name of the parts that exist', async () => {
    const run = { ...CONTEXT.run, workflow: '', url: '' };
    await conclude('success', { context: { ...CONTEXT, run }, reportKey: 'scenario 12\n' });
    expect(github.state.checkRuns).toMatchObject([{ name: 'test-on-devices / scenario 12', status: 'completed' }]);
    expect(github.state.checkRuns[0]).not.toHaveProperty('details_url');
    expect(github.requests).toHaveLength(1);
  });
});

describe('updates', () => {
  test('come every thirty seconds at most, the latest of each, and only on change', async () => {
    await withCheckRun(async (checkRun, clock) => {
      for (const number of [1, 2, 3]) checkRun.update(text(number));
      await clock.sleep(29_990);
      expect(textsSent()).toEqual([0]);
      await clock.sleep(20);
      checkRun.update(text(4));
      checkRun.update(text(3));
      await clock.sleep(60_000);
      checkRun.update(text(3));
      checkRun.update(text(5));
      await clock.sleep(1);
    });
    expect(textsSent()).toEqual([0, 3, 5]);
    // The status is not set again, so that a late update does not reopen the check run.
    expect(github.requests[1]?.body).toEqual({ output: text(3) });
  });

  test('are sent one at a time, and none after the conclusion', async () => {
    await withCheckRun(async (checkRun, clock) => {
      github.breakWith({ route: /PATCH/, play: 'hang', times: 1 });
      checkRun.update(text(1));
      await clock.sleep(30_001);
      checkRun.update(text(2));
      const conclusion = checkRun.conclude('success', text(9));
      await clock.sleep(9_990);
      expect(textsSent()).toEqual([0, 1]);
      await conclusion;
      checkRun.update(text(3));
      await clock.sleep(60_000);
    });
    expect(textsSent()).toEqual([0, 1, 9]);
    expect(states()).toEqual(['completed success']);
  });
});

describe('failures', () => {
  test.each([
    [false, /^warning: .*403.*permissions: \{ checks: write \}$/],
    [true, /^warning: .*from a fork can only read/],
  ])('a missing permission is one warning for the whole step; in a fork: %s', async (isFork, warning) => {
    github.breakWith({ route: /check-runs/, play: FORBIDDEN });
    await updateAndFinish('success', 60_000, { context: { ...CONTEXT, isFork } });
    expect(github.requests).toHaveLength(1);
    expect(log.lines).toEqual([expect.stringMatching(warning)]);
  });

  // GitHub would reject the same text again.
  test.each([
    [502, [0, 1, 1, 9]],
    [422, [0, 1, 9]],
  ])('an update that fails with %d is a debug line, and the texts sent are %j', async (status, numbers) => {
    github.breakWith({ route: /PATCH/, play: { status }, times: 1 });
    await updateAndFinish('failure', 61_000);
    expect(textsSent()).toEqual(numbers);
    expect(states()).toEqual(['completed failure']);
    expect(log.lines).toEqual([`debug: The check run was not updated: GitHub responded ${status}`]);
  });

  test.each<[string, string, RegExp, Fault['play']]>([
    ['a create that took effect without a response', 'POST GET PATCH', /POST/, 'reset-after'],
    ['a create that did not arrive', 'POST GET POST', /POST/, 'reset'],
    ['a create with half a response', 'POST GET PATCH', /POST/, 'cut'],
    ['a conclusion that took effect without a response', 'POST PATCH PATCH', /PATCH/, 'reset-after'],
    ['a conclusion with HTTP 500', 'POST PATCH PATCH', /PATCH/, { status: 500 }],
  ])('%s leaves one check run: %s', async (_case, methods, route, play) => {
    github.breakWith({ route, play, times: 1 });
    await finish('failure');
    expect(github.requests.map((request) => request.route.split(' ')[0]).join(' ')).toBe(methods);
    expect(github.state.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure', output: text(9) }]);
    expect(warnings()).toEqual([]);
  });

  test('a create without a response is found among others of its name', async () => {
    await finish('cancelled');
    github.breakWith({ route: /POST/, play: 'reset-after', times: 1 });
    await finish('success');
    expect(states()).toEqual(['completed cancelled', 'completed success']);
    expect(new Set(github.state.checkRuns.map(({ name }) => name)).size).toBe(1);
  });

  test('a create without a response that cannot be searched for is a warning, and no other is created', async () => {
    github.breakWith({ route: /POST/, play: 'reset-after', times: 1 }, { route: /^GET/, play: FORBIDDEN });
    await finish();
    expect(states()).toEqual(['in_progress']);
    expect(warnings()).toEqual([expect.stringMatching(/checks: write.*may still be in progress/)]);
  });

  test.each([
    ['hangs', 'hang', 21_000],
    ['fails', { status: 500 }, 1000],
  ] as const)('an API that %s delays the step only for a short time', async (_case, play, ms) => {
    github.breakWith({ route: /./, play });
    await inVirtualTime(async (clock) => {
      const before = clock.now();
      await make(clock).conclude('success', text(9));
      expect(clock.now() - before).toBeLessThanOrEqual(ms);
    });
    expect(warnings()).toHaveLength(1);
  });

  test.each([
    ['the create', /POST/],
    ['the conclusion', /PATCH/],
  ])('%s answered with {} is a warning', async (_case, route) => {
    github.breakWith({ route, play: { status: 200, body: {} } });
    await finish();
    expect(warnings()).toHaveLength(1);
  });

  test('a cancel leaves one try of five seconds', async () => {
    const cancel = new AbortController();
    const work = async (checkRun: CheckRun, clock: Clock): Promise<void> => {
      github.breakWith({ route: /./, play: 'hang' });
      cancel.abort();
      const before = clock.now();
      await checkRun.conclude('cancelled', text(9));
      expect(clock.now() - before).toBeLessThanOrEqual(5000);
    };
    await withCheckRun(work, { cancelled: cancel.signal });
    expect(github.requests).toHaveLength(2);
    expect(warnings()).toEqual([expect.stringContaining('GitHub took too long. It may still be in progress')]);
  });

  test('is concluded after a cancel, although GitHub needs seconds for an answer', async () => {
    const cancel = new AbortController();
    const work = async (checkRun: CheckRun, clock: Clock): Promise<void> => {
      github.breakWith({ route: /./, play: () => clock.sleep(4000) });
      cancel.abort();
      await checkRun.conclude('cancelled', text(9));
    };
    await withCheckRun(work, { cancelled: cancel.signal });
    expect([states(), warnings()]).toEqual([['completed cancelled'], []]);
  });
});

describe('the rate limit', () => {
  const headersWith = (remaining: number, seconds = 600): Record<string, string> => ({
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
  });
  const exceeded = { status: 403, body: { message: 'API rate limit exceeded' }, headers: headersWith(0) };

  test('is waited for by an update', async () => {
    github.breakWith({ route: /PATCH/, play: { status: 429, headers: { 'retry-after': '60' } }, times: 1 });
    await withCheckRun(async (checkRun, clock) => {
      checkRun.update(text(1));
      await clock.sleep(30_001);
      checkRun.update(text(2));
      await clock.sleep(59_900);
      expect(github.requests).toHaveLength(2);
      await clock.sleep(200);
    });
    expect(github.state.checkRuns).toMatchObject([{ output: text(2) }]);
  });

  test('is spared by updates that become rarer: at most 17 in half an hour', async () => {
    await withCheckRun(async (checkRun, clock) => {
      for (let second = 10; second < 1800; second += 10) {
        checkRun.update(text(second));
        await clock.sleep(10_000);
      }
      await checkRun.conclude('success', text(9));
    });
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
    await updateAndFinish('success', ms);
    expect(github.requests).toHaveLength(requests);
    expect(states()).toEqual(['completed success']);
    expect(log.lines.join()).toMatch(requests === 2 ? /info: .* 99 more requests/ : /^$/);
  });

  test('that is exhausted before the conclusion is waited for', async () => {
    github.breakWith({ route: /PATCH/, play: { ...exceeded, headers: headersWith(0, 240) }, times: 1 });
    await withCheckRun(async (checkRun, clock) => {
      const conclusion = checkRun.conclude('success', text(9));
      await clock.sleep(200_000);
      expect(states()).toEqual(['in_progress']);
      await conclusion;
    });
    expect(states()).toEqual(['completed success']);
    expect(log.lines).toEqual([expect.stringMatching(/^info: .*rate limit exceeded/)]);
  });

  test('that rejects the create leaves no check run: the warning names none', async () => {
    github.breakWith({ route: /POST/, play: exceeded });
    await finish('success', { timeLeftMs: () => 60_000 });
    expect(states()).toEqual([]);
    expect(warnings()).toEqual([expect.stringMatching(/rate limit exceeded$/)]);
  });

  test.each([
    ['the step has no time', { timeLeftMs: () => 60_000 }],
    ['the run is cancelled', { cancelled: AbortSignal.abort() }],
    ['it is reset only after more than five minutes', {}],
  ])('is not waited for if %s: the warning says how the check run ends', async (_case, given: Given) => {
    github.breakWith({ route: /PATCH/, play: exceeded });
    await finish('success', given);
    expect(github.requests).toHaveLength(2);
    expect(warnings()).toEqual([
      expect.stringMatching(/rate limit exceeded.*may still be in progress.*again.*14 days/),
    ]);
  });
});
