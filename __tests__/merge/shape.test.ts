import { describe, expect, test } from '@jest/globals';

import {
  amount,
  flag,
  listOf,
  InvalidShape,
  object,
  oneOf,
  ordinal,
  text,
  whole,
  type Read,
} from '../../src/merge/shape.ts';

const point = object(({ get, find }) => ({ x: get('x', whole), y: find('y', whole) }));

describe('what has its shape', () => {
  test.each<[string, Read<unknown>, unknown, unknown]>([
    ['a text', text, 'x', 'x'],
    ['the longest text', text, 'x'.repeat(100_000), 'x'.repeat(100_000)],
    ['no text at all', text, '', ''],
    ['an amount', amount, 0.5, 0.5],
    ['nothing', whole, 0, 0],
    ['the first', ordinal, 1, 1],
    ['a flag', flag, false, false],
    ['a word', oneOf(['a', 'b']), 'b', 'b'],
    ['a list', listOf(whole), [1, 2], [1, 2]],
    ['an object', point, { x: 1, y: 2, z: 3 }, { x: 1, y: 2 }],
    ['a field that is not there', point, { x: 1 }, { x: 1, y: undefined }],
    ['a field that is not known', point, { x: 1, y: null }, { x: 1, y: undefined }],
  ])('%s', (_what, read, value, expected) => {
    expect(read(value, 'it')).toStrictEqual(expected);
  });
});

describe('what has not', () => {
  test.each<[string, Read<unknown>, unknown, string]>([
    ['a number for a text', text, 1, 'it is no text'],
    ['a text without end', text, 'x'.repeat(100_001), 'it is no text'],
    ['less than nothing', amount, -1, 'it is no number'],
    ['no number', amount, NaN, 'it is no number'],
    ['a text for a number', amount, '1', 'it is no number'],
    ['a half', whole, 0.5, 'it is no whole number'],
    ['more than can be counted', whole, 2 ** 53, 'it is no whole number'],
    ['nothing for the first', ordinal, 0, 'it is 0'],
    ['a half for the first', ordinal, 0.5, 'it is no whole number'],
    ['a word for a flag', flag, 'true', 'it is neither true nor false'],
    ['another word', oneOf(['a']), 'c', 'it is none of its words'],
    ['no list', listOf(whole), { length: 0 }, 'it is no list'],
    ['a list with something else in it', listOf(whole), [1, 'x'], 'it[1] is no number'],
    ['no object', point, [], 'it is no object'],
    ['nothing for an object', point, null, 'it is no object'],
    ['an object without a field', point, {}, 'it.x is no number'],
    ['an inherited field', object(({ get }) => get('toString', text)), {}, 'it.toString is no text'],
    ['a field of another shape', point, { x: 1, y: 'y' }, 'it.y is no number'],
  ])('%s', (_what, read, value, message) => {
    expect(() => read(value, 'it')).toThrow(new InvalidShape(message));
  });

  test('a field of the whole has no name before its own', () => {
    expect(() => point({}, '')).toThrow(new InvalidShape('x is no number'));
  });
});
