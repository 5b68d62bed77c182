import { addCounts, NO_COUNTS, unfinishedCount, type Counts } from '../model/counts.ts';
import { worstOutcome } from '../model/outcome.ts';
import { limitViolations } from '../verdict/limits.ts';
import type { TestsetReport } from '../model/report.ts';
import { tally, type Suite, type TestResult } from '../model/results.ts';
import type { KeptReport } from './read-report.ts';

/** Why a report is not to be believed, after "it cannot be used: "; `undefined` when everything in it fits together. */
export function doubtIn({ testsets, counts, limits, outcome }: KeptReport): string | undefined {
  if (testsets.length === 0) return 'it tells of no testset';
  const sum = testsets.map((testset) => testset.counts).reduce(addCounts, NO_COUNTS);
  if (!sameCounts(sum, counts)) return 'its counts are not the sum of those of its testsets';
  if (outcome !== worstOutcome(testsets.map((testset) => testset.outcome))) {
    return 'its outcome is not the worst of those of its testsets';
  }
  if (outcome !== 'passed') return undefined;
  if (counts.pass === 0 || limitViolations(counts, { counts, limits }).length > 0) {
    return 'it says passed, but its counts do not';
  }
  return testsets.every(bearsOutPassed)
    ? undefined
    : 'it says passed of a testset that is not complete, or whose results say otherwise';
}

function sameCounts(a: Counts, b: Counts): boolean {
  return a.total === b.total && a.pass === b.pass && a.fail === b.fail && a.error === b.error && a.stop === b.stop;
}

/** What failed or was stopped may be absent from the results (docs/design.md §5). */
function bearsOutPassed({ id, status, counts, suites }: TestsetReport): boolean {
  const isWhole = id !== undefined && status === 'Complete' && counts.total > 0 && unfinishedCount(counts) === 0;
  const { passed, notPassed } = tally(suites);
  return isWhole && passed === counts.pass && notPassed <= counts.total - counts.pass;
}

/** Whether a JUnit file tells the same as its report: how each unit test ended, in order. Names may differ by what XML cannot carry. */
export function tellsTheSame(file: readonly Suite[], { testsets }: KeptReport): boolean {
  const written = resultsIn(file);
  const meant = resultsIn(testsets.flatMap(({ suites }) => suites));
  return written.length === meant.length && written.every((result, at) => result === meant[at]);
}

function resultsIn(suites: readonly Suite[]): readonly TestResult[] {
  return suites.flatMap(({ testcases }) => testcases.map(({ result }) => result));
}
