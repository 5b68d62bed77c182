import { ended, type Counts } from '../counts.ts';
import { block } from './markdown/block.ts';
import { drawReport } from './markdown/draw.ts';
import { restInSummary } from './markdown/rest.ts';
import type { Report } from './report.ts';
import { testsetsWords } from './testset-label.ts';
import { testsCount, totals, verdict } from './verdict-words.ts';
import { grouped } from './words.ts';

/** GitHub takes 65,535 bytes in a field. */
const FIELD_LIMIT = 60_000;

/** As many testsets as are named while they run. */
const MOST_IDS = 20;

/** What a check run shows. */
export interface CheckRunText {
  /** Plain text on one short line. */
  readonly title: string;
  /** GitHub's Markdown of at most 60,000 bytes of UTF-8. */
  readonly summary: string;
}

/** A report as the output of a check run that is concluded. */
export function checkRunText(report: Report): CheckRunText {
  const place = { heading: '', rest: restInSummary(report), limitBytes: FIELD_LIMIT, most: Infinity } as const;
  return { title: verdict(report), summary: drawReport(report, place) };
}

/** The output of a check run while its testsets run: the counts summed over them, and their identifiers as far as they are known. */
export function liveText(counts: Counts, testsetIds: readonly number[]): CheckRunText {
  const concerned = { counts, testsets: testsetIds };
  const known = counts.total > 0;
  const lines = [known ? totals(concerned) : 'No count is known yet.', testsetsWords(testsetIds, MOST_IDS)];
  const title = known ? [doneWords(concerned), ...troubleWords(counts)].join(', ') : 'Waiting for the first counts';
  return { title, summary: [...block(lines.filter(Boolean).map((text) => `<p>${text}</p>`))].join('') };
}

function doneWords(concerned: { readonly counts: Counts; readonly testsets: readonly number[] }): string {
  return `${grouped(ended(concerned.counts))} of ${testsCount(concerned, concerned.counts.total)} done`;
}

function troubleWords({ fail, error, stop }: Counts): string[] {
  return [
    { number: fail, word: 'failed' },
    { number: error, word: 'with an error' },
    { number: stop, word: 'stopped' },
  ].flatMap(({ number, word }) => (number === 0 ? [] : [`${grouped(number)} ${word}`]));
}
