import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { replaceFile } from '../../src/results/replace-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-testset-replace-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test.each<[what: string, text: string]>([
  ['nothing', ''],
  ['a character across two chunks', `${'x'.repeat(256 * 1024 - 1)}😀 and more`],
  ['a character at the end of a chunk', `${'x'.repeat(256 * 1024 - 2)}😀 and more`],
  ['several chunks', 'ö'.repeat(1_000_000)],
])('a text arrives whole: %s', async (_, text) => {
  await replaceFile(folder, 'a', text);
  const arrived = await readFile(join(folder, 'a'), 'utf8');
  expect(arrived === text).toBe(true);
});

test('many pieces arrive in order', async () => {
  const pieces = Array.from({ length: 100_000 }, (_, at) => `${at} ö\n`);
  await replaceFile(folder, 'a', pieces);
  const arrived = await readFile(join(folder, 'a'), 'utf8');
  expect(arrived === pieces.join('')).toBe(true);
});

test('halves of a character that come in two pieces arrive as one', async () => {
  const pieces = ['x'.repeat(2 * 1024 * 1024 - 1), '\ud83d', '\ude00 and more'];
  await replaceFile(folder, 'a', pieces);
  const arrived = await readFile(join(folder, 'a'), 'utf8');
  expect(arrived === pieces.join('')).toBe(true);
});

test('pieces that end in an error leave the old file as it was', async () => {
  function* broken(): Generator<string> {
    yield 'x'.repeat(300 * 1024);
    throw new Error('no more');
  }
  await replaceFile(folder, 'a', 'old');
  await expect(replaceFile(folder, 'a', broken())).rejects.toThrow('no more');
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['a']);
});

test('a folder that is not there', async () => {
  await expect(replaceFile(join(folder, 'b'), 'a', 'x')).rejects.toMatchObject({ code: 'ENOENT' });
});
