import { expect, test } from '@jest/globals';

import { hideValue, quote } from '../../src/inputs/input-reader.ts';

test.each([
  ['plain', '"plain"'],
  ['', '""'],
  ['a\r\n\tb', '"a b"'],
  ['a\u202eb\u200bc\u2028d', '"a b c d"'],
  ['x'.repeat(200), `"${'x'.repeat(200)}"`],
  ['😀'.repeat(201), `"${'😀'.repeat(200)}…"`],
  [`${'\u0007'.repeat(801)}x`, '" …"'],
  ['\ud83d', '"\ufffd"'],
])('%j is shown as %s', (text, result) => {
  expect(quote(text)).toBe(result);
});

test('of a hidden value only the length is told', () => {
  expect([hideValue(''), hideValue('s3cret')]).toEqual(['empty', 'a value of 6 characters']);
});
