import type { TestResult, Testcase } from '../results/document.ts';
import { cut, plain } from './clean.ts';
import type { Report, TestsetReport } from './report.ts';

const SEPARATOR = ' / ';
const NAME_LIMIT = 200;

/** One unit test of a report, with the testset that it belongs to. */
export interface UnitTest {
  readonly testset: TestsetReport;
  readonly testcase: Testcase;
}

/** Worst first, as people look for it. */
const READING_ORDER: readonly TestResult[] = ['failed', 'error', 'skipped', 'passed'];

/** Splits `LGE Nexus_5X / ANDROID 8.1.0` at its last slash and cleans both parts; without a slash there is no operating system. */
export function splitDevice(name: string): { readonly device: string; readonly os: string } {
  const clean = plain(name, Infinity);
  const at = clean.lastIndexOf(SEPARATOR);
  const device = cut(at < 0 ? clean : clean.slice(0, at), NAME_LIMIT);
  const os = at < 0 ? '' : cut(clean.slice(at + SEPARATOR.length), NAME_LIMIT);
  return { device: device === '' ? 'unnamed device' : device, os };
}

/** Every unit test that a document names, in document order. */
export function* unitTests(report: Report): Generator<UnitTest> {
  for (const testset of report.testsets) {
    for (const suite of testset.suites) {
      for (const testcase of suite.testcases) yield { testset, testcase };
    }
  }
}

/** Tells the passed from the rest; both stay in the order given. */
export function parted(tests: Iterable<UnitTest>): { readonly passed: UnitTest[]; readonly notPassed: UnitTest[] } {
  const passed: UnitTest[] = [];
  const notPassed: UnitTest[] = [];
  for (const test of tests) (test.testcase.result === 'passed' ? passed : notPassed).push(test);
  return { passed, notPassed };
}

/** Failed, error, skipped, passed; then by name, the same on every machine; equal names stay in the order given. */
export function inReadingOrder(tests: readonly UnitTest[]): UnitTest[] {
  return READING_ORDER.flatMap((result) => tests.filter(({ testcase }) => testcase.result === result).sort(byName));
}

/** The first few of tests with one result in reading order, without putting all the others in order. */
export function firstByName(tests: readonly UnitTest[], few: number): UnitTest[] {
  const kept = tests.slice(0, few).sort(byName);
  for (const test of tests.slice(few)) {
    const last = kept.at(-1);
    if (!last || byName(test, last) >= 0) continue;
    kept.push(test);
    kept.sort(byName).pop();
  }
  return kept;
}

function byName(a: UnitTest, b: UnitTest): number {
  if (a.testcase.device === b.testcase.device) return 0;
  return a.testcase.device < b.testcase.device ? -1 : 1;
}

/** How long the devices were busy, in seconds; absent durations count nothing. */
export function deviceSeconds(tests: Iterable<UnitTest>): number {
  let sum = 0;
  for (const { testcase } of tests) sum += testcase.seconds ?? 0;
  return sum;
}
