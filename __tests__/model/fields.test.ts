import { describe, expect, test } from '@jest/globals';

import { isJsonObject, listIn, numberIn, objectIn, textIn } from '../../src/model/fields.ts';

const VALUES = { object: { a: 1 }, list: [1], text: 'x', number: 0, half: 0.5, nothing: null, flag: true };
const NUMBERS = { negative: -1, endless: Infinity, none: NaN };

describe.each([...Object.keys({ ...VALUES, ...NUMBERS }), 'missing'])('the field "%s"', (key) => {
  const value = { ...VALUES, ...NUMBERS }[key as keyof typeof VALUES] as unknown;

  test('is read as what it is, and as nothing else', () => {
    const parent = { ...VALUES, ...NUMBERS };
    expect(objectIn(parent, key)).toEqual(key === 'object' ? value : {});
    expect(listIn(parent, key)).toEqual(key === 'list' ? value : []);
    expect(textIn(parent, key)).toBe(key === 'text' ? value : '');
    expect(numberIn(parent, key)).toBe(['number', 'half'].includes(key) ? value : undefined);
    expect(isJsonObject(value)).toBe(key === 'object');
  });
});

test.each([undefined, null, 'text', 7, [{ text: 'x' }]])('%j has no fields', (parent) => {
  expect([objectIn(parent, '0'), listIn(parent, 'text'), textIn(parent, 'text'), numberIn(parent, 'length')]).toEqual([
    {},
    [],
    '',
    undefined,
  ]);
});
