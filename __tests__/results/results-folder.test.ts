import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, test } from '@jest/globals';

import { toResultsFolder } from '../../src/results/results-folder.ts';
import { useFolder } from '../support/folder.ts';

const place = useFolder();
let workspace: string;
let elsewhere: string;

beforeEach(async () => {
  workspace = join(place(), 'workspace');
  elsewhere = join(place(), 'elsewhere');
  await mkdir(workspace);
  await mkdir(elsewhere);
});

const textOf = (...path: readonly string[]): Promise<string> => readFile(join(...path), 'utf8');

describe('the results folder', () => {
  test('contains every file, and lists each once', async () => {
    const path = join(workspace, 'results');
    const folder = toResultsFolder(path);
    expect(folder.path).toBe(path);
    expect(folder.files()).toEqual([]);
    await folder.writeResult(251929, 'xml', '<a>ö😀</a>');
    await folder.writeResult(251929, 'html', '');
    await folder.writeResult(251930, 'json', '{}');
    await folder.writeResult(251930, 'json', '[]');
    expect(await folder.write('junit.xml', ['<b>', '</b>'])).toBe(join(path, 'junit.xml'));
    await folder.write('report.json', '{"a":1}');
    await folder.write('summary.md', '# A');

    const results = ['testset-251929/result.xml', 'testset-251929/result.html', 'testset-251930/result.json'];
    const files = [...results, 'junit.xml', 'report.json', 'summary.md'];
    expect(folder.files()).toEqual(files.map((file) => join(path, file)));
    const texts = await Promise.all(folder.files().map((file) => textOf(file)));
    expect(texts).toEqual(['<a>ö😀</a>', '', '[]', '<b></b>', '{"a":1}', '# A']);
    const found = await readdir(path, { recursive: true });
    expect(found.sort()).toEqual([...files, 'testset-251929', 'testset-251930'].sort());
  });

  test('keeps the files of an earlier step, except those with the same names', async () => {
    const path = join(workspace, 'results');
    const earlier = toResultsFolder(path);
    await earlier.writeResult(1, 'xml', 'old');
    await earlier.write('junit.xml', 'old');
    const later = toResultsFolder(path);
    await later.write('junit.xml', 'new');
    expect(later.files()).toEqual([join(path, 'junit.xml')]);
    expect(await textOf(path, 'junit.xml')).toBe('new');
    expect(await textOf(path, 'testset-1', 'result.xml')).toBe('old');
    expect((await readdir(path)).sort()).toEqual(['junit.xml', 'testset-1']);
  });

  test('has bare XML only for a testset without an XML', async () => {
    const folder = toResultsFolder(workspace);
    await folder.writeResult(1, 'bare_xml', 'first');
    await folder.writeResult(1, 'bare_xml', 'second');
    await folder.writeResult(2, 'bare_xml', 'of another testset');
    await folder.writeResult(2, 'xml', '<a/>');
    await folder.writeResult(2, 'bare_xml', 'later');
    expect(await textOf(workspace, 'testset-1', 'result.xml')).toBe('second');
    expect(await textOf(workspace, 'testset-2', 'result.xml')).toBe('<a/>');
  });
});

describe('links', () => {
  test.each<[string, write: () => Promise<unknown>]>([
    ['the folder itself', () => toResultsFolder(join(workspace, 'link')).write('junit.xml', 'x')],
    ['the folder of a testset', () => toResultsFolder(workspace).writeResult(5, 'xml', 'x')],
  ])('are not followed: %s', async (_, write) => {
    await symlink(elsewhere, join(workspace, 'link'));
    await symlink(elsewhere, join(workspace, 'testset-5'));
    await expect(write()).rejects.toThrow(/cannot be written: .* is a file or a link\.$/);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test('on the way to the workspace are followed', async () => {
    const alias = join(place(), 'alias');
    await symlink(workspace, alias);
    const path = await toResultsFolder(join(alias, 'in')).write('summary.md', 'x');
    expect(path).toBe(join(alias, 'in', 'summary.md'));
    expect(await textOf(workspace, 'in', 'summary.md')).toBe('x');
  });

  test('in place of a file are replaced, not followed', async () => {
    const target = join(elsewhere, 'target');
    await writeFile(target, 'old');
    await symlink(target, join(workspace, 'junit.xml'));
    const folder = toResultsFolder(workspace);
    await folder.write('junit.xml', 'x');
    expect(await textOf(target)).toBe('old');
    expect(await readdir(workspace)).toEqual(['junit.xml']);
    expect((await lstat(join(workspace, 'junit.xml'))).isFile()).toBe(true);
    expect(await textOf(workspace, 'junit.xml')).toBe('x');
  });
});

test('an error of the file system is explained', async () => {
  await mkdir(join(workspace, 'results', 'junit.xml', 'full'), { recursive: true });
  const folder = toResultsFolder(join(workspace, 'results'));
  const path = join(workspace, 'results', 'junit.xml');
  const message = new RegExp(`^${path} cannot be written: EISDIR: .*[^.]\\.$`);
  await expect(folder.write('junit.xml', 'x')).rejects.toThrow(message);
  expect(folder.files()).toEqual([]);
  expect(await readdir(join(workspace, 'results'))).toEqual(['junit.xml']);
});

test('many pieces are written in order', async () => {
  const pieces = Array.from({ length: 30_000 }, (_, at) => `${at} ö😀\n`);
  const path = await toResultsFolder(workspace).write('junit.xml', pieces);
  expect((await textOf(path)) === pieces.join('')).toBe(true);
});
