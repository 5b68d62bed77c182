import type { TestResult } from '../results/document.ts';
import { plain } from './clean.ts';
import { splitDevice } from './device.ts';
import { displayWidth, padded } from './display-width.ts';
import { webAddress } from './escape.ts';
import { kindNote } from './kind-note.ts';
import type { Colour, Piece } from './log-line.ts';
import type { Report } from './report.ts';
import { inReadingOrder, unitTests, type UnitTest } from './unit-tests.ts';
import { testsCount, totals } from './verdict-words.ts';
import { duration } from './words.ts';

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
  const tests = unitTests(report).all;
  const shown = inReadingOrder(tests, MOST_ROWS);
  const more = tests.length - shown.length;
  if (tests.length === 0 && report.counts.total === 0) return [];
  const note = kindNote(report);
  return [
    ...(shown.length === 0 ? [] : table(shown, report.testsets.length > 1)),
    ...(more === 0
      ? []
      : [[{ text: `and ${testsCount(report, more, 'more')}: see the job summary and the result files` }]]),
    ...(note === undefined ? [] : [[{ text: note }]]),
    [{ text: totals(report) }],
  ];
}

function table(tests: readonly UnitTest[], severalTestsets: boolean): Line[] {
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

function cells({ testset, testcase }: UnitTest, severalTestsets: boolean): string[] {
  const { device, os } = splitDevice(testcase.device);
  const address = webAddress(testcase.url) ?? '';
  return [
    `${SIGNS[testcase.result]} ${testcase.result}`,
    ...(severalTestsets ? [String(testset.id ?? '-')] : []),
    plain(device, NAME_LIMIT),
    plain(os, NAME_LIMIT / 2),
    duration(testcase.seconds),
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
