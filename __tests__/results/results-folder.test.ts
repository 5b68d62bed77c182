import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, test } from '@jest/globals';

import { openResultsFolder } from '../../src/results/results-folder.ts';
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
    const path = join(workspace, 'out', 'results');
    const folder = openResultsFolder(workspace, path);
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
    const earlier = openResultsFolder(workspace, path);
    await earlier.writeResult(1, 'xml', 'old');
    await earlier.write('junit.xml', 'old');
    const later = openResultsFolder(workspace, path);
    await later.write('junit.xml', 'new');
    expect(later.files()).toEqual([join(path, 'junit.xml')]);
    expect(await textOf(path, 'junit.xml')).toBe('new');
    expect(await textOf(path, 'testset-1', 'result.xml')).toBe('old');
    expect((await readdir(path)).sort()).toEqual(['junit.xml', 'testset-1']);
  });

  test('has bare XML only for a testset without an XML', async () => {
    const folder = openResultsFolder(workspace, workspace);
    for (const [id, text] of [
      [1, 'first'],
      [1, 'second'],
      [2, 'of another testset'],
    ] as const) {
      await folder.writeResult(id, 'bare_xml', text);
    }
    await folder.writeResult(2, 'xml', '<a/>');
    await folder.writeResult(2, 'bare_xml', 'later');
    expect(await textOf(workspace, 'testset-1', 'result.xml')).toBe('second');
    expect(await textOf(workspace, 'testset-2', 'result.xml')).toBe('<a/>');
  });
});

describe('links', () => {
  const message = expect.stringContaining('leads out of the workspace');
  const LEADS_OUT = { code: 'bad-inputs', message, hint: expect.stringContaining('workspace') };

  test.each<[string, folder: string]>([
    ['the folder itself', 'link'],
    ['a folder on the way', join('link', 'results', 'deep')],
    ['the folder of a testset', '.'],
    ['a folder whose name begins like the workspace', 'similar'],
    ['no link at all', join('..', 'elsewhere', 'results')],
  ])('that lead out of the workspace are an error: %s', async (_, inner) => {
    await symlink(elsewhere, join(workspace, 'link'));
    await symlink(elsewhere, join(workspace, 'testset-5'));
    await mkdir(`${workspace}-2`);
    await symlink(`${workspace}-2`, join(workspace, 'similar'));
    const folder = openResultsFolder(workspace, join(workspace, inner));
    const written = inner === '.' ? folder.writeResult(5, 'xml', 'x') : folder.write('junit.xml', 'x');
    await expect(written).rejects.toMatchObject(LEADS_OUT);
    expect(folder.files()).toEqual([]);
    expect(await readdir(elsewhere)).toEqual([]);
    expect(await readdir(`${workspace}-2`)).toEqual([]);
  });

  test('that stay in the workspace are followed, also those on the way to it', async () => {
    await mkdir(join(workspace, 'real'));
    await symlink(join(workspace, 'real'), join(workspace, 'link'));
    const alias = join(place(), 'alias');
    await symlink(workspace, alias);
    const path = await openResultsFolder(alias, join(alias, 'link', 'in')).write('summary.md', 'x');
    expect(path).toBe(join(alias, 'link', 'in', 'summary.md'));
    expect(await textOf(workspace, 'real', 'in', 'summary.md')).toBe('x');
  });

  test('in place of a file are replaced, not followed', async () => {
    const target = join(elsewhere, 'target');
    await writeFile(target, 'old');
    await symlink(target, join(workspace, 'junit.xml'));
    const folder = openResultsFolder(workspace, workspace);
    await folder.write('junit.xml', 'x');
    expect(await textOf(target)).toBe('old');
    expect(await readdir(workspace)).toEqual(['junit.xml']);
    expect((await lstat(join(workspace, 'junit.xml'))).isFile()).toBe(true);
    expect(await textOf(workspace, 'junit.xml')).toBe('x');
  });
});

test.each<[code: string, prepare: () => Promise<unknown>]>([
  ['ENOTDIR', () => writeFile(join(workspace, 'results'), 'a file')],
  ['ENOENT', () => symlink(join(place(), 'nowhere'), join(workspace, 'results'))],
  ['ELOOP', () => symlink(join(workspace, 'results'), join(workspace, 'results'))],
  ['EISDIR', () => mkdir(join(workspace, 'results', 'junit.xml', 'full'), { recursive: true })],
])('an error of the file system is explained: %s', async (code, prepare) => {
  await prepare();
  const folder = openResultsFolder(workspace, join(workspace, 'results'));
  const path = join(workspace, 'results', 'junit.xml');
  await expect(folder.write('junit.xml', 'x')).rejects.toMatchObject({
    code: 'unexpected',
    message: expect.stringMatching(new RegExp(`^${path} cannot be written: ${code}: .*[^.]\\.$`)),
    hint: expect.stringContaining('`results-dir`'),
  });
  expect(folder.files()).toEqual([]);
  expect(await readdir(place())).not.toContain('nowhere');
  expect(await readdir(code === 'EISDIR' ? join(workspace, 'results') : place())).not.toContainEqual(
    expect.stringContaining('.junit.xml.'),
  );
});

test('many pieces are written in order', async () => {
  const pieces = Array.from({ length: 30_000 }, (_, at) => `${at} ö😀\n`);
  const path = await openResultsFolder(workspace, workspace).write('junit.xml', pieces);
  expect((await textOf(path)) === pieces.join('')).toBe(true);
});
