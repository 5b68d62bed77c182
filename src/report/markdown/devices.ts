import { inReadingOrder, type UnitTest } from '../unit-tests.ts';
import type { Detail } from '../fit.ts';
import type { Report } from '../report.ts';
import type { Unnamed } from '../unnamed.ts';
import { testsCount } from '../verdict-words.ts';
import { block } from './block.ts';
import { deviceTable, openEntries, rowDrawer, testsIn } from './device-rows.ts';

/** As many as still fit a screen; more of them are folded. */
const PASSED_IN_SIGHT = 10;

/** The unit tests of a report. Those that passed may be many and are put in order only when they are drawn. */
export interface Tests {
  /** In reading order; as many as there may be room for. */
  readonly notPassed: readonly UnitTest[];
  /** How many more did not pass. */
  readonly others: number;
  readonly unnamed: Unnamed;
  /** In document order. */
  readonly passed: readonly UnitTest[];
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
  const rows = deviceTable(report, inReadingOrder(passed), toRow);
  const folded = open.length > 0 || passed.length > PASSED_IN_SIGHT;
  yield* block(folded ? fold(`${testsCount(report, passed.length)} passed`, rows) : rows);
}

/** How many unit tests that did not pass are hidden, beside how many rows that are shown, and how many hidden ones passed. */
interface Hidden {
  readonly hidden: number;
  readonly shown: number;
  readonly passed: number;
}

function* leftOut(report: Report, { hidden, shown, passed }: Hidden, rest: string): Generator<string> {
  if (hidden + passed === 0) return;
  const bad = `${testsCount(report, hidden, shown > 0 ? 'more' : '')} that did not pass`;
  const good = `${testsCount(report, passed)} that passed`;
  const who = [...(hidden > 0 ? [bad] : []), ...(passed > 0 ? [good] : [])].join(' and ');
  yield `<p>${who} ${hidden + passed === 1 ? 'is' : 'are'} left out here, for length. ${rest}</p>`;
}

function* fold(title: string, lines: Iterable<string>): Generator<string> {
  yield `<details><summary>${title}</summary>`;
  yield* lines;
  yield '</details>';
}
