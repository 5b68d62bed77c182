import { lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { openResultsFolder, type ResultFile, type ResultsFolder } from '../../src/results/results-folder.ts';

let place: string;
let workspace: string;
let elsewhere: string;

beforeEach(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'run-testset-save-')));
  workspace = join(place, 'workspace');
  elsewhere = join(place, 'elsewhere');
  await mkdir(workspace);
  await mkdir(elsewhere);
});

afterEach(async () => {
  await rm(place, { recursive: true });
});

async function save(folder: ResultsFolder, id: number, kind: ResultFile, text: string): Promise<void> {
  const file = await folder.beginResult(id, kind);
  await file.write(text);
  await file.keep();
}

describe('the results folder', () => {
  test('takes every file of the contract, and remembers it once', async () => {
    const path = join(workspace, 'out', 'results');
    const folder = openResultsFolder(workspace, path);
    expect(folder.path).toBe(path);
    expect(folder.files()).toEqual([]);
    await save(folder, 251929, 'xml', '<a>ö😀</a>');
    await save(folder, 251929, 'html', '');
    await save(folder, 251930, 'json', '{}');
    await save(folder, 251930, 'json', '[]');
    expect(await folder.write('junit.xml', ['<b>', '</b>'])).toBe(join(path, 'junit.xml'));
    await folder.write('report.json', '{"a":1}');
    await folder.write('summary.md', '# A');

    const files = [
      'testset-251929/result.xml',
      'testset-251929/result.html',
      'testset-251930/result.json',
      'junit.xml',
      'report.json',
      'summary.md',
    ];
    expect(folder.files()).toEqual(files.map((file) => join(path, file)));
    const texts = await Promise.all(folder.files().map((file) => readFile(file, 'utf8')));
    expect(texts).toEqual(['<a>ö😀</a>', '', '[]', '<b></b>', '{"a":1}', '# A']);
    const found = await readdir(path, { recursive: true });
    expect(found.sort()).toEqual([...files.map((file) => join(file)), 'testset-251929', 'testset-251930'].sort());
  });

  test('makes nothing before the first file', async () => {
    openResultsFolder(workspace, join(workspace, 'results'));
    expect(await readdir(workspace)).toEqual([]);
  });

  test('leaves the files of an earlier step alone, but for its own names', async () => {
    const path = join(workspace, 'results');
    const earlier = openResultsFolder(workspace, path);
    await save(earlier, 1, 'xml', 'old');
    await earlier.write('junit.xml', 'old');
    const later = openResultsFolder(workspace, path);
    await later.write('junit.xml', 'new');
    expect(later.files()).toEqual([join(path, 'junit.xml')]);
    expect(await readFile(join(path, 'junit.xml'), 'utf8')).toBe('new');
    expect(await readFile(join(path, 'testset-1', 'result.xml'), 'utf8')).toBe('old');
  });

  test('takes many files at once', async () => {
    const folder = openResultsFolder(workspace, join(workspace, 'a', 'b'));
    const ids = Array.from({ length: 20 }, (_, at) => at + 1);
    await Promise.all(ids.map((id) => save(folder, id, 'xml', `${id}`)));
    expect(await readdir(join(workspace, 'a', 'b'))).toHaveLength(20);
  });

  test.each([0, -1, 1.5, NaN, 2 ** 60])('takes no testset %p', async (id) => {
    const folder = openResultsFolder(workspace, workspace);
    await expect(save(folder, id, 'xml', '')).rejects.toThrow(RangeError);
    expect(folder.files()).toEqual([]);
  });
});

