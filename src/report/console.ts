import type { Report } from '../model/report.ts';
import type { TestResult } from '../model/results.ts';
import { cleanText } from '../model/text.ts';
import { formatDuration } from '../model/words.ts';
import type { Colour, Piece } from '../runtime/log.ts';
import { worstFirst, splitDevice, type DeviceRun, deviceRuns } from './devices.ts';
import { webAddress } from './markdown/html.ts';
import { explainDifference } from './source-difference.ts';
import { countDevices, countsLine } from './verdict-words.ts';

const MOST_ROWS = 40;

/** Columns for a name: with all others, a line without its address then fits most windows. */
const NAME_LIMIT = 60;

/** Signs of one column, so that the table stays straight in every font; the word stands beside them. */
const SIGNS: Readonly<Record<TestResult, string>> = { passed: '✓', failed: '✗', error: '!', skipped: '-' };

const COLOURS: Readonly<Record<TestResult, Colour>> = {
  passed: 'green',
  failed: 'red',
  error: 'red',
  skipped: 'yellow',
};

/** Longer addresses are left out: a line holds 500 characters, and half an address is of no use. */
const ADDRESS_LIMIT = 250;

/** A line in parts, for `logLine`, which cleans and colours them. */
type Line = readonly Piece[];

/**
 * The table at the end of the log: a line for each unit test, worst first and 40 at most, then all counts, with a word on what would seem
 * to contradict them. Without any unit test there is no line. A terminal makes the addresses clickable.
 */
export function consoleTable(report: Report): Line[] {
  const tests = deviceRuns(report).all;
  const shown = worstFirst(tests, MOST_ROWS);
  const more = tests.length - shown.length;
  if (tests.length === 0 && report.counts.total === 0) return [];
  const note = explainDifference(report);
  return [
    ...(shown.length === 0 ? [] : table(shown, report.testsets.length > 1)),
    ...(more === 0
      ? []
      : [[{ text: `and ${countDevices(report, more, 'more')}: see the job summary and the result files` }]]),
    ...(note === undefined ? [] : [[{ text: note }]]),
    [{ text: countsLine(report) }],
  ];
}

function table(tests: readonly DeviceRun[], severalTestsets: boolean): Line[] {
  const heads = ['Result', ...(severalTestsets ? ['Testset'] : []), 'Device', 'OS', 'Time', 'Page'];
  const rows = tests.map((test) => cells(test, severalTestsets));
  const widths = heads.map((head, column) =>
    rows.reduce((widest, row) => Math.max(widest, displayWidth(row[column] ?? '')), head.length),
  );
  return [
    aligned(heads, widths).map((text) => ({ text, colour: 'grey' })),
    ...tests.map(({ testcase }, at) => colourFirst(aligned(rows[at] ?? [], widths), COLOURS[testcase.result])),
  ];
}

function cells({ testset, testcase }: DeviceRun, severalTestsets: boolean): string[] {
  const { device, os } = splitDevice(testcase.device);
  const address = webAddress(testcase.url) ?? '';
  return [
    `${SIGNS[testcase.result]} ${testcase.result}`,
    ...(severalTestsets ? [String(testset.id ?? '-')] : []),
    cleanText(device, NAME_LIMIT),
    cleanText(os, NAME_LIMIT / 2),
    formatDuration(testcase.seconds),
    address.length > ADDRESS_LIMIT ? '' : address,
  ];
}

/** Every cell but the last is filled up, and one column more, so that two stand between it and the next. */
function aligned(row: readonly string[], widths: readonly number[]): string[] {
  return row.map((cell, column) => (column === row.length - 1 ? cell : padded(cell, (widths[column] ?? 0) + 1)));
}

function colourFirst(row: readonly string[], colour: Colour): Line {
  return row.map((text, column) => (column === 0 ? { text, colour } : { text }));
}

/** Signs that terminals and the log set two columns wide: East Asian letters and signs, and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;

/** Half-width Katakana and Hangul take one column although their script is wide. */
const HALF_WIDTH = /[\uff61-\uffdc]/u;

/** Marks that stand on the sign before them, and the later parts of a Hangul syllable written in parts. */
const NO_WIDTH = /[\p{Mn}\p{Me}\u1160-\u11ff\u{1f3fb}-\u{1f3ff}]/u;

const ORDINARY = /^[ -~]*$/;

/** How many columns a cleaned text takes in a log of fixed pitch; rare signs may be off by one. */
export function displayWidth(text: string): number {
  if (ORDINARY.test(text)) return text.length;
  let width = 0;
  for (const sign of text) width += signWidth(sign);
  return width;
}

function signWidth(sign: string): number {
  if (NO_WIDTH.test(sign)) return 0;
  return WIDE.test(sign) && !HALF_WIDTH.test(sign) ? 2 : 1;
}

/** Fills up with spaces to `width` columns; a longer text stays as it is. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
