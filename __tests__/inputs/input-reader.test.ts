import { expect, test } from '@jest/globals';

import { quote } from '../../src/inputs/input-reader.ts';

test.each([
  ['plain', '"plain"'],
  ['', '""'],
  ['a\r\n\tb', '"a\ufffdb"'],
  ['a\u202eb\u200bc\u2028d', '"a\ufffdb\ufffdc\ufffdd"'],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['x'.repeat(5000), `"${'x'.repeat(59)}…"`],
  ['😀'.repeat(31), `"${'😀'.repeat(29)}…"`],
  ['\ud83d', '"\ufffd"'],
])('%j is shown as %s', (text, shown) => {
  expect(quote(text)).toBe(shown);
});
