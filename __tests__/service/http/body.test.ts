import { gzipSync } from 'node:zlib';

import { expect, test } from '@jest/globals';

import { readBody } from '../../../src/service/http/body.ts';

const MIB = 1024 * 1024;

async function* inChunks(body: Buffer, length = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += length) yield await Promise.resolve(body.subarray(at, at + length));
}

test('a character that lies across two chunks is read whole', async () => {
  expect(await readBody(inChunks(Buffer.from('aö😀b'), 1), undefined, MIB)).toEqual({ text: 'aö😀b' });
});

test('of a body that is too large the beginning is kept', async () => {
  const body = Buffer.from(`{"testset_id": 7, ${' '.repeat(MIB)}}`);
  const { text, cutOff } = await readBody(inChunks(body), undefined, MIB);
  expect(text).toMatch(/^\{"testset_id": 7, {2}/);
  expect(text.length).toBeLessThanOrEqual(MIB);
  expect(cutOff).toMatchObject({ kind: 'too-large', message: 'the response is larger than 1 MiB' });
});

test('a compressed body that becomes too large is cut off', async () => {
  const body = gzipSync(Buffer.alloc(40 * MIB, ' '));
  expect(await readBody(inChunks(body), 'GZIP ', 32 * MIB)).toMatchObject({
    text: '',
    cutOff: { kind: 'too-large', message: 'the response is larger than 32 MiB' },
  });
});

test('a body that would take too much memory as JSON is not kept', async () => {
  const body = (lists: number): Buffer => Buffer.from(`{${'[]'.repeat(lists)}${' '.repeat(MIB)}`);
  expect(await readBody(inChunks(body(1_999_999), MIB), undefined, 32 * MIB)).not.toHaveProperty('cutOff');
  expect(await readBody(inChunks(body(2_000_000), MIB), undefined, 32 * MIB)).toMatchObject({
    text: '',
    cutOff: { kind: 'too-large', message: 'the response has more than 2,000,000 objects and lists' },
  });
});
