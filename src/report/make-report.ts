import { addCounts, NO_COUNTS, type Counts } from '../model/counts.ts';
import { worstOutcome } from '../model/outcome.ts';
import type { EarlierResults, Report, TestsetReport } from '../model/report.ts';
import { rejectDuplicates } from '../verdict/duplicates.ts';
import { labelDevices } from '../verdict/labels.ts';
import { decideOutcome, sourcesOf, type Totals } from '../verdict/verdict.ts';
import type { TestsetResult } from '../wait/wait.ts';
import { describeReport, hintOf, sentenceOf } from './describe-report.ts';

/** What a report is made of. */
interface ReportParts extends Pick<Report, 'limits' | 'run' | 'request' | 'app' | 'resumed' | 'rerun'> {
  readonly testsetResults: readonly TestsetResult[];
  /** Absent if earlier attempts were not looked for. */
  readonly earlier?: EarlierResults | undefined;
  /** From create (or attach) to now, in milliseconds. */
  readonly elapsedMs: number;
}

/** Decides the outcome and creates the report. Nothing that follows can change the outcome. */
export function makeReport({ testsetResults, earlier, elapsedMs, ...facts }: ReportParts): Report {
  const counts = testsetResults.map(countsOf).reduce(addCounts, NO_COUNTS);
  const totals = { counts, limits: facts.limits, testsets: testsetResults.length };
  const testsets = rejectDuplicates(
    testsetResults.map((testset) => reportTestset(testset, totals)).map((testset) => addEarlier(testset, earlier)),
  );
  const outcome = worstOutcome(testsets.map((testset) => testset.outcome));
  const durationSeconds = Math.round(elapsedMs / 1000);
  const report = { ...facts, outcome, testsets, counts, durationSeconds };
  const text = describeReport(report);
  return { ...report, sentence: sentenceOf(text), hint: hintOf(text) };
}

function addEarlier(testset: TestsetReport, earlier?: EarlierResults): TestsetReport {
  const { scenario = 0, warnings } = testset;
  const notKept = earlier?.notKept.get(scenario);
  const failedBefore = earlier?.failed.get(scenario);
  return { ...testset, failedBefore, warnings: notKept === undefined ? warnings : [notKept, ...warnings] };
}

function countsOf(testset: TestsetResult): Counts {
  return testset.kind === 'complete' ? testset.status.counts : testset.report.counts;
}

function reportTestset(testset: TestsetResult, totals: Totals): TestsetReport {
  if (testset.kind === 'ended') return testset.report;
  const { id, scenario, status, results, passedInAttempt } = testset;
  return {
    id,
    scenario,
    ...decideOutcome(testset, totals),
    status: 'Complete',
    counts: status.counts,
    sources: sourcesOf(testset),
    devicesDiffer: results.difference === undefined ? undefined : true,
    suites: labelDevices(results.suites, status.counts),
    warnings: results.warnings,
    passedInAttempt,
  };
}
