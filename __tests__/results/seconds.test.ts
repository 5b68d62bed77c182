import { describe, expect, test } from '@jest/globals';

import { readCount, readSeconds } from '../../src/results/seconds.ts';

describe('seconds', () => {
  test.each<[value: unknown, seconds: number | undefined]>([
    ['1828', 1828],
    ['1,828.1', 1828.1],
    ['1,234,567', 1_234_567],
    [1828, 1828],
    [' 12 ', 12],
    ['0', 0],
    ['0.25', 0.25],
    ['3.', 3],
    ['1.0E-4', 0.0001],
    ['-3', undefined],
    [-3, undefined],
    [-0, 0],
    ['', undefined],
    [undefined, undefined],
    [null, undefined],
    [true, undefined],
    [{}, undefined],
    [NaN, undefined],
    ['NaN', undefined],
    [Infinity, undefined],
    ['1e999', undefined],
    ['31622400', 31_622_400],
    ['31622401', undefined],
    ['0x10', undefined],
    ['12s', undefined],
    ['1:02', undefined],
    ['1,5', undefined],
    ['0,123', undefined],
    ['1,23,456', undefined],
  ])('%p is %p', (value, seconds) => {
    expect(readSeconds(value)).toBe(seconds);
  });
});

describe('declared counts', () => {
  test.each<[value: unknown, count: number | undefined]>([
    ['5', 5],
    [5, 5],
    ['1,000', 1000],
    ['99999999999', 99_999_999_999],
    ['1.5', undefined],
    ['-1', undefined],
    ['five', undefined],
    [undefined, undefined],
  ])('%p is %p', (value, count) => {
    expect(readCount(value)).toBe(count);
  });
});
