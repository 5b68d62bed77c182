import { failureCount } from '../model/counts.ts';
import { isGreen } from '../model/outcome.ts';
import type { Quarantine } from '../model/quarantine.ts';
import type { Report } from '../model/report.ts';
import { countPassed } from '../model/results.ts';
import { cleanText } from '../model/text.ts';
import { DEVICE_LABELS, devicesOf, type DeviceLabel, type TestVerdict, type DeviceRun } from '../model/verdict.ts';
import { joinPieces } from '../model/words.ts';
import { countUnlistedDevices, listUnlisted } from './devices.ts';
import { describeTestset } from './view.ts';

/** A `testsuite` of `junit.xml`; its name is also the class name of its testcases. */
export interface JunitSuite {
  readonly name: string;
  /** Of the testset; absent if there is none. */
  readonly id?: number;
  readonly scenario?: number;
  readonly testcases: readonly JunitTestcase[];
}

/** What is written of a device run. */
export type JunitDevice = Pick<
  DeviceRun,
  'device' | 'result' | 'url' | 'seconds' | 'message' | 'failureType' | 'details'
>;

/** A `testcase` of `junit.xml`. */
export interface JunitTestcase {
  readonly name: string;
  /** Absent for what no document names. */
  readonly device?: JunitDevice;
  /** Absent if it passed. */
  readonly problem?: JunitProblem;
  /** Other runs of the device that did not pass, as Surefire writes them. */
  readonly reruns?: readonly JunitRerun[];
}

/** `flaky…` beside a pass, `rerun…` beside a failure. */
interface JunitRerun extends Omit<JunitProblem, 'element'> {
  readonly element: 'flakyFailure' | 'flakyError' | 'rerunFailure' | 'rerunError';
}

/** The element for what did not pass, or is not certain to have passed. */
export interface JunitProblem {
  readonly element: 'failure' | 'error' | 'skipped';
  readonly type?: string;
  readonly message: string;
  readonly details?: string;
}

/** Name of a suite that no document contains. */
export const OWN_SUITE = 'Run Testset';

/** The suites of the documents, and for each testset with more to say one of its own. They never look better than the outcome. */
export function junitSuites(report: Report): readonly JunitSuite[] {
  const { testsets } = report;
  const saidBefore = new Set<string>();
  const suites = testsets.flatMap((testset, at): JunitSuite[] => {
    const { id, scenario } = testset;
    // Not the number of a testset, which changes with each run.
    const place = testsets.length === 1 ? '' : `, testset ${at + 1} of ${testsets.length}`;
    const suffix = scenario === undefined ? place : `, scenario ${scenario}`;
    const own = { name: OWN_SUITE, testcases: ownTestcases(report, testset, saidBefore) };
    const all = [...deviceSuites(testset), ...(own.testcases.length > 0 ? [own] : [])];
    return all.map(({ name, testcases }) => ({ id, scenario, name: name + suffix, testcases }));
  });
  return numberNames(suites);
}

function deviceSuites(testset: TestVerdict): readonly JunitSuite[] {
  const reason = testset.outcome === 'inconclusive' ? 'the testset is inconclusive' : 'status and XML disagree';
  const doubt: JunitProblem = { element: 'skipped', message: `Reported as passed, but ${reason}.` };
  const before = testset.earlier.flatMap(devicesOf).filter((run) => isNotPassed(run));
  const failedBefore = Map.groupBy(before, ({ device }) => device);
  return testset.suites.map(({ name, testcases }) => ({
    name,
    testcases: testcases.map((run) =>
      deviceTestcase(run, failedBefore.get(run.device), testset.isConfirmed ? undefined : doubt),
    ),
  }));
}

/** @param saidBefore the messages of the inconclusive testsets before this one */
function ownTestcases(report: Report, testset: TestVerdict, saidBefore: Set<string>): readonly JunitTestcase[] {
  const { outcome, suites, excuse } = testset;
  const unlisted = listUnlisted(testset).map((device) => ({
    ...deviceTestcase({ ...device, excuse }),
    device: undefined,
  }));
  const hasDevices = suites.some(({ testcases }) => testcases.length > 0);
  const { heading, why } = describeTestset(report, testset);
  const message = joinPieces('. ', [heading, why]);
  // What several testsets have in common is said once, if their devices show that they did not pass.
  const isRepeated = outcome === 'inconclusive' && hasDevices && saidBefore.has(message);
  if (outcome === 'inconclusive') saidBefore.add(message);
  const own = [...unlisted, ...testcasesBeforeRetry(report, testset)];
  if (isRepeated || isShown(testset)) return own;
  const element = isGreen(outcome) ? 'skipped' : 'error';
  return [...own, { name: 'Outcome', problem: { element, type: outcome, message } }];
}

