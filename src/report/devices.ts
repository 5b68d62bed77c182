import { unfinishedCount } from '../model/counts.ts';
import type { Report, TestsetReport } from '../model/report.ts';
import { countPassed, type Testcase, type TestResult } from '../model/results.ts';
import { cleanText, truncate } from '../model/text.ts';

/** One run on one device, with the testset that it belongs to. */
export interface DeviceRun {
  readonly testset: TestsetReport;
  readonly testcase: Testcase;
}

/** Every device run that a document names, in document order. */
export function deviceRuns({ testsets }: Report): DeviceRun[] {
  return testsets.flatMap((testset) =>
    testset.suites.flatMap(({ testcases }) => testcases.map((testcase) => ({ testset, testcase }))),
  );
}

/** Whether a device run passed. */
export function hasPassed({ testcase }: DeviceRun): boolean {
  return testcase.result === 'passed';
}

const READING_ORDER: readonly TestResult[] = ['failed', 'error', 'skipped', 'passed'];

/** Sorts by result, worst first, then by name, independent of the machine's language; equal names keep their order. */
export function worstFirst(runs: readonly DeviceRun[]): DeviceRun[] {
  const rank = ({ testcase }: DeviceRun): number => READING_ORDER.indexOf(testcase.result);
  return runs.toSorted((a, b) => {
    if (a.testcase.result !== b.testcase.result) return rank(a) - rank(b);
    if (a.testcase.device === b.testcase.device) return 0;
    return a.testcase.device < b.testcase.device ? -1 : 1;
  });
}

/** How many devices the status counts that no document names, by how they ended as far as that is certain. */
export interface UnnamedDevices {
  readonly stopped: number;
  readonly unfinished: number;
  /** They failed, had an error, were stopped or did not finish; the counts do not say which. */
  readonly notPassed: number;
  /** They may have passed. */
  readonly unclear: number;
}

const NONE: UnnamedDevices = { stopped: 0, unfinished: 0, notPassed: 0, unclear: 0 };

/**
 * The devices that the documents of a testset leave out. How they ended is certain only where the counts leave one possibility: if the
 * documents name all that passed, failed or had an error, the others were stopped or did not finish.
 */
export function unnamedDevices({ counts, suites, sources }: TestsetReport): UnnamedDevices {
  const isDelivered = sources.some(({ source, state }) => source !== 'status' && state === 'read');
  const named = countPassed(suites);
  const missing = counts.total - named.passed - named.notPassed;
  if (!isDelivered || missing <= 0) return NONE;
  if (named.passed !== counts.pass) return { ...NONE, unclear: missing };
  const isCertain = named.notPassed === counts.fail + counts.error && missing === counts.stop + unfinishedCount(counts);
  if (!isCertain) return { ...NONE, notPassed: missing };
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

/** The longest that a part of a device's name is shown, in UTF-16 units. */
const NAME_LIMIT = 200;

/** Splits `LGE Nexus_5X / ANDROID 8.1.0` at its last slash and cleans both parts; without a slash there is no operating system. */
export function splitDevice(name: string): { readonly device: string; readonly os: string } {
  const clean = cleanText(name, Infinity);
  const at = clean.lastIndexOf(SEPARATOR);
  const device = truncate(at < 0 ? clean : clean.slice(0, at), NAME_LIMIT);
  const os = at < 0 ? '' : truncate(clean.slice(at + SEPARATOR.length), NAME_LIMIT);
  return { device: device === '' ? 'unnamed device' : device, os };
}
