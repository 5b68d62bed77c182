import { expect, test } from '@jest/globals';

import {
  capitalize,
  formatAge,
  formatDuration,
  formatLimit,
  formatNumber,
  formatSeconds,
  formatSize,
  listAll,
  listFirst,
  nounFor,
  pluralize,
} from '../../src/model/words.ts';

test.each([
  [0, '0s'],
  [0.4, '0s'],
  [47, '47s'],
  [59.6, '1m 00s'],
  [303, '5m 03s'],
  [1_817, '30m 17s'],
  [3_599.6, '1h 00m'],
  [3_720, '1h 02m'],
  [93_780, '26h 03m'],
  [35_188_380, '9,774h 33m'],
  [-1, ''],
  [NaN, ''],
  [Infinity, ''],
  [undefined, ''],
])('%p seconds are %j', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [6_400_000, '6.4 MB'],
  [999_940, '999.9 kB'],
  [999_950, '1.0 MB'],
  [4_294_967_296, '4.3 GB'],
  [5e15, '5000.0 TB'],
])('%i bytes are %j', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});

test('numbers have separated thousands, and 1 has another noun', () => {
  const counted = [0, 1, 1_500].map((number) => pluralize(number, 'device'));
  expect(counted).toEqual(['0 devices', '1 device', '1,500 devices']);
  expect([0, 1].map((number) => nounFor(number, 'device'))).toEqual(['devices', 'device']);
  expect([999, 1_000, 12_345_678].map(formatNumber)).toEqual(['999', '1,000', '12,345,678']);
  expect([1_000, Infinity].map(formatLimit)).toEqual(['1,000', 'any']);
  expect([undefined, 0, 1, 30].map(formatAge)).toEqual(['', '', 'built 1 day ago', 'built 30 days ago']);
});

test('a pause is rounded up, and a sentence begins with a capital letter', () => {
  expect([0, 1, 2_000].map(formatSeconds)).toEqual(['0 s', '1 s', '2 s']);
  expect(capitalize('no devices')).toBe('No devices');
});

test.each([
  [[], ''],
  [[101, 102], '101, 102'],
  [[101, 102, 103], '101, 102 and 1 more'],
  [Array.from({ length: 1_234 }, (_, at) => at), '0, 1 and 1,232 more'],
])('the first two of list %#', (items, words) => {
  expect(listFirst(items, 2)).toBe(words);
});

test('the last item of a list comes after a conjunction', () => {
  const lists = [[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((items) => listAll(items, 'or'));
  expect(lists).toEqual(['', 'a', 'a or b', 'a, b or c']);
});
