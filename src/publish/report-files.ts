import { messageOf } from '../model/errors.ts';
import { reportJson } from '../report/report-json.ts';
import { junitXml } from '../report/junit.ts';
import { reportPage } from '../report/page.ts';
import { summaryMarkdown } from '../report/summary.ts';
import type { ReportView } from '../report/view.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { Platform } from '../runtime/platform.ts';

/**
 * Writes the files of a report, and sets the outputs `junit-file` and `results-dir`.
 *
 * @throws one Error with the reasons for all files that could not be written; the others are written
 */
export async function writeReportFiles(
  view: ReportView,
  folder: ResultsFolder,
  platform: Pick<Platform, 'setOutput'>,
): Promise<void> {
  const errors = new Set<string>();
  const write = async (...[name, content]: Parameters<ResultsFolder['write']>): Promise<string> =>
    folder.write(name, content).catch((error: unknown) => {
      errors.add(messageOf(error));
      return '';
    });
  // First, because the next run knows by it that the others are of the action.
  await write('report.json', reportJson(view));
  platform.setOutput('junit-file', await write('junit.xml', junitXml(view)));
  await write('summary.md', summaryMarkdown(view));
  // Last, because it is the largest, and the disk may be full.
  await write('report.html', reportPage(view));
  if (folder.files().length > 0) platform.setOutput('results-dir', folder.path);
  if (errors.size > 0) throw new Error([...errors].join(' '));
}
