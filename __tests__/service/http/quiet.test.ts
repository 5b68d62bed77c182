import { describe, expect, test } from '@jest/globals';

import type { HttpResult } from '../../../src/service/http/request.ts';
import { NetworkError } from '../../../src/service/http/network-error.ts';
import { createRateLimit, type RateLimit } from '../../../src/service/http/rate-limit.ts';
import { createEagerClock, createHandClock } from '../../support/runtime.ts';

const wanted = new AbortController().signal;
const told = (seconds: number, more: object = {}): HttpResult => ({
  kind: 'response',
  status: 503,
  headers: { 'retry-after': `${seconds}` },
  text: '',
  ...more,
});

/** How long the next request waits that is made on an eager clock, in milliseconds. */
async function waited(...heard: readonly HttpResult[]): Promise<number> {
  const clock = createEagerClock();
  const quiet = createRateLimit(clock);
  const began = clock.now();
  for (const exchange of heard) quiet.record(exchange);
  await quiet.wait(wanted);
  return clock.now() - began;
}

describe('an origin is left alone', () => {
  test.each<[string, readonly HttpResult[], number]>([
    ['not at all when it asks for nothing', [{ kind: 'response', status: 503, headers: {}, text: '' }], 0],
    ['not at all when it says nothing', [{ kind: 'no-response', error: new NetworkError('reset', 'cut') }], 0],
    ['for as long as it asks', [told(7)], 7_000],
    ['when its answer was cut off', [told(7, { cutOff: new NetworkError('reset', 'cut') })], 7_000],
    ['when all was well', [told(7, { status: 200 })], 7_000],
    ['for a quarter of an hour at most when all was well', [told(86_400, { status: 200 })], 900_000],
    ['for as long as it asks when all was not', [told(86_400)], 86_400_000],
    ['for the longest of what it asked for', [told(7), told(90), told(1)], 90_000],
  ])('%s', async (_what, heard, expected) => {
    expect(await waited(...heard)).toBe(expected);
  });

  /** What came of waiting, by the time when something else has passed. */
  async function waitFor(quiet: RateLimit, signal: AbortSignal, pass: () => Promise<void>): Promise<string> {
    let found = 'waits';
    void quiet.wait(signal).then((isOver) => {
      found = isOver ? 'over' : 'cut short';
    });
    await pass();
    return found;
  }

  test('also by whoever waits already when it asks for more', async () => {
    const clock = createHandClock();
    const quiet = createRateLimit(clock);
    quiet.record(told(7));
    const waiting = waitFor(quiet, wanted, async () => {
      quiet.record(told(20));
      await clock.pass(19_000);
    });
    expect(await waiting).toBe('waits');
    expect(await waitFor(quiet, wanted, () => clock.pass(1_000))).toBe('over');
  });

  test.each(['the request is not wanted any more', 'everything ends'])('until %s', async (why) => {
    const clock = createHandClock();
    const end = new AbortController();
    const stop = new AbortController();
    const quiet = createRateLimit(clock, { end: end.signal });
    quiet.record(told(7));
    const waiting = waitFor(quiet, stop.signal, async () => {
      (why === 'everything ends' ? end : stop).abort();
      await clock.pass(0);
    });
    expect(await waiting).toBe('cut short');
    expect(clock.sleepers).toBe(0);
  });

  test('which is told once, however many wait', async () => {
    const clock = createEagerClock();
    const waits: number[] = [];
    const quiet = createRateLimit(clock, { onWait: (leftMs) => waits.push(leftMs) });
    quiet.record(told(7));
    await Promise.all([quiet.wait(wanted), quiet.wait(wanted)]);
    quiet.record(told(3));
    await quiet.wait(wanted);
    expect(waits).toEqual([7_000, 3_000]);
  });
});
