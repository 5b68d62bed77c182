import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { lstat, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';

import { codeOf, fileError } from '../model/errors.ts';
import { pathWithin } from '../model/path-within.ts';
import type { RunContext } from '../model/run-context.ts';
import { listFirst } from '../model/words.ts';
import type { InputReader } from './input-reader.ts';

const DEFAULT_FOLDER = 'testset-results';

/** What identifies a job and its steps. */
type JobContext = Pick<RunContext, 'run' | 'tempDir'>;

/**
 * The folder for result files, absolute and below the workspace, so that nothing else is overwritten. Links are followed as far as they
 * exist now, and checked again when the files are written. A folder that is not allowed is an error.
 */
export async function readResultsDir(reader: InputReader, workspace: string): Promise<string> {
  const given = reader.text('results-dir') || DEFAULT_FOLDER;
  const folder = resolve(workspace, given);
  const reason = await reasonToReject(workspace, folder, given);
  if (reason !== undefined) {
    const allowed = 'Use a folder below the workspace, such as testset-results.';
    reader.error('results-dir', `\`results-dir\` ${reason}: ${reader.quote(given)}. ${allowed}`);
  }
  return folder;
}

/**
 * Reserves the folder for this step, so that no other step of the job replaces its files. Without the input, it is the
 * next one that is free.
 *
 * @param folder the result of `readResultsDir`
 * @returns the reserved folder; `undefined` if another step uses the one that is given
 */
export async function reserveResultsDir(
  reader: InputReader,
  folder: string,
  context: RunContext,
): Promise<string | undefined> {
  const given = reader.text('results-dir');
  try {
    await mkdir(context.tempDir, { recursive: true });
    if (await reserve(context, folder)) return folder;
    for (let number = 2; given === ''; number += 1) {
      const next = `${folder}-${number}`;
      const reason = await reasonToReject(context.workspace, next, given);
      if (reason === undefined && (await reserve(context, next))) return next;
    }
  } catch (error) {
    const consequence =
      'Another step of this job may replace the result files: set a different `results-dir` for each.';
    reader.warn(`The action cannot reserve the folder for the results (${fileError(error)}). ${consequence}`);
    return folder;
  }
  const recorded = await readFile(reservationOf(context, folder), 'utf8').catch(() => '');
  const known = recorded && ` (testset ${listFirst(recorded.split(','), 10)})`;
  const reason = `\`results-dir\` already belongs to another step of this job${known}: ${reader.quote(given)}.`;
  reader.error('results-dir', `${reason} Set a different folder for each step, or remove \`results-dir\`.`);
  return undefined;
}

/** Records the testsets of the step that reserved a folder. Never fails: only the message of another step names them. */
export function recordTestsets(job: JobContext, folder: string, testsetIds: string): void {
  try {
    writeFileSync(reservationOf(job, folder), testsetIds);
  } catch {
    // The message is then without them.
  }
}

/** @returns whether the folder was free, also if two steps run at the same time. @throws errors of the file system */
async function reserve(job: JobContext, folder: string): Promise<boolean> {
  try {
    await writeFile(reservationOf(job, folder), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * A file in the runner's temporary folder, which GitHub's runner empties before each job. Other runners may keep it, so
 * the name depends on the job, too.
 */
function reservationOf({ run, tempDir }: JobContext, folder: string): string {
  const digest = createHash('sha256').update(JSON.stringify([run.url, run.job, folder]));
  return join(tempDir, `run-testset-folder-${digest.digest('hex')}`);
}

/** Completes the sentence "`results-dir` …: its value."; `undefined` if the folder is allowed. */
async function reasonToReject(workspace: string, folder: string, given: string): Promise<string | undefined> {
  const way = pathWithin(workspace, folder);
  if (way === undefined || way === '') return 'is not below the workspace';
  if (/\p{Cc}/u.test(given)) return 'contains control characters';
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
