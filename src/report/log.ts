import { isGreen } from '../model/outcome.ts';
import type { DeviceRun } from '../model/verdict.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration, formatNumber, joinPieces } from '../model/words.ts';
import type { Log, Piece } from '../runtime/log.ts';
import { describeDevice } from './advice.ts';
import { formatResult } from './device-words.ts';
import { groupWarnings } from './notes.ts';
import type { ReportView } from './view.ts';

/** Logs the table of what failed, the warnings, and for a green step its heading; the last line of a red one is an error. */
export function logReport(view: ReportView, log: Pick<Log, 'info' | 'notice' | 'warning'>): void {
  const { outcome, testsets } = view.report;
  for (const line of tableLines(view)) log.info(line);
  for (const { words, place } of view.quarantineNotes) log.notice(words, place);
  for (const warning of groupWarnings(testsets)) log.warning(warning);
  if (isGreen(outcome)) log.info(joinSentences(view));
}

/** The last line of a red step: the heading, the device if only one failed, why, and what to do; `undefined` if the step is green. */
export function lastLine(view: ReportView): string | undefined {
  return isGreen(view.report.outcome) ? undefined : joinSentences(view);
}

function joinSentences(view: ReportView): string {
  const { report, failed, unlisted } = view;
  const { heading, about, why, open, next } = view.text;
  const [only, ...others] = failed;
  const isOne = only && others.length === 0 && unlisted === 0 && report.outcome === 'failed';
  const named = isOne ? only : failed.find(({ expired }) => expired);
  const device = named && `${nameDevice(view, named)}.`;
  const sentences = joinPieces(' ', [device, about && `${about}:`, why, open, next]);
  return sentences === '' ? heading : `${heading}. ${sentences}`;
}

/** `SAMSUNG Galaxy_A54 failed for the first time`, with several testsets `… in scenario 1042` */
function nameDevice(view: ReportView, run: DeviceRun): string {
  const { scenario } = run.testset;
  const place = view.report.testsets.length > 1 && scenario !== undefined && `scenario ${scenario}`;
  return joinPieces(' in ', [describeDevice(view, run), place]);
}

const MAX_ROWS = 50;

/** Columns of a name: a line without its address then fits most windows. */
const NAME_LIMIT = 60;

/** Longer addresses are left out: a line holds 500 characters, and part of an address is of no use. */
const ADDRESS_LIMIT = 250;

/** A line for each device that did not pass or is flaky, at most 50; in parts, which `logLine` cleans and colours. */
function tableLines(view: ReportView): readonly (readonly Piece[])[] {
  const all = [...view.failed, ...view.excused];
  const shown = all.slice(0, MAX_ROWS);
  const rows = shown.map((run) => listCells(view, run));
  const [first = []] = rows;
  const widths = first.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = shown.map(({ excuse }, at): readonly Piece[] => {
    const [result = '', ...others] = (rows[at] ?? []).map((text, column) => padColumn(text, widths, column));
    const colour = excuse ? 'yellow' : 'red';
    return [{ text: result, colour }, ...others.map((text) => ({ text }))];
  });
  const more = all.length - rows.length;
  if (more > 0) lines.push([{ text: `… ${formatNumber(more)} more: see report.json` }]);
  return lines;
}

/** Two spaces stand between columns: one here, one between the parts of a line. The last column is as wide as its text. */
function padColumn(text: string, widths: readonly number[], column: number): string {
  return column === widths.length - 1 ? text : text.padEnd((widths[column] ?? 0) + 1);
}

function listCells(view: ReportView, run: DeviceRun): readonly string[] {
  const { excuse, name, os, link = '', testset } = run;
  const { scenario, id } = testset;
  const subject = scenario === undefined ? `testset ${id}` : `scenario ${scenario}`;
  const sign = excuse ? '-' : '✗';
  const first = [`${sign} ${formatResult(view, run)}`, subject];
  return [
    ...first.slice(0, view.only ? 1 : 2),
    cleanText(name, NAME_LIMIT),
    cleanText(os, NAME_LIMIT / 2),
    formatDuration(run.seconds),
    link.length > ADDRESS_LIMIT ? '' : link,
  ];
}
