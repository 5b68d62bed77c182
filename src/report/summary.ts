import type { Report } from '../model/report.ts';
import { drawReport } from './markdown/draw.ts';
import { link } from './markdown/html.ts';

/** The runner drops a summary of more than 1 MiB; the rest is left for other commands of the step. */
const SUMMARY_LIMIT = 900 * 1024;

/** The job summary: GitHub's Markdown of at most 900 KiB, with less detail where not everything fits. */
export function summaryMarkdown(report: Report): string {
  return drawReport(report, {
    heading: '##',
    rest: 'See <code>report.json</code> in the result files.',
    limitBytes: SUMMARY_LIMIT,
    most: Infinity,
  });
}

/** GitHub accepts 65,536 characters in a comment, which never has more characters than bytes. */
const COMMENT_LIMIT = 60_000;

/** In all tables of a comment together. */
const MOST_ROWS = 20;

/**
 * A report as a pull request comment: GitHub's Markdown of at most 60,000 characters.
 *
 * @param marker a whole HTML comment on one line, by which the comment is found again; the first line of the text
 */
export function commentBody(report: Report, marker: string): string {
  const start = `${marker}\n\n`;
  return (
    start +
    drawReport(report, {
      heading: '###',
      rest: seeSummary(report),
      limitBytes: COMMENT_LIMIT - Buffer.byteLength(start),
      most: report.testsets.length > 1 ? MOST_ROWS / 2 : MOST_ROWS,
    })
  );
}

/** A sentence in HTML that says where to find what a check run or a comment leaves out. */
export function seeSummary({ run }: Report): string {
  return `See ${link(run.url, run.runNumber > 0 ? `the summary of run ${run.runNumber}` : 'the summary of the run')}.`;
}
