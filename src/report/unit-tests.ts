import type { TestResult, Testcase } from '../results/document.ts';
import type { Report, TestsetReport } from './report.ts';

/** One unit test of a report, with the testset that it belongs to. */
export interface UnitTest {
  readonly testset: TestsetReport;
  readonly testcase: Testcase;
}

/** The unit tests of a report, in document order. */
export interface UnitTests {
  readonly all: readonly UnitTest[];
  readonly passed: readonly UnitTest[];
  readonly notPassed: readonly UnitTest[];
}

/** Worst first, as people look for it. */
const READING_ORDER: readonly TestResult[] = ['failed', 'error', 'skipped', 'passed'];

/**
 * A report is drawn many times, and nobody alters it: its unit tests, of which there may be a hundred thousand, are gathered once. What is
 * found out later makes another report of the same testsets.
 */
const GATHERED = new WeakMap<Report['testsets'], UnitTests>();

/** Every unit test that a document names. */
export function unitTests({ testsets }: Report): UnitTests {
  const known = GATHERED.get(testsets) ?? gather(testsets);
  GATHERED.set(testsets, known);
  return known;
}

function gather(testsets: Report['testsets']): UnitTests {
  const tests = { all: [] as UnitTest[], passed: [] as UnitTest[], notPassed: [] as UnitTest[] };
  for (const testset of testsets) {
    for (const { testcases } of testset.suites) {
      for (const testcase of testcases) {
        const test = { testset, testcase };
        tests.all.push(test);
        (testcase.result === 'passed' ? tests.passed : tests.notPassed).push(test);
      }
    }
  }
  return tests;
}

/**
 * Failed, error, skipped, passed; then by name, the same on every machine; equal names stay in the order given. Where only the first
 * few are wanted, all the others are not put in order.
 */
export function inReadingOrder(tests: readonly UnitTest[], few = Infinity): UnitTest[] {
  let first: UnitTest[] = [];
  for (const result of READING_ORDER) {
    if (first.length >= few) break;
    const alike = tests.filter(({ testcase }) => testcase.result === result);
    first = first.concat(firstByName(alike, few - first.length));
  }
  return first;
}

function firstByName(tests: readonly UnitTest[], few: number): UnitTest[] {
  const kept = tests.slice(0, few).sort(byName);
  for (let at = few; at < tests.length; at += 1) {
    const [test, last] = [tests[at], kept.at(-1)];
    if (!test || !last || byName(test, last) >= 0) continue;
    kept.pop();
    kept.splice(placeOf(test, kept), 0, test);
  }
  return kept;
}

/** Where a test belongs among others that are in order: behind its equals. */
function placeOf(test: UnitTest, ordered: readonly UnitTest[]): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const other = ordered[middle];
    if (other && byName(other, test) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function byName(a: UnitTest, b: UnitTest): number {
  if (a.testcase.device === b.testcase.device) return 0;
  return a.testcase.device < b.testcase.device ? -1 : 1;
}
