import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import {
  afterCounts,
  afterFailure,
  afterNotReady,
  NO_POLLS,
  pollDelayMs,
  type PollPace,
} from '../../src/wait/poll-delay.ts';

/** Counts of so many devices, of which so many passed. */
const counts = (total: number, pass: number) => ({ total, pass, fail: 0, error: 0, stop: 0, initializing: 0 });

/** The pace after polls with these counts. */
const polled = (...all: ReturnType<typeof counts>[]): PollPace =>
  all.reduce((pace, each) => afterCounts(pace, each), NO_POLLS);
const idle = (polls: number): PollPace => polled(...Array.from({ length: polls }, () => counts(5, 5)));
const failed = (polls: number, pace = NO_POLLS): PollPace =>
  Array.from({ length: polls }).reduce<PollPace>((before) => afterFailure(before, false), pace);

/** Four failures, and then maintenance. */
const MAINTENANCE = afterFailure(failed(4), true);

const delayOf = (pace: PollPace): number => pollDelayMs(pace, { random: () => 0.5 });

describe('the delay until the next poll (docs/design.md §4)', () => {
  test.each([
    ['no counts', NO_POLLS, 15_000],
    ['one device left', polled(counts(5, 4)), 15_000],
    ['two devices left', polled(counts(2, 0)), 22_000],
    ['many devices left', polled(counts(50, 9)), 22_000],
    ['none left', idle(1), 5_000],
    ['none left, third poll', idle(3), 5_000 * 1.15 ** 2],
    ['none left, hundredth poll', idle(100), 30_000],
    ['maintenance', MAINTENANCE, 60_000],
    ['one failure', failed(1), 15_000],
    ['one failure, with many devices left', failed(1, polled(counts(9, 0))), 22_000],
    ['five failures', failed(5), 30_000],
    ['counts after failures and maintenance', afterCounts(MAINTENANCE, counts(2, 1)), 15_000],
  ])('%s', (_what, pace, expected) => {
    expect(delayOf(pace)).toBeCloseTo(expected, 3);
  });

  test('ignores counts that decrease, and without counts assumes one device', () => {
    const pace = polled(counts(5, 4), counts(5, 1));
    expect(pace).toMatchObject({ done: 4, remaining: 1 });
    expect(afterCounts(pace, counts(0, 0))).toMatchObject({ done: 4, remaining: 1, pollsAfterLastDevice: 0 });
  });

  test('after a poll that was not ready is that of one device, and it is known which devices have ended', () => {
    const pace = afterNotReady(polled(counts(9, 3), counts(9, 4)));
    expect(pace).toEqual({ ...NO_POLLS, done: 4 });
    expect(delayOf(pace)).toBe(15_000);
  });

  test('is never less than 5 s, never more than 66 s', () => {
    const histories = fc.record({
      remaining: fc.nat(5),
      done: fc.nat(5),
      pollsAfterLastDevice: fc.nat(60),
      backoffs: fc.nat(40),
      isMaintenance: fc.boolean(),
    });
    const randoms = fc.double({ min: 0, max: 0.999999, noNaN: true });
    fc.assert(
      fc.property(histories, randoms, (pace, random) => {
        const delay = pollDelayMs(pace, { random: () => random });
        expect(delay).toBeGreaterThanOrEqual(5_000);
        expect(delay).toBeLessThanOrEqual(66_000);
      }),
    );
  });
});
