import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import {
  afterCounts,
  afterFailure,
  pollDelayMs,
  NO_POLLS,
  increasingDelayMs,
  type PollHistory,
} from '../../src/service/poll-delay.ts';

const counts = (total: number, pass: number) => ({ total, pass, fail: 0, error: 0, stop: 0 });
const middle = (): number => 0.5;
const LATER = 120_000;

describe('the delay until the next look (docs/design.md §4)', () => {
  test.each([
    ['no counts', NO_POLLS, LATER, 15_000],
    ['one left', afterCounts(NO_POLLS, counts(5, 4)), LATER, 15_000],
    ['two left', afterCounts(NO_POLLS, counts(5, 3)), LATER, 30_000],
    ['three left', afterCounts(NO_POLLS, counts(5, 2)), LATER, 60_000],
    ['many left, young', afterCounts(NO_POLLS, counts(50, 2)), LATER - 1, 20_000],
    ['one left, young', afterCounts(NO_POLLS, counts(2, 1)), 0, 15_000],
    ['none left', afterCounts(NO_POLLS, counts(5, 5)), LATER, 5_000],
    ['none left, third look', repeat(NO_POLLS, 3), LATER, 5_000 * 1.15 ** 2],
    ['none left, hundredth look', repeat(NO_POLLS, 100), LATER, 30_000],
    ['maintenance', afterFailure(NO_POLLS, true, 0), 0, 60_000],
    ['a failure', afterFailure(NO_POLLS, false, 0), LATER, 15_000],
    ['five failures', fail(NO_POLLS, 5), LATER, 30_000],
    ['the service asks for more', afterFailure(NO_POLLS, false, 90_000), LATER, 90_000],
  ])('%s', (_what, watch, elapsedMs, expected) => {
    expect(pollDelayMs(watch, elapsedMs, middle)).toBeCloseTo(expected, 3);
  });

  test('done never goes down, and an answer without counts is like one test left', () => {
    const watch = afterCounts(afterCounts(NO_POLLS, counts(5, 4)), counts(5, 1));
    expect(watch).toMatchObject({ done: 4, remaining: 1 });
    expect(afterCounts(watch, counts(0, 0))).toMatchObject({ done: 4, remaining: 1, idlePolls: 0 });
  });

  test('a good answer forgets failures', () => {
    expect(afterCounts(fail(NO_POLLS, 4), counts(2, 1))).toMatchObject({
      failures: 0,
      maintenance: false,
      retryAfterMs: 0,
    });
  });

  test('is never under 5 s nor under what the service asked for, and never over its bound', () => {
    const watches = fc.record({
      remaining: fc.nat(5),
      done: fc.nat(5),
      idlePolls: fc.nat(60),
      failures: fc.nat(40),
      maintenance: fc.boolean(),
      retryAfterMs: fc.nat(300_000),
    });
    const chance = fc.double({ min: 0, max: 0.999999, noNaN: true });
    fc.assert(
      fc.property(watches, fc.nat(4_000_000), chance, (watch, elapsedMs, random) => {
        const delay = pollDelayMs(watch, elapsedMs, () => random);
        expect(delay).toBeGreaterThanOrEqual(Math.max(5_000, watch.retryAfterMs));
        expect(delay).toBeLessThanOrEqual(Math.max(66_000, watch.retryAfterMs));
      }),
    );
  });

  test('rises from 5 s to 30 s', () => {
    expect([0, 1, 100].map(increasingDelayMs)).toEqual([5_000, 5_750, 30_000]);
  });
});

function repeat(watch: PollHistory, looks: number): PollHistory {
  return Array.from({ length: looks }).reduce<PollHistory>((seen) => afterCounts(seen, counts(5, 5)), watch);
}

function fail(watch: PollHistory, times: number): PollHistory {
  return Array.from({ length: times }).reduce<PollHistory>((seen) => afterFailure(seen, false, 0), watch);
}
