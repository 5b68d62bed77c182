import type { Report } from '../../model/report.ts';
import { formatDuration } from '../../model/words.ts';
import { worstFirst, NAME_LIMIT, splitDevice, type DeviceRun, type UnnamedDevices } from '../devices.ts';
import { testsetLabel } from '../testset-words.ts';
import { RESULT_WORDS, countDevices } from '../verdict-words.ts';
import type { Detail } from './fit.ts';
import { block, headRow, html, link, NOT_KNOWN, row } from './html.ts';

/** As many as still fit a screen; more of them are folded. */
const PASSED_IN_SIGHT = 10;

/** The unit tests of a report. Those that passed may be many and are put in order only when they are drawn. */
export interface Tests {
  /** In reading order; as many as there may be room for. */
  readonly notPassed: readonly DeviceRun[];
  /** How many more did not pass. */
  readonly others: number;
  readonly unnamed: UnnamedDevices;
  /** In document order. */
  readonly passed: readonly DeviceRun[];
}

/**
 * What did not pass in the open; what passed folded below it, unless it is all there is and short.
 *
 * @param rest says where to look for what is left out; HTML
 */
export function* deviceTables(report: Report, tests: Tests, detail: Detail, rest: string): Generator<string> {
  const { notPassed, unnamed, passed } = tests;
  const toRow = rowDrawer(report);
  const open = openEntries(notPassed, unnamed);
  const shown = open.slice(0, detail.rows);
  yield* block(deviceTable(report, shown, toRow));
  const hidden = tests.others + testsIn(open.slice(shown.length));
  yield* block(leftOut(report, { hidden, shown: shown.length, passed: detail.passed ? 0 : passed.length }, rest));
  if (!detail.passed || passed.length === 0) return;
  const rows = deviceTable(report, worstFirst(passed), toRow);
  const folded = open.length > 0 || passed.length > PASSED_IN_SIGHT;
  yield* block(folded ? fold(`${countDevices(report, passed.length)} passed`, rows) : rows);
}

/** How many unit tests that did not pass are hidden, beside how many rows that are shown, and how many hidden ones passed. */
interface Hidden {
  readonly hidden: number;
  readonly shown: number;
  readonly passed: number;
}

function* leftOut(report: Report, { hidden, shown, passed }: Hidden, rest: string): Generator<string> {
  if (hidden + passed === 0) return;
  const bad = `${countDevices(report, hidden, shown > 0 ? 'more' : '')} that did not pass`;
  const good = `${countDevices(report, passed)} that passed`;
  const who = [...(hidden > 0 ? [bad] : []), ...(passed > 0 ? [good] : [])].join(' and ');
  yield `<p>${who} ${hidden + passed === 1 ? 'is' : 'are'} left out here, for length. ${rest}</p>`;
}

function* fold(title: string, lines: Iterable<string>): Generator<string> {
  yield `<details><summary>${title}</summary>`;
  yield* lines;
  yield '</details>';
}

/** What has a row of its own: a unit test, or how many there are that no document names. */
export type Entry = DeviceRun | UnnamedTests;

/** Unit tests that ended alike and that no document names. */
interface UnnamedTests {
  readonly ended: 'stopped' | 'unfinished' | 'notPassed';
  readonly number: number;
}

/** The entries for unit tests that did not pass, of which `tests` are in reading order: failed, error, stopped, skipped. */
export function openEntries(tests: readonly DeviceRun[], unnamed: UnnamedDevices): Entry[] {
  const unnamedTests = (['stopped', 'unfinished', 'notPassed'] as const)
    .map((ended) => ({ ended, number: unnamed[ended] }))
    .filter(({ number }) => number > 0);
  const skipped = tests.findIndex(({ testcase }) => testcase.result === 'skipped');
  const worse = skipped < 0 ? tests.length : skipped;
  return [...tests.slice(0, worse), ...unnamedTests, ...tests.slice(worse)];
}

/** How many unit tests did not pass that these entries stand for. */
export function testsIn(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + ('number' in entry ? entry.number : 1), 0);
}

/** A table of entries, line by line; without entries there is none. `toRow` comes from `rowDrawer`. */
export function* deviceTable(
  report: Report,
  entries: readonly Entry[],
  toRow: (entry: Entry) => string,
): Generator<string> {
  if (entries.length === 0) return;
  yield '<table>';
  yield headRow([...(report.testsets.length > 1 ? ['Testset'] : []), 'Device', 'OS', 'Result', 'Time']);
  for (const entry of entries) yield toRow(entry);
  yield '</table>';
}

/**
 * Draws rows so that no two links among all of them read the same: a device that comes again is numbered, and a screen reader is told the
 * testset where there are several.
 */
export function rowDrawer(report: Report): (entry: Entry) => string {
  const several = report.testsets.length > 1;
  const seen = new Map<number | undefined, Map<string, number>>();
  const numbered = (testsetId: number | undefined, device: string): string => {
    const here = seen.get(testsetId) ?? new Map<string, number>();
    const times = (here.get(device) ?? 0) + 1;
    seen.set(testsetId, here.set(device, times));
    return times === 1 ? device : `${device} (${times})`;
  };

  return (entry) => {
    if ('number' in entry) return row(unnamedCells(report, entry));
    const { testset, testcase } = entry;
    const { device, os } = splitDevice(testcase.device);
    const text = numbered(testset.id, device);
    const label = several && testset.id !== undefined ? `${text}, testset ${testset.id}` : undefined;
    return row([
      ...(several ? [html(testsetLabel(testset))] : []),
      link(testcase.url, text, label),
      html(os) || NOT_KNOWN,
      RESULT_WORDS[testcase.result],
      formatDuration(testcase.seconds) || NOT_KNOWN,
    ]);
  };
}

function unnamedCells(report: Report, { ended, number }: UnnamedTests): string[] {
  return [
    ...(report.testsets.length > 1 ? [NOT_KNOWN] : []),
    `${countDevices(report, number)} that no document names`,
    NOT_KNOWN,
    RESULT_WORDS[ended],
    NOT_KNOWN,
  ];
}

/** The bytes of a row apart from what a document tells. */
const ROW_BYTES = Buffer.byteLength(row(['<a href=""></a>', '', RESULT_WORDS.failed, formatDuration(0)]));

/** For about how many of these unit tests a text of so many bytes has room; an estimate from the lengths of names and addresses. */
export function roomFor(tests: readonly DeviceRun[], limitBytes: number): number {
  let left = limitBytes;
  let rows = 0;
  for (const { testcase } of tests) {
    left -= ROW_BYTES + Math.min(testcase.device.length, NAME_LIMIT) + (testcase.url?.length ?? 0);
    if (left < 0) break;
    rows += 1;
  }
  return rows;
}