/** The testsets before the deciding one that did not pass, and whose devices are not all among its reruns. */
function testcasesBeforeRetry(report: Report, testset: TestVerdict): readonly JunitTestcase[] {
  const shown = new Set(devicesOf(testset).map(({ device }) => device));
  return testset.earlier.flatMap((before): JunitTestcase[] => {
    const { outcome, counts } = before;
    const reruns = devicesOf(before).filter((run) => isNotPassed(run) && shown.has(run.device));
    const areAllShown = before.kind === 'complete' && reruns.length >= counts.total - counts.pass;
    if (outcome === 'passed' || areAllShown) return [];
    const message = `Testset ${before.id}: ${describeTestset(report, before).heading}`;
    return [{ name: 'Before the retry', problem: { element: 'skipped', type: outcome, message } }];
  });
}

function isShown(testset: TestVerdict): boolean {
  const { outcome, counts, suites } = testset;
  if (outcome !== 'failed') return outcome === 'passed';
  return countPassed(suites).notPassed + countUnlistedDevices(testset) >= failureCount(counts);
}

/** Readers take two testcases of the same class and name for a retry: if one of them passed, the test did. */
function numberNames(suites: readonly JunitSuite[]): readonly JunitSuite[] {
  const usedIn = new Map<string, Map<string, number>>();
  return suites.map((suite) => {
    const used = usedIn.get(writtenName(suite.name)) ?? new Map<string, number>();
    usedIn.set(writtenName(suite.name), used);
    const testcases = suite.testcases.map((testcase) => ({ ...testcase, name: freeName(testcase.name, used) }));
    return { ...suite, testcases };
  });
}

/** Returns the name, with a number if it is used. @param used the last number of each name */
function freeName(name: string, used: Map<string, number>): string {
  const key = writtenName(name);
  let [free, freeKey, number] = [name, key, used.get(key) ?? 1];
  while (used.has(freeKey)) {
    number += 1;
    free = `${name} (${number})`;
    freeKey = writtenName(free);
  }
  used.set(freeKey, 1).set(key, number);
  return free;
}

/** Without the characters that the file leaves out. */
function writtenName(name: string): string {
  return cleanText(name, Infinity);
}

/** @param failedBefore its runs in earlier testsets that did not pass @param doubt why it is not certain that it passed */
function deviceTestcase(
  device: JunitDevice & Pick<DeviceRun, 'excuse'>,
  failedBefore?: readonly NotPassed[],
  doubt?: JunitProblem,
): JunitTestcase {
  const { device: name, excuse, url } = device;
  if (!isNotPassed(device)) return { name, device, problem: doubt, reruns: listReruns('flaky', failedBefore) };
  if (excuse?.kind === 'flaky') {
    return { name, device, problem: doubt, reruns: listReruns('flaky', [...(failedBefore ?? []), device]) };
  }
  if (excuse) return { name, device, problem: excuseOf(excuse.entry, url), reruns: undefined };
  return { name, device, problem: problemOf(device), reruns: listReruns('rerun', failedBefore) };
}

type NotPassed = JunitDevice & { readonly result: Exclude<DeviceLabel, 'passed'> };

function isNotPassed(device: JunitDevice): device is NotPassed {
  return device.result !== 'passed';
}

function problemOf({ result, message, url, failureType = result, details }: NotPassed): JunitProblem {
  const { verb, junit } = DEVICE_LABELS[result];
  const sentence = joinPieces(' ', [message ?? `The device ${verb}.`, url]);
  return { type: failureType, ...junit, message: sentence, details };
}

function listReruns(kind: 'flaky' | 'rerun', runs?: readonly NotPassed[]): JunitTestcase['reruns'] {
  return runs?.map((run) => {
    const { element, ...problem } = problemOf(run);
    const suffix = element === 'error' ? 'Error' : 'Failure';
    return { ...problem, element: `${kind}${suffix}` };
  });
}

/** A reader must not fail a step that is green: what does not count is skipped. */
function excuseOf({ expires, owner, reason }: Quarantine, url?: string): JunitProblem {
  const message = `Quarantined until ${expires} by ${owner}: ${reason}`;
  return { element: 'skipped', type: 'quarantined', message: joinPieces(' ', [message, url]) };
}
