import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf } from '../model/errors.ts';
import type { Report } from '../model/report.ts';
import { reportJson } from '../report/data.ts';
import { junitXml } from '../report/junit.ts';
import { summaryMarkdown } from '../report/summary.ts';
import type { ResultsFolder } from '../results/results-folder.ts';

/**
 * Writes the files of a report, and sets the outputs `junit-file`, `predicate-file` and `results-dir`.
 *
 * @param predicate the content of `predicate.json`. Not written if an earlier step of the run has used the folder: its output names the same
 *   file, which must not say what another step found; it is no predicate then
 * @throws one Error with the reasons for all files that could not be written; the others are written
 */
export async function writeReportFiles(
  report: Report,
  folder: ResultsFolder,
  platform: { setOutput(name: 'junit-file' | 'predicate-file' | 'results-dir', path: string): void },
  predicate?: string,
): Promise<void> {
  const errors: string[] = [];
  const collect = async (work: () => Promise<string>): Promise<string> => {
    try {
      return await work();
    } catch (error) {
      errors.push(messageOf(error));
      return '';
    }
  };
  // First, because one that an earlier step left could say that the tests passed.
  const isShared = await isOfRun(join(folder.path, 'predicate.json'), report.run.url);
  await collect(async () => {
    if (!isShared) await folder.remove('predicate.json');
    else await folder.write('predicate.json', noPredicate(report.run.url));
    return '';
  });
  const startedAt = new Date(Date.now() - report.durationSeconds * 1000);
  platform.setOutput('junit-file', await collect(() => folder.write('junit.xml', junitXml(report, startedAt))));
  await collect(() => folder.write('report.json', reportJson(report)));
  await collect(() => folder.write('summary.md', summaryMarkdown(report)));
  if (predicate !== undefined && isShared) errors.push(SHARED);
  if (predicate !== undefined && !isShared) {
    platform.setOutput('predicate-file', await collect(() => folder.write('predicate.json', predicate)));
  }
  if (folder.files().length > 0) platform.setOutput('results-dir', folder.path);
  if (errors.length > 0) throw new Error([...new Set(errors)].join(' '));
}

const SHARED =
  'There is no `predicate.json`, because an earlier step of this run used the same `results-dir`. Give each step its own.';

/** Cannot be signed, and names the run, so that a third step does not write a predicate either. */
function noPredicate(runUrl: string): string {
  return `Not a predicate: several steps of the run ${JSON.stringify(runUrl)} used this folder.\n`;
}

/** Whether a step of this run wrote the file. A link is not followed: it is not one of ours, and may be endless. */
async function isOfRun(path: string, runUrl: string): Promise<boolean> {
  if (runUrl === '') return false;
  try {
    return (await lstat(path)).isFile() && (await readFile(path, 'utf8')).includes(JSON.stringify(runUrl));
  } catch {
    return false;
  }
}
