import { addCounts, NO_COUNTS, type Counts } from '../model/counts.ts';
import type { TestsetError } from '../model/errors.ts';
import { worstOutcome, type Outcome } from '../model/outcome.ts';
import type {
  AppInfo,
  Limits,
  Reason,
  Report,
  RequestInfo,
  ResumedTestset,
  RunInfo,
  TestsetReport,
} from '../model/report.ts';
import type { TestsetResult } from '../wait/wait.ts';
import { rejectDuplicates } from './duplicates.ts';
import { labelDevices } from './labels.ts';
import { describeOutcome, suggestNextStep } from './sentence.ts';
import { decideOutcome, sourcesOf, type StepTotals } from './verdict.ts';

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
  const counts = testsetResults.map(lastCounts).reduce(addCounts, NO_COUNTS);
  const running = testsetResults.filter((testset) => testset.kind === 'unfinished' && isStillRunning(testset)).length;
  const step = { counts, limits, testsets: testsetResults.length, running };
  const testsets = rejectDuplicates(testsetResults.map((testset) => reportTestset(testset, step)));
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

/** The counts of the last status; before any status, how many devices the service announced. */
function lastCounts(testset: TestsetResult): Counts {
  if (testset.kind === 'complete') return testset.status.counts;
  if (testset.kind === 'unfinished' && testset.ending.status) return testset.ending.status.counts;
  return { ...NO_COUNTS, total: testset.kind === 'not-created' ? 0 : testset.announcedDevices };
}

function reportTestset(testset: TestsetResult, step: Totals): TestsetReport {
  const complete = testset.kind === 'complete' ? testset : undefined;
  const { id } = testset.kind === 'not-created' ? testset.failure : testset;
  return {
    ...(id !== undefined && { id }),
    ...(testset.scenario !== undefined && { scenario: testset.scenario }),
    ...concludeTestset(testset, step),
    status: statusOf(testset),
    counts: lastCounts(testset),
    sources: complete ? sourcesOf(complete) : [],
    suites: complete ? labelDevices(complete.results.suites, complete.status.counts) : [],
    warnings: complete?.results.warnings ?? [],
  };
}

/** The whole step, and how many testsets are still running. */
interface Totals extends StepTotals {
  readonly running: number;
}

/** A testset that this step created is running; one that was given by its identifier may not exist until there is a status. */
function statusOf(testset: TestsetResult): TestsetReport['status'] {
  if (testset.kind === 'complete') return 'Complete';
  if (testset.kind === 'not-created') return 'Unknown';
  const hasStatus = testset.kind === 'unfinished' && testset.ending.status !== undefined;
  return hasStatus || !testset.existed ? 'Running' : 'Unknown';
}

type Conclusion = Pick<TestsetReport, 'outcome' | 'reasons' | 'problem'>;

function concludeTestset(testset: TestsetResult, step: Totals): Conclusion {
  switch (testset.kind) {
    case 'not-created':
      return withProblem(testset.failure.outcome, testset.failure.error);
    case 'unwatched':
      return { outcome: 'started', reasons: [] };
    case 'unfinished':
      return concludeUnfinished(testset, step.running);
    case 'complete':
      return decideOutcome(testset, step);
  }
}

type Unfinished = Extract<TestsetResult, { kind: 'unfinished' }>;

function isStillRunning({ ending, existed }: Unfinished): boolean {
  return ending.kind === 'running' && (ending.status !== undefined || !existed);
}

function concludeUnfinished(testset: Unfinished, running: number): Conclusion {
  const { ending } = testset;
  if (ending.kind === 'refused') return withProblem('refused', ending.error);
  // An error of this action says nothing about the testset.
  if (ending.kind === 'broken') {
    const words = 'an unexpected error occurred';
    return { ...withProblem('inconclusive', ending.error), reasons: [{ words, sentence: ending.error.message }] };
  }
  const state = isStillRunning(testset)
    ? `; the ${running === 1 ? 'testset is' : 'testsets are'} still running.`
    : ' before the service returned a status of the testset.';
  switch (ending.why) {
    case 'polled-once':
      return { outcome: 'started', reasons: [] };
    case 'cancelled':
      return withProblem('cancelled', ending.error, `The run was cancelled${state}`);
    case 'failing':
      return withProblem('timed-out', ending.error, 'Its status could not be read.');
    case 'deadline':
      return withProblem('timed-out', ending.error, `\`timeout\` was reached${state}`);
  }
}

function withProblem(outcome: Outcome, error: TestsetError | undefined, ...sentences: string[]): Conclusion {
  const reasons = [...sentences, ...(error ? [error.message] : [])].map((sentence): Reason => ({ sentence }));
  if (!error) return { outcome, reasons };
  const { code, message, hint, rejection } = error;
  return { outcome, reasons, problem: { code, message, hint, ...(rejection && { rejection }) } };
}
