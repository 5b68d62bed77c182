import { describe, expect, test } from '@jest/globals';

import { createWaits } from '../../src/create/retry-budget.ts';
import { CHECK_RETRY_MS, LIST_RETRY_MS, listScenarios } from '../../src/create/scenario-list.ts';
import { createEagerClock, createRecordingLog, createRuntime } from '../support/runtime.ts';
import { codeReply, httpReply as http, networkReply as failed, valueReply } from '../support/replies.ts';
import { EMPTY_LIST, scriptScenarios, type ListReply } from './scripted-scenarios.ts';

interface Options {
  readonly clock?: ReturnType<typeof createEagerClock>;
  readonly signal?: AbortSignal;
  readonly failingMs?: number;
  readonly timeLeftMs?: number;
}

/** Lists scenarios; the last reply is repeated. @returns also `words` such as `listed` or `rejected: credentials` */
async function list(replies: readonly ListReply[], options: Options = {}) {
  const { clock = createEagerClock(), failingMs = CHECK_RETRY_MS, signal, timeLeftMs = Infinity } = options;
  const began = clock.now();
  const { service, queries } = scriptScenarios(...replies);
  const log = createRecordingLog();
  const runtime = createRuntime({ clock, log, timeLeftMs: () => timeLeftMs, ...(signal && { signal }) });
  const context = { service, runtime, waits: createWaits(service, runtime, 509) };
  const result = await listScenarios(context, { projectId: 509 }, failingMs);
  let words = 'listed';
  if (result.kind === 'failed') words = result.isListOnly ? 'unlisted' : `${result.outcome}: ${result.error.code}`;
  return { result, words, requests: queries.length, log: log.lines, slept: clock.slept, tookMs: clock.now() - began };
}

describe('the check before a create', () => {
  test.each<[string, ListReply, string]>([
    ['a list', EMPTY_LIST, 'listed'],
    ['401', http(401), 'rejected: credentials'],
    ['an unknown project', codeReply(2001), 'rejected: service-rejected'],
    ['an invalid project', codeReply(4051), 'rejected: service-rejected'],
    ['an untrusted certificate', failed('certificate'), 'not-started: untrusted'],
    ['wrong proxy credentials', failed('proxy-credentials'), 'not-started: proxy'],
    ['an encoding that is not read', failed('encoded'), 'not-started: unreachable'],
    ['an internal error of the list', codeReply(5005), 'unlisted'],
    ['a list that is too large', failed('too-large'), 'unlisted'],
    ['404 without an envelope', http(404), 'not-started: service-rejected'],
    ['402', http(402), 'rejected: service-rejected'],
    ['a redirect', http(301, '', { headers: { location: 'https://elsewhere' } }), 'not-started: redirected'],
    ['an envelope without a list', codeReply(0), 'unlisted'],
  ])('takes one request: %s', async (_what, reply, expected) => {
    expect(await list([reply])).toMatchObject({ words: expected, requests: 1 });
  });

  test.each<[string, ListReply, string?]>([
    ['HTTP 502, and is not known to be the service', http(502), 'not-started: service-rejected'],
    ['HTTP 429, and is not known to be the service', http(429), 'not-started: rate-limited'],
    ['a broken connection, and leaves the rest to the create', failed('reset')],
    ['no connection, and leaves the rest to the create', failed('refused')],
    ['data that is not there yet, and leaves the rest to the create', codeReply(6003)],
  ])('is repeated for a minute after %s', async (_what, reply, expected = 'unlisted') => {
    // A long random pause does not cut the minute short.
    const { words, requests, tookMs } = await list([reply], { clock: createEagerClock(0.9) });
    expect([words, tookMs]).toEqual([expected, 60_000]);
    expect(requests).toBeGreaterThan(2);
    expect((await list([reply, reply, EMPTY_LIST])).words).toBe('listed');
  });

  test('pauses before it asks again for a list in place of a web page, also after its minute', async () => {
    const replies = [...Array<ListReply>(5).fill(http(503)), http(200)];
    const { words, slept } = await list(replies, { clock: createEagerClock(0.9) });
    expect(words).toBe('not-started: service-rejected');
    expect(Math.min(...slept)).toBeGreaterThan(0);
  });

  test.each<[string, ListReply, string]>([
    ['a web page', http(200), 'service-rejected'],
    ['a response that is not HTTP', failed('not-http'), 'unreachable'],
  ])('treats %s as a wrong address after three requests', async (_what, reply, code) => {
    expect(await list([reply])).toMatchObject({ words: `not-started: ${code}`, requests: 3 });
    expect((await list([reply, reply, EMPTY_LIST])).words).toBe('listed');
  });

  test('waits for the end of maintenance, at most 15 minutes', async () => {
    expect(await list([codeReply(8000), EMPTY_LIST])).toMatchObject({ words: 'listed', slept: [60_000] });
    expect((await list([codeReply(8000)])).words).toBe('rejected: maintenance');
  });

  test('says that it waited for maintenance when the time is over, and how long it was asked to wait', async () => {
    const stop = new AbortController();
    const sleep = (): Promise<void> => {
      stop.abort('deadline');
      return Promise.resolve();
    };
    const options = { clock: { ...createEagerClock(), sleep }, signal: stop.signal };
    const { result } = await list([codeReply(8000, 120_000), failed('stopped')], options);
    expect(result).toMatchObject({
      outcome: 'not-started',
      error: {
        message: expect.stringMatching(/maintenance.*2m.*`timeout`/),
        hint: expect.not.stringContaining('network'),
      },
    });
  });
});

describe('a scenario list that is required', () => {
  const failingMs = LIST_RETRY_MS;

  test('is retried, and has each scenario once', async () => {
    const replies = [http(503), failed('no-connection'), valueReply([5, 3, 5])];
    const { result, requests, log } = await list(replies, { failingMs });
    expect(result).toMatchObject({ scenarios: [5, 3] });
    expect(log).toEqual([503, 'broke'].map((why) => expect.stringMatching(`^info: .*${why}.* Retrying in \\d s\\.$`)));
    expect(requests).toBe(3);
  });

  test('is retried no earlier than Retry-After, and not if that is too late', async () => {
    const listAfter = (retryAfterMs: number, options: Options) =>
      list([{ ...http(503), retryAfterMs }, EMPTY_LIST], options);
    expect(await listAfter(90_000, { failingMs })).toMatchObject({ words: 'listed', slept: [90_000] });
    expect(await listAfter(LIST_RETRY_MS + 1, { failingMs })).toMatchObject({ words: 'unlisted', requests: 1 });
    expect((await listAfter(15 * 60_000, {})).words).toBe('unlisted');
    expect((await listAfter(15 * 60_000 + 1, {})).words).toBe('not-started: service-rejected');
  });

  test('is not retried, and nothing is waited for, if `timeout` comes before the next request', async () => {
    const replies = [{ ...http(503), retryAfterMs: 60_000 }, EMPTY_LIST];
    const { words, slept } = await list(replies, { failingMs, timeLeftMs: 60_000 });
    expect([words, slept]).toEqual(['not-started: service-rejected', []]);
  });
});
