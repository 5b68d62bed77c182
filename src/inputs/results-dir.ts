import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

import { readBeginning } from '../app/file-check.ts';
import { codeOf, fileError } from '../model/errors.ts';
import { pathWithin } from '../model/path-within.ts';
import { REPORT_BEGINNING, REPORT_FILES } from '../model/report.ts';
import type { RunContext } from '../model/run-context.ts';
import { DOCUMENTS } from '../model/results.ts';
import type { InputReader } from './input-reader.ts';

const DEFAULT_FOLDER = 'testset-results';

/**
 * Reserves the folder for result files below the workspace, so that no other step of the job replaces them. Without the input, it is the
 * next one that is free. Then removes what an earlier run left there: a later step must not publish that if this step fails. Links are
 * followed as far as they exist now, and checked again when the files are written.
 *
 * @returns the folder, absolute; `undefined` after some errors
 */
export async function openResultsDir(reader: InputReader, context: RunContext): Promise<string | undefined> {
  const given = reader.text('results-dir');
  const folder = resolve(context.workspace, given || DEFAULT_FOLDER);
  const rejection = await reasonToReject(context.workspace, folder, given);
  if (rejection !== undefined) {
    const allowed = given
      ? 'Use a folder below the workspace, such as testset-results.'
      : 'Remove it, or set `results-dir`.';
    const value = reader.quote(given || DEFAULT_FOLDER);
    reader.error('results-dir', `\`results-dir\` ${rejection}: ${value}. ${allowed}`);
    return undefined;
  }
  try {
    await mkdir(context.tempDir, { recursive: true });
    if (await reserve(reader, context, folder)) return await prepareFolder(reader, context.workspace, folder);
    for (let number = 2; given === ''; number += 1) {
      const next = `${folder}-${number}`;
      const reason = await reasonToReject(context.workspace, next, given);
      if (reason === undefined && (await reserve(reader, context, next))) {
        return await prepareFolder(reader, context.workspace, next);
      }
    }
  } catch (error) {
    const consequence =
      'Another step of this job may replace the result files: set a different `results-dir` for each.';
    reader.warn(`The action cannot reserve the folder for the results (${fileError(error)}). ${consequence}`);
    return folder;
  }
  const reason = `\`results-dir\` already belongs to another step of this job: ${reader.quote(given)}.`;
  reader.error('results-dir', `${reason} Set a different folder for each step, or remove \`results-dir\`.`);
  return undefined;
}

/** Lets another step use a folder that this one does not need. Never fails. */
export function releaseResultsDir(reader: InputReader, context: RunContext, folder: string): void {
  try {
    rmSync(reservationOf(reader, context, folder), { force: true });
  } catch {
    // The next step that names the folder gets an error.
  }
}

/** Removes earlier results from a reserved folder, and checks that it can be written to. @returns the folder */
async function prepareFolder(reader: InputReader, workspace: string, folder: string): Promise<string> {
  try {
    await removeEarlierResults(workspace, folder);
    // Tried, because permissions do not tell of a read-only or full disk.
    let nearest = folder;
    while (nearest !== workspace && !existsSync(nearest)) nearest = dirname(nearest);
    await rmdir(await mkdtemp(join(nearest, '.testset-')));
  } catch (error) {
    const what = `${reader.quote(pathWithin(workspace, folder) ?? '')} (${fileError(error)})`;
    const advice = 'Delete this folder or correct its owner, or use another folder.';
    reader.error('results-dir', `\`results-dir\` cannot be written to: ${what}. ${advice}`);
  }
  return folder;
}

const RESULT_FILES = new Set(Object.values(DOCUMENTS).map(({ file }) => `result.${file}`));

/**
 * Removes the files that an earlier run of the action left, by their names, and no links. Nothing is removed where a link leads to the
 * folder: another step of the job may know it by another path. @throws errors of the file system
 */
async function removeEarlierResults(workspace: string, folder: string): Promise<void> {
  const real = await realpath(folder).catch(() => undefined);
  if (real !== join(await realpath(workspace), pathWithin(workspace, folder) ?? '')) return;
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
async function reserve(reader: InputReader, context: RunContext, folder: string): Promise<boolean> {
  try {
    await writeFile(reservationOf(reader, context, folder), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * A file in the temporary folder, which GitHub's runner empties before each job. Other runners may keep it, so the job and its part of the
 * matrix are in its name.
 */
function reservationOf(reader: InputReader, { run, tempDir }: RunContext, folder: string): string {
  const owner = [run.url, run.job, reader.text('matrix'), folder];
  const digest = createHash('sha256').update(JSON.stringify(owner)).digest('hex');
  return join(tempDir, `run-testset-folder-${digest}`);
}

/** Completes the sentence "`results-dir` …: its value."; `undefined` if the folder is allowed. */
async function reasonToReject(workspace: string, folder: string, given: string): Promise<string | undefined> {
  const way = pathWithin(workspace, folder);
  if (way === undefined || way === '') return 'is not below the workspace';
  if (/\p{Cc}/u.test(given)) return 'contains control characters';
  if (/^["'~$]/.test(given)) return 'begins with a sign that only a shell replaces';
  if (sep === '/' && given.includes('\\')) return 'contains \\, but / separates folders on this runner';
  if (way.split(sep)[0]?.toLowerCase() === '.git') return 'belongs to git';
  if (await isBelowFile(folder)) return 'is a file, or below one';
  if (await leadsOut(workspace, folder)) return 'leads out of the workspace, or to nothing, through a link';
  return undefined;
}

async function isBelowFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isDirectory(),
    (error: unknown) => codeOf(error) === 'ENOTDIR',
  );
}

/** Checks the deepest part of the path that exists; `path` is the workspace or below it. */
async function leadsOut(workspace: string, path: string): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return pathWithin(await realpath(workspace), real) === undefined;
  const isBrokenLink = (await lstat(path).catch(() => undefined)) !== undefined;
  return isBrokenLink || (path !== workspace && leadsOut(workspace, dirname(path)));
}
