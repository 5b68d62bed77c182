import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { createInputReader, type InputReader } from '../../src/inputs/input-reader.ts';
import { readResultsDir } from '../../src/inputs/results-dir.ts';

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

function formOf(given: string): InputReader {
  return createInputReader((name) => (name === 'results-dir' ? given : ''));
}

async function faultsOf(given: string, folder = workspace): Promise<string[]> {
  const form = formOf(given);
  expect(await readResultsDir(form, folder)).toBeUndefined();
  return form.errors.map((fault) => fault.given);
}

describe('a folder that stays below the workspace', () => {
  test.each([
    ['', 'testset-results'],
    ['a/../b/c', 'b/c'],
    ['inside', 'inside'],
    ['to-inside/deep', 'to-inside/deep'],
  ])('%j', async (given, way) => {
    link(join(workspace, 'inside'), 'to-inside');
    const form = formOf(given);
    expect(await readResultsDir(form, workspace)).toBe(join(workspace, way));
    expect(form.errors).toEqual([]);
  });

  test('though the workspace is a link itself', async () => {
    link(workspace, '../to-workspace');
    const through = join(place, 'to-workspace');
    expect(await readResultsDir(formOf('inside/deep'), through)).toBe(join(through, 'inside', 'deep'));
  });

  test('though the workspace does not exist', async () => {
    const missing = join(place, 'missing');
    expect(await readResultsDir(formOf('a/b'), missing)).toBe(join(missing, 'a', 'b'));
  });
});

test.each(['.git', '.git/results', '.GIT'])('a place of git: %s', async (given) => {
  expect(await faultsOf(given)).toEqual([`"${given}", where git keeps its own files`]);
});

if (sep === '/') {
  test('a path that was written on Windows', async () => {
    const form = formOf('out\\results');
    expect(await readResultsDir(form, workspace)).toBeUndefined();
    expect(form.errors[0]?.allowed).toContain('folders are separated by / on this runner');
  });
}

test.each(['a-file', 'a-file/deep'])('a place where a file is: %s', async (given) => {
  writeFileSync(join(workspace, 'a-file'), '');
  expect(await faultsOf(given)).toEqual([`"${given}", where a file is`]);
});

describe('a link that leads away is found before anything is sent', () => {
  test.each([
    ['the folder itself', 'out', 'out'],
    ['a folder on the way', 'out', 'out/deep/er'],
    ['by a detour through another link', 'inside/far', 'inside/far/results'],
  ])('%s', async (_, path, given) => {
    link(join(place, 'elsewhere'), path);
    expect(await faultsOf(given)).toEqual([`"${given}", where a link leads out of the workspace, or nowhere`]);
  });

  test('to nowhere', async () => {
    link(join(place, 'nowhere'), 'broken');
    expect(await faultsOf('broken/deep')).toHaveLength(1);
  });

  test('in a circle', async () => {
    link(join(workspace, 'two'), 'one');
    link(join(workspace, 'one'), 'two');
    expect(await faultsOf('one')).toHaveLength(1);
  });

  test('to the workspace’s own parent', async () => {
    link(place, 'up');
    expect(await faultsOf('up')).toHaveLength(1);
  });
});
