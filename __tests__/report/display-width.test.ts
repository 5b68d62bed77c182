import { expect, test } from '@jest/globals';

import { displayWidth, padded } from '../../src/report/console.ts';

test.each([
  ['', 0],
  ['Pixel 7', 7],
  ['é', 1],
  ['e\u0301', 1],
  ['삼성', 4],
  ['\u1100\u1161\u11a8', 2],
  ['小米', 4],
  ['カナ', 4],
  ['ｶﾅ', 2],
  ['Ａ', 2],
  ['👍', 2],
  ['👍🏽', 2],
  ['✓✗', 2],
  ['Ω', 1],
])('%j takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test('filling up counts columns, not characters', () => {
  expect([padded('삼성', 6), padded('Pixel', 6), padded('too long', 3)]).toEqual(['삼성  ', 'Pixel ', 'too long']);
});
