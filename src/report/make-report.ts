import type { EarlierResults, Report } from '../model/report.ts';
import type { TestVerdict, Verdict } from '../model/verdict.ts';
import { describeReport, hintOf, sentenceOf } from './describe-report.ts';

/** What a report is made of. */
interface ReportParts extends Pick<
  Report,
  'maxFailures' | 'quarantine' | 'run' | 'request' | 'app' | 'rerun' | 'notes'
> {
  readonly verdict: Verdict;
  /** Absent if earlier attempts were not looked for. */
  readonly earlier?: EarlierResults;
  /** Since the wait began, in milliseconds. */
  readonly elapsedMs: number;
  /** When the wait ended. */
  readonly end: Date;
}

/** Creates the report of a step whose outcome is decided. Nothing that follows can change the outcome. */
export function makeReport({ verdict, earlier, elapsedMs, end, ...facts }: ReportParts): Report {
  const testsets = verdict.testsets.map((testset) => addEarlier(testset, earlier));
  const resumed = earlier?.resumed.length ? earlier.resumed : undefined;
  const durationSeconds = Math.round(elapsedMs / 1000);
  const report = { ...facts, ...verdict, testsets, resumed, durationSeconds, endedAt: end.toISOString() };
  const text = describeReport(report);
  return { ...report, sentence: sentenceOf(text), hint: hintOf(text) };
}

function addEarlier(testset: TestVerdict, earlier?: EarlierResults): TestVerdict {
  const { scenario = 0 } = testset;
  const notKept = earlier?.notKept.get(scenario) ?? [];
  const failedBefore = earlier?.failed.get(scenario);
  return { ...testset, failedBefore, warnings: [notKept, testset.warnings].flat() };
}
