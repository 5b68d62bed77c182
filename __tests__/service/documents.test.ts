import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { isJsonObject } from '../../src/model/fields.ts';
import { divertDocuments } from '../../src/service/divert.ts';
import { readDelivery, type DocumentKind, type DocumentSink } from '../../src/service/documents.ts';

interface Kept extends DocumentSink {
  readonly texts: Partial<Record<DocumentKind, string>>;
  readonly longest: () => number;
}

function keep(): Kept {
  const texts: Partial<Record<DocumentKind, string>> = {};
  let longest = 0;
  return {
    texts,
    longest: () => longest,
    begin: (kind) => {
      texts[kind] = '';
      return Promise.resolve();
    },
    forget: (kind) => {
      Reflect.deleteProperty(texts, kind);
      return Promise.resolve();
    },
    take: (kind, piece) => {
      texts[kind] += piece;
      longest = Math.max(longest, piece.length);
      return Promise.resolve();
    },
  };
}

/** Sends an answer through the scanner in pieces of the given lengths, over and over. */
async function divert(answer: string, lengths: readonly number[]): Promise<{ left: string; sink: Kept }> {
  const sink = keep();
  const take = divertDocuments(sink);
  const left: string[] = [];
  for (let at = 0, turn = 0; at < answer.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? answer.length;
    left.push(await take(answer.slice(at, at + length)));
    at += length;
  }
  return { left: left.join(''), sink };
}

const envelope = (data: unknown): string => JSON.stringify({ result_code: 0, result_msg: '', data, reason: '' });

describe('documents that come with the answer', () => {
  test.each([
    ['text', '<x/>', true],
    ['absent', undefined, false],
    ['null', null, false],
    ['empty', '', false],
    ['true', true, false],
    ['false', false, false],
    ['a list', ['x'], true],
    ['a number', 7, true],
  ])('that are %s', async (_what, value, delivered) => {
    const sink = keep();
    await readDelivery({ result_xml: value, result_bare_xml: value, result_json: value, result_html: value }, sink);
    expect(Object.keys(sink.texts)).toHaveLength(delivered ? 4 : 0);
  });

  test('that are no text are written down, as far as they can be', async () => {
    const sink = keep();
    const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    await readDelivery({ result_json: { a: 1 }, result_xml: [1], result_bare_xml: deep }, sink);
    expect(sink.texts).toEqual({ json: '{"a":1}', xml: '[1]', bare_xml: 'nested too deeply' });
  });

  test('that stand twice: the last one counts, wherever it was read', async () => {
    const answer = '{"data":{"result_xml":"<a/>","result_json":"{}","result_xml":null,"result_json":"[]"}}';
    const { left, sink } = await divert(answer, [7]);
    const { data } = JSON.parse(left) as { data: Readonly<Record<string, unknown>> };
    await readDelivery(data, sink);
    expect(sink.texts).toEqual({ json: '[]' });
  });

  test.each([
    [{ complete: false }, false],
    [{ complete: true }, true],
    [{}, true],
  ])('%j: complete is %s', async (data, complete) => {
    expect(await readDelivery(data, keep())).toEqual({ complete });
  });
});

describe('documents that are taken out of the answer while it comes', () => {
  const text = fc.string({ unit: fc.constantFrom('<', '"', '\\', '\n', 'ö', '😀', '\u2028', 'x', '{', '}', ':', ',') });
  const kind = fc.constantFrom<DocumentKind>('xml', 'bare_xml', 'html', 'json');

  test('arrive whole, wherever the answer is cut, and nothing else is touched', async () => {
    const documents = fc.dictionary(kind, text, { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(
        documents,
        text,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        async (given, other, cuts) => {
          const results = Object.fromEntries(Object.entries(given).map(([name, value]) => [`result_${name}`, value]));
          const answer = envelope({ other, nested: { result_xml: other }, ...results, list: [other] });
          const escaped = answer.replace(
            /[^\x20-\x7e]/g,
            (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
          for (const sent of [answer, escaped]) {
            const { left, sink } = await divert(sent, cuts);
            expect(sink.texts).toEqual(given);
            const emptied = Object.fromEntries(Object.keys(results).map((name) => [name, '']));
            const data = { other, nested: { result_xml: other }, ...emptied, list: [other] };
            expect(JSON.parse(left)).toEqual(JSON.parse(envelope(data)));
          }
        },
      ),
    );
  });

  test('never are in memory as a whole', async () => {
    const long = '<a>'.repeat(100_000);
    const { left, sink } = await divert(envelope({ result_xml: long }), [1000]);
    expect(sink.texts.xml === long).toBe(true);
    expect(sink.longest()).toBeLessThanOrEqual(1006);
    expect(left.length).toBeLessThan(100);
  });

  test.each([
    ['in another place', JSON.stringify({ result_xml: '<x/>', data: [] })],
    ['deeper', envelope({ data: { result_xml: '<x/>' } })],
    ['in a list', JSON.stringify([{ data: { result_xml: '<x/>' } }])],
    ['as a key', envelope({ result_xml: { result_xml: '<x/>' } })],
    ['behind an escaped key', envelope({ result_xml: '<x/>' }).replace('result_xml', 'result\\u005fxml')],
  ])('what stands %s stays', async (_what, answer) => {
    const { left, sink } = await divert(answer, [7]);
    expect(left).toBe(answer);
    expect(sink.texts).toEqual({});
  });

  test('the last of two alike is the one', async () => {
    const { sink } = await divert('{"data":{"result_xml":"first","result_xml":"last"}}', [5]);
    expect(sink.texts).toEqual({ xml: 'last' });
  });

  test.each(['"\\x"', '"a\nb"', '"\\u12G4"'])(
    'an answer with %j in it is no JSON, before and after',
    async (string) => {
      const answer = `{"data":{"result_xml":${string}},"result_code":0}`;
      expect(() => JSON.parse(answer) as unknown).toThrow(SyntaxError);
      const { left } = await divert(answer, [100]);
      expect(() => JSON.parse(left) as unknown).toThrow(SyntaxError);
    },
  );

  test('whatever comes in whatever pieces, what is left is JSON exactly when it was', async () => {
    const unit = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      '\\u00e9',
      'data',
      'result_xml',
      ' ',
      '1',
      '\n',
    );
    const answers = fc.array(unit, { maxLength: 30 }).map((units) => `{"data":{"result_xml":"${units.join('')}`);
    await fc.assert(
      fc.asyncProperty(answers, fc.integer({ min: 1, max: 12 }), async (answer, length) => {
        const { left } = await divert(answer, [length]);
        expect(isJson(left)).toBe(isJson(answer));
      }),
      { numRuns: 500 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