describe('links', () => {
  const LEADS_OUT = { code: 'bad-inputs', message: expect.stringContaining('leads out of the workspace') };

  test.each([
    ['the folder itself', 'link'],
    ['a folder on the way', join('link', 'results', 'deep')],
  ])('that lead out of the workspace are refused: %s', async (_, inner) => {
    await symlink(elsewhere, join(workspace, 'link'));
    const folder = openResultsFolder(workspace, join(workspace, inner));
    await expect(folder.write('junit.xml', 'x')).rejects.toMatchObject(LEADS_OUT);
    expect(folder.files()).toEqual([]);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test('in the place of a testset folder are refused when they lead out', async () => {
    await symlink(elsewhere, join(workspace, 'testset-5'));
    await expect(save(openResultsFolder(workspace, workspace), 5, 'xml', 'x')).rejects.toMatchObject(LEADS_OUT);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test('to a sibling whose name only begins alike are refused', async () => {
    await mkdir(`${workspace}-2`);
    await symlink(`${workspace}-2`, join(workspace, 'link'));
    await expect(openResultsFolder(workspace, join(workspace, 'link')).write('junit.xml', 'x')).rejects.toMatchObject(
      LEADS_OUT,
    );
  });

  test('that stay in the workspace are followed', async () => {
    await mkdir(join(workspace, 'real'));
    await symlink(join(workspace, 'real'), join(workspace, 'link'));
    const path = await openResultsFolder(workspace, join(workspace, 'link', 'in')).write('summary.md', 'x');
    expect(path).toBe(join(workspace, 'link', 'in', 'summary.md'));
    expect(await readFile(join(workspace, 'real', 'in', 'summary.md'), 'utf8')).toBe('x');
  });

  test('on the way to the workspace are no matter', async () => {
    const alias = join(place, 'alias');
    await symlink(workspace, alias);
    await openResultsFolder(alias, join(alias, 'results')).write('summary.md', 'x');
    expect(await readFile(join(workspace, 'results', 'summary.md'), 'utf8')).toBe('x');
  });

  test('in the place of a file are replaced, not followed', async () => {
    const treasure = join(elsewhere, 'treasure');
    await writeFile(treasure, 'gold');
    await symlink(treasure, join(workspace, 'junit.xml'));
    await openResultsFolder(workspace, workspace).write('junit.xml', 'x');
    expect(await readFile(treasure, 'utf8')).toBe('gold');
    const info = await lstat(join(workspace, 'junit.xml'));
    expect(info.isFile()).toBe(true);
    expect(await readFile(join(workspace, 'junit.xml'), 'utf8')).toBe('x');
  });

  test('to nowhere are an error', async () => {
    await symlink(join(place, 'nowhere'), join(workspace, 'link'));
    const path = join(workspace, 'link');
    await expect(openResultsFolder(workspace, path).write('junit.xml', 'x')).rejects.toMatchObject({
      code: 'unexpected',
      message: `${join(path, 'junit.xml')} cannot be written: a part of the path does not exist, or is a link to nowhere (ENOENT).`,
    });
    expect(await readdir(place)).not.toContain('nowhere');
  });

  test('a folder outside of the workspace is refused without any link', async () => {
    const folder = openResultsFolder(workspace, join(workspace, '..', 'elsewhere', 'results'));
    await expect(folder.write('junit.xml', 'x')).rejects.toMatchObject(LEADS_OUT);
    expect(await readdir(elsewhere)).toEqual([]);
  });
});

describe('trouble', () => {
  test('with a file where a folder should be', async () => {
    await writeFile(join(workspace, 'results'), 'a file');
    const path = join(workspace, 'results', 'deep');
    await expect(openResultsFolder(workspace, path).write('junit.xml', 'x')).rejects.toMatchObject({
      code: 'unexpected',
      message: expect.stringContaining(`${join(path, 'junit.xml')} cannot be written: a part of the path `),
      hint: 'Make room for it, or choose another `results-dir`.',
    });
  });

  test('with a folder where a file should be leaves nothing behind', async () => {
    await mkdir(join(workspace, 'junit.xml', 'full'), { recursive: true });
    const folder = openResultsFolder(workspace, workspace);
    await expect(folder.write('junit.xml', 'x')).rejects.toThrow(`${join(workspace, 'junit.xml')} cannot be written`);
    expect(folder.files()).toEqual([]);
    expect(await readdir(workspace)).toEqual(['junit.xml']);
  });
});
