import type { Report } from '../model/report.ts';
import { drawReport } from './markdown/draw.ts';
import { link } from './markdown/html.ts';

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

/** GitHub takes 65,536 characters in a comment; bytes are never fewer than characters. */
const COMMENT_LIMIT = 60_000;

/** In all tables together: a conversation is no place for long ones. */
const MOST_ROWS = 20;

/**
 * A report as a pull request comment: GitHub's Markdown of at most 60,000 characters.
 *
 * @param marker a whole HTML comment of one line, by which the comment is found again; it is the first line, as it is
 */
export function commentBody(report: Report, marker: string): string {
  const begin = `${marker}\n\n`;
  const body = drawReport(report, {
    heading: '###',
    rest: seeSummary(report),
    limitBytes: COMMENT_LIMIT - Buffer.byteLength(begin),
    most: report.testsets.length > 1 ? MOST_ROWS / 2 : MOST_ROWS,
  });
  return begin + body;
}

/** Where to look for what a check run or a comment leaves out: a sentence, HTML. */
export function seeSummary({ run }: Report): string {
  return `See ${link(run.url, run.runNumber > 0 ? `the summary of run ${run.runNumber}` : 'the summary of the run')}.`;
}
