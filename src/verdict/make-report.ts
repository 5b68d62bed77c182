import { addCounts, NO_COUNTS, type Counts } from '../model/counts.ts';
import { worstOutcome } from '../model/outcome.ts';
import type { AppInfo, Limits, Report, RequestInfo, ResumedTestset, RunInfo, TestsetReport } from '../model/report.ts';
import type { TestsetResult } from '../wait/wait.ts';
import { rejectDuplicates } from './duplicates.ts';
import { labelDevices } from './labels.ts';
import { describeOutcome, suggestNextStep } from './sentence.ts';
import { decideOutcome, sourcesOf, type Totals } from './verdict.ts';

/** What a report is made of. */
interface ReportParts {
  readonly testsetResults: readonly TestsetResult[];
  readonly limits: Limits;
  readonly run: RunInfo;
  readonly request: RequestInfo;
  readonly app?: AppInfo;
  readonly resumed?: readonly ResumedTestset[];
  /** From create (or attach) to now, in milliseconds. */
  readonly elapsedMs: number;
}

/** Decides the outcome and creates the report. Nothing that follows can change the outcome. */
export function makeReport({ testsetResults, elapsedMs, ...facts }: ReportParts): Report {
  const { limits, request } = facts;
  const counts = testsetResults.map(countsOf).reduce(addCounts, NO_COUNTS);
  const totals = { counts, limits, testsets: testsetResults.length };
  const testsets = rejectDuplicates(testsetResults.map((testset) => reportTestset(testset, totals)));
  const outcome = worstOutcome(testsets.map((testset) => testset.outcome));
  return {
    ...facts,
    outcome,
    sentence: describeOutcome(outcome, testsets, counts),
    hint: suggestNextStep(outcome, { testsets, counts, request }),
    testsets,
    counts,
    durationSeconds: Math.round(elapsedMs / 1000),
  };
}

function countsOf(testset: TestsetResult): Counts {
  return testset.kind === 'complete' ? testset.status.counts : testset.report.counts;
}

function reportTestset(testset: TestsetResult, totals: Totals): TestsetReport {
  if (testset.kind === 'ended') return testset.report;
  const { id, scenario, status, results } = testset;
  return {
    id,
    ...(scenario !== undefined && { scenario }),
    ...decideOutcome(testset, totals),
    status: 'Complete',
    counts: status.counts,
    sources: sourcesOf(testset),
    ...(results.difference !== undefined && { devicesDiffer: true }),
    suites: labelDevices(results.suites, status.counts),
    warnings: results.warnings,
  };
}
