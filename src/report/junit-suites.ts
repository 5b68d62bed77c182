import { isGreen, type Outcome } from '../model/outcome.ts';
import { DEVICE_LABELS, devicesOf, type DeviceLabel, type TestVerdict, type DeviceRun } from '../model/verdict.ts';
import type { Quarantine } from '../model/quarantine.ts';
import { countPassed } from '../model/results.ts';
import { cleanText } from '../model/text.ts';
import { joinPieces } from '../model/words.ts';
import { countUnlistedDevices, listUnlisted, testsetKey } from './devices.ts';
import { describeTestset, type ReportView } from './view.ts';

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

/**
 * The suites of `junit.xml`: those of the documents, and for each testset with more to say one of its own. They never look better than
 * the outcome.
 */
export function junitSuites(view: ReportView): readonly JunitSuite[] {
  const { testsets } = view.report;
  const suffixes = testsetSuffixes(testsets);
  const saidBefore = new Set<string>();
  const suites = testsets.flatMap((testset): JunitSuite[] => {
    const { id, scenario } = testset;
    const own = ownTestcases(view, testset, saidBefore);
    const all = [...deviceSuites(testset)];
    if (own.length > 0) all.push({ name: OWN_SUITE, testcases: own });
    return all.map(({ name, testcases }) => ({
      id,
      scenario,
      name: name + (suffixes.get(testsetKey(testset)) ?? ''),
      testcases,
    }));
  });
  return numberNames(suites);
}

function deviceSuites(testset: TestVerdict): readonly JunitSuite[] {
  const doubt = testset.isConfirmed ? undefined : describeDoubt(testset);
  const before = testset.earlier.flatMap(devicesOf);
  const failedBefore = Map.groupBy(
    before.filter((run) => isNotPassed(run)),
    ({ device }) => device,
  );
  return testset.suites.map(({ name, testcases }) => ({
    name,
    testcases: testcases.map((device) => deviceTestcase(device, failedBefore.get(device.device), doubt)),
  }));
}

/** @param saidBefore the messages of the inconclusive testsets before this one */
function ownTestcases(view: ReportView, testset: TestVerdict, saidBefore: Set<string>): readonly JunitTestcase[] {
  const { outcome, suites, excuse } = testset;
  const unlisted = listUnlisted(testset).map((device) => {
    return { ...deviceTestcase({ ...device, excuse }), device: undefined };
  });
  const hasDevices = suites.some(({ testcases }) => testcases.length > 0);
  const { heading, why } = describeTestset(view.report, testset);
  const message = joinPieces('. ', [heading, why]);
  // What several testsets have in common is said once, if their devices show that they did not pass.
  const isRepeated = outcome === 'inconclusive' && hasDevices && saidBefore.has(message);
  if (outcome === 'inconclusive') saidBefore.add(message);
  const own = [...unlisted, ...testcasesBeforeRetry(view, testset)];
  if (isRepeated || isShown(testset)) return own;
  return [...own, outcomeTestcase(outcome, message)];
}

/** The testsets before the deciding one that did not pass, and whose devices are not all among its reruns. */
function testcasesBeforeRetry(view: ReportView, testset: TestVerdict): readonly JunitTestcase[] {
  const shown = new Set(devicesOf(testset).map(({ device }) => device));
  return testset.earlier.flatMap((before): JunitTestcase[] => {
    const { outcome, counts } = before;
    const reruns = devicesOf(before).filter((run) => isNotPassed(run) && shown.has(run.device));
    const areAllShown = before.kind === 'complete' && reruns.length >= counts.total - counts.pass;
    if (outcome === 'passed' || areAllShown) return [];
    const message = `Testset ${before.id}: ${describeTestset(view.report, before).heading}`;
    return [{ name: 'Before the retry', problem: { element: 'skipped', type: outcome, message } }];
  });
}

/** What is said of a device that passed, if that is not certain. */
function describeDoubt({ outcome }: TestVerdict): JunitProblem {
  const reason = outcome === 'inconclusive' ? 'the testset is inconclusive' : 'status and XML disagree';
  return { element: 'skipped', message: `Reported as passed, but ${reason}.` };
}

/** What tells the same device in several testsets apart, for each testset. Not its number, which changes with each run. */
function testsetSuffixes(testsets: readonly TestVerdict[]): ReadonlyMap<number | undefined, string> {
  const number = testsets.length;
  return new Map(
    testsets.map((testset, at) => {
      const place = number === 1 ? '' : `, testset ${at + 1} of ${number}`;
      const { scenario } = testset;
      return [testsetKey(testset), scenario === undefined ? place : `, scenario ${scenario}`];
    }),
  );
}

/** Whether the testcases of the devices show the outcome. */
function isShown(testset: TestVerdict): boolean {
  const { outcome, counts, suites } = testset;
  if (outcome !== 'failed') return outcome === 'passed';
  return countPassed(suites).notPassed + countUnlistedDevices(testset) >= counts.fail + counts.error + counts.stop;
}

/** Readers take two testcases of the same class and name for a retry: if one of them passed, the test did. */
function numberNames(suites: readonly JunitSuite[]): readonly JunitSuite[] {
  const usedIn = new Map<string, Map<string, number>>();
  return suites.map((suite) => {
    const used = usedIn.get(writtenName(suite.name)) ?? new Map<string, number>();
    usedIn.set(writtenName(suite.name), used);
    const testcases = suite.testcases.map((testcase) => {
      const name = freeName(testcase.name, used);
      if (name === testcase.name) return testcase;
      return { ...testcase, name };
    });
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

/**
 * @param failedBefore runs of the device in earlier testsets of the scenario, which did not pass
 * @param doubt why it is not certain that the device passed
 */
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

function outcomeTestcase(outcome: Outcome, message: string): JunitTestcase {
  const element = isGreen(outcome) ? 'skipped' : 'error';
  return { name: 'Outcome', problem: { element, type: outcome, message } };
}
