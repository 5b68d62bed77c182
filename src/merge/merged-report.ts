import { NO_COUNTS, sumCounts } from '../model/counts.ts';
import { worstOutcome, type Outcome } from '../model/outcome.ts';
import {
  NONE_ALLOWED,
  sentencesOf,
  type Limits,
  type Report,
  type RunInfo,
  type TestsetReport,
} from '../model/report.ts';
import type { StoredReport } from '../model/report-schema.ts';
import { testsetNameOf } from '../model/testset-name.ts';
import { joinPieces, listFirst, nounFor, pluralize } from '../model/words.ts';
import { rejectDuplicates } from '../verdict/duplicates.ts';
import { formatPassed } from '../report/phrases.ts';
import { describeReasons, firstReasons } from '../report/describe-report.ts';
import { hasResultPages, OPEN_RESULT_PAGES } from '../report/advice.ts';
import { countedCounts, limitViolations } from '../verdict/verdict.ts';
import type { Chunk } from './match.ts';

const NO_REPORT = 'There is no usable report of the job for this scenario.';
const NOT_AWAITED = 'The job did not wait for the results.';
const OPEN_LOGS = 'Open the logs of these jobs.';
const RERUN_FAILED = '"Re-run failed jobs" runs them and this job again, and may create their testsets again.';
const RERUN_ALL = 'Run all jobs again; this may create all testsets again.';
const MAX_NAMED = 3;

/**
 * Merges the reports of all jobs. The outcome is passed only if every job has a report that passed, the sum is within the limits, no two
 * testsets have the same identifier or the same results, and there are no `doubts`. Missing reports and testsets that were only
 * started are inconclusive.
 *
 * @param doubts sentences: why the reports as a whole cannot be trusted
 */
export function mergeReports(chunks: readonly Chunk[], doubts: readonly string[], run: RunInfo): Report {
  const reports = chunks.flatMap(({ report }) => report ?? []);
  const given = chunks.flatMap(({ scenarios, report }) =>
    report ? namedTestsets(report) : scenarios.map(missingTestset),
  );
  const limits = strictestLimits(reports);
  const counts = sumCounts(given.map((testset) => testset.counts));
  const counted = sumCounts(given.map(countedCounts));
  const totals = { counts: counted, limits, testsets: given.length };
  const unique = rejectDuplicates(given);
  const testsets = unique.map((testset) => judgeMerged(testset, limitViolations(countedCounts(testset), totals)));
  const outcomes = testsets.map((testset) => testset.outcome);
  const outcome = worstOutcome(doubts.length > 0 ? [...outcomes, 'inconclusive'] : outcomes);
  const resumed = reports.flatMap((report) => report.resumed ?? []);
  // The rows of scenarios without a report do not say why.
  const unused = reports.length < chunks.length ? doubts : [];
  const facts = {
    outcome,
    run,
    request: reports[0]?.request ?? ({ kind: 'scenario', name: '' } as const),
    ...(resumed.length > 0 && { resumed }),
    testsets,
    notes: [...new Set([...reports.flatMap((report) => report.notes ?? []), ...unused])],
    counts,
    limits,
    durationSeconds: Math.max(0, ...reports.map(({ durationSeconds }) => durationSeconds)),
  };
  if (outcome === 'passed') return { ...facts, sentence: `${formatPassed(counts, given.length)}.`, hint: '' };

  // A job can give this reason itself if its own report has the duplicates.
  const known = new Set(given.flatMap(sentencesOf));
  const duplicates = unique.flatMap(sentencesOf).filter((sentence) => !known.has(sentence));
  const isOneFailed = reports.some((report) => report.outcome === 'failed');
  const violations = limitViolations(counted, totals);
  const sentence = joinPieces(' ', [
    ...describeJobs(chunks),
    !isOneFailed && violations.length > 0 && `In all jobs together: ${violations.join(' ')}`,
    ...firstReasons([...doubts, ...duplicates]),
  ]);
  return { ...facts, sentence, hint: adviseOnJobs(chunks, testsets, outcome) };
}

/** Names and numbers of scenarios may differ from job to job. */
function namedTestsets({ request, testsets }: StoredReport): readonly TestsetReport[] {
  return testsets.map((testset) => ({ ...testset, name: testsetNameOf(request.name, testset, testsets.length > 1) }));
}

/** All jobs have the same limits, unless their inputs differ. */
function strictestLimits(reports: readonly StoredReport[]): Limits {
  if (reports.length === 0) return NONE_ALLOWED;
  const lowest = (kind: keyof Limits): number => Math.min(...reports.map(({ limits }) => limits[kind]));
  return { fail: lowest('fail'), error: lowest('error'), stop: lowest('stop') };
}

/** A testset that was only started has not passed, and failures that one job allowed may be too many in all jobs together. */
function judgeMerged(testset: TestsetReport, violations: readonly string[]): TestsetReport {
  if (testset.outcome === 'started') {
    return { ...testset, outcome: 'inconclusive', reasons: [...testset.reasons, { sentence: NOT_AWAITED }] };
  }
  if (testset.outcome !== 'passed' || violations.length === 0) return testset;
  return { ...testset, outcome: 'failed', reasons: violations.map((sentence) => ({ sentence })) };
}

function missingTestset(scenario: number): TestsetReport {
  return {
    scenario,
    outcome: 'inconclusive',
    status: 'Unknown',
    counts: NO_COUNTS,
    sources: [],
    suites: [],
    reasons: [{ sentence: NO_REPORT }],
    warnings: [],
  };
}

/** How many jobs did not pass, and why; how many left no report. */
function describeJobs(chunks: readonly Chunk[]): (string | false)[] {
  const missing = chunks.filter(({ report }) => report === undefined);
  const red = redReports(chunks);
  const scenarios = missing.flatMap((chunk) => chunk.scenarios);
  const names = `${nounFor(scenarios.length, 'scenario')} ${listFirst(scenarios, MAX_NAMED)}`;
  const jobs = pluralize(chunks.length, 'job');
  return [
    red.length > 0 && `${red.length} of ${jobs} did not pass.`,
    missing.length > 0 && `There is no usable report of ${missing.length} of ${jobs}: ${names}.`,
    describeReasons(red.flatMap(decidingTestsets)),
    red.some(({ outcome }) => outcome === 'started') && NOT_AWAITED,
  ];
}

/** The testsets that have the outcome of their job. */
function decidingTestsets({ outcome, testsets }: StoredReport): readonly TestsetReport[] {
  return testsets.filter((testset) => testset.outcome === outcome);
}

function redReports(chunks: readonly Chunk[]): readonly StoredReport[] {
  return chunks.flatMap(({ report }) => report ?? []).filter(({ outcome }) => outcome !== 'passed');
}

function adviseOnJobs(chunks: readonly Chunk[], testsets: readonly TestsetReport[], outcome: Outcome): string {
  const red = redReports(chunks);
  if (red.length === 0 && chunks.every(({ report }) => report)) {
    if (outcome === 'failed' && hasResultPages(testsets)) return OPEN_RESULT_PAGES;
    return RERUN_ALL;
  }
  const worst = worstOutcome(red.map((report) => report.outcome));
  const hint = red.find((report) => report.outcome === worst && report.hint !== '')?.hint;
  // The hint is to look for the testset first.
  const rerun = worst !== 'unknown-start' && RERUN_FAILED;
  return joinPieces(' ', [hint, OPEN_LOGS, rerun]);
}
