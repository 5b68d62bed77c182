import { expect, test } from '@jest/globals';

import { readingOf, Unreadable } from '../../src/results/unreadable.ts';

test('what was read', () => {
  expect(readingOf(() => [])).toEqual({ kind: 'read', suites: [] });
});

test('why it was not', () => {
  const read = (): never => {
    throw new Unreadable('it is torn');
  };
  expect(readingOf(read)).toEqual({ kind: 'unreadable', why: 'it is torn' });
});

test('a fault of ours is not blamed on the document', () => {
  const read = (): never => {
    throw new TypeError('ours');
  };
  expect(() => readingOf(read)).toThrow('ours');
});
