import type { TestResult, Testcase } from '../results/document.ts';
import { cut, plain } from './clean.ts';
import type { Report, TestsetReport } from './report.ts';

const SEPARATOR = ' / ';

/** The longest that either part of a device's name is shown, in UTF-16 units. */
export const NAME_LIMIT = 200;

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
export function unitTests(report: Report): UnitTest[] {
  const tests: UnitTest[] = [];
  for (const testset of report.testsets) {
    for (const { testcases } of testset.suites) {
      for (const testcase of testcases) tests.push({ testset, testcase });
    }
  }
  return tests;
}

/** Tells the passed from the rest; both stay in the order given. */
export function parted(tests: readonly UnitTest[]): { readonly passed: UnitTest[]; readonly notPassed: UnitTest[] } {
  const passed: UnitTest[] = [];
  const notPassed: UnitTest[] = [];
  for (const test of tests) (test.testcase.result === 'passed' ? passed : notPassed).push(test);
  return { passed, notPassed };
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

/** How long the devices were busy, in seconds; absent durations count nothing. */
export function deviceSeconds({ testsets }: Report): number {
  let total = 0;
  for (const { suites } of testsets) {
    for (const { testcases } of suites) total = testcases.reduce((sum, { seconds = 0 }) => sum + seconds, total);
  }
  return total;
}
