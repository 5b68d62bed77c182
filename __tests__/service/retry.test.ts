import { describe, expect, test } from '@jest/globals';

import { backoffMs, retryAfterMs } from '../../src/service/retry.ts';

describe('back-off', () => {
  test.each([
    [1, 4_000],
    [2, 8_000],
    [4, 32_000],
    [5, 60_000],
    [5_000, 60_000],
  ])('after %i failures: anywhere below %i ms', (failures, bound) => {
    expect(backoffMs(failures, 0)).toBe(0);
    expect(backoffMs(failures, 0.5)).toBe(bound / 2);
  });
});

describe('Retry-After', () => {
  const NOW = 'Wed, 21 Oct 2026 07:28:00 GMT';

  test.each([
    ['7', 7_000],
    [' 0 ', 0],
    ['120', 120_000],
    ['999999999', 999_999_999_000],
    ['Wed, 21 Oct 2026 07:28:05 GMT', 5_000],
    ['Wed, 21 Oct 2020 07:28:00 GMT', 0],
    ['Wednesday, 21-Oct-26 07:28:05 GMT', 5_000],
    ['Wed Oct 21 07:28:05 2026', 5_000],
    ['It is Wed, 21 Oct 2026 07:28:05 GMT', undefined],
    ['5 , 9', 9_000],
    ['retry 2099', undefined],
    ['in 7', undefined],
    ['Wed 21 Oct', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['7 seconds', undefined],
    ['99999999999', 99_999_999_999_000],
    ['7, 120,90', 120_000],
    ['7,', undefined],
    ['', undefined],
  ])('%j', (value, expected) => {
    expect(retryAfterMs({ 'retry-after': value }, Date.parse(NOW))).toBe(expected);
  });

  test('an answer without it asks for nothing', () => {
    expect(retryAfterMs({ date: NOW }, Date.parse(NOW))).toBeUndefined();
  });

  test.each([
    ["the service's own clock counts", NOW, 30_000],
    ['this clock stands in where the service tells no time', undefined, 90_000],
    ['and where the time that it tells is none', 'this morning', 90_000],
  ])('a date: %s', (_what, date, expected) => {
    const headers = { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', ...(date === undefined ? {} : { date }) };
    expect(retryAfterMs(headers, Date.parse('Wed, 21 Oct 2026 07:27:00 GMT'))).toBe(expected);
  });
});
