import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { createInputReader, type InputReader } from '../../src/inputs/input-reader.ts';
import { readResultsDir } from '../../src/inputs/results-dir.ts';
import { NOTHING_SET } from './support.ts';

let place: string;
let workspace: string;

beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'results-dir-')));
  workspace = join(place, 'workspace');
  mkdirSync(join(workspace, 'inside'), { recursive: true });
  mkdirSync(join(place, 'elsewhere'));
});

afterEach(() => {
  rmSync(place, { recursive: true });
});

function link(target: string, path: string): void {
  symlinkSync(target, join(workspace, path), 'junction');
}

function readerOf(given: string): InputReader {
  return createInputReader((name) => (name === 'results-dir' ? given : ''), NOTHING_SET.redact);
}

async function errorsOf(given: string, folder = workspace): Promise<string[]> {
  const reader = readerOf(given);
  expect(await readResultsDir(reader, folder)).toBeUndefined();
  return reader.errors.map(({ message }) => message);
}

describe('a folder that stays below the workspace', () => {
  test.each([
    ['', 'testset-results'],
    ['a/../b/c', 'b/c'],
    ['..results', '..results'],
    ['inside', 'inside'],
    ['to-inside/deep', 'to-inside/deep'],
  ])('%j', async (given, way) => {
    link(join(workspace, 'inside'), 'to-inside');
    const reader = readerOf(given);
    expect(await readResultsDir(reader, workspace)).toBe(join(workspace, way));
    expect(reader.errors).toEqual([]);
  });

  test('though the workspace is a link itself', async () => {
    link(workspace, '../to-workspace');
    const through = join(place, 'to-workspace');
    expect(await readResultsDir(readerOf('inside/deep'), through)).toBe(join(through, 'inside', 'deep'));
  });

  test('though the workspace does not exist', async () => {
    const missing = join(place, 'missing');
    expect(await readResultsDir(readerOf('a/b'), missing)).toBe(join(missing, 'a', 'b'));
  });
});

test.each([
  ['.', 'is not below the workspace'],
  ['../elsewhere', 'is not below the workspace'],
  ['inside/../..', 'is not below the workspace'],
  ['.git', 'belongs to git'],
  ['.GIT/results', 'belongs to git'],
  ['a-file', 'is a file, or below one'],
  ['a-file/deep', 'is a file, or below one'],
  ...(sep === '/' ? [['out\\results', 'contains \\, but / separates folders']] : []),
])('%s is an error', async (given, reason) => {
  writeFileSync(join(workspace, 'a-file'), '');
  const [error, ...others] = await errorsOf(given);
  expect(error).toMatch(new RegExp(`^\`results-dir\` ${reason.replace('\\', '.')}.*: "`));
  expect(others).toEqual([]);
});

test('control characters are an error', async () => {
  expect(await errorsOf('a\0b')).toEqual([expect.stringContaining('contains control characters: "a\ufffdb"')]);
});

describe('a link that leads out of the workspace', () => {
  test.each([
    ['the folder itself', 'out', 'out'],
    ['a folder on the way', 'out', 'out/deep/er'],
    ['through another link', 'inside/far', 'inside/far/results'],
  ])('%s', async (_, path, given) => {
    link(join(place, 'elsewhere'), path);
    expect(await errorsOf(given)).toEqual([expect.stringContaining('leads out of the workspace')]);
  });

  test('to nowhere', async () => {
    link(join(place, 'nowhere'), 'broken');
    expect(await errorsOf('broken/deep')).toHaveLength(1);
  });

  test('in a circle', async () => {
    link(join(workspace, 'two'), 'one');
    link(join(workspace, 'one'), 'two');
    expect(await errorsOf('one')).toHaveLength(1);
  });

  test('to the workspace’s own parent', async () => {
    link(place, 'up');
    expect(await errorsOf('up')).toHaveLength(1);
  });
});
