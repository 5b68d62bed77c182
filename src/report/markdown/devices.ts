import { inReadingOrder, splitDevice, type UnitTest } from '../device.ts';
import { html, link } from '../escape.ts';
import type { Detail } from '../fit.ts';
import type { Report } from '../report.ts';
import { RESULT_ICONS } from '../verdict-words.ts';
import { count, duration, grouped } from '../words.ts';
import { block, headRow, row } from './block.ts';

/** As many as still fit a screen; more of them are folded. */
const PASSED_IN_SIGHT = 10;

/** The unit tests of a report. Those that passed may be many and are put in order only when they are drawn. */
export interface Tests {
  /** In reading order. */
  readonly notPassed: readonly UnitTest[];
  /** In document order. */
  readonly passed: readonly UnitTest[];
}

/** What did not pass in the open; what passed folded below it, unless it is all there is and short. */
export function* deviceTables(report: Report, tests: Tests, detail: Detail): Generator<string> {
  const { passed, notPassed } = tests;
  const name = namer(report.testsets.length > 1);
  const heads = [...(report.testsets.length > 1 ? ['Testset'] : []), 'Device', 'OS', 'Result', 'Time'];
  yield* block(table(heads, notPassed.slice(0, detail.rows), name));
  yield* block(leftOut(tests, detail));
  if (!detail.passed) return;
  const rows = table(heads, inReadingOrder(passed), name);
  const folded = notPassed.length > 0 || passed.length > PASSED_IN_SIGHT;
  yield* block(folded && passed.length > 0 ? fold(`${count(passed.length, 'unit test')} passed`, rows) : rows);
}

function* table(heads: readonly string[], tests: readonly UnitTest[], name: Namer): Generator<string> {
  if (tests.length === 0) return;
  yield '<table>';
  yield headRow(heads);
  for (const test of tests) yield row(cells(test, name));
  yield '</table>';
}

function cells(test: UnitTest, name: Namer): string[] {
  const { result, seconds } = test.testcase;
  const { os } = splitDevice(test.testcase.device);
  return [...name(test), html(os), `${RESULT_ICONS[result]} ${result}`, duration(seconds) || '–'];
}

/** The cells that say which unit test it is. */
type Namer = (test: UnitTest) => string[];

/** No two links read the same: a device that comes again is numbered, and a screen reader is told the testset where there are several. */
function namer(several: boolean): Namer {
  const seen = new Map<string, number>();
  return ({ testset: { id }, testcase }) => {
    const { device } = splitDevice(testcase.device);
    const key = `${id ?? ''} ${device}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    const text = times === 1 ? device : `${device} (${times})`;
    if (!several) return [link(testcase.url, text)];
    return [String(id ?? 'none'), link(testcase.url, text, id === undefined ? text : `${text}, testset ${id}`)];
  };
}

function* fold(title: string, lines: Iterable<string>): Generator<string> {
  yield `<details><summary>${title}</summary>`;
  yield* lines;
  yield '</details>';
}

function* leftOut({ passed, notPassed }: Tests, detail: Detail): Generator<string> {
  const everything = '<code>report.json</code> among the result files names them all.';
  if (notPassed.length > detail.rows) {
    const shown = shownWords(detail.rows);
    yield `<p>${count(notPassed.length, 'unit test')} did not pass; ${shown}, for length. ${everything}</p>`;
  }
  if (!detail.passed && passed.length > 0) {
    yield `<p>${count(passed.length, 'unit test')} passed and ${passed.length === 1 ? 'is' : 'are'} left out here, for length. ${everything}</p>`;
  }
}

function shownWords(rows: number): string {
  if (rows === 0) return 'none is named here';
  return rows === 1 ? 'only the first is named here' : `only the first ${grouped(rows)} are named here`;
}
