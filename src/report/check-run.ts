import { countDevices, endedCount, type Counts } from '../model/counts.ts';
import type { Report } from '../model/report.ts';
import { formatNumber } from '../model/words.ts';
import { drawReport } from './markdown/draw.ts';
import { block } from './markdown/html.ts';
import { seeSummary } from './summary.ts';
import { testsetNames } from './testset-words.ts';
import { countsLine, reportTitle } from './titles.ts';

/** GitHub accepts 65,535 bytes in a field. */
const FIELD_LIMIT = 60_000;

const MOST_IDS = 20;

/** What a check run shows. */
export interface CheckRunText {
  /** Plain text on one short line. */
  readonly title: string;
  /** GitHub's Markdown of at most 60,000 bytes of UTF-8. */
  readonly summary: string;
}

/** The output of a completed check run. */
export function checkRunText(report: Report): CheckRunText {
  const target = { heading: '', rest: seeSummary(report), limitBytes: FIELD_LIMIT, most: Infinity } as const;
  return { title: reportTitle(report), summary: drawReport(report, target) };
}

/** The output of a check run while its testsets run, with the counts summed over them. */
export function liveText(counts: Counts, testsetIds: readonly number[]): CheckRunText {
  const testsets = testsetIds.length;
  const isKnown = counts.total > 0;
  const line = isKnown ? countsLine(counts, testsets) : 'No counts are known yet.';
  const lines = [line, testsetNames(testsetIds, MOST_IDS)].filter(Boolean).map((text) => `<p>${text}</p>`);
  const done = `${formatNumber(endedCount(counts))} of ${countDevices(counts.total, testsets)} done`;
  const notPassed = [
    { number: counts.fail, word: 'failed' },
    { number: counts.error, word: 'with an error' },
    { number: counts.stop, word: 'stopped' },
  ].flatMap(({ number, word }) => (number === 0 ? [] : [`${formatNumber(number)} ${word}`]));
  const title = isKnown ? [done, ...notPassed].join(', ') : 'Waiting for the first counts';
  return { title, summary: [...block(lines)].join('') };
}
