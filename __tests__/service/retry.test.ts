import { describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import { addPause, backoffMs, increasingDelayMs } from '../../src/service/retry.ts';
import { retryAfterMs } from '../../src/service/http/rate-limit.ts';

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

test.each([
  [0, 5_000],
  [1, 5_750],
  [12, 26_751],
  [13, 30_000],
])('the delay after %i polls is %i ms', (polls, delay) => {
  expect(Math.round(increasingDelayMs(polls))).toBe(delay);
});

test('an error says how long the service asked to wait, if it did', () => {
  const error = new TestsetError({ code: 'rate-limited', message: 'It is busy.', hint: '' });
  expect(addPause(error, 90_000).message).toMatch(/^It is busy\. .* 1m 30s\.$/);
  expect(addPause(error, 0)).toBe(error);
});

describe('Retry-After', () => {
  const NOW = 'Wed, 21 Oct 2026 07:28:00 GMT';

  const INVALID = ['It is Wed, 21 Oct 2026 07:28:05 GMT', 'Wed, 21 Oct 2026 07:28:05 GMT+0000', `${NOW} or later`];
  const NO_TIME = ['retry 2099', 'Wed 21 Oct 2099', 'soon', '-5', '1.5', '7 s', ''];

  test.each<[value: string | undefined, expected: number]>([
    ['7', 7_000],
    [' 7 ', 7_000],
    ['0', 0],
    ['999999999', 999_999_999_000],
    ['Wed, 21 Oct 2026 07:28:05 GMT', 5_000],
    ['Wed, 21 Oct 2020 07:28:00 GMT', 0],
    [undefined, 0],
    ...[...INVALID, ...NO_TIME].map((invalid): [string, number] => [invalid, 0]),
  ])('%j', (value, expected) => {
    const headers = { date: NOW, ...(value !== undefined && { 'retry-after': value }) };
    expect(retryAfterMs(headers)).toBe(expected);
  });
});
