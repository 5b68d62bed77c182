import { sumCounts, unfinishedCount, type Counts } from '../model/counts.ts';
import { worstOutcome } from '../model/outcome.ts';
import type { TestsetReport } from '../model/report.ts';
import { areConfirmed } from '../model/sources.ts';
import type { StoredReport } from '../model/report-schema.ts';
import { countPassed, type Suite } from '../model/results.ts';
import { junitSuites } from '../report/junit-suites.ts';
import { countedCounts, limitViolations } from '../verdict/verdict.ts';

/** Why a report contradicts itself, after "it cannot be used: "; `undefined` if it does not. */
export function findContradiction({ testsets, counts, limits, outcome }: StoredReport): string | undefined {
  if (testsets.length === 0) return 'it has no testset';
  const sum = sumCounts(testsets.map((testset) => testset.counts));
  if (!isSame(sum, counts)) return 'its counts are not the sum of the counts of its testsets';
  if (outcome !== worstOutcome(testsets.map((testset) => testset.outcome))) {
    return 'its outcome is not the worst of the outcomes of its testsets';
  }
  const counted = sumCounts(testsets.map(countedCounts));
  const violations = limitViolations(counted, { counts: counted, limits, testsets: testsets.length });
  if (outcome === 'passed' && (counts.pass === 0 || violations.length > 0)) {
    return 'its outcome is passed, but its counts are not';
  }
  const passed = testsets.filter((testset) => testset.outcome === 'passed');
  if (!passed.every(isProvenPassed)) return 'a testset has passed, but is not complete or its results differ';
  if (!passed.every(agreesWithSources)) return 'a testset has passed, but its sources do not agree';
  const isExplained = passed.some(({ reasons, problem }) => reasons.length > 0 || problem);
  if (isExplained) return 'a testset has passed, but has a reason why it did not';
  return undefined;
}

function isSame(a: Counts, b: Counts): boolean {
  return a.total === b.total && a.pass === b.pass && a.fail === b.fail && a.error === b.error && a.stop === b.stop;
}

/** Devices that failed or were stopped may be absent from the results (docs/design.md §5). */
function isProvenPassed({ id, status, counts, suites }: TestsetReport): boolean {
  const isComplete = id !== undefined && status === 'Complete' && counts.total > 0 && unfinishedCount(counts) === 0;
  const { passed, notPassed } = countPassed(suites);
  return isComplete && passed === counts.pass && notPassed <= counts.total - counts.pass;
}

/** Whether the counts are those of the status, and the documents agree with it. */
function agreesWithSources({ counts: { pass, total }, sources }: TestsetReport): boolean {
  const [status] = sources;
  const isStatus = status?.source === 'status' && status.state === 'read';
  if (!isStatus || status.passed !== pass || status.notPassed !== total - pass) return false;
  return areConfirmed(sources);
}

/** Whether a JUnit file has the results of its report, in order. Names may differ in characters that XML cannot contain. */
export function hasSameResults(file: readonly Suite[], report: StoredReport): boolean {
  const found = file.flatMap(({ testcases }) => testcases.map(({ result }) => result));
  const written = junitSuites(report).flatMap(({ testcases }) =>
    testcases.map(({ problem }) => JUNIT_RESULTS[problem?.element ?? 'none']),
  );
  return found.join() === written.join();
}

/** By the element in a testcase. */
const JUNIT_RESULTS = { none: 'passed', failure: 'failed', error: 'error', skipped: 'skipped' } as const;
