import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { readBeginning } from '../app/file-check.ts';
import { codeOf, fileError } from '../model/errors.ts';
import { REPORT_BEGINNING, REPORT_FILES } from '../model/report.ts';
import type { RunContext } from '../model/run-context.ts';
import { DOCUMENTS } from '../model/results.ts';
import type { InputReader } from './input-reader.ts';

/** The name of the folder of a job's first step; others have a number behind it. */
export const RESULTS_DIR = 'testset-results';

/**
 * Reserves a folder of the workspace for the result files, so that no other step of the job replaces them: the first that is free. Then
 * removes what an earlier run left there: a later step must not publish that if this step fails.
 *
 * @returns the folder, absolute
 */
export async function reserveResultsDir(reader: InputReader, context: RunContext): Promise<string> {
  try {
    await mkdir(context.tempDir, { recursive: true });
    for (let number = 1; ; number += 1) {
      const folder = join(context.workspace, number === 1 ? RESULTS_DIR : `${RESULTS_DIR}-${number}`);
      const found = await lstat(folder).catch(() => undefined);
      const mayBeUsed = !found || found.isDirectory();
      if (mayBeUsed && (await reserve(context, folder))) return await prepareFolder(reader, folder);
    }
  } catch (error) {
    const consequence = 'Another step of this job may replace the result files.';
    reader.warn(`The action cannot reserve the folder for the results (${fileError(error)}). ${consequence}`);
    return join(context.workspace, RESULTS_DIR);
  }
}

/** Removes earlier results from a reserved folder, and checks that it can be written to. @returns the folder */
async function prepareFolder(reader: InputReader, folder: string): Promise<string> {
  try {
    if (existsSync(folder)) await removeEarlierResults(folder);
    // Tried, because permissions do not tell of a read-only or full disk.
    await rmdir(await mkdtemp(join(existsSync(folder) ? folder : dirname(folder), '.testset-')));
  } catch (error) {
    const what = `${reader.quote(basename(folder))} (${fileError(error)})`;
    const advice = 'Delete this folder or correct its owner.';
    reader.error(RESULTS_DIR, `The folder for the results cannot be written to: ${what}. ${advice}`);
  }
  return folder;
}

const RESULT_FILES = new Set(Object.values(DOCUMENTS).map(({ file }) => `result.${file}`));

/** Removes the files that an earlier run of the action left, by their names, and no links. @throws errors of the file system */
async function removeEarlierResults(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isDirectory() && /^testset-[1-9]\d*$/.test(entry.name))) {
    const files = await readdir(join(folder, name), { withFileTypes: true });
    const results = files.filter((file) => file.isFile() && RESULT_FILES.has(file.name));
    for (const file of results) await rm(join(folder, name, file.name), { force: true });
    if (results.length > 0 && results.length === files.length) await rmdir(join(folder, name));
  }
  const isFile = (name: string): boolean => entries.some((entry) => entry.name === name && entry.isFile());
  if (!isFile('report.json') || !REPORT_BEGINNING.test(await readBeginning(join(folder, 'report.json')))) return;
  // `report.json` last, because it shows that the others are of the action.
  for (const name of REPORT_FILES.filter(isFile).reverse()) await rm(join(folder, name), { force: true });
}

/** Two steps may try at the same time, and one gets the folder. @throws errors of the file system */
async function reserve({ run, tempDir }: RunContext, folder: string): Promise<boolean> {
  // GitHub's runner empties the temporary folder before each job. Others may keep it, so the job and its part of the matrix are in the name.
  const owner = [run.url, run.job, run.matrix, folder];
  const digest = createHash('sha256').update(JSON.stringify(owner)).digest('hex');
  try {
    await writeFile(join(tempDir, `run-testset-folder-${digest}`), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}
