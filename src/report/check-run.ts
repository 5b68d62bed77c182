import { endedCount, type Counts } from '../model/counts.ts';
import { block } from './markdown/html.ts';
import { drawReport } from './markdown/draw.ts';
import { seeSummary } from './summary.ts';
import type { Report } from '../model/report.ts';
import { testsetNames } from './testset-words.ts';
import { countDevices, countsLine, verdictTitle } from './verdict-words.ts';
import { formatNumber } from '../model/words.ts';

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
  const place = { heading: '', rest: seeSummary(report), limitBytes: FIELD_LIMIT, most: Infinity } as const;
  return { title: verdictTitle(report), summary: drawReport(report, place) };
}

/** The output of a check run while its testsets run: the counts summed over them, and their identifiers as far as they are known. */
export function liveText(counts: Counts, testsetIds: readonly number[]): CheckRunText {
  const concerned = { counts, testsets: testsetIds };
  const known = counts.total > 0;
  const lines = [known ? countsLine(concerned) : 'No count is known yet.', testsetNames(testsetIds, MOST_IDS)];
  const title = known ? [doneWords(concerned), ...troubleWords(counts)].join(', ') : 'Waiting for the first counts';
  return { title, summary: [...block(lines.filter(Boolean).map((text) => `<p>${text}</p>`))].join('') };
}

function doneWords(concerned: { readonly counts: Counts; readonly testsets: readonly number[] }): string {
  return `${formatNumber(endedCount(concerned.counts))} of ${countDevices(concerned, concerned.counts.total)} done`;
}

function troubleWords({ fail, error, stop }: Counts): string[] {
  return [
    { number: fail, word: 'failed' },
    { number: error, word: 'with an error' },
    { number: stop, word: 'stopped' },
  ].flatMap(({ number, word }) => (number === 0 ? [] : [`${formatNumber(number)} ${word}`]));
}
