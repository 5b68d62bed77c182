import { drawReport } from './markdown/draw.ts';
import type { Report } from './report.ts';

/** The runner drops a whole summary of more than 1 MiB; this leaves room for what other commands of the step add. */
const SUMMARY_LIMIT = 900 * 1024;

/** The job summary: GitHub's Markdown of at most 900 KiB, drawn with less detail where all of it would not fit. */
export function summaryMarkdown(report: Report): string {
  return drawReport(report, {
    heading: '##',
    rest: '<code>report.json</code> among the result files names them all.',
    limitBytes: SUMMARY_LIMIT,
    most: Infinity,
  });
}
