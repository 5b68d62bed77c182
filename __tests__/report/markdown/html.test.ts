import { expect, test } from '@jest/globals';

import { block, headRow, row } from '../../../src/report/markdown/html.ts';

test('a block ends with a blank line and has none within', () => {
  expect([...block(['<p>', 'a', '</p>'])].join('')).toBe('<p>\na\n</p>\n\n');
  expect([...block([])]).toEqual([]);
});

test('rows and heads', () => {
  expect(headRow(['A', 'B'])).toBe('<tr><th scope="col">A</th><th scope="col">B</th></tr>');
  expect(row(['a', '<b>'])).toBe('<tr><td>a</td><td><b></td></tr>');
});
