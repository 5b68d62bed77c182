import { expect, test } from '@jest/globals';

import {
  countDevices,
  endedCount,
  NO_COUNTS,
  sumCounts,
  unfinishedCount,
  type Counts,
} from '../../src/model/counts.ts';

/** Numbers of which no two sums are the same. */
const ONE: Counts = { total: 47, pass: 1, fail: 2, error: 4, stop: 8, initializing: 16 };
const OTHER: Counts = { total: 3_100, pass: 100, fail: 200, error: 400, stop: 800, initializing: 1_600 };
const BOTH: Counts = { total: 3_147, pass: 101, fail: 202, error: 404, stop: 808, initializing: 1_616 };

test('a device has ended whatever its result is; the rest of the total is unfinished, never less than none', () => {
  expect([NO_COUNTS, ONE, BOTH].map(endedCount)).toEqual([0, 15, 1_515]);
  expect([ONE, { ...ONE, total: 15 }, { ...ONE, total: 3 }].map(unfinishedCount)).toEqual([32, 0, 0]);
});

test('counts are added for each kind', () => {
  expect(sumCounts([ONE, OTHER])).toEqual(BOTH);
  expect(sumCounts([])).toEqual(NO_COUNTS);
});

test.each([
  [1, 1, undefined, '1 device'],
  [1_500, 0, '', '1,500 devices'],
  [2, 1, 'more', '2 more devices'],
  [2, 2, '', '2 device runs'],
])('%i with %i testsets: %j, %j', (number, testsets, adjective, words) => {
  expect(countDevices(number, testsets, adjective)).toBe(words);
});
