import { historyKey, markOf, MARKS, type Mark, type PastResult } from '../model/history.ts';
import { quarantinesOfDevices, type QuarantineEntry } from '../model/quarantine.ts';
import type { Report } from '../model/report.ts';
import { countPassed } from '../model/results.ts';
import {
  countUnlisted,
  DEVICE_LABELS,
  devicesOf,
  EXCUSES,
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
  readonly notPassed: readonly DeviceRun[];
  /** Those that do not count, and those that are flaky and passed at last: by the reason, by name. */
  readonly excused: readonly DeviceRun[];
  /** The slowest first. */
  readonly passed: readonly DeviceRun[];
  /** Those that passed and did not on the base branch. */
  readonly fixed: readonly DeviceRun[];
}

/** What has no earlier result comes after what is new. */
const MARK_ORDER: readonly (Mark | undefined)[] = keysOf(MARKS).flatMap((mark) =>
  mark === 'new' ? [mark, undefined] : mark,
);

/** The report with marks and earlier results of its device runs. */
export function markRuns(report: Report): Report {
  const { testsets, history = [] } = report;
  if (history.length === 0) return report;
  const past = new Map(history.map((entry) => [historyKey(entry), entry.results]));
  const failures = testsets.flatMap(devicesOf).filter((run) => !hasPassed(run));
  const failed = new Set(failures.map(historyKeyOf));
  const markSuites = ({ suites }: TestVerdict): TestVerdict['suites'] =>
    suites.map((suite) => ({ ...suite, testcases: suite.testcases.map((run) => addPast(run, past, failed)) }));
  return { ...report, testsets: testsets.map((testset) => ({ ...testset, suites: markSuites(testset) })) };
}

/** Every device run that a document names. */
export function collectRuns({ testsets, quarantine }: Pick<Report, 'testsets' | 'quarantine'>): DeviceRuns {
  const runs = testsets.flatMap(devicesOf);
  const counted = runs.filter((run) => !hasPassed(run) && !run.excuse).sort(compareRuns);
  const notPassed = addExpired(counted, quarantine?.expired ?? []);
  const excused = runs.filter(({ excuse }) => excuse).sort(compareExcused);
  const unmarked = runs.filter((run) => hasPassed(run) && !run.excuse);
  const passed = unmarked.sort((a, b) => (b.seconds ?? -1) - (a.seconds ?? -1));
  const fixed = runs.filter(({ mark }) => mark === 'fixed');
  return { all: [...notPassed, ...excused, ...passed], notPassed, excused, passed, fixed };
}

/** @param histories by their keys @param failed the keys of the devices that did not pass */
function addPast(
  run: DeviceRun,
  histories: ReadonlyMap<string, readonly PastResult[]>,
  failed: ReadonlySet<string>,
): DeviceRun {
  const key = historyKeyOf(run);
  const past = histories.get(key);
  if (!past) return run;
  // Two devices of the same name are one in the history: it is fixed only if both passed.
  const isUnmarked = run.excuse !== undefined || (hasPassed(run) && failed.has(key));
  return { ...run, past, mark: isUnmarked ? undefined : markOf(hasPassed(run), past) };
}

function addExpired(runs: readonly DeviceRun[], expired: readonly QuarantineEntry[]): readonly DeviceRun[] {
  if (expired.length === 0) return runs;
  const scenarios = new Set(runs.map(({ testset: { scenario } }) => scenario));
  const finders = new Map([...scenarios].map((scenario) => [scenario, quarantinesOfDevices(expired, scenario)]));
  return runs.map((run) => ({ ...run, expired: finders.get(run.testset.scenario)?.(run.device)[0] }));
}

function historyKeyOf({ testset: { scenario }, device }: DeviceRun): string {
  return historyKey({ scenario, device });
}

function compareRuns(a: DeviceRun, b: DeviceRun): number {
  return (
    MARK_ORDER.indexOf(a.mark) - MARK_ORDER.indexOf(b.mark) ||
    compareTexts(a.result, b.result) ||
    compareTexts(a.name, b.name)
  );
}

/** What may have passed at last comes last. */
const EXCUSE_ORDER: readonly (string | undefined)[] = keysOf(EXCUSES).toReversed();

function compareExcused(a: DeviceRun, b: DeviceRun): number {
  const order = EXCUSE_ORDER.indexOf(a.excuse?.kind) - EXCUSE_ORDER.indexOf(b.excuse?.kind);
  return order || compareTexts(a.name, b.name);
}

/** Sorts texts the same on every machine, whatever its language. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  if (a < b) return -1;
  return 1;
}

/** Sorts texts with the numbers in them by their value: `ANDROID 9` is before `ANDROID 13`. */
export function compareNumbered(a: string, b: string): number {
  return compareTexts(padNumbers(a), padNumbers(b));
}

function padNumbers(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}

/** How many devices did not pass that no document names; 0 if documents and counts contradict each other. */
export function countUnlistedDevices(testset: TestVerdict): number {
  const { kind, counts, suites } = testset;
  const { passed, notPassed } = countPassed(suites);
  const isKnown = kind === 'complete' && (passed + notPassed === 0 || passed === counts.pass);
  return isKnown ? countUnlisted(testset) : 0;
}

/** A device that did not pass and that no document names. */
interface UnlistedDevice extends Pick<DeviceRun, 'device' | 'message'> {
  readonly result: DeviceLabel;
}

/** More are one entry: a status may count any number. */
const MAX_UNLISTED = 1000;

/** The devices that did not pass and that no document names. */
export function listUnlisted(testset: TestVerdict): readonly UnlistedDevice[] {
  const { counts } = testset;
  const number = countUnlistedDevices(testset);
  if (number === 0) return [];
  const devices = devicesOf(testset);
  const countOpen = (count: number, label: DeviceLabel): number =>
    count - devices.filter(({ result }) => result === label).length;
  const openFailures = [countOpen(counts.fail, 'failed'), countOpen(counts.error, 'error')];
  const areStopped = openFailures.every((open) => open === 0) && countOpen(counts.stop, 'stopped') === number;
  const result = areStopped ? 'stopped' : 'failed';
  const unlisted: UnlistedDevice[] = Array.from({ length: Math.min(number, MAX_UNLISTED) }, (_, at) => ({
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
