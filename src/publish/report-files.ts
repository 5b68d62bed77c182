import { messageOf } from '../model/errors.ts';
import type { Report } from '../model/report.ts';
import { reportJson } from '../report/data.ts';
import { junitXml } from '../report/junit.ts';
import { summaryMarkdown } from '../report/summary.ts';
import type { ResultsFolder } from '../results/results-folder.ts';

/**
 * Writes the files of a report, and sets the outputs `junit-file`, `predicate-file` and `results-dir`.
 *
 * @param predicate the content of `predicate.json`
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
  // First, because one that an earlier run left could say that the tests passed.
  await collect(async () => {
    await folder.remove('predicate.json');
    return '';
  });
  const startedAt = new Date(Date.now() - report.durationSeconds * 1000);
  platform.setOutput('junit-file', await collect(() => folder.write('junit.xml', junitXml(report, startedAt))));
  await collect(() => folder.write('report.json', reportJson(report)));
  await collect(() => folder.write('summary.md', summaryMarkdown(report)));
  if (predicate !== undefined) {
    platform.setOutput('predicate-file', await collect(() => folder.write('predicate.json', predicate)));
  }
  if (folder.files().length > 0) platform.setOutput('results-dir', folder.path);
  if (errors.length > 0) throw new Error([...new Set(errors)].join(' '));
}
