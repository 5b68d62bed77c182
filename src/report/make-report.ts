import { sumCounts } from '../model/counts.ts';
import { worstOutcome } from '../model/outcome.ts';
import type { EarlierResults, Report, TestsetReport } from '../model/report.ts';
import type { JudgedTestset } from '../verdict/judge.ts';
import { describeReport, hintOf, sentenceOf } from './describe-report.ts';

/** What a report is made of. */
interface ReportParts extends Pick<Report, 'limits' | 'run' | 'request' | 'app' | 'resumed' | 'rerun' | 'notes'> {
  readonly judged: readonly JudgedTestset[];
  /** Absent if earlier attempts were not looked for. */
  readonly earlier?: EarlierResults;
  /** Since the wait began, in milliseconds. */
  readonly elapsedMs: number;
}

/** Creates the report of a step whose outcome is decided. Nothing that follows can change the outcome. */
export function makeReport({ judged, earlier, elapsedMs, ...facts }: ReportParts): Report {
  const testsets = judged.map(({ testset }) => addEarlier(testset, earlier));
  const counts = sumCounts(testsets.map((testset) => testset.counts));
  const outcome = worstOutcome(testsets.map((testset) => testset.outcome));
  const durationSeconds = Math.round(elapsedMs / 1000);
  const report = { ...facts, outcome, testsets, counts, durationSeconds };
  const text = describeReport(report);
  return { ...report, sentence: sentenceOf(text), hint: hintOf(text) };
}

function addEarlier(testset: TestsetReport, earlier?: EarlierResults): TestsetReport {
  const { scenario = 0 } = testset;
  const notKept = earlier?.notKept.get(scenario) ?? [];
  const failedBefore = earlier?.failed.get(scenario);
  return { ...testset, failedBefore, warnings: [notKept, testset.warnings].flat() };
}
