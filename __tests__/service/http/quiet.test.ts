import { describe, expect, test } from '@jest/globals';

import type { Exchange } from '../../../src/service/http/exchange.ts';
import { Fault } from '../../../src/service/http/fault.ts';
import { keepQuiet, type Quiet } from '../../../src/service/http/quiet.ts';
import { createEagerClock, createHandClock } from '../../support/world.ts';

const wanted = new AbortController().signal;
const told = (seconds: number, more: object = {}): Exchange => ({
  kind: 'answer',
  status: 503,
  headers: { 'retry-after': `${seconds}` },
  text: '',
  ...more,
});

/** How long the next request waits that is made on an eager clock, in milliseconds. */
async function waited(...heard: readonly Exchange[]): Promise<number> {
  const clock = createEagerClock();
  const quiet = keepQuiet(clock);
  const began = clock.now();
  for (const exchange of heard) quiet.heard(exchange);
  await quiet.over(wanted);
  return clock.now() - began;
}

describe('an origin is left alone', () => {
  test.each<[string, readonly Exchange[], number]>([
    ['not at all when it asks for nothing', [{ kind: 'answer', status: 503, headers: {}, text: '' }], 0],
    ['not at all when it says nothing', [{ kind: 'silence', fault: new Fault('reset', 'cut') }], 0],
    ['for as long as it asks', [told(7)], 7_000],
    ['when its answer was cut off', [told(7, { cutOff: new Fault('reset', 'cut') })], 7_000],
    ['when all was well', [told(7, { status: 200 })], 7_000],
    ['for a quarter of an hour at most when all was well', [told(86_400, { status: 200 })], 900_000],
    ['for as long as it asks when all was not', [told(86_400)], 86_400_000],
    ['for the longest of what it asked for', [told(7), told(90), told(1)], 90_000],
  ])('%s', async (_what, heard, expected) => {
    expect(await waited(...heard)).toBe(expected);
  });

  /** What came of waiting, by the time when something else has passed. */
  async function waitFor(quiet: Quiet, signal: AbortSignal, pass: () => Promise<void>): Promise<string> {
    let found = 'waits';
    void quiet.over(signal).then((isOver) => {
      found = isOver ? 'over' : 'cut short';
    });
    await pass();
    return found;
  }

  test('also by whoever waits already when it asks for more', async () => {
    const clock = createHandClock();
    const quiet = keepQuiet(clock);
    quiet.heard(told(7));
    const waiting = waitFor(quiet, wanted, async () => {
      quiet.heard(told(20));
      await clock.pass(19_000);
    });
    expect(await waiting).toBe('waits');
    expect(await waitFor(quiet, wanted, () => clock.pass(1_000))).toBe('over');
  });

  test.each(['the request is not wanted any more', 'everything ends'])('until %s', async (why) => {
    const clock = createHandClock();
    const end = new AbortController();
    const stop = new AbortController();
    const quiet = keepQuiet(clock, { end: end.signal });
    quiet.heard(told(7));
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
    const quiet = keepQuiet(clock, { onWait: (leftMs) => waits.push(leftMs) });
    quiet.heard(told(7));
    await Promise.all([quiet.over(wanted), quiet.over(wanted)]);
    quiet.heard(told(3));
    await quiet.over(wanted);
    expect(waits).toEqual([7_000, 3_000]);
  });
});
