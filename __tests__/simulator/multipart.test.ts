import { createHash } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { createMultipartReader, type MultipartReader } from '../../simulator/multipart.ts';

/** A form as a client writes it. */
function body(boundary: string, parts: readonly { readonly head: string; readonly content: Buffer }[]): Buffer {
  const pieces = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** Reads bytes that come in chunks of these sizes, over and over. */
function read(bytes: Buffer, boundary: string, sizes: readonly number[] = [bytes.length]): MultipartReader {
  const reader = createMultipartReader(boundary, true);
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const end = at + (sizes[turn % sizes.length] ?? 1);
    reader.write(bytes.subarray(at, end));
    at = end;
  }
  return reader;
}

const BOUNDARY_CHARACTERS = Array.from("0123456789abcXYZ'()+_,-./:=?");
const boundaries = fc.string({ unit: fc.constantFrom(...BOUNDARY_CHARACTERS), minLength: 1, maxLength: 70 });
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });

/** Bytes that are full of what looks like the beginning of a boundary. */
function contents(boundary: string): fc.Arbitrary<Buffer> {
  const delimiter = `\r\n--${boundary}`;
  const beginning = fc
    .integer({ min: 1, max: delimiter.length - 1 })
    .map((end) => Buffer.from(delimiter.slice(0, end)));
  const bytes = fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array));
  const pieces = fc.array(fc.oneof(beginning, bytes, fc.constant(Buffer.from('\r\n\r\n'))), { maxLength: 8 });
  return pieces.map((all) => Buffer.concat(all)).filter((content) => !contains(content, delimiter));
}

/** Whether the delimiter is in a content, or results where the content ends. */
function contains(content: Buffer, delimiter: string): boolean {
  const at = Buffer.concat([Buffer.from('\r\n'), content, Buffer.from(delimiter)]).indexOf(delimiter);
  return at !== content.length + 2;
}

const forms = boundaries.chain((boundary) =>
  fc.record({ boundary: fc.constant(boundary), file: contents(boundary), sizes }),
);

const DATA = { head: 'content-disposition: form-data; name="data"', content: Buffer.from('{}') };

describe('a multipart body', () => {
  test('is read for any boundary, bytes and chunks', () => {
    fc.assert(
      fc.property(forms, ({ boundary, file, sizes: chunks }) => {
        const head = 'Content-Disposition: form-data; name="app_file"; filename="app.apk"';
        const reader = read(body(boundary, [{ head, content: file }, DATA]), boundary, chunks);
        expect(reader.complete).toBe(true);
        const sha256 = createHash('sha256').update(file).digest('hex');
        expect(reader.parts).toEqual([
          { name: 'app_file', fileName: 'app.apk', bytes: file.length, sha256, text: '' },
          { name: 'data', fileName: undefined, bytes: 2, sha256: '', text: '{}' },
        ]);
      }),
      { numRuns: 400 },
    );
  });

  test('that ends before its closing boundary is not complete', () => {
    const written = body('b', [DATA]);
    const whole = written.length - '\r\n'.length;
    for (let end = 0; end < whole; end += 1) expect(read(written.subarray(0, end), 'b').complete).toBe(false);
    expect(read(written.subarray(0, whole), 'b').complete).toBe(true);
  });

  test.each([
    ['text that is no form', 'hello'],
    ['another boundary', '--c\r\n\r\nx\r\n--c--'],
    ['a boundary that goes on', '--bc\r\n\r\nx\r\n--b--'],
    ['a boundary that does not begin its line', 'x--b\r\n\r\nx--b--'],
    ['an endless head', `--b\r\nx: ${'y'.repeat(40_000)}\r\n\r\nx\r\n--b--`],
  ])('is not %s', (_what, text) => {
    for (const size of [7, 1000]) expect(read(Buffer.from(text), 'b', [size]).complete).toBe(false);
  });
});

test.each([
  [String.raw`filename="say \"hi\"; name=\"data\".apk"`, 'say "hi"; name="data".apk'],
  ['filename="say %22hi%22%0D%0A.apk"', 'say "hi"\r\n.apk'],
  ['FileName = "한국어 é.apk"', '한국어 é.apk'],
  ['file="app.apk"', undefined],
])('the name of a file in %s', (parameter, name) => {
  const head = `Content-Type: text/plain; name="no"\r\ncontent-disposition: form-data; name="app_file"; ${parameter}`;
  const [part] = read(body('b', [{ ...DATA, head }]), 'b', [5]).parts;
  expect([part?.name, part?.fileName]).toEqual(['app_file', name]);
});
