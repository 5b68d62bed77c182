import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { readBeginning } from '../app/file-check.ts';
import { codeOf, fileError } from '../model/errors.ts';
import { listIn, numberIn, objectIn, textIn } from '../model/fields.ts';
import type { AppTarget, ScenarioTarget } from '../model/inputs.ts';
import type { Outcome } from '../model/outcome.ts';
import { REPORT_BEGINNING, REPORT_FILES } from '../model/report.ts';
import { DOCUMENTS } from '../model/results.ts';
import type { RunContext } from '../model/run-context.ts';
import { nounFor } from '../model/words.ts';
import type { InputReader } from './input-reader.ts';

/** The name of the folder of a job's first step; others have a number behind it. */
export const RESULTS_DIR = 'testset-results';

function folderOf(workspace: string, number: number): string {
  return join(workspace, number === 1 ? RESULTS_DIR : `${RESULTS_DIR}-${number}`);
}

/**
 * Reserves the first free folder of the workspace for the result files, so that no other step of the job replaces them, and removes what an
 * earlier run left there: a later step must not publish that if this step fails. @returns its absolute path
 */
export async function reserveResultsDir(reader: InputReader, context: RunContext): Promise<string> {
  try {
    await mkdir(context.tempDir, { recursive: true });
    for (let number = 1; ; number += 1) {
      const folder = folderOf(context.workspace, number);
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

/** The outcomes of testsets that may still be running, or whose results were not fetched. */
const OPEN: readonly string[] = [
  'started',
  'timed-out',
  'cancelled',
  'inconclusive',
  'unknown-start',
] satisfies Outcome[];

/** Warns if an earlier step of this job left a testset of the same without a result: both are paid for. Never fails. */
export async function warnOfEarlierStep(
  reader: InputReader,
  { workspace, run }: RunContext,
  resultsDir: string,
  target: AppTarget | ScenarioTarget,
): Promise<void> {
  const reports: unknown[] = [];
  for (let number = 1; folderOf(workspace, number) !== resultsDir; number += 1) {
    const report = await readStoredReport(folderOf(workspace, number)).catch(() => undefined);
    const { runId, attempt, job } = objectIn(report, 'run');
    if (runId === run.runId && attempt === run.attempt && job === run.job) reports.push(report);
  }
  const isOpen = (testset: unknown): boolean => OPEN.includes(textIn(testset, 'outcome'));
  // A later step may have waited for it.
  const ended = reports.flatMap((report) => listIn(report, 'testsets').filter((testset) => !isOpen(testset)));
  const endedIds = new Set(ended.map((testset) => numberIn(testset, 'id')));
  for (const report of reports.filter((each) => isOfSame(each, target))) {
    const open = listIn(report, 'testsets').filter((testset) => isOpen(testset) && isWanted(testset, target));
    const ids = open.flatMap((testset) => numberIn(testset, 'id') ?? []).filter((id) => !endedIds.has(id));
    if (ids.length === 0) continue;
    const left = `${nounFor(ids.length, 'testset')} ${ids.join(', ')} without a result`;
    const advice = `If ${nounFor(ids.length, 'it is', 'they are')} the same test, set \`testset-id: ${ids.join(',')}\` to wait instead.`;
    const what = target.kind === 'app' ? 'an app of this name and size' : 'such scenarios';
    reader.warn(`An earlier step of this job sent ${what}, and left ${left}. You pay for both. ${advice}`);
  }
}

/** Larger ones are not of this action. */
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

/** Reads `report.json` of a folder, and follows no links: another program may have left a pipe or a device. @throws if it is none */
async function readStoredReport(folder: string): Promise<unknown> {
  const file = join(folder, 'report.json');
  const [place, found] = await Promise.all([lstat(folder), lstat(file)]);
  if (!place.isDirectory() || !found.isFile() || found.size > MAX_REPORT_BYTES) return undefined;
  return JSON.parse(await readFile(file, 'utf8'));
}

function isOfSame(report: unknown, target: AppTarget | ScenarioTarget): boolean {
  const { kind, osType, projectId } = objectIn(report, 'request');
  if (osType !== target.osType || projectId !== target.projectId) return false;
  if (target.kind !== 'app') return kind === 'scenario';
  const { name, bytes } = objectIn(report, 'app');
  const { app } = target;
  // Two modules may have an app of one name.
  return kind === 'automated' && name === app.name && bytes === (app.checked?.bytes ?? bytes);
}

/** What a query finds is not known yet. */
function isWanted(testset: unknown, target: AppTarget | ScenarioTarget): boolean {
  if (target.kind === 'app' || target.which.kind === 'all') return true;
  return target.which.kind === 'ids' && target.which.ids.includes(numberIn(testset, 'scenario') ?? 0);
}

/** Removes earlier results from a reserved folder, and checks that it can be written to. @returns the folder */
async function prepareFolder(reader: InputReader, folder: string): Promise<string> {
  try {
    if (existsSync(folder)) await removeEarlierResults(folder);
    // Tried, because permissions do not tell of a read-only or full disk.
    await rmdir(await mkdtemp(join(existsSync(folder) ? folder : dirname(folder), '.testset-')));
  } catch (error) {
    if (!existsSync(dirname(folder))) {
      reader.error(
        RESULTS_DIR,
        `The workspace does not exist: ${reader.quote(dirname(folder))}. Check GITHUB_WORKSPACE.`,
      );
      return folder;
    }
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
