import { historyKey, markOf, type Mark, type PastResult } from '../model/history.ts';
import {
  hasConfirmedResults,
  devicesOf,
  type Device,
  type DeviceLabel,
  type Excuse,
  type Report,
  type TestsetReport,
} from '../model/report.ts';
import { countPassed } from '../model/results.ts';
import { cleanText, truncate } from '../model/text.ts';
import { pluralize } from '../model/words.ts';
import { webAddress, type WebAddress } from './html.ts';

/** One run on one device, as every text and page shows it. */
export interface DeviceRun {
  readonly testset: TestsetReport;
  readonly device: Device;
  /** Cleaned, not escaped. */
  readonly name: string;
  /** Cleaned, not escaped; empty if not known. */
  readonly os: string;
  /** The result page. */
  readonly url?: WebAddress;
  /** Whether a document that says "passed" can be believed. */
  readonly isConfirmed: boolean;
  /** Absent for a device that is excused. */
  readonly mark?: Mark;
  /** The results on the base branch, oldest first. */
  readonly earlier: readonly PastResult[];
  /** Of a flaky device: its run in another testset of the scenario, with the other result. */
  readonly other?: { readonly testset: TestsetReport; readonly device: Device };
}

/** The device runs that documents name. */
export interface DeviceRuns {
  /** Each once: first those that did not pass and count, then those that do not count, then those that passed. */
  readonly all: readonly DeviceRun[];
  /** Those that did not pass and count, in the order in which they are shown: by mark, by label, by name. */
  readonly notPassed: readonly DeviceRun[];
  /** Those that do not count, and those that are flaky and passed at last: by the reason, by name. */
  readonly excused: readonly DeviceRun[];
  /** The slowest first. */
  readonly passed: readonly DeviceRun[];
  /** Those that passed and did not on the base branch. */
  readonly fixed: readonly DeviceRun[];
}

/** New failures come first; `undefined`: there is no earlier result. */
const MARK_ORDER: readonly (Mark | undefined)[] = ['new', undefined, 'still', 'unsteady', 'fixed'];

/** Every device run that a document names, with its mark. */
export function collectRuns({ testsets, history = [] }: Pick<Report, 'testsets' | 'history'>): DeviceRuns {
  const past = new Map(history.map((entry) => [historyKey(entry), entry.results]));
  const failed = new Set(testsets.flatMap(listFailed));
  const runs = testsets.flatMap((testset) => listRuns(testset, past, failed));
  const notPassed = runs.filter((run) => !hasPassed(run) && !run.device.excused).sort(compareRuns);
  const excused = runs.filter(({ device }) => device.excused).sort(compareExcused);
  const passed = runs.filter(hasPassed).sort((a, b) => (b.device.seconds ?? -1) - (a.device.seconds ?? -1));
  const notCounted = excused.filter((run) => !hasPassed(run));
  const fixed = runs.filter(({ mark }) => mark === 'fixed');
  return { all: [...notPassed, ...notCounted, ...passed], notPassed, excused, passed, fixed };
}

/** The keys of the devices that did not pass. */
function listFailed(testset: TestsetReport): readonly string[] {
  const failed = devicesOf(testset).filter(({ result }) => result !== 'passed');
  return failed.map((device) => keyOf(testset, device));
}

/** @param past the histories by {@link historyKey} @param failed the keys of {@link listFailed} of all testsets */
function listRuns(
  testset: TestsetReport,
  past: ReadonlyMap<string, readonly PastResult[]>,
  failed: ReadonlySet<string>,
): readonly DeviceRun[] {
  const isConfirmed = hasConfirmedResults(testset);
  return devicesOf(testset).map((device) => {
    const key = keyOf(testset, device);
    const earlier = past.get(key) ?? [];
    const passed = device.result === 'passed';
    // Two devices of the same name are one in the history: it is fixed only if both passed.
    const mark = device.excused || (passed && failed.has(key)) ? undefined : markOf(passed, earlier);
    const { name, os } = splitDevice(device.device);
    const [url, other] = [webAddress(device.url), findOther(testset, device)];
    return { testset, device, name, os, url, isConfirmed, mark, earlier, other };
  });
}

function keyOf({ scenario }: TestsetReport, { device }: Device): string {
  return historyKey({ scenario, device });
}

