import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, expect, test } from '@jest/globals';

import { writeReportFiles } from '../../src/publish/publish.ts';
import type { Report } from '../../src/model/report.ts';
import { toResultsFolder } from '../../src/results/results-folder.ts';
import { useFolder } from '../support/folder.ts';
import { timedOut } from '../support/gallery/kinds.ts';
import { allPassed } from '../support/reports.ts';
import { createView } from '../../src/report/view.ts';

const workspace = useFolder();
let outputs: Record<string, string>;
beforeEach(() => {
  outputs = {};
});

const folder = (): string => join(workspace(), 'results');

async function write(report: Report, path = folder()): Promise<void> {
  const setOutput = (name: string, value: string): void => {
    outputs[name] = value;
  };
  await writeReportFiles(createView(report), toResultsFolder(path), { setOutput });
}

const FILES = ['junit.xml', 'report.html', 'report.json', 'summary.md'];

test('all files, and outputs that say where', async () => {
  await write(allPassed());
  expect((await readdir(folder())).sort()).toEqual(FILES);
  expect(outputs).toEqual({ 'junit-file': join(folder(), 'junit.xml'), 'results-dir': folder() });
  expect(await readFile(join(folder(), 'junit.xml'), 'utf8')).toContain(' tests="3" ');
});

test('junit.xml begins when the step began, and replaces that of an earlier step', async () => {
  await mkdir(folder());
  await writeFile(join(folder(), 'junit.xml'), 'what an earlier step left');
  await write({ ...timedOut(), durationSeconds: 3600, endedAt: '2026-11-26T14:10:21.000Z' });
  const xml = await readFile(join(folder(), 'junit.xml'), 'utf8');
  expect(xml).toContain('<error type="timed-out" ');
  expect(xml).toContain(' timestamp="2026-11-26T13:10:21Z"');
});

test('what cannot be written keeps nothing else from being there, and has a sentence each', async () => {
  for (const file of ['report.json', 'summary.md'])
    await mkdir(join(folder(), file, 'in-the-way'), { recursive: true });
  await expect(write(allPassed())).rejects.toThrow(/report\.json cannot .*\. .*summary\.md cannot /);
  expect((await readdir(folder())).sort()).toEqual(FILES);
  expect(outputs).toMatchObject({ 'results-dir': folder() });
});

test('where none can be written, no output says that there is any', async () => {
  await writeFile(join(workspace(), 'a-file'), '');
  await expect(write(allPassed(), join(workspace(), 'a-file'))).rejects.toThrow('is a file or a link');
  expect(outputs).toEqual({ 'junit-file': '' });
});
