import { countDevices } from '../model/counts.ts';
import type { Report } from '../model/report.ts';
import type { TestResult } from '../model/results.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration } from '../model/words.ts';
import type { Colour, Piece } from '../runtime/log.ts';
import { deviceRuns, splitDevice, worstFirst, type DeviceRun } from './devices.ts';
import { webAddress } from './markdown/html.ts';
import { explainDifference } from './source-difference.ts';
import { countsLine } from './titles.ts';

const MOST_ROWS = 40;

/** Columns for a name, so that a line without its address fits into most windows. */
const NAME_LIMIT = 60;

/** Characters that take one column in every font. */
const ICONS: Readonly<Record<TestResult, string>> = { passed: '✓', failed: '✗', error: '!', skipped: '-' };

const COLOURS: Readonly<Record<TestResult, Colour>> = {
  passed: 'green',
  failed: 'red',
  error: 'red',
  skipped: 'yellow',
};

/** Longer addresses are left out: a log line ends at 500 characters, and a cut address does not work. */
const ADDRESS_LIMIT = 250;

/** A line in parts, for `logLine`, which cleans and colours them. */
type Line = readonly Piece[];

/** The table at the end of the log: a row for each device run, worst first and 40 at most, then all counts. Empty without devices. */
export function consoleTable(report: Report): Line[] {
  const runs = deviceRuns(report);
  const { counts, testsets } = report;
  if (runs.length === 0 && counts.total === 0) return [];
  const more = runs.length - MOST_ROWS;
  const notes = [
    more > 0 && `and ${countDevices(more, testsets.length, 'more')}: see the job summary and the result files`,
    explainDifference(report),
    countsLine(counts, testsets.length),
  ];
  const table = runs.length === 0 ? [] : drawTable(worstFirst(runs).slice(0, MOST_ROWS), testsets.length > 1);
  return [...table, ...notes.flatMap((text) => (text ? [[{ text }]] : []))];
}

function drawTable(runs: readonly DeviceRun[], hasSeveralTestsets: boolean): Line[] {
  const heads = ['Result', ...(hasSeveralTestsets ? ['Testset'] : []), 'Device', 'OS', 'Time', 'Page'];
  const rows = [heads, ...runs.map((run) => cellsOf(run, hasSeveralTestsets))];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
  const lines = rows.map((row) =>
    // One column more, so that two spaces separate the cells.
    row.map((cell, at) => (at === row.length - 1 ? cell : padded(cell, (widths[at] ?? 0) + 1))),
  );
  return lines.map((cells, at) => {
    const run = runs[at - 1];
    if (!run) return cells.map((text) => ({ text, colour: 'grey' }));
    return cells.map((text, column) => (column === 0 ? { text, colour: COLOURS[run.testcase.result] } : { text }));
  });
}

function cellsOf({ testset, testcase }: DeviceRun, hasSeveralTestsets: boolean): string[] {
  const { device, os } = splitDevice(testcase.device);
  const address = webAddress(testcase.url) ?? '';
  return [
    `${ICONS[testcase.result]} ${testcase.result}`,
    ...(hasSeveralTestsets ? [String(testset.id ?? '-')] : []),
    cleanText(device, NAME_LIMIT),
    cleanText(os, NAME_LIMIT / 2),
    formatDuration(testcase.seconds),
    address.length > ADDRESS_LIMIT ? '' : address,
  ];
}

/** East Asian characters and emoji, which a terminal shows in two columns. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** Half-width Katakana and Hangul take one column. */
const HALF_WIDTH = /[\uff61-\uffdc]/u;

/** Combining marks, and the later parts of a Hangul syllable in parts. */
const NO_WIDTH = /[\p{Mn}\p{Me}\u1160-\u11ff\u{1f3fb}-\u{1f3ff}]/u;

/** How many columns a cleaned text takes in a terminal; rare characters may be off by one. */
export function displayWidth(text: string): number {
  return Array.from(text).reduce((width, character) => {
    if (NO_WIDTH.test(character)) return width;
    return width + (WIDE.test(character) && !HALF_WIDTH.test(character) ? 2 : 1);
  }, 0);
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
