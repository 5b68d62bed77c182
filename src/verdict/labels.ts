import type { Counts } from '../model/counts.ts';
import type { Device, DeviceLabel, DeviceSuite } from '../model/report.ts';
import { countResults, type Suite, type Testcase, type TestResult } from '../model/results.ts';

/** What the result of a document means where it agrees with the counts. */
const AS_DOCUMENTED: Readonly<Record<TestResult, DeviceLabel>> = {
  passed: 'passed',
  failed: 'failed',
  error: 'error',
  skipped: 'stopped',
  unknown: 'not-passed',
};

/**
 * Labels each device run so that labels and counts agree: the service's documents mark as `error` what its status counts as failed or
 * stopped. If it is not certain how a run ended, its label is `not-passed`.
 */
export function labelDevices(suites: readonly Suite[], counts: Counts): DeviceSuite[] {
  const common = commonLabel(suites, counts);
  const labelDevice = (testcase: Testcase): Device =>
    isPassed(testcase) ? testcase : { ...testcase, result: common ?? AS_DOCUMENTED[testcase.result] };
  return suites.map(({ name, testcases }) => ({ name, testcases: testcases.map(labelDevice) }));
}

function isPassed(testcase: Testcase): testcase is Testcase & { readonly result: 'passed' } {
  return testcase.result === 'passed';
}

/** One label for all runs that did not pass; `undefined` where each has that of the documents. */
function commonLabel(suites: readonly Suite[], { fail, error, stop }: Counts): DeviceLabel | undefined {
  const documented = countResults(suites);
  const { failed, skipped, unknown } = documented;
  const named = failed + documented.error + skipped + unknown;
  const counted = fail + error + stop;
  // The status counts none: the outcome is inconclusive, and the report shows the figures of each source.
  if (counted === 0) return undefined;
  if (failed === fail && documented.error === error && skipped <= stop && unknown === 0) return undefined;
  if (named > counted) return 'not-passed';
  if (fail === counted) return 'failed';
  if (error === counted) return 'error';
  if (stop === counted) return 'stopped';
  return 'not-passed';
}
