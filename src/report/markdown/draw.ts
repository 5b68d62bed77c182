import type { Report } from '../../model/report.ts';
import { allUnnamedDevices, deviceRuns, hasPassed, worstFirst } from '../devices.ts';
import { explainDifference } from '../source-difference.ts';
import { OUTCOME_ICONS, reportTitle } from '../titles.ts';
import { deviceTables, type Detail, type DeviceLists } from './devices.ts';
import { comparisonLines, factLines } from './facts.ts';
import { block } from './html.ts';
import { attachHelp, footerLines, noteLines, notesOf } from './notes.ts';
import { sourceTable, testsetTable } from './testsets.ts';

/** Where a report is drawn as Markdown, and what that place allows. */
export interface MarkdownTarget {
  /** The marks of the heading; empty if the place has a title of its own. */
  readonly heading: '' | '##' | '###';
  /** Where to find what is left out: a sentence in HTML. */
  readonly rest: string;
  /** The most bytes of UTF-8. With the least detail a report takes up to 50,000. */
  readonly limitBytes: number;
  /** The longest that a list may be. */
  readonly most: number;
}

/** A row of a table is rarely shorter; most have 200 bytes or more. */
const ROW_BYTES = 100;

/** Draws a report as GitHub's Markdown, with less and less detail until it fits. */
export function drawReport(report: Report, target: MarkdownTarget): string {
  const runs = deviceRuns(report);
  const devices = {
    passed: runs.filter(hasPassed),
    notPassed: worstFirst(runs.filter((run) => !hasPassed(run))),
    unnamed: allUnnamedDevices(report),
  };
  const longest = Math.max(devices.notPassed.length, report.testsets.length, notesOf(report).length);
  const mayFit = runs.length <= Math.min(target.most, target.limitBytes / ROW_BYTES);
  const details: Detail[] = mayFit ? [{ passed: true, rows: target.most }] : [];
  for (let rows = target.most; rows > 0; rows = Math.floor(Math.min(rows, longest) / 2)) {
    details.push({ passed: false, rows });
  }
  for (const detail of details) {
    const text = joinWithin(draw(report, devices, detail, target), target.limitBytes);
    if (text !== undefined) return text;
  }
  return [...draw(report, devices, { passed: false, rows: 0 }, target)].join('');
}

/** Stops as soon as the text is too long, so that a large report costs little more than what is shown of it. */
function joinWithin(pieces: Iterable<string>, limitBytes: number): string | undefined {
  const kept: string[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    if (bytes > limitBytes) return undefined;
    kept.push(piece);
  }
  return kept.join('');
}

function* draw(
  report: Report,
  devices: DeviceLists,
  detail: Detail,
  { heading, rest }: MarkdownTarget,
): Generator<string> {
  if (heading !== '') yield `${heading} ${OUTCOME_ICONS[report.outcome]} ${reportTitle(report)}\n\n`;
  yield* block(factLines(report));
  yield* block(comparisonLines(report, detail.rows));
  yield* block(testsetTable(report, detail.rows));
  yield* block(sourceTable(report, detail.rows));
  const difference = explainDifference(report);
  yield* block(difference === undefined ? [] : [`<p>${difference}</p>`]);
  yield* deviceTables(report, devices, detail, rest);
  yield* block(noteLines(report, detail.rows));
  yield* attachHelp(report, detail.rows);
  yield* block(footerLines(report, detail.rows));
}
