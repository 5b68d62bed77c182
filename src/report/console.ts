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
  const widths = first.map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
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
  const width = widths[column] ?? 0;
  if (column === widths.length - 1) return text;
  return text + ' '.repeat(width + 1 - displayWidth(text));
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

/** Characters that terminals and the log show two columns wide: East Asian characters and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** Half-width Katakana and Hangul take one column although their script is wide. */
const HALF_WIDTH = /[\uff61-\uffdc]/u;

/** Combining marks, and the later parts of a Hangul syllable written in parts. */
const NO_WIDTH = /[\p{Mn}\p{Me}\u1160-\u11ff\u{1f3fb}-\u{1f3ff}]/u;

/** How many columns a cleaned text takes in a log of fixed pitch; rare characters may be off by one. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  if (WIDE.test(character) && !HALF_WIDTH.test(character)) return 2;
  return 1;
}
