import { expect, test } from '@jest/globals';

import { createRedactor } from '../../src/runtime/redact.ts';
import { createReader } from './support.ts';

test.each([
  ['plain', '"plain"'],
  ['', '""'],
  ['a\r\n\tb', '"a\ufffdb"'],
  ['a\u202eb\u200bc\u2028d', '"a\ufffdb\ufffdc\ufffdd"'],
  ['a b\u00a0c', '"a b\ufffdc"'],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['x'.repeat(5000), `"${'x'.repeat(59)}…"`],
  ['😀'.repeat(31), `"${'😀'.repeat(29)}…"`],
  ['\ud83d', '"\ufffd"'],
])('%j is shown as %s', (text, shown) => {
  expect(createReader().reader.quote(text)).toBe(shown);
});

test.each([
  ['"abc"', 'Odd. Remove the quotes.'],
  [" 'a\nb' ", 'Odd. Remove the quotes.'],
  ['"abc', 'Odd.'],
  ['"', 'Odd.'],
  [`'abc"`, 'Odd.'],
  ['say "yes"', 'Odd.'],
  ['"yes" or no', 'Odd.'],
  // What YAML makes of "app\build" and "app\test" in double quotes.
  ['app\build', 'Odd. In double quotes a backslash is an escape: use single quotes.'],
  ['app\test', 'Odd. In double quotes a backslash is an escape: use single quotes.'],
  ['one\r\ntwo', 'Odd.'],
])('the error about %j is %j', (value, message) => {
  const { reader } = createReader({ wait: value });
  reader.error('wait', 'Odd.');
  reader.error('timeout', 'Odd.');
  expect(reader.errors.map((error) => error.message)).toEqual([message, 'Odd.']);
});

test('a secret that is longer than the limit is replaced as a whole', () => {
  const key = 'k3y'.repeat(30);
  const { redact } = createRedactor([key]);
  const { quote } = createReader({}, redact).reader;
  expect(quote(key)).toBe('"***"');
  expect(quote(`my ${key}`)).toBe('"my ***"');
});
