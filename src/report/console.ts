import { cleanText } from '../model/text.ts';
import { formatDuration, formatNumber } from '../model/words.ts';
import type { Piece } from '../runtime/log.ts';
import type { DeviceRun } from './devices.ts';
import { webAddress } from './html.ts';
import { wordFor, type ReportView } from './view.ts';

const MAX_ROWS = 50;

/** Columns of a name: a line without its address then fits most windows. */
const NAME_LIMIT = 60;

/** Longer addresses are left out: a line holds 500 characters, and part of an address is of no use. */
const ADDRESS_LIMIT = 250;

const COUNTED = '✗';
const EXCUSED = '-';

/** A line in parts, for `logLine`, which cleans and colours them. */
type Line = readonly Piece[];

/** The table at the end of the log: a line for each device that did not pass or is flaky, at most 50. */
export function consoleTable(view: ReportView): Line[] {
  const all = [...view.notPassed, ...view.excused];
  const rows = all.slice(0, MAX_ROWS).map((run) => cells(view, run));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
  const lines = rows.map((row) =>
    // Two spaces stand between columns: one here, one between the parts of a line.
    row.map((text, column): Piece => {
      const isLast = column === row.length - 1;
      const colour = text.startsWith(COUNTED) ? 'red' : 'yellow';
      return { text: isLast ? text : padded(text, (widths[column] ?? 0) + 1), ...(column === 0 && { colour }) };
    }),
  );
  const more = all.length - rows.length;
  return more === 0 ? lines : [...lines, [{ text: `… ${formatNumber(more)} more: see report.json` }]];
}

function cells(view: ReportView, run: DeviceRun): string[] {
  const { device, name, os } = run;
  const { scenario, id } = run.testset;
  const address = webAddress(device.url) ?? '';
  const subject = scenario === undefined ? `testset ${id ?? '-'}` : `scenario ${scenario}`;
  return [
    `${device.excused ? EXCUSED : COUNTED} ${wordFor(view, run)}`,
    ...(view.only ? [] : [subject]),
    cleanText(name, NAME_LIMIT),
    cleanText(os, NAME_LIMIT / 2),
    formatDuration(device.seconds),
    address.length > ADDRESS_LIMIT ? '' : address,
  ];
}

/** Characters that terminals and the log show two columns wide: East Asian characters and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** Half-width Katakana and Hangul take one column although their script is wide. */
const HALF_WIDTH = /[\uff61-\uffdc]/u;

/** Combining marks, and the later parts of a Hangul syllable written in parts. */
const NO_WIDTH = /[\p{Mn}\p{Me}\u1160-\u11ff\u{1f3fb}-\u{1f3ff}]/u;

const ORDINARY = /^[ -~]*$/;

/** How many columns a cleaned text takes in a log of fixed pitch; rare characters may be off by one. */
export function displayWidth(text: string): number {
  if (ORDINARY.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) && !HALF_WIDTH.test(character) ? 2 : 1;
}

/** Fills up with spaces to `width` columns; a longer text stays as it is. */
function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
