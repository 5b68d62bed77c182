import { messageOf } from '../model/errors.ts';
import { historyKey, markOf } from '../model/history.ts';
import { quarantinesOfDevices } from '../model/quarantine.ts';
import type { Report } from '../model/report.ts';
import { devicesOf, hasPassed, listRan, type DeviceRun, type TestVerdict, type Verdict } from '../model/verdict.ts';
import type { Log } from '../runtime/log.ts';
import type { Baseline } from '../runtime/platform.ts';
import type { Redact } from '../runtime/redact.ts';
import { redactReport } from './redact-report.ts';

/** What is known when the testsets are over. */
interface Results extends Pick<Report, 'notes'> {
  readonly verdict: Verdict;
}

/** What the earlier run adds to a report, or why there is none. */
type Compared = Pick<Report, 'comparison' | 'history' | 'noBaselineOn' | 'notes' | 'notTested'>;

/**
 * Compares with the earlier run that `baseline` finds; only if there are results to compare. The outcome is decided: a failure is a warning.
 *
 * @param baseline absent if no earlier run is searched for
 */
export async function compare(
  results: Results,
  baseline: Promise<Baseline | undefined> | undefined,
  log: Pick<Log, 'info' | 'warning'>,
): Promise<Compared> {
  if (results.verdict.testsets.flatMap(devicesOf).length === 0) return {};
  try {
    const found = await baseline;
    return found ? compareWith(found, results, log) : {};
  } catch (error) {
    log.warning(`There is no comparison: ${messageOf(error)}`);
    return {};
  }
}

/** Compares with the earlier run that was found, if it has results of the same devices. */
export function compareWith(
  newest: Baseline,
  { verdict: { testsets }, notes = [] }: Results,
  log: Pick<Log, 'info'>,
): Compared {
  const runs = testsets.flatMap(devicesOf);
  // A run in which no device passed, such as in an outage, says nothing about those that pass elsewhere.
  const found = newest.kind === 'value' && newest.ifPassed && runs.some(hasPassed) ? newest.ifPassed : newest;
  const none = 'No comparison with an earlier run';
  if (found.kind !== 'value') {
    const { branch: noBaselineOn, reason } = found;
    log.info(`${none}: ${reason}`);
    return found.kind === 'rejected' ? { noBaselineOn, notes: [...notes, `${none}: ${reason}.`] } : { noBaselineOn };
  }
  const { history, devices, ...comparison } = found.value;
  const known = new Set(history.map(historyKey));
  const notTested = listNotTested(testsets, devices);
  if (runs.some((run) => known.has(keyOf(run)))) return { comparison, history, notTested };
  log.info(`${none}: the last results on ${comparison.branch} (run ${comparison.runNumber}) are of other devices`);
  return {};
}

/** The devices of the earlier run that this one lacks, if it has fewer and its results are complete. */
function listNotTested(testsets: readonly TestVerdict[], devices: readonly string[] = []): Report['notTested'] {
  const tested = new Set(testsets.flatMap(devicesOf).map(({ device }) => device));
  const hasFewer = tested.size < devices.length && testsets.every(({ isReliable }) => isReliable);
  return hasFewer ? devices.filter((device) => !tested.has(device)) : undefined;
}

interface ReportParts
  extends
    Results,
    Compared,
    Pick<Report, 'maxFailures' | 'quarantine' | 'run' | 'request' | 'app' | 'resumed' | 'canResume'> {
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
