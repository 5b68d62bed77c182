import { statSync } from 'node:fs';
import { appendFile, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { beforeEach, describe, expect, test } from '@jest/globals';

import { findReports } from '../../src/merge/find-reports.ts';
import { useFolder } from '../support/folder.ts';
import { hostile, mixed60 } from '../support/reports.ts';
import { jobReport, leave, passedReport, scenarioTestset } from './support.ts';

const TOO_LARGE = 256 * 1024 * 1024 + 1;

const folder = useFolder();

/** Leaves a folder that no job has written: with one file, which is empty. */
async function leaveOther(name: string, file: string): Promise<void> {
  await mkdir(join(folder(), name));
  await writeFile(join(folder(), name, file), '');
}

/** The folders of the parts, and whether each has a report. */
async function foldersFound(): Promise<readonly (readonly [hasReport: boolean, folder: string])[]> {
  return (await findReports(folder())).map((part) => ['report' in part, part.folder]);
}

describe('the reports of the jobs', () => {
  test('are found in a folder for each job, in the order of the names', async () => {
    await leave(join(folder(), 'part-10-1'), passedReport([101]));
    await leave(join(folder(), 'part-0-2'), mixed60());
    await writeFile(join(folder(), 'read-me.txt'), 'a file');
    expect(await findReports(folder())).toMatchObject([
      { folder: 'part-0-2', report: { outcome: 'failed' }, contradiction: undefined },
      { folder: 'part-10-1', report: { outcome: 'passed' }, contradiction: undefined },
    ]);
  });

  test('can be in the folder itself if there is only one', async () => {
    await leave(folder(), passedReport([101]));
    await mkdir(join(folder(), 'testset-5101'));
    const part = { folder: basename(folder()), report: { outcome: 'passed' } };
    expect(await findReports(folder())).toMatchObject([part]);
  });

  test('are found beside a report in the folder itself', async () => {
    await leave(folder(), passedReport([101]));
    for (const name of ['testset-5101', 'testset-8-old', 'old-testset-8']) await leaveOther(name, 'result.xml');
    await leave(join(folder(), 'testset-7'), mixed60());
    await leave(join(folder(), 'part-0-2'), mixed60());
    await mkdir(join(folder(), 'report.json-folder', 'report.json'), { recursive: true });
    expect(await foldersFound()).toEqual([
      [true, basename(folder())],
      [false, 'old-testset-8'],
      [true, 'part-0-2'],
      [false, 'report.json-folder'],
      [true, 'testset-7'],
      [false, 'testset-8-old'],
    ]);
  });

  test('are not read through links, which are reported', async () => {
    await leave(join(folder(), 'elsewhere', 'part-1-1'), mixed60());
    const parts = join(folder(), 'parts');
    await leave(join(parts, 'part-0-1'), passedReport([101]));
    await symlink(join(folder(), 'elsewhere', 'part-1-1'), join(parts, 'part-1-1'), 'junction');
    expect(await findReports(parts)).toMatchObject([
      { folder: 'part-0-1' },
      { folder: 'part-1-1', reason: 'links are not followed' },
    ]);
  });

  test('of a single job are not links either, which are reported once', async () => {
    const target = join(folder(), 'elsewhere');
    await leave(target, passedReport([101]));
    const part = join(folder(), 'part');
    await mkdir(part);
    for (const name of ['report.json', 'junit.xml']) await symlink(join(target, name), join(part, name));
    expect(await findReports(part)).toEqual([{ folder: 'part', reason: 'report.json is not a plain file' }]);
  });

  test('do not include a page, which is an artifact of its own; a folder with anything else is reported', async () => {
    await leave(join(folder(), 'part-0-1'), passedReport([101]));
    await leaveOther('part-0-1.html', 'part-0-1.html');
    await leaveOther('testset-5101', 'result.xml');
    expect(await foldersFound()).toEqual([
      [true, 'part-0-1'],
      [false, 'testset-5101'],
    ]);
  });

  test('need no results', async () => {
    const running = scenarioTestset(101, [], { outcome: 'timed-out', status: 'Running', suites: [] });
    await leave(folder(), jobReport([running]));
    expect(await findReports(folder())).toMatchObject([{ report: { outcome: 'timed-out' } }]);
  });

  test('can have hostile names, and results that are larger than one document of the service', async () => {
    await leave(folder(), hostile());
    await appendFile(join(folder(), 'junit.xml'), ' '.repeat(17 * 1024 * 1024));
    expect(await findReports(folder())).toMatchObject([{ report: { outcome: 'failed' }, contradiction: undefined }]);
  });
});

describe('a report that cannot be used', () => {
  const report = (): string => join(folder(), 'part', 'report.json');
  const junit = (): string => join(folder(), 'part', 'junit.xml');
  const replaceByFolder = (path: string): Promise<void> => rm(path).then(() => mkdir(path));
  /** Moves the file, and leaves a link to it. */
  const linkInstead = async (path: string): Promise<void> => {
    await rename(path, join(folder(), 'elsewhere'));
    await symlink(join(folder(), 'elsewhere'), path);
  };
  beforeEach(() => leave(join(folder(), 'part'), passedReport([101])));

  test.each<[string, () => Promise<void>, string]>([
    ['no report', () => rm(report()), 'report.json is missing'],
    ['a folder for a report', () => replaceByFolder(report()), 'is not a plain file'],
    ['a link for a report', () => linkInstead(report()), 'report.json is not a plain file'],
    ['a link to nothing', () => rm(report()).then(() => symlink('nothing', report())), 'is not a plain file'],
    ['too large a report', () => truncate(report(), TOO_LARGE), 'report.json is larger than 256 MiB'],
    ['an empty report', () => truncate(report()), 'report.json is not JSON'],
    ['a report of something else', () => writeFile(report(), '{"schema":3}'), 'invalid at outcome'],
  ])('%s', async (_what, harm, reason) => {
    await harm();
    expect(await findReports(folder())).toEqual([{ folder: 'part', reason: expect.stringContaining(reason) }]);
  });

  test('a report whose path is too long, with the error of the system', async () => {
    let longest = join(folder(), 'part');
    for (const length of [200, 9]) {
      const below = (): string => join(longest, 'x'.repeat(length));
      while (
        await mkdir(below()).then(
          () => true,
          () => false,
        )
      )
        longest = below();
    }
    expect(await findReports(dirname(longest))).toEqual([
      { folder: basename(longest), reason: expect.stringMatching(/^(?!.*missing)E/) },
    ]);
  });

  test.each<[string, () => Promise<void>, string]>([
    ['a link for results', () => linkInstead(junit()), 'junit.xml is not a plain file'],
    ['no results', () => rm(junit()), 'junit.xml is missing'],
    ['too large results', () => truncate(junit(), TOO_LARGE), 'junit.xml is larger'],
    ['results cut short', () => truncate(junit(), statSync(junit()).size - 20), 'junit.xml cannot be read'],
    ['results of something more', () => appendFile(junit(), '<testsuites/>'), 'junit.xml cannot be read'],
    ['results of something else', () => writeFile(junit(), '<testsuite name="x"/>'), 'different results'],
  ])('%s', async (_what, harm, contradiction) => {
    await harm();
    expect(await findReports(folder())).toMatchObject([
      { folder: 'part', report: { outcome: 'passed' }, contradiction: expect.stringContaining(contradiction) },
    ]);
  });
});
