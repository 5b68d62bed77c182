import { describe, expect, test } from '@jest/globals';

import { openZip, readFromZip } from '../../src/runtime/zip.ts';
import { zipOf } from '../support/zip.ts';

const FILES = { 'a/report.json': 'no', 'report.json': '{}', empty: '' };
const END_BYTES = 22;
/** Begins an entry of the list. */
const ENTRY = 'PK\u0001\u0002';

async function namesOf(zip: Buffer): Promise<readonly string[] | undefined> {
  const read = (position: number, length: number) => Promise.resolve(zip.subarray(position, position + length));
  return (await openZip({ size: zip.length, read }))?.names;
}

async function changed(zip: Promise<Buffer>, change: (zip: Buffer) => void): Promise<Buffer> {
  const copy = await zip;
  change(copy);
  return copy;
}

test.each<[what: string, files: Record<string, string>, name: string, content?: string, compress?: boolean]>([
  ['is read', FILES, 'report.json', '{}'],
  ['is read without compression', FILES, 'report.json', '{}', false],
  ['is empty', FILES, 'empty', ''],
  ['is missing further down', { 'a/report.json': '{}' }, 'report.json', undefined],
  ['is too large', { 'report.json': 'x'.repeat(1001) }, 'report.json', undefined],
])('a file %s', async (_case, files, name, content, compress = true) => {
  expect((await readFromZip(await zipOf(files, compress), name, 1000))?.toString()).toBe(content);
});

test.each([
  ['encrypted', 8, 1],
  ['compressed with bzip2', 10, 12],
  ['larger than it says', 24, 1],
  ['elsewhere', 42, 7],
])('a file that is %s is not read', async (_case, at, value) => {
  const zip = await changed(zipOf({ 'a.json': '{"a": "aaaaaaaaaa"}' }), (bytes) => {
    bytes.writeUInt16LE(value, bytes.indexOf(ENTRY, 0, 'latin1') + at);
  });
  expect(await namesOf(zip)).toEqual(['a.json']);
  await expect(readFromZip(zip, 'a.json', 1000)).rejects.toThrow('a.json cannot be unpacked');
});

describe('the list of files', () => {
  test('may have bytes after its end', async () => {
    const zip = Buffer.concat([await zipOf(FILES), Buffer.from('comment')]);
    expect(await namesOf(zip)).toEqual(Object.keys(FILES));
  });

  test('is that of a large zip, whose numbers are in a record before the last', async () => {
    const zip = await zipOf(FILES);
    const [body, end] = [zip.subarray(0, -END_BYTES), Buffer.from(zip.subarray(-END_BYTES))];
    const record = Buffer.alloc(56);
    record.writeBigUInt64LE(3n, 32);
    record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
    record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
    const locator = Buffer.alloc(20);
    locator.writeBigUInt64LE(BigInt(body.length), 8);
    end.fill(0xff, 8, 20);
    expect(await namesOf(Buffer.concat([body, record, locator, end]))).toEqual(Object.keys(FILES));
  });

  test('is read on where it is longer than its count, which Apple writes in 16 bits', async () => {
    const zip = await changed(zipOf(FILES), (bytes) => bytes.writeUInt16LE(1, bytes.length - END_BYTES + 10));
    expect(await namesOf(zip)).toEqual(Object.keys(FILES));
    const parts = [zip.subarray(0, -END_BYTES), Buffer.from('PK\u0005\u0005'), zip.subarray(-END_BYTES)];
    const signed = Buffer.concat(parts);
    signed.writeUInt32LE(zip.readUInt32LE(zip.length - END_BYTES + 12) + 4, signed.length - END_BYTES + 12);
    expect(await namesOf(signed)).toEqual(Object.keys(FILES));
  });

  test.each([
    ['begins elsewhere', 16],
    ['has more entries', 10],
  ])('is damaged: it %s', async (_case, at) => {
    const zip = await changed(zipOf(FILES), (bytes) => bytes.writeUInt16LE(7, bytes.length - END_BYTES + at));
    await expect(namesOf(zip)).rejects.toThrow('its list of files is damaged');
  });

  test('is missing in what is no zip', async () => {
    expect(await namesOf(Buffer.from('text'))).toBeUndefined();
    expect(await namesOf((await zipOf(FILES)).subarray(0, 100))).toBeUndefined();
  });
});
