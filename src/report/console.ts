import type { DeviceRun } from '../model/verdict.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration, formatNumber } from '../model/words.ts';
import type { Piece } from '../runtime/log.ts';
import { formatResult, type ReportView } from './view.ts';

const MAX_ROWS = 50;

/** Columns of a name: a line without its address then fits most windows. */
const NAME_LIMIT = 60;

/** Longer addresses are left out: a line holds 500 characters, and part of an address is of no use. */
const ADDRESS_LIMIT = 250;

/** A line in parts, for `logLine`, which cleans and colours them. */
type TableLine = readonly Piece[];

/** The table at the end of the log: a line for each device that did not pass or is flaky, at most 50. */
export function consoleTable(view: ReportView): TableLine[] {
  const all = [...view.notPassed, ...view.excused];
  const shown = all.slice(0, MAX_ROWS);
  const rows = shown.map((run) => listCells(view, run));
  const [first = []] = rows;
  const widths = first.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = shown.map(({ excuse }, at): TableLine => {
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
