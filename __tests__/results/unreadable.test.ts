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

test('what breaks the reader is unreadable, and takes no other verdict with it', () => {
  const read = (): never => {
    throw new RangeError('too deep');
  };
  expect(readingOf(read)).toEqual({ kind: 'unreadable', why: 'it breaks the reader (too deep)' });
});
