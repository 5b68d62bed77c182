import { unfinishedCount } from '../model/counts.ts';
import { MARKS, type Mark } from '../model/history.ts';
import type { Report } from '../model/report.ts';
import { countPassed } from '../model/results.ts';
import {
  countUnlisted,
  DEVICE_LABELS,
  devicesOf,
  hasPassed,
  type DeviceLabel,
  type DeviceRun,
  type TestVerdict,
} from '../model/verdict.ts';
import { keysOf, pluralize } from '../model/words.ts';

/** The device runs that documents name. */
export interface DeviceRuns {
  /** Each once: first those that did not pass and count, then those that do not count, then those that passed. */
  readonly all: readonly DeviceRun[];
  /** Those that did not pass and count, in the order in which they are shown: by mark, by label, by name. */
  readonly failed: readonly DeviceRun[];
  /** Those that do not count, and those that are flaky and passed at last: by the reason, by name. */
  readonly excused: readonly DeviceRun[];
  /** The slowest first. */
  readonly passed: readonly DeviceRun[];
  /** Those that passed and did not on the base branch. */
  readonly fixed: readonly DeviceRun[];
}

/** What has no earlier result comes after what is new. */
const MARK_ORDER: readonly (Mark | undefined)[] = ['new', undefined, ...keysOf(MARKS)];

/** Every device run that a document names. */
export function collectRuns(testsets: readonly TestVerdict[]): DeviceRuns {
  const runs = testsets.flatMap(devicesOf);
  const failed = runs.filter((run) => !hasPassed(run) && !run.excuse).sort(compareRuns);
  const excused = runs.filter(({ excuse }) => excuse).sort(compareExcused);
  const unmarked = runs.filter((run) => hasPassed(run) && !run.excuse);
  const passed = unmarked.sort((a, b) => (b.seconds ?? -1) - (a.seconds ?? -1));
  const fixed = runs.filter(({ mark }) => mark === 'fixed');
  return { all: [...failed, ...excused, ...passed], failed, excused, passed, fixed };
}

function compareRuns(a: DeviceRun, b: DeviceRun): number {
  const order = MARK_ORDER.indexOf(a.mark) - MARK_ORDER.indexOf(b.mark);
  return order || compareTexts(a.result, b.result) || compareTexts(a.name, b.name);
}

/** What may have passed at last comes last: it is flaky. */
function compareExcused(a: DeviceRun, b: DeviceRun): number {
  return compareTexts(b.excuse?.kind ?? '', a.excuse?.kind ?? '') || compareTexts(a.name, b.name);
}

/** Sorts texts the same on every machine, whatever its language. */
function compareTexts(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

/** Sorts texts with the numbers in them by their value: `ANDROID 9` is before `ANDROID 13`. */
export function compareNumbered(a: string, b: string): number {
  const [padded, other] = [a, b].map((text) => text.replace(/\d+/g, (digits) => digits.padStart(6, '0')));
  return compareTexts(padded ?? '', other ?? '');
}

/** How many devices did not pass that no document names; 0 if documents and counts contradict each other. */
export function countUnlistedDevices(testset: TestVerdict): number {
  const { kind, counts, suites } = testset;
  const { passed, notPassed } = countPassed(suites);
  const isKnown = kind === 'complete' && (passed + notPassed === 0 || passed === counts.pass);
  return isKnown ? countUnlisted(testset) : 0;
}

/** Whether a user stopped all that ended and that no document names: documents name each failure and error of the status. */
export function areUnlistedStopped(testset: TestVerdict): boolean {
  const devices = devicesOf(testset);
  const count = (label: DeviceLabel): number => devices.filter(({ result }) => result === label).length;
  return testset.counts.fail === count('failed') && testset.counts.error === count('error');
}

/** More are one entry: a status may count any number. */
const MAX_UNLISTED = 1000;

/** The devices that did not pass and that no document names. */
export function listUnlisted(testset: TestVerdict): readonly Pick<DeviceRun, 'device' | 'result' | 'message'>[] {
  const number = countUnlistedDevices(testset);
  if (number === 0) return [];
  const areStopped = areUnlistedStopped(testset) && unfinishedCount(testset.counts) === 0;
  const result: DeviceLabel = areStopped ? 'stopped' : 'failed';
  const unlisted = Array.from({ length: Math.min(number, MAX_UNLISTED) }, (_, at) => ({
    device: `Unnamed device ${at + 1}`,
    result,
    message: `A device ${DEVICE_LABELS[result].verb}. The results do not name it.`,
  }));
  if (number > MAX_UNLISTED) {
    const message = `${pluralize(number - MAX_UNLISTED, 'more device')} failed. The results do not name them.`;
    unlisted.push({ device: 'More unnamed devices', result, message });
  }
  return unlisted;
}

/** How long the devices were busy, in seconds. */
export function sumDeviceSeconds({ testsets }: Pick<Report, 'testsets'>): number {
  const all = testsets.flatMap((testset) => [testset, ...testset.earlier]);
  return all.flatMap(devicesOf).reduce((sum, { seconds = 0 }) => sum + seconds, 0);
}

/** Tells the testsets of a report apart: each has another scenario, or none has one and each has another identifier. */
export function testsetKey({ scenario, id }: Pick<TestVerdict, 'scenario' | 'id'>): number | undefined {
  return scenario ?? id;
}