function hasPassed({ device }: DeviceRun): boolean {
  return device.result === 'passed';
}

function compareRuns(a: DeviceRun, b: DeviceRun): number {
  return (
    MARK_ORDER.indexOf(a.mark) - MARK_ORDER.indexOf(b.mark) ||
    compareTexts(a.device.result, b.device.result) ||
    compareTexts(a.name, b.name)
  );
}

const EXCUSE_ORDER: readonly (Excuse | undefined)[] = ['quarantined', 'flaky'];

function compareExcused(a: DeviceRun, b: DeviceRun): number {
  const order = EXCUSE_ORDER.indexOf(a.device.excused) - EXCUSE_ORDER.indexOf(b.device.excused);
  return order || compareTexts(a.name, b.name);
}

/** The last run of a flaky device that ended otherwise. */
function findOther({ earlier = [] }: TestsetReport, { device, result, excused }: Device): DeviceRun['other'] {
  if (excused !== 'flaky') return undefined;
  const isOther = (run: Device): boolean =>
    run.device === device && (run.result === 'passed') !== (result === 'passed');
  const found = earlier.flatMap((testset) =>
    devicesOf(testset)
      .filter(isOther)
      .map((run) => ({ testset, device: run })),
  );
  return found.at(-1);
}

/** Sorts texts the same on every machine, whatever its language. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (a < b) return -1;
  return 1;
}

/** How many devices did not pass that no document names; 0 if documents and counts contradict each other. */
export function countUnnamed({ status, counts, suites }: TestsetReport): number {
  if (status !== 'Complete') return 0;
  const { passed, notPassed } = countPassed(suites);
  const isKnown = passed + notPassed === 0 || passed === counts.pass;
  if (isKnown) return Math.max(0, counts.total - counts.pass - notPassed);
  return 0;
}

/** More are one entry: a status may count any number. */
const MAX_UNNAMED = 1000;

/** The devices that did not pass and that no document names. */
export function listUnnamed(testset: TestsetReport): readonly Device[] {
  const { counts } = testset;
  const number = countUnnamed(testset);
  if (number === 0) return [];
  const devices = devicesOf(testset);
  const countOpen = (count: number, label: DeviceLabel): number =>
    count - devices.filter(({ result }) => result === label).length;
  const openFailures = [countOpen(counts.fail, 'failed'), countOpen(counts.error, 'error')];
  const areStopped = openFailures.every((open) => open === 0) && countOpen(counts.stop, 'stopped') === number;
  const [result, verb]: readonly [DeviceLabel, string] = areStopped
    ? ['stopped', 'was stopped']
    : ['not-passed', 'did not pass'];
  const unnamed: Device[] = Array.from({ length: Math.min(number, MAX_UNNAMED) }, (_, at) => ({
    device: `Unnamed device ${at + 1}`,
    result,
    message: `The device ${verb}. No result document names it.`,
  }));
  if (number > MAX_UNNAMED) {
    const message = `${pluralize(number - MAX_UNNAMED, 'more device')} did not pass. No result document names them.`;
    unnamed.push({ device: 'More unnamed devices', result, message });
  }
  return unnamed;
}

const SEPARATOR = ' / ';

/** The longest that a part of a device's name is shown, in UTF-16 units. */
const NAME_LIMIT = 200;

/** Splits `LGE Nexus_5X / ANDROID 8.1.0` at its last slash and cleans both parts; without a slash there is no operating system. */
export function splitDevice(text: string): { readonly name: string; readonly os: string } {
  const clean = cleanText(text, Infinity);
  const at = clean.lastIndexOf(SEPARATOR);
  if (at < 0) return { name: truncate(clean, NAME_LIMIT) || 'unnamed device', os: '' };
  const name = truncate(clean.slice(0, at), NAME_LIMIT) || 'unnamed device';
  return { name, os: truncate(clean.slice(at + SEPARATOR.length), NAME_LIMIT) };
}

/** How long the devices were busy in this attempt, in seconds. */
export function sumDeviceSeconds({ testsets }: Pick<Report, 'testsets'>): number {
  const own = testsets
    .filter(({ passedInAttempt }) => passedInAttempt === undefined)
    .flatMap((testset) => [testset, ...(testset.earlier ?? [])]);
  return own.flatMap(devicesOf).reduce((sum, { seconds = 0 }) => sum + seconds, 0);
}
