import { addCounts, NO_COUNTS } from '../model/counts.ts';
import { worstOutcome, type Outcome } from '../model/outcome.ts';
import { limitViolations } from '../verdict/limits.ts';
import type { Limits, Report, RunInfo, TestsetReport } from '../model/report.ts';
import { rejectDuplicateIds, duplicateIdReason, duplicateIds } from '../verdict/duplicate-ids.ts';
import type { Chunk } from './match.ts';
import type { KeptReport } from './read-report.ts';
import { hintOf, NO_REPORT, NOT_AWAITED, sentenceOf } from './sentence.ts';

/**
 * Makes one report of what all jobs tell. It has passed when each job left a report, each of them has passed, their sum is within the
 * limits that the jobs had, no testset is told of twice, and there is no doubt left; what is missing, or was not waited for, is
 * inconclusive.
 *
 * @param others sentences of doubt about all of it
 */
export function mergeReports(chunks: readonly Chunk[], others: readonly string[], run: RunInfo): Report {
  const reports = chunks.flatMap(({ report }) => report ?? []);
  const limits = strictestOf(reports);
  const told = chunks.flatMap(testsetsOf);
  const found = rejectDuplicateIds(told);
  const doubts = [...others, ...sharedDoubts(told)];
  const counts = found.map((testset) => testset.counts).reduce(addCounts, NO_COUNTS);
  const testsets = found.map((testset) => judged(testset, limitViolations(testset.counts, { counts, limits })));
  const resumed = reports.flatMap((report) => report.resumed ?? []);
  const doubtful: readonly Outcome[] = doubts.length > 0 ? ['inconclusive'] : [];
  const outcome = worstOutcome([...testsets.map((testset) => testset.outcome), ...doubtful]);
  return {
    outcome,
    sentence: sentenceOf(outcome, { chunks, doubts, counts, limits }),
    hint: outcome === 'passed' ? '' : hintOf(chunks, doubts),
    run,
    request: reports[0]?.request ?? { kind: 'scenario', name: '' },
    ...(resumed.length > 0 && { resumed }),
    testsets,
    counts,
    limits,
    durationSeconds: Math.max(0, ...reports.map(({ durationSeconds }) => durationSeconds)),
  };
}

/** Testsets that stand for more than one scenario, unless their own job has said so. */
function sharedDoubts(testsets: readonly TestsetReport[]): readonly string[] {
  const said = new Set(testsets.flatMap(({ reasons }) => reasons));
  return duplicateIds(testsets)
    .map(duplicateIdReason)
    .filter((reason) => !said.has(reason));
}

/** All jobs had the same, unless one of them was not asked the same as the others. */
function strictestOf(reports: readonly KeptReport[]): Limits {
  const [first, ...others] = reports.map(({ limits }) => limits);
  return others.reduce(
    (a, b) => ({ fail: Math.min(a.fail, b.fail), error: Math.min(a.error, b.error), stop: Math.min(a.stop, b.stop) }),
    first ?? { fail: 0, error: 0, stop: 0 },
  );
}

function testsetsOf({ scenarios, report }: Chunk): readonly TestsetReport[] {
  return report?.testsets ?? scenarios.map(missing);
}

/** Here, at the end, a testset that was only started has not passed; and what its own job allowed may be too much in all. */
function judged(testset: TestsetReport, excess: readonly string[]): TestsetReport {
  if (testset.outcome === 'started') {
    return { ...testset, outcome: 'inconclusive', reasons: [...testset.reasons, NOT_AWAITED] };
  }
  return testset.outcome === 'passed' && excess.length > 0
    ? { ...testset, outcome: 'failed', reasons: excess }
    : testset;
}

function missing(scenario: number): TestsetReport {
  return {
    scenario,
    outcome: 'inconclusive',
    status: 'Unknown',
    counts: NO_COUNTS,
    sources: [],
    suites: [],
    reasons: [NO_REPORT],
    warnings: [],
  };
}
