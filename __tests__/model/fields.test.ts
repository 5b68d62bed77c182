import { expect, test } from '@jest/globals';

import { isJsonObject, listIn, numberIn, objectIn, textIn } from '../../src/model/fields.ts';

interface Fields {
  readonly object: object;
  readonly list: readonly unknown[];
  readonly text: string;
  readonly number: number | undefined;
}

const ABSENT: Fields = { object: {}, list: [], text: '', number: undefined };

test.each<[value: unknown, expected: Partial<Fields>]>([
  [{ a: 1 }, { object: { a: 1 } }],
  [[1], { list: [1] }],
  ['5', { text: '5' }],
  [5, { number: 5 }],
  [0, { number: 0 }],
  [-1, {}],
  [NaN, {}],
  [Infinity, {}],
  [true, {}],
  [null, {}],
  [undefined, {}],
])('the field %p is read as %p', (value, expected) => {
  const parent = { field: value };
  expect({
    object: objectIn(parent, 'field'),
    list: listIn(parent, 'field'),
    text: textIn(parent, 'field'),
    number: numberIn(parent, 'field'),
  }).toEqual({ ...ABSENT, ...expected });
  expect(isJsonObject(value)).toBe('object' in expected);
  expect(textIn(value, 'other')).toBe('');
});
