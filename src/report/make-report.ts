import { historyKey, markOf } from '../model/history.ts';
import { quarantinesOfDevices } from '../model/quarantine.ts';
import type { Report } from '../model/report.ts';
import { devicesOf, hasPassed, listRan, type DeviceRun, type TestVerdict, type Verdict } from '../model/verdict.ts';
import type { Redact } from '../runtime/redact.ts';
import { redactReport } from './redact-report.ts';

interface ReportParts extends Omit<Report, keyof Verdict | 'durationSeconds' | 'endedAt'> {
  readonly verdict: Verdict;
  /** Since the wait began, in milliseconds. */
  readonly elapsedMs: number;
  readonly end: Date;
  readonly redact: Redact;
}

/** Creates the report of a step whose outcome is decided, without secrets. Nothing that follows changes it. */
export function makeReport({ verdict, elapsedMs, end, redact, ...facts }: ReportParts): Report {
  const testsets = markRuns(verdict.testsets, facts);
  const durationSeconds = Math.round(elapsedMs / 1000);
  return redactReport({ ...facts, ...verdict, testsets, durationSeconds, endedAt: end.toISOString() }, redact);
}

/** Adds to each device run its earlier results and what it means beside them, and the quarantine entry that excused it until some day. */
function markRuns(
  testsets: readonly TestVerdict[],
  { history = [], quarantine }: Pick<Report, 'history' | 'quarantine'>,
): readonly TestVerdict[] {
  const expired = quarantine?.expired ?? [];
  if (history.length + expired.length === 0) return testsets;
  const histories = new Map(history.map((entry) => [historyKey(entry), entry.results]));
  const failures = testsets.flatMap(devicesOf).filter((run) => !hasPassed(run));
  const failed = new Set(failures.map(keyOf));
  return testsets.map((testset) => {
    const ran = new Set(listRan(devicesOf(testset)));
    const findExpired = quarantinesOfDevices(expired, testset.scenario);
    const markRun = (run: DeviceRun): DeviceRun => {
      const key = keyOf(run);
      const past = histories.get(key);
      const [ended] = hasPassed(run) || run.excuse ? [] : findExpired(run.device);
      if (!past && !ended) return run;
      // Two devices of the same name are one in the history: it is fixed only if both passed. What did not run has no result.
      const isUnmarked = run.excuse !== undefined || !ran.has(run) || (hasPassed(run) && failed.has(key));
      return { ...run, past, mark: past && !isUnmarked ? markOf(hasPassed(run), past) : undefined, expired: ended };
    };
    return {
      ...testset,
      suites: testset.suites.map((suite) => ({ ...suite, testcases: suite.testcases.map(markRun) })),
    };
  });
}

function keyOf({ testset: { scenario }, device }: DeviceRun): string {
  return historyKey({ scenario, device });
}
