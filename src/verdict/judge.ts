import { countDevices, endedCount, sumCounts, type Counts } from '../model/counts.ts';
import { NONE_ALLOWED, sentencesOf, type Limits, type Reason, type TestsetReport } from '../model/report.ts';
import type { QuarantineEntry } from '../model/quarantine.ts';
import { cleanText } from '../model/text.ts';
import type { CompleteTestset, TestsetResult } from '../model/testset-result.ts';
import { findDuplicates, rejectDuplicate } from './duplicates.ts';
import { devicesByName, excuseDevices, hasPassed, type ExcusableTestset } from './excuse-devices.ts';
import { labelDevices } from './labels.ts';
import { countedCounts, decideOutcome, findDoubts, sourcesOf, type Totals } from './verdict.ts';

/** What decides whether a step is green, beside its testsets. */
export interface Rules {
  readonly limits: Limits;
  /** The entries that are valid today. */
  readonly quarantine: readonly QuarantineEntry[];
}

/** The testset that decides the outcome of its scenario. */
export interface JudgedTestset {
  readonly testset: TestsetReport;
  /** Without the device runs that do not count. */
  readonly counted: Counts;
  /** Whether it is complete, and there is no doubt about its results. */
  readonly isReliable: boolean;
  /** How long this step waited for it, in milliseconds; absent if it is not complete, or was before. */
  readonly tookMs?: number;
}

/** A testset before its outcome is decided. One that is not complete has its outcome already. */
interface UndecidedTestset extends Omit<JudgedTestset, 'tookMs'> {
  /** What decides the outcome; absent if it is not complete. */
  readonly complete?: CompleteTestset;
  /** What it shares with other testsets, a sentence each. */
  readonly duplicates: readonly string[];
  readonly doubts: readonly Reason[];
}

/**
 * Decides the outcome of each scenario by its last testset that was created, or may have been (docs/flakes.md). Earlier ones only say which
 * of its devices are flaky.
 */
export function judgeTestsets(results: readonly TestsetResult[], rules: Rules): readonly JudgedTestset[] {
  const reported = results.map((result) => ({ result, testset: reportOf(result) }));
  const duplicatesOf = findDuplicates(reported.map(({ testset }) => testset));
  const scenarios = [...Map.groupBy(reported, ({ testset }) => testset.scenario ?? testset).values()];
  const deciding = scenarios.map((all) => {
    const undecided = all.map(({ result, testset }) =>
      collectDoubts(result, testset, duplicatesOf(testset), scenarios.length),
    );
    return excuseScenario(undecided, rules);
  });
  const counts = sumCounts(deciding.map(({ counted }) => counted));
  const totals = { counts, limits: rules.limits, testsets: scenarios.length };
  return deciding.map((undecided) => {
    const { counted, isReliable, complete } = undecided;
    return { testset: decide(undecided, totals), counted, isReliable, tookMs: complete?.tookMs };
  });
}

/** What is known of a testset; outcome and reasons of a complete one are still to be decided. */
function reportOf(result: TestsetResult): TestsetReport {
  if (!('results' in result)) return result;
  const { id, scenario, retry, status, results, passedInAttempt } = result;
  return {
    id,
    scenario,
    retry,
    outcome: 'inconclusive',
    reasons: [],
    status: 'Complete',
    counts: status.counts,
    sources: sourcesOf(result),
    devicesDiffer: results.difference === undefined ? undefined : true,
    suites: labelDevices(results.suites, status.counts),
    warnings: results.warnings,
    passedInAttempt,
  };
}

/** What can be said of a testset alone. @param testsets how many there are */
function collectDoubts(
  result: TestsetResult,
  testset: TestsetReport,
  duplicates: readonly string[],
  testsets: number,
): UndecidedTestset {
  const known = { testset, duplicates, counted: testset.counts };
  if (!('results' in result)) return { ...known, doubts: [], isReliable: false };
  const doubts = findDoubts(result, testsets);
  const isReliable = doubts.length === 0 && duplicates.length === 0 && !result.results.isCancelled;
  return { ...known, complete: result, doubts, isReliable };
}

