import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import type { Reduce } from '../../src/results/json-builder.ts';
import { createJsonStream } from '../../src/results/json-stream.ts';
import { Unreadable } from '../../src/results/unreadable.ts';

const asItIs: Reduce = (_, object) => ({ ...object });

function read(text: string, length = text.length, reduce = asItIs): unknown {
  const stream = createJsonStream(reduce);
  for (let at = 0; at < text.length; at += length) stream.take(text.slice(at, at + length));
  return stream.finish();
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function streamed(text: string, length: number): { readonly value: unknown } | undefined {
  try {
    return { value: read(text, length) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return undefined;
  }
}

describe('JSON in pieces', () => {
  test('says what JSON says, wherever it is cut', () => {
    const cuts = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, 2), cuts, (json, indent, length) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        expect(read(text, length)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('takes for JSON what is JSON, and nothing else', () => {
    const unit = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '0',
      '.',
      'e',
      'true',
      'nul',
      ' ',
      '\n',
      '\u00a0',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), (units, length) => {
        const text = units.join('');
        expect(streamed(text, length)).toEqual(parsed(text));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['{"a":1,"a":2}', 'a field stands twice'],
    [`[${'[],'.repeat(2_000_000)}`, 'it holds too many values'],
    ['['.repeat(257), 'it is nested more than 256 deep'],
    [`["${'x'.repeat(4 * 1024 * 1024)}`, 'a text in it is longer than 4194304 characters'],
  ])('what is too much is refused (%#)', (text, why) => {
    expect(() => read(text)).toThrow(new Unreadable(why));
  });

  test('a field may be called like what every object has', () => {
    expect(read('{"__proto__":{"x":1},"hasOwnProperty":2}', 5, (_, object) => Object.keys(object))).toEqual([
      '__proto__',
      'hasOwnProperty',
    ]);
  });

  test('objects are replaced as soon as they are whole, by what stands where', () => {
    const met: string[] = [];
    const value = read('{"list":[{"a":1},[{"a":2}]],"one":{"in":{}}}', 3, (key, object) => {
      met.push(`${key} ${JSON.stringify(object)}`);
      return key;
    });
    expect(met).toEqual([
      'list {"a":1}',
      'list {"a":2}',
      'in {}',
      'one {"in":"in"}',
      ' {"list":["list",["list"]],"one":"one"}',
    ]);
    expect(value).toBe('');
  });
});
