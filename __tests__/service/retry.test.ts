import { describe, expect, test } from '@jest/globals';

import { backoffMs, describeRetry, retryAfterMs } from '../../src/service/retry.ts';

test.each([
  [1, 4_000],
  [2, 8_000],
  [4, 32_000],
  [5, 60_000],
  [5_000, 60_000],
])('backoff after %i failures is random and less than %i ms', (failures, bound) => {
  expect(backoffMs(failures, 0)).toBe(0);
  expect(backoffMs(failures, 0.5)).toBe(bound / 2);
});

test('a retry is announced only if it comes before `timeout`', () => {
  expect(describeRetry(54_000, { timeLeftMs: () => 60_000 })).toBe('Retrying in 54 s.');
  expect(describeRetry(30_000, { timeLeftMs: () => 30_000 })).toMatch(/Not retrying: `timeout`.*30 s/);
});

describe('Retry-After', () => {
  const NOW = 'Wed, 21 Oct 2026 07:28:00 GMT';

  test.each([
    ['7', 7_000],
    [' 7 ', 7_000],
    ['0', 0],
    ['999999999', 999_999_999_000],
    ['Wed, 21 Oct 2026 07:28:05 GMT', 5_000],
    ['Wed, 21 Oct 2020 07:28:00 GMT', 0],
  ])('%j', (value, expected) => {
    expect(retryAfterMs({ 'retry-after': value }, Date.parse(NOW))).toBe(expected);
  });

  test.each([
    'It is Wed, 21 Oct 2026 07:28:05 GMT',
    'retry 2099',
    'Wed 21 Oct 2099',
    'soon',
    '-5',
    '1.5',
    '7 s',
    '',
    'Wed, 21 Oct 2026 07:28:05 GMT+0000',
    `${NOW} or later`,
  ])('is ignored if it is invalid: %j', (value) => {
    expect(retryAfterMs({ 'retry-after': value }, Date.parse(NOW))).toBe(0);
  });

  test('is 0 without the header', () => {
    expect(retryAfterMs({ date: NOW }, Date.parse(NOW))).toBe(0);
  });

  test.each([
    ["is relative to the response's own date", NOW, 30_000],
    ['is relative to the local clock if the response has no date', undefined, 90_000],
    ['is relative to the local clock if the date is invalid', 'this morning', 90_000],
  ])('as a date %s', (_what, date, expected) => {
    const headers = { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', ...(date === undefined ? {} : { date }) };
    expect(retryAfterMs(headers, Date.parse('Wed, 21 Oct 2026 07:27:00 GMT'))).toBe(expected);
  });
});
