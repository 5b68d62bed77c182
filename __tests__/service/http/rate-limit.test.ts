import { describe, expect, test } from '@jest/globals';

import { NetworkError } from '../../../src/service/http/network-error.ts';
import { createRateLimit, type RateLimit } from '../../../src/service/http/rate-limit.ts';
import type { HttpResult } from '../../../src/service/http/request.ts';
import { noResponse, response } from '../../support/replies.ts';
import { createEagerClock, createHandClock } from '../../support/runtime.ts';

const SIGNAL = new AbortController().signal;
const asks = (retryAfter: string, more: object = {}): HttpResult =>
  response(503, '', { headers: { 'retry-after': retryAfter }, ...more });

describe('the next request', () => {
  const error = new NetworkError('reset', 'it broke');

  test.each<[what: string, results: readonly HttpResult[], expectedMs: number]>([
    ['does not wait without Retry-After', [response(503)], 0],
    ['does not wait after no response', [noResponse(error)], 0],
    ['waits for Retry-After', [asks('7')], 7_000],
    ['waits after an incomplete response', [asks('7', { cutOff: error })], 7_000],
    ['waits after a success', [asks('7', { status: 200 })], 7_000],
    ['waits at most 15 minutes after a success', [asks('86400', { status: 200 })], 900_000],
    ['waits a day if a failure asks for it', [asks('86400')], 86_400_000],
    ['waits for the longest of several', [asks('7'), asks('90'), asks('1')], 90_000],
  ])('%s', async (_what, results, expectedMs) => {
    const clock = createEagerClock();
    const rateLimit = createRateLimit(clock);
    const began = clock.now();
    for (const result of results) rateLimit.record(result);
    await rateLimit.wait(SIGNAL);
    expect(clock.now() - began).toBe(expectedMs);
  });
});

describe('a waiting request', () => {
  /** Whether a wait is over after `act`. */
  async function isOverAfter(rateLimit: RateLimit, signal: AbortSignal, act: () => Promise<void>) {
    let isOver = false;
    void rateLimit.wait(signal).then(() => {
      isOver = true;
    });
    await act();
    return isOver;
  }

  test('waits longer if another response asks for more', async () => {
    const clock = createHandClock();
    const rateLimit = createRateLimit(clock);
    rateLimit.record(asks('7'));
    const isOver = await isOverAfter(rateLimit, SIGNAL, async () => {
      rateLimit.record(asks('20'));
      await clock.pass(19_000);
    });
    expect(isOver).toBe(false);
    expect(await isOverAfter(rateLimit, SIGNAL, () => clock.pass(1_000))).toBe(true);
  });

  test.each(['request', 'run'])('stops waiting when the %s is stopped', async (what) => {
    const clock = createHandClock();
    const end = new AbortController();
    const stop = new AbortController();
    const rateLimit = createRateLimit(clock, end.signal);
    rateLimit.record(asks('7'));
    const isOver = await isOverAfter(rateLimit, stop.signal, async () => {
      (what === 'run' ? end : stop).abort();
      await clock.pass(0);
    });
    expect(isOver).toBe(true);
    expect(clock.sleepers).toBe(0);
  });

  test('is reported once for each pause, with the whole of it, however many requests wait', async () => {
    const waits: number[] = [];
    const clock = createEagerClock();
    const rateLimit = createRateLimit(clock, undefined, (pauseMs) => waits.push(pauseMs));
    rateLimit.record(asks('7'));
    await clock.sleep(4_000);
    rateLimit.record(asks('1'));
    await Promise.all([rateLimit.wait(SIGNAL), rateLimit.wait(SIGNAL)]);
    rateLimit.record(asks('3'));
    await rateLimit.wait(SIGNAL);
    expect(waits).toEqual([7_000, 3_000]);
  });
});
