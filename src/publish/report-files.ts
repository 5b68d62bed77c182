import { messageOf } from '../model/errors.ts';
import { reportJson } from '../report/data.ts';
import { summaryMarkdown } from '../report/summary.ts';
import { junitXml, type JunitPart } from '../report/junit.ts';
import type { Report } from '../model/report.ts';
import type { Pieces } from '../results/replace-file.ts';
import type { ReportFile, ResultsFolder } from '../results/results-folder.ts';

/**
 * Writes a report's files, each by itself: one that cannot be written keeps no other from being there. Where there are no results there
 * is no `junit.xml`: that of an earlier step would be taken for this one's.
 *
 * @param platform told where they are, as the outputs `junit-file` and `results-dir`
 * @throws one Error that tells of everything that could not be written
 */
export async function writeReportFiles(
  report: Report,
  parts: readonly JunitPart[],
  folder: ResultsFolder,
  platform: { setOutput(name: 'junit-file' | 'results-dir', path: string): void },
): Promise<void> {
  const troubles: string[] = [];
  const write = async (name: ReportFile, content: () => string | Pieces): Promise<string> => {
    try {
      return await folder.write(name, content());
    } catch (error) {
      troubles.push(messageOf(error));
      return '';
    }
  };
  if (parts.length > 0) platform.setOutput('junit-file', await write('junit.xml', () => junitXml(parts)));
  else await folder.remove('junit.xml').catch((error: unknown) => troubles.push(messageOf(error)));
  await write('report.json', () => reportJson(report));
  await write('summary.md', () => summaryMarkdown(report));
  if (folder.files().length > 0) platform.setOutput('results-dir', folder.path);
  if (troubles.length > 0) throw new Error([...new Set(troubles)].join(' '));
}
