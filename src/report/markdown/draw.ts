import type { Report } from '../../model/report.ts';
import { allUnnamedDevices, worstFirst, deviceRuns } from '../devices.ts';
import { explainDifference } from '../source-difference.ts';
import { OUTCOME_ICONS, verdictTitle } from '../verdict-words.ts';
import { deviceTables, roomFor, type Tests } from './devices.ts';
import { comparisonLines, factLines } from './facts.ts';
import { type Detail, fit, steps } from './fit.ts';
import { block } from './html.ts';
import { attachHelp, footerLines, noteCount, noteLines } from './notes.ts';
import { testsetTable, sourceTable } from './testsets.ts';

/** Draws a report as GitHub's Markdown, with less detail where all of it would be more than the place allows. */
export function drawReport(report: Report, place: MarkdownTarget): string {
  const { passed, notPassed } = deviceRuns(report);
  const { limitBytes, most } = place;
  const capacity = roomFor(notPassed.concat(passed), limitBytes);
  const first = worstFirst(notPassed, Math.min(capacity, most));
  const tests: Tests = {
    passed,
    notPassed: first,
    others: notPassed.length - first.length,
    unnamed: allUnnamedDevices(report),
  };
  const longest = Math.max(notPassed.length, report.testsets.length, noteCount(report));
  const details = steps({ passed: passed.length, notPassed: notPassed.length, longest, capacity, most });
  return fit(details, (detail) => draw(report, tests, detail, place), limitBytes);
}

function* draw(report: Report, tests: Tests, detail: Detail, { heading, rest }: MarkdownTarget): Generator<string> {
  if (heading !== '') yield `${heading} ${OUTCOME_ICONS[report.outcome]} ${verdictTitle(report)}\n\n`;
  yield* block(factLines(report));
  yield* block(comparisonLines(report, detail));
  yield* block(testsetTable(report, detail));
  yield* block(sourceTable(report, detail));
  yield* block(kindNoteLines(report));
  yield* deviceTables(report, tests, detail, rest);
  yield* block(noteLines(report, detail));
  yield* attachHelp(report, detail);
  yield* block(footerLines(report, detail));
}

/** Above the devices, where a reader who has seen the heading would wonder. */
function* kindNoteLines(report: Report): Generator<string> {
  const note = explainDifference(report);
  if (note !== undefined) yield `<p>${note}</p>`;
}

/** Where a report is drawn as Markdown, and what that place allows. */
export interface MarkdownTarget {
  /** The marks of the heading, such as `##`; empty where the place has a title of its own. */
  readonly heading: '' | '##' | '###';
  /** Where to look for what is left out here: a sentence, HTML. */
  readonly rest: string;
  /** The most bytes of UTF-8. What cannot be left out takes up to 50,000. */
  readonly limitBytes: number;
  /** The longest that a list may be, however much room there is. */
  readonly most: number;
}
