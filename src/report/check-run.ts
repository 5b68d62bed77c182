import { endedCount, unfinishedCount, type Counts } from '../model/counts.ts';
import { capitalize, formatNumber, joinPieces, pluralize } from '../model/words.ts';
import type { CheckRunText } from '../runtime/platform.ts';
import { formatDone, nameIds } from './phrases.ts';
import { summaryBody } from './summary.ts';
import { drawBar, type ReportView } from './view.ts';

/** GitHub accepts 65,535 bytes in a field. */
const FIELD_LIMIT = 60_000;

const MAX_IDS = 20;

/** A report as the output of a check run: the job summary without its heading. */
export function checkRunText(view: ReportView): CheckRunText {
  return { title: view.title, summary: summaryBody(view, FIELD_LIMIT) };
}

/** The output of a check run while its testsets run: the counts summed over them, and their identifiers. @param began when the wait began */
export function liveText(counts: Counts, testsetIds: readonly number[], began: Date): CheckRunText {
  const notPassed = endedCount(counts) - counts.pass;
  const failed = notPassed > 0 && `${formatNumber(notPassed)} did not pass`;
  const done = counts.total > 0 && joinPieces(', ', [formatDone(counts, testsetIds.length), failed]);
  const title = capitalize(done || 'waiting for the first status');
  const parts = { notPassed, excused: 0, passed: counts.pass, open: unfinishedCount(counts) };
  const bar = drawBar(parts, pluralize(counts.total, 'device'));
  const since = `Began at ${began.toISOString().slice(11, 16)} UTC.`;
  const lines = [bar?.characters, capitalize(nameIds(testsetIds, MAX_IDS)), since].filter(Boolean);
  return { title, summary: lines.map((line) => `<p>${line}</p>\n`).join('') };
}
