import { isGreen, type Outcome } from '../model/outcome.ts';
import type { Device, DeviceLabel, Report, TestsetReport } from '../model/report.ts';
import { countPassed } from '../model/results.ts';
import { cleanText } from '../model/text.ts';
import { pluralize } from '../model/words.ts';
import { unnamedCount } from './devices.ts';

/** A `testsuite` of `junit.xml`; its name is also the class name of its testcases. */
export interface JunitSuite {
  readonly name: string;
  /** Of the testset; absent if there is none. */
  readonly id?: number | undefined;
  readonly scenario?: number | undefined;
  readonly testcases: readonly JunitTestcase[];
}

/** A `testcase` of `junit.xml`. */
export interface JunitTestcase {
  readonly name: string;
  readonly seconds?: number | undefined;
  readonly output?: string | undefined;
  /** Absent if it passed. */
  readonly problem?: JunitProblem;
}

/** The element for what did not pass. */
export interface JunitProblem {
  readonly element: 'failure' | 'error' | 'skipped';
  readonly type?: string | undefined;
  readonly message: string;
  readonly body?: string;
}

type Reported = Pick<Report, 'testsets' | 'outcome' | 'sentence'>;

/** Name of a suite that no document contains. */
export const OWN_SUITE = 'Run Testset';

/**
 * The suites of `junit.xml`: those of the documents, and for each testset with more to say one of its own. They never look better than
 * the outcome.
 */
export function junitSuites(report: Reported): readonly JunitSuite[] {
  const suites = report.testsets.flatMap((testset) => testsetSuites(testset, report));
  const isExplained = isGreen(report.outcome) || report.testsets.some(({ outcome }) => !isGreen(outcome));
  // Merged reports can have another outcome than each of their testsets.
  const outcome = { name: OWN_SUITE, testcases: [outcomeTestcase(report.outcome, report.sentence)] };
  return numberNames(isExplained ? suites : [...suites, outcome]);
}

function testsetSuites(testset: TestsetReport, report: Reported): readonly JunitSuite[] {
  const { id, scenario, outcome } = testset;
  const suffix = testsetSuffix(testset, report.testsets.length);
  const suites = testset.suites.map((suite) => ({
    ...{ id, scenario, name: suite.name + suffix },
    testcases: suite.testcases.map(deviceTestcase),
  }));
  const unnamed = unnamedCount(testset);
  const sentences = testset.reasons.map(({ sentence }) => sentence).join(' ');
  const reasons = outcome === 'started' ? 'This step does not wait for the end.' : sentences;
  const own = [
    ...(unnamed === 0 ? [] : [unnamedTestcase(unnamed)]),
    ...(isShown(testset, unnamed) ? [] : [outcomeTestcase(outcome, reasons || report.sentence)]),
  ];
  return own.length === 0 ? suites : [...suites, { id, scenario, name: OWN_SUITE + suffix, testcases: own }];
}

/**
 * What tells the same device in several testsets apart. The number of a testset changes with each run, so it is the last resort.
 *
 * @param testsets how many there are
 */
export function testsetSuffix({ id, scenario }: TestsetReport, testsets: number): string {
  if (scenario !== undefined) return `, scenario ${scenario}`;
  return id === undefined || testsets === 1 ? '' : `, testset ${id}`;
}

/** Whether the testcases of the devices show the outcome. */
function isShown({ outcome, counts, suites }: TestsetReport, unnamed: number): boolean {
  if (outcome !== 'failed') return outcome === 'passed';
  return countPassed(suites).notPassed + unnamed >= counts.fail + counts.error + counts.stop;
}

/** Readers take two testcases of the same class and name for a retry: if one of them passed, the test did. */
function numberNames(suites: readonly JunitSuite[]): readonly JunitSuite[] {
  const usedIn = new Map<string, Map<string, number>>();
  return suites.map((suite) => {
    const used = usedIn.get(keyOf(suite.name)) ?? new Map<string, number>();
    usedIn.set(keyOf(suite.name), used);
    const testcases = suite.testcases.map((testcase) => {
      const name = freeName(testcase.name, used);
      return name === testcase.name ? testcase : { ...testcase, name };
    });
    return { ...suite, testcases };
  });
}

/** Returns the name, with a number if it is used. @param used the last number of each name */
function freeName(name: string, used: Map<string, number>): string {
  const key = keyOf(name);
  let [free, freeKey, number] = [name, key, used.get(key) ?? 1];
  while (used.has(freeKey)) {
    number += 1;
    free = `${name} (${number})`;
    freeKey = keyOf(free);
  }
  used.set(freeKey, 1).set(key, number);
  return free;
}

/** Without the characters that the file leaves out. */
function keyOf(name: string): string {
  return cleanText(name, Infinity);
}

/** JUnit has no element for a device that was stopped; `skipped` would look better than it was. */
const PROBLEMS: Readonly<Record<Exclude<DeviceLabel, 'passed'>, JunitProblem>> = {
  failed: { element: 'failure', message: 'The device failed.' },
  error: { element: 'error', message: 'The device had an error.' },
  stopped: { element: 'error', type: 'stopped', message: 'The device was stopped.' },
  'not-passed': { element: 'failure', type: 'not-passed', message: 'The device did not pass.' },
};

function deviceTestcase({ device, result, seconds, url, message, failureType, details }: Device): JunitTestcase {
  if (result === 'passed') return { name: device, seconds, output: url ?? message };
  const [first, second] = [message, url].filter((text) => text !== undefined);
  const problem = PROBLEMS[result];
  const body = [second, details].filter((text) => text !== undefined).join('\n');
  const type = problem.type ?? failureType;
  return { name: device, seconds, problem: { ...problem, type, message: first ?? problem.message, body } };
}

function unnamedTestcase(devices: number): JunitTestcase {
  const message = `${pluralize(devices, 'device')} did not pass, and the service's result files do not list ${devices === 1 ? 'it' : 'them'}.`;
  return { name: 'Devices that no document names', problem: { element: 'error', type: 'not-passed', message } };
}

function outcomeTestcase(outcome: Outcome, message: string): JunitTestcase {
  return { name: 'Outcome', problem: { element: isGreen(outcome) ? 'skipped' : 'error', type: outcome, message } };
}
