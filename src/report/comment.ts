import { drawReport } from './markdown/draw.ts';
import { restInSummary } from './markdown/rest.ts';
import type { Report } from './report.ts';

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
    rest: restInSummary(report),
    limitBytes: COMMENT_LIMIT - Buffer.byteLength(begin),
    most: report.testsets.length > 1 ? MOST_ROWS / 2 : MOST_ROWS,
  });
  return begin + body;
}