/** Chooses the deciding testset of a scenario, and excuses the device runs that do not count. @param all its testsets, oldest first */
function excuseScenario(all: readonly UndecidedTestset[], { quarantine }: Rules): UndecidedTestset {
  const last = all.reduce((latest, next) => (mayExist(next) ? next : latest));
  const others = all.filter((each) => each !== last);
  const earlier = others.filter(mayExist);
  const notCreated = others.filter((each) => !mayExist(each));
  const doubts = [...last.doubts, ...earlier.flatMap((before) => missingDevices(last, before))];
  const testset = {
    ...last.testset,
    earlier: earlier.length === 0 ? undefined : earlier.map(decideAlone),
    warnings: [...notCreated.map(describeNotCreated), ...last.testset.warnings],
  };
  const undecided = { ...last, testset, doubts, isReliable: last.isReliable && doubts.length === 0 };
  if (!undecided.isReliable) return undecided;
  const reliable = earlier.filter(({ isReliable }) => isReliable);
  const excused = { ...testset, ...excuseDevices(toExcusable(last), reliable.map(toExcusable), quarantine) };
  return { ...undecided, testset: excused, counted: countedCounts(excused) };
}

/** What the service rejected, or what was never sent, decides nothing. */
function mayExist({ testset: { id, outcome } }: UndecidedTestset): boolean {
  return id !== undefined || (outcome !== 'refused' && outcome !== 'not-started');
}

function describeNotCreated({ testset }: UndecidedTestset): string {
  return `Scenario ${testset.scenario ?? 0} could not be tried again: ${sentencesOf(testset).join(' ')}`;
}

function toExcusable({ testset, complete }: UndecidedTestset): ExcusableTestset {
  return { ...testset, partlyNamed: complete?.results.partlyNamed };
}

/** What did not pass before and may be missing in a retry: a missing device has not passed. */
function missingDevices(
  { testset: retry }: UndecidedTestset,
  { testset: before }: UndecidedTestset,
): readonly Reason[] {
  const sentences = [...missingNames(retry, before), ...missingUnnamed(retry, before)];
  return sentences.map((sentence) => ({ words: 'the retry lacks a device', sentence }));
}

function missingNames(retry: TestsetReport, before: TestsetReport): readonly string[] {
  const [shown, shownBefore] = [devicesByName(retry), devicesByName(before)];
  return [...shownBefore].flatMap(([name, devices]) => {
    const [now, then] = [shown.get(name)?.length ?? 0, devices.length];
    if (now >= then || devices.every(hasPassed)) return [];
    const device = `"${cleanText(name, 60)}"`;
    let lack = `does not show ${device}`;
    if (then > 1) lack = `shows ${device} ${now} instead of ${then} times`;
    return `Testset ${retry.id ?? 0} ${lack}, which did not pass in testset ${before.id ?? 0}.`;
  });
}

/** The results may name fewer devices than the service counts. */
function missingUnnamed(retry: TestsetReport, before: TestsetReport): readonly string[] {
  const named = [...devicesByName(before).values()].flat().filter((device) => !hasPassed(device));
  const notPassed = endedCount(before.counts) - before.counts.pass;
  const [now, then] = [retry.counts.total, before.counts.total];
  if (named.length >= notPassed || now >= then) return [];
  const names = 'its results do not name all that did not pass';
  return [`Testset ${retry.id ?? 0} has ${countDevices(now, 1)}, testset ${before.id ?? 0} has ${then}, and ${names}.`];
}

function decide({ testset, complete, counted, doubts, duplicates }: UndecidedTestset, totals: Totals): TestsetReport {
  if (!complete) return rejectDuplicate(testset, duplicates);
  return rejectDuplicate({ ...testset, ...decideOutcome(complete, totals, counted, doubts) }, duplicates);
}

/** An earlier testset of a scenario: as if the step had no other. */
function decideAlone(undecided: UndecidedTestset): TestsetReport {
  return decide(undecided, { counts: undecided.counted, limits: NONE_ALLOWED, testsets: 1 });
}
