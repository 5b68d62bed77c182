import { expect, test } from '@jest/globals';

import { codeOf, fileError, messageOf, TestsetError } from '../../src/model/errors.ts';

test('everything that is thrown has a message', () => {
  expect([messageOf(new Error('odd')), messageOf('odd'), messageOf(undefined)]).toEqual(['odd', 'odd', 'undefined']);
});

test.each([
  [Object.assign(new Error('odd'), { code: 'ENOSPC' }), 'ENOSPC'],
  [Object.assign(new Error('odd'), { code: 28 }), ''],
  [null, ''],
  ['odd', ''],
])('the code of %p is %j', (error, code) => {
  expect(codeOf(error)).toBe(code);
});

test.each([
  ["Error: EACCES: permission denied, open 'a. b'", "EACCES: permission denied, open 'a. b'"],
  ['TypeError [ERR_X]: a TypeError: b.', 'a TypeError: b'],
  ['no name\nin two lines.', 'no name in two lines'],
])('%j is shown as %j', (error, shown) => {
  expect(fileError(error)).toBe(shown);
});

test('an error keeps its facts in other words', () => {
  const facts = { code: 'proxy', message: 'a', hint: 'b', cause: 'c', rejection: { code: 1, reason: 'd' } } as const;
  const error = new TestsetError(facts);
  expect(error).toMatchObject({ ...facts, name: 'TestsetError' });
  expect(error.rephrase('e')).toMatchObject({ ...facts, message: 'e' });
});
