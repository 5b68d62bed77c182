import { addCounts, countDevices, endedCount, NO_COUNTS, type Counts } from '../model/counts.ts';
import type { Limits, Reason, TestsetReport } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import type { TestsetResult } from '../results/testset-result.ts';
import { findDuplicates, rejectShared } from './duplicates.ts';
import { devicesByName, excuseDevices, hasPassed, type Excuses } from './excuse-devices.ts';
import { labelDevices } from './labels.ts';
import { countedCounts, decideOutcome, findDoubts, sourcesOf, type Totals } from './verdict.ts';

/** What decides whether a step is green, beside its testsets. */
export interface Rules extends Excuses {
  readonly limits: Limits;
}

/** The testset that decides the outcome of its scenario. */
export interface JudgedTestset {
  readonly testset: TestsetReport;
  /** Without the device runs that do not count. */
  readonly counted: Counts;
  /** Whether it is complete, and nothing makes it doubtful. */
  readonly isClean: boolean;
}

/** A testset with what can be said of it alone. */
interface KnownTestset {
  readonly result: TestsetResult;
  /** Its outcome is not decided yet, unless it is not complete. */
  readonly report: TestsetReport;
  /** What it shares with other testsets, a sentence each. */
  readonly duplicates: readonly string[];
  readonly doubts: readonly Reason[];
  readonly isClean: boolean;
}

/**
 * Decides the outcome of each scenario by its last testset that was created, or may have been (docs/flakes.md). Earlier ones only say which
 * of its devices are flaky.
 */
export function judgeTestsets(results: readonly TestsetResult[], rules: Rules): readonly JudgedTestset[] {
  const scenarios = [...Map.groupBy(results, (result) => result.scenario ?? result).values()];
  const reports = new Map(results.map((result) => [result, reportOf(result)]));
  const duplicates = findDuplicates([...reports.values()]);
  const know = (result: TestsetResult): KnownTestset => {
    const report = reports.get(result) ?? reportOf(result);
    return knowTestset(result, report, duplicates.get(report) ?? [], scenarios.length);
  };
  const deciding = scenarios.map((all) => excuseScenario(all.map(know), rules));
  const counts = deciding.map(({ counted }) => counted).reduce(addCounts, NO_COUNTS);
  const totals = { counts, limits: rules.limits, testsets: scenarios.length };
  return deciding.map((each) => ({ testset: decide(each, totals), counted: each.counted, isClean: each.isClean }));
}

function knowTestset(
  result: TestsetResult,
  report: TestsetReport,
  duplicates: readonly string[],
  testsets: number,
): KnownTestset {
  if (!('results' in result)) return { result, report, duplicates, doubts: [], isClean: false };
  const doubts = findDoubts(result, testsets);
  const isClean = doubts.length === 0 && duplicates.length === 0 && !result.results.cancelled;
  return { result, report, duplicates, doubts, isClean };
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

interface DecidingTestset extends KnownTestset {
  /** Without the device runs that do not count. */
  readonly counted: Counts;
}

/** Chooses the deciding testset among those of a scenario, oldest first, and marks the device runs that do not count. */
function excuseScenario(all: readonly KnownTestset[], rules: Rules): DecidingTestset {
  const last = all.findLast(mayExist) ?? all[0];
  if (!last) throw new Error('A scenario without a testset cannot be judged.');
  const earlier = all.filter((each) => each !== last && mayExist(each));
  const notCreated = all.filter((each) => each !== last && !mayExist(each));
  const clean = earlier.filter(({ isClean }) => isClean);
  const doubts = [...last.doubts, ...earlier.flatMap((before) => missingDevices(last, before))];
  const isClean = last.isClean && doubts.length === 0;
  const excused = isClean ? excuseDevices(marked(last), clean.map(marked), rules) : {};
  const report = {
    ...last.report,
    ...excused,
    earlier: earlier.length === 0 ? undefined : earlier.map((each) => decideAlone(each)),
    warnings: [...notCreated.map(describeNotCreated), ...last.report.warnings],
  };
  return { ...last, report, doubts, isClean, counted: isClean ? countedCounts(report) : report.counts };
}

/** What the service rejected, or what was never sent, decides nothing. */
function mayExist({ report: { id, outcome } }: KnownTestset): boolean {
  return id !== undefined || (outcome !== 'refused' && outcome !== 'not-started');
}

function describeNotCreated({ report: { scenario, reasons } }: KnownTestset): string {
  return `Scenario ${scenario ?? 0} could not be tried again: ${reasons.map(({ sentence }) => sentence).join(' ')}`;
}

function marked({ report, result }: KnownTestset): Parameters<typeof excuseDevices>[0] {
  const partlyNamed = 'results' in result ? result.results.partlyNamed : undefined;
  return { ...report, partlyNamed: partlyNamed ?? new Set() };
}

/** What did not pass before and may be missing in a retry: absence is no pass. */
function missingDevices({ result, report }: KnownTestset, { report: before }: KnownTestset): readonly Reason[] {
  if (!('results' in result)) return [];
  const sentences = [...missingNames(report, before), ...missingUnnamed(report, before)];
  return sentences.map((sentence) => ({ words: 'the retry lacks a device', sentence }));
}

function missingNames(retry: TestsetReport, before: TestsetReport): readonly string[] {
  const [shown, shownBefore] = [devicesByName(retry), devicesByName(before)];
  return [...shownBefore].flatMap(([name, devices]) => {
    const [now, then] = [shown.get(name)?.length ?? 0, devices.length];
    if (now >= then || devices.every(hasPassed)) return [];
    const device = `"${cleanText(name, 60)}"`;
    const lack = then === 1 ? `does not show ${device}` : `shows ${device} ${now} instead of ${then} times`;
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

function decide({ result, report, doubts, duplicates, counted }: DecidingTestset, totals: Totals): TestsetReport {
  const outcome = 'results' in result ? decideOutcome(result, totals, counted, doubts) : undefined;
  return rejectShared({ ...report, ...outcome }, duplicates);
}

const NONE_ALLOWED: Limits = { fail: 0, error: 0, stop: 0 };

/** An earlier testset of a scenario: as if the step had no other. */
function decideAlone(known: KnownTestset): TestsetReport {
  const { counts } = known.report;
  return decide({ ...known, counted: counts }, { counts, limits: NONE_ALLOWED, testsets: 1 });
}
