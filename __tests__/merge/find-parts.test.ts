import { appendFile, mkdir, mkdtemp, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { findParts } from '../../src/merge/find-parts.ts';
import { hostile, mixed60 } from '../support/reports.ts';
import { jobReport, leave, passedReport, scenarioTestset } from './support.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('what jobs left', () => {
  test('lies in a folder for each, and is found in the order of the names', async () => {
    await leave(join(folder, 'part-10-1'), passedReport([101]));
    await leave(join(folder, 'part-0-2'), mixed60());
    await writeFile(join(folder, 'read-me.txt'), 'a file that is no job');
    const parts = await findParts(folder);
    expect(parts).toMatchObject([
      { kind: 'report', folder: 'part-0-2', report: { outcome: 'failed' } },
      { kind: 'report', folder: 'part-10-1', report: { outcome: 'passed' } },
    ]);
    expect(parts.filter((part) => 'doubt' in part)).toEqual([]);
  });

  test('lies in the folder itself when there was only one', async () => {
    await leave(folder, passedReport([101]));
    await mkdir(join(folder, 'testset-5101'));
    const [part, ...others] = await findParts(folder);
    expect(part).toMatchObject({ kind: 'report', folder: basename(folder), report: { outcome: 'passed' } });
    expect(others).toEqual([]);
  });

  test('lies beside an older report, too, which hides no other', async () => {
    await leave(folder, passedReport([101]));
    await mkdir(join(folder, 'testset-5101'));
    await leave(join(folder, 'testset-7'), mixed60());
    await leave(join(folder, 'part-0-2'), mixed60());
    await mkdir(join(folder, 'report.json-folder', 'report.json'), { recursive: true });
    expect((await findParts(folder)).map((part) => [part.kind, part.folder])).toEqual([
      ['report', basename(folder)],
      ['report', 'part-0-2'],
      ['unreadable', 'report.json-folder'],
      ['report', 'testset-7'],
    ]);
  });

  test('is not looked for behind a link, which is no reason to say nothing of it', async () => {
    await leave(join(folder, 'elsewhere', 'part-1-1'), mixed60());
    const parts = join(folder, 'parts');
    await leave(join(parts, 'part-0-1'), passedReport([101]));
    await symlink(join(folder, 'elsewhere', 'part-1-1'), join(parts, 'part-1-1'), 'junction');
    expect(await findParts(parts)).toMatchObject([
      { kind: 'report', folder: 'part-0-1' },
      { kind: 'unreadable', folder: 'part-1-1', why: 'it is a link, and links are not followed' },
    ]);
  });

  test('may be nothing', async () => {
    expect(await findParts(folder)).toEqual([]);
    expect(await findParts(join(folder, 'never', 'made'))).toEqual([]);
  });

  test('has no junit.xml where no results came', async () => {
    await leave(folder, jobReport([scenarioTestset(101, [], { outcome: 'timed-out', status: 'Running', suites: [] })]));
    expect(await findParts(folder)).toMatchObject([{ kind: 'report', report: { outcome: 'timed-out' } }]);
  });

  test('may hold names that are hostile', async () => {
    await leave(folder, hostile());
    const [part] = await findParts(folder);
    expect(part).toMatchObject({ kind: 'report', report: { outcome: 'failed' } });
    expect(part).not.toHaveProperty('doubt');
  });

  test('is not guessed where the folder cannot be listed', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(findParts(join(folder, 'file'))).rejects.toThrow('ENOTDIR');
  });
});

describe('what cannot be used says why', () => {
  const report = (): string => join(folder, 'part', 'report.json');
  const junit = (): string => join(folder, 'part', 'junit.xml');
  /** The same file, but elsewhere, with a link where it was. */
  const linkInstead = async (path: string): Promise<void> => {
    await rename(path, join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), path);
  };
  beforeEach(() => leave(join(folder, 'part'), passedReport([101])));

  test.each<[string, () => Promise<void>, string]>([
    ['no report', () => rm(report()), 'report.json is missing'],
    [
      'a folder for a report',
      () =>
        rm(report())
          .then(() => mkdir(report()))
          .then(() => undefined),
      'report.json cannot be read: it is no plain file',
    ],
    ['a link for a report', () => linkInstead(report()), 'report.json cannot be read: it is no plain file'],
    ['a link to nothing', () => rm(report()).then(() => symlink('nothing', report())), 'it is no plain file'],
    [
      'a report of no attempt',
      async () => writeFile(report(), (await readFile(report(), 'utf8')).replace('"attempt":1', '"attempt":0')),
      'run.attempt is 0',
    ],
    [
      'a report without its attempt',
      async () => writeFile(report(), (await readFile(report(), 'utf8')).replace('"attempt":1,', '')),
      'run.attempt is no number',
    ],
    ['a report without end', () => truncate(report(), 256 * 1024 * 1024 + 1), 'report.json is larger than 256 MiB'],
    ['an empty report', () => truncate(report()), 'it is no JSON'],
    ['a report of something else', () => writeFile(report(), '{"schema":1}'), 'outcome is none of its words'],
  ])('%s', async (_what, harm, why) => {
    await harm();
    expect(await findParts(folder)).toEqual([
      { kind: 'unreadable', folder: 'part', why: expect.stringContaining(why) },
    ]);
  });

  test.each<[string, () => Promise<void>, string]>([
    ['a link for results', () => linkInstead(junit()), 'junit.xml cannot be read: it is no plain file'],
    ['no results', () => rm(junit()), 'junit.xml is missing'],
    ['results without end', () => truncate(junit(), 256 * 1024 * 1024 + 1), 'junit.xml is larger'],
    [
      'results cut short',
      async () => truncate(junit(), (await readFile(junit())).length - 20),
      'junit.xml cannot be read',
    ],
    ['results of something more', () => appendFile(junit(), '<testsuites/>'), 'junit.xml cannot be read'],
    ['results of something else', () => writeFile(junit(), '<testsuite name="x"/>'), 'junit.xml does not tell'],
  ])('%s', async (_what, harm, doubt) => {
    await harm();
    expect(await findParts(folder)).toMatchObject([
      { kind: 'report', folder: 'part', report: { outcome: 'passed' }, doubt: expect.stringContaining(doubt) },
    ]);
  });

  test('a report that contradicts itself', async () => {
    await leave(join(folder, 'part'), { ...passedReport([101]), outcome: 'failed' });
    expect(await findParts(folder)).toMatchObject([{ doubt: 'its outcome is not the worst of those of its testsets' }]);
  });
});
