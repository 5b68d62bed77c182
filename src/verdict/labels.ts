import { failureCount, type Counts } from '../model/counts.ts';
import { type Suite, type Testcase, type TestResult } from '../model/results.ts';
import type { Complete } from '../model/testset.ts';
import { splitDevice, webAddress } from '../model/text.ts';
import type { DeviceLabel, DeviceRun } from '../model/verdict.ts';

type CountedResults = ReturnType<typeof countResults>;

/** What the result of a document means where it agrees with the counts. */
const AS_DOCUMENTED: Readonly<Record<TestResult, DeviceLabel>> = {
  passed: 'passed',
  failed: 'failed',
  error: 'error',
  skipped: 'stopped',
  unknown: 'failed',
};

/**
 * Labels device runs so that labels and counts agree: documents mark as `error` what the status counts as failed or stopped. A run of which
 * it is not certain how it ended has failed.
 */
export function labelDevices(testset: Complete): { suites: readonly Suite<DeviceRun>[]; areKindsKnown: boolean } {
  const { counts, results } = testset;
  const documented = countResults(results.suites);
  const common = commonLabel(documented, counts);
  const suites = results.suites.map(({ name, testcases }) => ({
    name,
    testcases: testcases.map((testcase) => {
      const { result } = testcase;
      return createRun(testset, testcase, (result !== 'passed' && common) || AS_DOCUMENTED[result]);
    }),
  }));
  return { suites, areKindsKnown: areKindsKnown(documented, counts) };
}

/** The status counts one kind only, or the documents show as many of each. */
function areKindsKnown({ failed, error, skipped }: CountedResults, counts: Counts): boolean {
  const kinds = [counts.fail, counts.error, counts.stop].filter((number) => number > 0);
  return kinds.length < 2 || (failed === counts.fail && error === counts.error && skipped === counts.stop);
}

/** One literal with all fields: with spreads, 10,000 runs take three times as long. */
function createRun(testset: Complete, testcase: Testcase, result: DeviceLabel): DeviceRun {
  const { device, seconds, url, message, failureType, details } = testcase;
  const { name, os } = splitDevice(device);
  return {
    testset,
    device,
    name,
    os,
    result,
    seconds,
    url,
    link: webAddress(url),
    message,
    failureType,
    details,
    excuse: undefined,
    expired: undefined,
    isUnconfirmed: undefined,
    mark: undefined,
    past: undefined,
  } satisfies Record<keyof DeviceRun, unknown>;
}

/** One label for all runs that did not pass; `undefined` where each has that of the documents. */
function commonLabel({ failed, error, skipped, unknown }: CountedResults, counts: Counts): DeviceLabel | undefined {
  const counted = failureCount(counts);
  // The status counts none: the outcome is inconclusive, and its sentence has the figures.
  if (counted === 0) return undefined;
  if (failed === counts.fail && error === counts.error && skipped <= counts.stop && unknown === 0) return undefined;
  const areCounted = failed + error + skipped + unknown <= counted;
  if (areCounted && counts.error === counted) return 'error';
  return areCounted && counts.stop === counted ? 'stopped' : 'failed';
}

/** Counts how often each result occurs. */
export function countResults(suites: readonly Suite[]): Readonly<Record<TestResult, number>> {
  const counts: Record<TestResult, number> = { passed: 0, failed: 0, error: 0, skipped: 0, unknown: 0 };
  for (const { testcases } of suites) {
    for (const { result } of testcases) counts[result] += 1;
  }
  return counts;
}
