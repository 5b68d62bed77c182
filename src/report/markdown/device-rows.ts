import { NAME_LIMIT, splitDevice } from '../device.ts';
import { html, link } from '../escape.ts';
import type { Report } from '../report.ts';
import { testsetLabel } from '../testset-label.ts';
import type { UnitTest } from '../unit-tests.ts';
import type { Unnamed } from '../unnamed.ts';
import { RESULT_WORDS, testsCount } from '../verdict-words.ts';
import { duration } from '../words.ts';
import { headRow, NOT_KNOWN, row } from './block.ts';

/** What has a row of its own: a unit test, or how many there are that no document names. */
export type Entry = UnitTest | UnnamedTests;

/** Unit tests that ended alike and that no document names. */
interface UnnamedTests {
  readonly ended: 'stopped' | 'unfinished' | 'notPassed';
  readonly number: number;
}

/** The entries for unit tests that did not pass, of which `tests` are in reading order: failed, error, stopped, skipped. */
export function openEntries(tests: readonly UnitTest[], unnamed: Unnamed): Entry[] {
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
      duration(testcase.seconds) || NOT_KNOWN,
    ]);
  };
}

function unnamedCells(report: Report, { ended, number }: UnnamedTests): string[] {
  return [
    ...(report.testsets.length > 1 ? [NOT_KNOWN] : []),
    `${testsCount(report, number)} that no document names`,
    NOT_KNOWN,
    RESULT_WORDS[ended],
    NOT_KNOWN,
  ];
}

/** The bytes of a row apart from what a document tells. */
const ROW_BYTES = Buffer.byteLength(row(['<a href=""></a>', '', RESULT_WORDS.failed, duration(0)]));

/** For about how many of these unit tests a text of so many bytes has room; an estimate from the lengths of names and addresses. */
export function roomFor(tests: readonly UnitTest[], limitBytes: number): number {
  let left = limitBytes;
  let rows = 0;
  for (const { testcase } of tests) {
    left -= ROW_BYTES + Math.min(testcase.device.length, NAME_LIMIT) + (testcase.url?.length ?? 0);
    if (left < 0) break;
    rows += 1;
  }
  return rows;
}
