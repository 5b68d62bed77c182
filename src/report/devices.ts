import { unfinishedCount } from '../model/counts.ts';
import type { Report, TestsetReport } from '../model/report.ts';
import { tally, type Testcase, type TestResult } from '../model/results.ts';
import { truncate, cleanText } from '../model/text.ts';

/** One unit test of a report, with the testset that it belongs to. */
export interface DeviceRun {
  readonly testset: TestsetReport;
  readonly testcase: Testcase;
}

/** The unit tests of a report, in document order. */
export interface DeviceRuns {
  readonly all: readonly DeviceRun[];
  readonly passed: readonly DeviceRun[];
  readonly notPassed: readonly DeviceRun[];
}

/** Worst first, as people look for it. */
const READING_ORDER: readonly TestResult[] = ['failed', 'error', 'skipped', 'passed'];

/**
 * A report is drawn many times, and nobody alters it: its unit tests, of which there may be a hundred thousand, are gathered once. What is
 * found out later makes another report of the same testsets.
 */
const GATHERED = new WeakMap<Report['testsets'], DeviceRuns>();

/** Every unit test that a document names. */
export function deviceRuns({ testsets }: Report): DeviceRuns {
  const known = GATHERED.get(testsets) ?? gather(testsets);
  GATHERED.set(testsets, known);
  return known;
}

function gather(testsets: Report['testsets']): DeviceRuns {
  const tests = { all: [] as DeviceRun[], passed: [] as DeviceRun[], notPassed: [] as DeviceRun[] };
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
export function worstFirst(tests: readonly DeviceRun[], few = Infinity): DeviceRun[] {
  let first: DeviceRun[] = [];
  for (const result of READING_ORDER) {
    if (first.length >= few) break;
    const alike = tests.filter(({ testcase }) => testcase.result === result);
    first = first.concat(firstByName(alike, few - first.length));
  }
  return first;
}

function firstByName(tests: readonly DeviceRun[], few: number): DeviceRun[] {
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
function placeOf(test: DeviceRun, ordered: readonly DeviceRun[]): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const other = ordered[middle];
    if (other && byName(other, test) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function byName(a: DeviceRun, b: DeviceRun): number {
  if (a.testcase.device === b.testcase.device) return 0;
  return a.testcase.device < b.testcase.device ? -1 : 1;
}

/** How many unit tests the status counts that no document names, by how they ended as far as that can be told. */
export interface UnnamedDevices {
  readonly stopped: number;
  readonly unfinished: number;
  /** Each of them failed, had an error, was stopped or never finished; which, the counts do not tell. */
  readonly notPassed: number;
  /** They may have passed. */
  readonly unclear: number;
}

const NONE: UnnamedDevices = { stopped: 0, unfinished: 0, notPassed: 0, unclear: 0 };

/**
 * What the documents of a testset leave out. How those unit tests ended is said only where it follows from the counts: where the documents
 * name all that passed, failed or had an error, the rest was stopped or never finished.
 */
export function unnamedDevices({ counts, suites, sources }: TestsetReport): UnnamedDevices {
  const delivered = sources.some(({ source, state }) => source !== 'status' && state === 'read');
  const named = tally(suites);
  const missing = counts.total - named.passed - named.notPassed;
  if (!delivered || missing <= 0) return NONE;
  if (named.passed !== counts.pass) return { ...NONE, unclear: missing };
  const certain = named.notPassed === counts.fail + counts.error && missing === counts.stop + unfinishedCount(counts);
  if (!certain) return { ...NONE, notPassed: missing };
  return { ...NONE, stopped: counts.stop, unfinished: unfinishedCount(counts) };
}

/** The same for all testsets of a report together. */
export function allUnnamedDevices({ testsets }: Report): UnnamedDevices {
  return testsets.map(unnamedDevices).reduce(
    (a, b) => ({
      stopped: a.stopped + b.stopped,
      unfinished: a.unfinished + b.unfinished,
      notPassed: a.notPassed + b.notPassed,
      unclear: a.unclear + b.unclear,
    }),
    NONE,
  );
}

const SEPARATOR = ' / ';

/** The longest that either part of a device's name is shown, in UTF-16 units. */
export const NAME_LIMIT = 200;

/** Splits `LGE Nexus_5X / ANDROID 8.1.0` at its last slash and cleans both parts; without a slash there is no operating system. */
export function splitDevice(name: string): { readonly device: string; readonly os: string } {
  const clean = cleanText(name, Infinity);
  const at = clean.lastIndexOf(SEPARATOR);
  const device = truncate(at < 0 ? clean : clean.slice(0, at), NAME_LIMIT);
  const os = at < 0 ? '' : truncate(clean.slice(at + SEPARATOR.length), NAME_LIMIT);
  return { device: device === '' ? 'unnamed device' : device, os };
}

/** How long the devices were busy, in seconds; absent durations count nothing. */
export function deviceSeconds({ testsets }: Report): number {
  let total = 0;
  for (const { suites } of testsets) {
    for (const { testcases } of suites) total = testcases.reduce((sum, { seconds = 0 }) => sum + seconds, total);
  }
  return total;
}
