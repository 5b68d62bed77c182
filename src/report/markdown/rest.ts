import { link } from '../escape.ts';
import type { Report } from '../report.ts';

/** Where to look for what a check run or a comment leaves out: a sentence, HTML. */
export function restInSummary({ run }: Report): string {
  return `See ${link(run.url, run.runNumber > 0 ? `the summary of run ${run.runNumber}` : 'the summary of the run')}.`;
}
