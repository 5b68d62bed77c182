import { describe, expect, test } from '@jest/globals';

import {
  addCounts,
  replaceCounts,
  endedCount,
  NO_COUNTS,
  unfinishedCount,
  type Counts,
} from '../../src/model/counts.ts';

/** Numbers of which no two sums are alike. */
const ONE: Counts = { total: 31, pass: 1, fail: 2, error: 4, stop: 8 };
const OTHER: Counts = { total: 1_500, pass: 100, fail: 200, error: 400, stop: 800 };
const BOTH: Counts = { total: 1_531, pass: 101, fail: 202, error: 404, stop: 808 };

describe('counts of unit tests', () => {
  test('whatever way a unit test ended, it ended', () => {
    expect([endedCount(NO_COUNTS), endedCount(ONE), endedCount(BOTH)]).toEqual([0, 15, 1_515]);
  });

  test.each([
    ['the rest of the total', ONE, 16],
    ['none', { ...ONE, total: 15 }, 0],
    ['none, when more ended than there are', { ...ONE, total: 3 }, 0],
    ['none of nothing', NO_COUNTS, 0],
  ])('unfinished: %s', (_what, counts, expected) => {
    expect(unfinishedCount(counts)).toBe(expected);
  });

  test('add up kind by kind', () => {
    expect(addCounts(ONE, OTHER)).toEqual(BOTH);
    expect(addCounts(NO_COUNTS, ONE)).toEqual(ONE);
  });

  test('a sum follows when one of its parts changes', () => {
    expect(replaceCounts(BOTH, OTHER, NO_COUNTS)).toEqual(ONE);
    expect(replaceCounts(ONE, NO_COUNTS, OTHER)).toEqual(BOTH);
    expect(replaceCounts(BOTH, ONE, OTHER)).toEqual(addCounts(OTHER, OTHER));
  });
});
