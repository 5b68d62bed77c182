import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import {
  afterCounts,
  afterFailure,
  afterNotReady,
  NO_POLLS,
  pollDelayMs,
  type PollHistory,
} from '../../src/wait/poll-delay.ts';

const LATER = 120_000;
const MINUTE = 60_000;

/** A status with so many devices, of which so many passed. */
const status = (total: number, pass: number, preparing = 0) => ({
  counts: { total, pass, fail: 0, error: 0, stop: 0 },
  preparing,
});

/** The history after polls with these statuses, one each minute from the start on. */
const polled = (...statuses: ReturnType<typeof status>[]): PollHistory =>
  statuses.reduce((history, each, at) => afterCounts(history, each, at * MINUTE), NO_POLLS);
/** Three minutes in which nothing changes. */
const RUNNING = [status(9, 0), status(9, 0), status(9, 0)];
const idle = (polls: number): PollHistory => polled(...Array.from({ length: polls }, () => status(5, 5)));
const failed = (polls: number): PollHistory =>
  Array.from({ length: polls }).reduce<PollHistory>((history) => afterFailure(history, false), NO_POLLS);

/** Four failures, and then maintenance. */
const MAINTENANCE = afterFailure(failed(4), true);

function delayOf(history: PollHistory, elapsedMs: number, expectedMs?: number): number {
  return pollDelayMs(history, { elapsedMs, expectedMs: () => expectedMs, random: () => 0.5 });
}

describe('the delay until the next poll (docs/design.md §4)', () => {
  test.each([
    ['no counts', NO_POLLS, LATER, 13_000],
    ['one device left', polled(status(5, 4)), LATER, 13_000],
    ['two devices left', polled(status(2, 0)), LATER, 30_000],
    ['three devices left', polled(status(3, 0)), LATER, 45_000],
    ['three devices left, one in preparation', polled(status(3, 0, 1)), LATER, 60_000],
    ['many devices left, in the first two minutes', polled(status(50, 0)), LATER - 1, 20_000],
    ['one device left, in the first two minutes', polled(status(2, 1)), 0, 13_000],
    ['none left', idle(1), LATER, 5_000],
    ['none left, third poll', idle(3), LATER, 5_000 * 1.15 ** 2],
    ['none left, hundredth poll', idle(100), LATER, 30_000],
    ['maintenance', afterFailure(NO_POLLS, true), 0, 60_000],
    ['one failure', failed(1), LATER, 13_000],
    ['five failures', failed(5), LATER, 30_000],
    ['a status after failures and maintenance', afterCounts(MAINTENANCE, status(2, 1), LATER), LATER, 13_000],
  ])('%s', (_what, history, elapsedMs, expected) => {
    expect(delayOf(history, elapsedMs)).toBeCloseTo(expected, 3);
  });

  test.each([
    ['a device has ended', polled(...RUNNING, status(9, 1)), 89, 13_000],
    ['a device has ended some time ago', polled(...RUNNING, status(9, 1)), 90, 45_000],
    ['a device had ended before the last poll', polled(status(9, 1), ...RUNNING.slice(1), status(9, 1)), 1, 45_000],
    ['a device has ended, and another is in preparation', polled(...RUNNING, status(9, 1, 1)), 1, 60_000],
    ['a device has ended, and then a poll failed', afterFailure(polled(...RUNNING, status(9, 1)), false), 1, 13_000],
  ])('while many devices are left: %s', (_what, history, seconds, expected) => {
    expect(delayOf(history, RUNNING.length * MINUTE + seconds * 1000)).toBeCloseTo(expected, 3);
  });

  test('is short when the devices have run as long as expected since the last one started', () => {
    const history = polled(...Array.from({ length: 11 }, () => status(9, 0, 1)), status(9, 0));
    const delays = [-71, -70, 239, 240].map((late) => delayOf(history, 40 * MINUTE + late * 1000, 30 * MINUTE));
    expect(delays).toEqual([45_000, 13_000, 13_000, 45_000]);
  });

  test('ignores counts that decrease, and without counts assumes one device', () => {
    const history = polled(status(5, 4), status(5, 1));
    expect(history).toMatchObject({ done: 4, remaining: 1 });
    expect(afterCounts(history, status(0, 0), LATER)).toMatchObject({ done: 4, remaining: 1, pollsAfterLastDevice: 0 });
  });

  test('after a poll that was not ready is short, and it is known which devices have ended and started', () => {
    const history = afterNotReady(polled(status(9, 3, 1), status(9, 4)));
    expect(history).toMatchObject({ done: 4, preparedAtMs: 0, hasPreparing: false });
    expect(delayOf(history, LATER)).toBe(13_000);
    expect(afterNotReady(polled(status(9, 0, 1), status(9, 0, 1), status(9, 0))).preparedAtMs).toBe(MINUTE);
  });

  test('is never less than 5 s, never more than 66 s, and never longer because an end is expected', () => {
    const histories = fc.record({
      remaining: fc.nat(5),
      done: fc.nat(5),
      pollsAfterLastDevice: fc.nat(60),
      backoffs: fc.nat(40),
      isMaintenance: fc.boolean(),
      hasPreparing: fc.boolean(),
      preparedAtMs: fc.nat(4_000_000),
      changedAtMs: fc.nat(4_000_000),
    });
    const randoms = fc.double({ min: 0, max: 0.999999, noNaN: true });
    const guesses = fc.nat(4_000_000);
    fc.assert(
      fc.property(histories, fc.nat(4_000_000), guesses, randoms, (history, elapsedMs, expected, random) => {
        const delay = (known?: number): number =>
          pollDelayMs(history, { elapsedMs, expectedMs: () => known, random: () => random });
        expect(delay(expected)).toBeGreaterThanOrEqual(5_000);
        expect(delay()).toBeLessThanOrEqual(66_000);
        expect(delay(expected)).toBeLessThanOrEqual(delay());
      }),
    );
  });
});
