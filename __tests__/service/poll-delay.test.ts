import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import {
  afterCounts,
  afterFailure,
  increasingDelayMs,
  NO_POLLS,
  pollDelayMs,
  type PollHistory,
} from '../../src/service/poll-delay.ts';

const counts = (total: number, pass: number) => ({ total, pass, fail: 0, error: 0, stop: 0 });
const LATER = 120_000;

const idle = (polls: number): PollHistory =>
  Array.from({ length: polls }).reduce<PollHistory>((history) => afterCounts(history, counts(5, 5)), NO_POLLS);
const failed = (polls: number): PollHistory =>
  Array.from({ length: polls }).reduce<PollHistory>((history) => afterFailure(history, false, 0), NO_POLLS);

describe('the delay until the next poll (docs/design.md §4)', () => {
  test.each([
    ['no counts', NO_POLLS, LATER, 15_000],
    ['one device left', afterCounts(NO_POLLS, counts(5, 4)), LATER, 15_000],
    ['two devices left', afterCounts(NO_POLLS, counts(5, 3)), LATER, 30_000],
    ['three devices left', afterCounts(NO_POLLS, counts(5, 2)), LATER, 60_000],
    ['many devices left, in the first two minutes', afterCounts(NO_POLLS, counts(50, 2)), LATER - 1, 20_000],
    ['one device left, in the first two minutes', afterCounts(NO_POLLS, counts(2, 1)), 0, 15_000],
    ['none left', idle(1), LATER, 5_000],
    ['none left, third poll', idle(3), LATER, 5_000 * 1.15 ** 2],
    ['none left, hundredth poll', idle(100), LATER, 30_000],
    ['maintenance', afterFailure(NO_POLLS, true, 0), 0, 60_000],
    ['one failure', failed(1), LATER, 15_000],
    ['five failures', failed(5), LATER, 30_000],
    ['a longer Retry-After', afterFailure(NO_POLLS, false, 90_000), LATER, 90_000],
  ])('%s', (_what, history, elapsedMs, expected) => {
    expect(pollDelayMs(history, elapsedMs, () => 0.5)).toBeCloseTo(expected, 3);
  });

  test('ignores counts that decrease, and without counts assumes one device', () => {
    const history = afterCounts(afterCounts(NO_POLLS, counts(5, 4)), counts(5, 1));
    expect(history).toMatchObject({ done: 4, remaining: 1 });
    expect(afterCounts(history, counts(0, 0))).toMatchObject({ done: 4, remaining: 1, idlePolls: 0 });
  });

  test('starts anew after a successful poll', () => {
    const history = afterCounts(failed(4), counts(2, 1));
    expect(history).toMatchObject({ failures: 0, maintenance: false, retryAfterMs: 0 });
  });

  test('is never less than 5 s or Retry-After, and never more than 66 s', () => {
    const histories = fc.record({
      remaining: fc.nat(5),
      done: fc.nat(5),
      idlePolls: fc.nat(60),
      failures: fc.nat(40),
      maintenance: fc.boolean(),
      retryAfterMs: fc.nat(300_000),
    });
    const randoms = fc.double({ min: 0, max: 0.999999, noNaN: true });
    fc.assert(
      fc.property(histories, fc.nat(4_000_000), randoms, (history, elapsedMs, random) => {
        const delay = pollDelayMs(history, elapsedMs, () => random);
        expect(delay).toBeGreaterThanOrEqual(Math.max(5_000, history.retryAfterMs));
        expect(delay).toBeLessThanOrEqual(Math.max(66_000, history.retryAfterMs));
      }),
    );
  });
});

test('the delay for what is almost ready increases from 5 s to 30 s', () => {
  expect([0, 1, 100].map(increasingDelayMs)).toEqual([5_000, 5_750, 30_000]);
});
