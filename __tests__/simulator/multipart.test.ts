import { createHash } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { createMultipartReader, type MultipartReader } from '../../simulator/multipart.ts';
import { boundaryOf } from '../../simulator/multipart.ts';
import { simulate } from '../support/simulate.ts';
import { head, sendRaw } from './support.ts';

/** A part as a client writes it. */
interface Written {
  readonly head: string;
  readonly content: Buffer;
}

function body(boundary: string, parts: readonly Written[], preamble = '', epilogue = '\r\n'): Buffer {
  const pieces = parts.flatMap(({ head: lines, content }) => [
    Buffer.from(`--${boundary}\r\n${lines}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([Buffer.from(preamble), ...pieces, Buffer.from(`--${boundary}--${epilogue}`)]);
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

/** File bytes, full of what looks like the beginning of a boundary. */
function contents(boundary: string): fc.Arbitrary<Buffer> {
  const delimiter = `\r\n--${boundary}`;
  const beginning = fc
    .integer({ min: 1, max: delimiter.length - 1 })
    .map((end) => Buffer.from(delimiter.slice(0, end)));
  const bytes = fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array));
  const pieces = fc.array(fc.oneof(beginning, bytes, fc.constant(Buffer.from('\r\n\r\n'))), { maxLength: 8 });
  return pieces.map((all) => Buffer.concat(all)).filter((content) => !holds(content, delimiter));
}

/** Whether the delimiter stands in a content, or comes about where the content ends. */
function holds(content: Buffer, delimiter: string): boolean {
  const at = Buffer.concat([Buffer.from('\r\n'), content, Buffer.from(delimiter)]).indexOf(delimiter);
  return at !== content.length + 2;
}

const forms = boundaries.chain((boundary) =>
  fc.record({
    boundary: fc.constant(boundary),
    file: contents(boundary),
    text: contents(boundary)
      .map((bytes) => Buffer.from(bytes.toString('latin1')))
      .filter((text) => !holds(text, `\r\n--${boundary}`)),
    sizes,
  }),
);

describe('a multipart body', () => {
  test('is read for any boundary, bytes and chunks', () => {
    fc.assert(
      fc.property(forms, ({ boundary, file, text, sizes: chunks }) => {
        const written = body(boundary, [
          { head: 'Content-Disposition: form-data; name="app_file"; filename="app.apk"', content: file },
          { head: 'Content-Disposition: form-data; name="data"', content: text },
        ]);
        const reader = read(written, boundary, chunks);
        expect(reader.complete).toBe(true);
        expect(reader.parts).toEqual([
          {
            name: 'app_file',
            fileName: 'app.apk',
            bytes: file.length,
            sha256: createHash('sha256').update(file).digest('hex'),
            text: '',
          },
          { name: 'data', fileName: undefined, bytes: text.length, sha256: '', text: text.toString() },
        ]);
      }),
      { numRuns: 400 },
    );
  });

  test('that ends before its closing boundary is not complete', () => {
    const written = body('b', [{ head: 'content-disposition: form-data; name="data"', content: Buffer.from('{}') }]);
    const whole = written.length - '\r\n'.length;
    for (let end = 0; end < whole; end += 1) expect(read(written.subarray(0, end), 'b').complete).toBe(false);
    expect(read(written.subarray(0, whole), 'b').complete).toBe(true);
  });

  test('is read over a socket, in pieces', async () => {
    const simulator = await simulate();
    const data = '{"pid":509,"testset_name":"n","os_type":"ANDROID","source_type":"file"}';
    const file = Buffer.from('\r\n--bb\r\n--b');
    const sent = body("b'b(2)", [
      { head: 'content-disposition: form-data; name=app_file; filename=app.apk', content: file },
      {
        head: 'Content-Type: application/json\r\ncontent-disposition: form-data; name=data',
        content: Buffer.from(data),
      },
    ]);
    const heading = head('POST', '/openapi/v2/testset', {
      'content-type': `Multipart/Form-Data; charset=utf-8; Boundary="b'b(2)"`,
      'transfer-encoding': 'chunked',
      connection: 'close',
    });
    const chunks = [...sent].map((byte) =>
      Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
    );
    const { text } = await sendRaw(
      simulator,
      Buffer.concat([Buffer.from(heading), ...chunks, Buffer.from('0\r\n\r\n')]),
    );
    expect(text).toContain('"testset_id":251929');
    expect(simulator.journal).toMatchObject([
      { received: { bytes: sent.length, whole: true }, parts: [{ bytes: file.length }, {}] },
    ]);
  });
});

describe('at its edges', () => {
  const DISPOSITION = 'content-disposition: form-data; name="data"';
  const part = (lines: string, content = 'x'): Written => ({ head: lines, content: Buffer.from(content) });

  test.each([
    ['a preamble', body('b', [part(DISPOSITION)], 'This is a form.\r\n')],
    ['an empty line before it', body('b', [part(DISPOSITION)], '\r\n')],
    ['an epilogue', body('b', [part(DISPOSITION)], '', '\r\nThat was it.\r\n--b\r\n')],
    ['nothing behind it', body('b', [part(DISPOSITION)], '', '')],
    [
      'blanks behind its boundaries',
      Buffer.from(
        body('b', [part(DISPOSITION)])
          .toString()
          .replace('--b\r\n', '--b \t \r\n'),
      ),
    ],
  ])('%s changes nothing', (_title, bytes) => {
    for (const size of [1, 3, bytes.length]) {
      const reader = read(bytes, 'b', [size]);
      expect(reader.complete).toBe(true);
      expect(reader.parts).toMatchObject([{ name: 'data', text: 'x' }]);
    }
  });

  test.each([
    ['no parts', '--b--', []],
    ['a part without a head', '--b\r\n\r\nx\r\n--b--', [{ name: '', fileName: undefined, text: 'x', bytes: 1 }]],
    ['a part without anything', '--b\r\n\r\n\r\n--b--', [{ name: '', text: '', bytes: 0 }]],
  ])('%s', (_title, text, parts) => {
    for (const size of [1, 2, text.length]) {
      const reader = read(Buffer.from(text), 'b', [size]);
      expect(reader.complete).toBe(true);
      expect(reader.parts).toMatchObject(parts);
      expect(reader.parts).toHaveLength(parts.length);
    }
  });

  test.each([
    ['text that is no form', 'hello'],
    ['another boundary', '--c\r\n\r\nx\r\n--c--'],
    ['a boundary that goes on', '--bc\r\n\r\nx\r\n--b--'],
    ['one dash behind the boundary', '--b-\r\n\r\nx\r\n--b--'],
    ['a lone carriage return behind the boundary', '--b\rx\r\n\r\nx\r\n--b--'],
    ['endless blanks behind the boundary', `--b${' '.repeat(40_000)}\r\n\r\nx\r\n--b--`],
    ['an endless head', `--b\r\nx: ${'y'.repeat(40_000)}\r\n\r\nx\r\n--b--`],
    ['a boundary that does not begin its line', 'x--b\r\n\r\nx--b--'],
  ])('%s is not a form', (_title, text) => {
    expect(read(Buffer.from(text), 'b', [1000]).complete).toBe(false);
    expect(read(Buffer.from(text), 'b', [7]).complete).toBe(false);
  });

  test('a text is kept up to 64 KiB and counted to its end', () => {
    const [kept] = read(body('b', [part(DISPOSITION, 'x'.repeat(100_000))]), 'b', [30_000]).parts;
    expect(kept).toMatchObject({ bytes: 100_000, text: 'x'.repeat(65_536) });
  });

  test('a text that is not UTF-8 is empty', () => {
    const bytes = body('b', [{ head: DISPOSITION, content: Buffer.from('{"testset_name":"é"}', 'latin1') }]);
    expect(read(bytes, 'b').parts).toMatchObject([{ bytes: 20, text: '' }]);
  });
});

describe('the name of a file', () => {
  test.each([
    ['filename="app.apk"', 'app.apk'],
    ['filename=app.apk', 'app.apk'],
    ['FileName = "app.apk"', 'app.apk'],
    [String.raw`filename="say \"hi\".apk"`, 'say "hi".apk'],
    [String.raw`filename="say \"hi\"; name=\"data\".apk"`, 'say "hi"; name="data".apk'],
    [String.raw`filename="C:\builds\app.apk"`, String.raw`C:\builds\app.apk`],
    [String.raw`filename="a\\b.apk"`, String.raw`a\b.apk`],
    ['filename="say %22hi%22%0D%0A.apk"', 'say "hi"\r\n.apk'],
    ['filename="100%.apk"', '100%.apk'],
    ['filename="a;b, c.apk"', 'a;b, c.apk'],
    ['filename="한국어 é.apk"', '한국어 é.apk'],
    ['filename="a\u2028b.apk"', 'a\u2028b.apk'],
    ['filename=""', ''],
    [`x="filename=\\"no.apk\\""; filename="app.apk"`, 'app.apk'],
    ["filename*=UTF-8''app.apk", undefined],
    ['file="app.apk"', undefined],
  ])('%s', (parameter, name) => {
    const lines = `Content-Type: text/plain; name="no"; filename="no.apk"\r\ncontent-disposition: form-data; name="app_file"; ${parameter}`;
    const [part] = read(body('b', [{ head: lines, content: Buffer.from('x') }]), 'b', [5]).parts;
    expect([part?.name, part?.fileName]).toEqual(['app_file', name]);
  });
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data;boundary="a b:c"', 'a b:c'],
  ['MULTIPART/FORM-DATA; charset=utf-8; BOUNDARY=abc ', 'abc'],
  ['multipart/form-data', undefined],
  ['multipart/form-data-x; boundary=abc', undefined],
  ['application/json; boundary=abc', undefined],
  ['', undefined],
])('the boundary of "%s"', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});
