import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { codeOf } from '../model/errors.ts';
import type { RunContext } from '../model/run-context.ts';

/** What identifies a job and its steps. */
type JobContext = Pick<RunContext, 'run' | 'tempDir'>;

/**
 * Reserves a folder for this step, so that no other step of the job writes to it, also one that runs at the same time.
 *
 * @returns whether it was free. @throws errors of the file system
 */
export async function reserveFolder(job: JobContext, folder: string): Promise<boolean> {
  await mkdir(job.tempDir, { recursive: true });
  try {
    await writeFile(reservationOf(job, folder), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Records the testsets of the step that reserved a folder. Never fails: only the message of another step names them. */
export function recordTestsets(job: JobContext, folder: string, testsetIds: string): void {
  try {
    writeFileSync(reservationOf(job, folder), testsetIds);
  } catch {
    // The message is then without them.
  }
}

/** The testsets of the step that reserved a folder, separated by commas; '' if they are not known. */
export async function recordedTestsets(job: JobContext, folder: string): Promise<string> {
  return readFile(reservationOf(job, folder), 'utf8').catch(() => '');
}

/**
 * A file in the runner's temporary folder, which GitHub's runner empties before each job. Other runners may keep it, so
 * the name depends on the job, too.
 */
function reservationOf({ run, tempDir }: JobContext, folder: string): string {
  const digest = createHash('sha256').update(JSON.stringify([run.url, run.job, folder]));
  return join(tempDir, `run-testset-folder-${digest.digest('hex')}`);
}
