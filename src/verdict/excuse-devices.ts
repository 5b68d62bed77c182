import { endedCount } from '../model/counts.ts';
import { quarantineOfDevices, quarantineOfScenario, type QuarantineEntry } from '../model/quarantine.ts';
import type { Suite } from '../model/results.ts';
import { cleanText } from '../model/text.ts';
import type { Reason, Testset } from '../model/testset.ts';
import { devicesOf, hasPassed, type DeviceRun, type Excuse, type Judgement } from '../model/verdict.ts';

/** A testset whose device runs may be excused. */
interface Excusable {
  readonly testset: Pick<Testset, 'id' | 'scenario' | 'counts'>;
  readonly suites: readonly Suite<DeviceRun>[];
  /** Devices that did not pass, and that not every delivered document shows; absent without any. */
  readonly partlyNamed?: ReadonlySet<string>;
}

/**
 * Excuses the device runs that do not count, in a reliable testset (docs/flakes.md). A run that a user stopped always counts.
 *
 * @param others reliable testsets of the same scenario, oldest first
 * @param quarantine the entries that are valid today
 */
export function excuseDevices(
  { testset: { scenario }, suites, partlyNamed }: Excusable,
  others: readonly Excusable[],
  quarantine: readonly QuarantineEntry[],
): Pick<Judgement, 'suites' | 'excuse'> {
  if (quarantine.length === 0 && others.length === 0) return { suites };
  const own = devicesByName({ suites });
  const elsewhere = others.map((other) => ({ ...other, devices: devicesByName(other) }));
  const ofScenario = quarantineOfScenario(quarantine, scenario);
  const ofDevice = quarantineOfDevices(quarantine, scenario);
  const findOther = (run: DeviceRun): DeviceRun | undefined => {
    if (own.get(run.device)?.length !== 1) return undefined;
    const found = elsewhere.flatMap(({ devices, partlyNamed: unsure }) => {
      const [other, another] = devices.get(run.device) ?? [];
      if (!other || another || hasPassed(other) === hasPassed(run)) return [];
      return hasPassed(other) || !unsure?.has(other.device) ? [other] : [];
    });
    return found.at(-1);
  };
  const findExcuse = (run: DeviceRun): Excuse | undefined => {
    if (isStopped(run)) return undefined;
    const isNamed = hasPassed(run) || !partlyNamed?.has(run.device);
    const entry = !hasPassed(run) && (ofScenario ?? (isNamed && ofDevice(run.device)));
    if (entry) return excusedBy(entry);
    const other = isNamed && findOther(run);
    return other ? { kind: 'flaky', other } : undefined;
  };
  const excuseRun = (run: DeviceRun): DeviceRun => {
    const excuse = findExcuse(run);
    return excuse ? { ...run, excuse } : run;
  };
  return {
    suites: suites.map(({ name, testcases }) => ({ name, testcases: testcases.map(excuseRun) })),
    excuse: ofScenario && excusedBy(ofScenario),
  };
}

function excusedBy({ reason, owner, expires }: QuarantineEntry): Excuse<'quarantined'> {
  return { kind: 'quarantined', entry: { reason, owner, expires } };
}

/**
 * Devices that failed and that a user stopped in the retry: they have never passed, whatever `max-stop` allows (docs/flakes.md).
 *
 * @param earlier all other testsets of the scenario
 */
export function findNeverPassed(
  { testset: { id = 0, scenario, counts }, suites }: Excusable,
  earlier: readonly Excusable[],
  quarantine: readonly QuarantineEntry[],
): readonly Reason[] {
  if (counts.stop === 0 || quarantineOfScenario(quarantine, scenario)) return [];
  const isQuarantined = quarantineOfDevices(quarantine, scenario);
  const before = earlier.flatMap(devicesOf);
  const passed = new Set(earlier.flatMap(listPassed));
  const failed = before.filter((run) => !hasPassed(run) && run.result !== 'stopped' && !passed.has(run.device));
  const failedIn = new Map(failed.map(({ device, testset }) => [device, testset.id]));
  const runs = devicesOf({ suites }).filter(({ device }) => !passed.has(device) && !isQuarantined(device));
  const known = runs.filter(({ device }) => failedIn.has(device));
  const others = runs.filter(({ device }) => !failedIn.has(device));
  const sentences = known.filter(isStopped).map(({ device }) => {
    const name = cleanText(device, MAX_NAME_LENGTH);
    return `"${name}" did not pass in testset ${failedIn.get(device) ?? 0}, and was stopped in testset ${id}.`;
  });
  // Documents may leave out a device that was stopped, or call it an error.
  const isAnyUnnamed = counts.stop > devicesOf({ suites }).filter(isStopped).length;
  const mayBeKnown = isAnyUnnamed && known.some((run) => !hasPassed(run) && !isStopped(run));
  const mayBeUnnamed = earlier.some(lacksNames) && (isAnyUnnamed || others.some(isStopped));
  if (mayBeKnown || mayBeUnnamed) {
    sentences.push(
      `A device that was stopped in testset ${id} may have failed before: the results do not say which it is.`,
    );
  }
  return sentences.map((sentence) => ({ words: 'a device that failed was stopped in the retry', sentence }));
}

const MAX_NAME_LENGTH = 60;

function isStopped({ result }: DeviceRun): boolean {
  return result === 'stopped';
}

/** The devices that passed; of two of one name it is not known which one did. */
function listPassed({ suites }: Excusable): readonly string[] {
  return [...devicesByName({ suites })].flatMap(([device, runs]) =>
    runs.length === 1 && runs.every(hasPassed) ? device : [],
  );
}

/** Whether devices failed, and the results do not name all that did not pass. */
function lacksNames({ testset: { counts }, suites }: Excusable): boolean {
  const named = devicesOf({ suites }).filter((run) => !hasPassed(run)).length;
  return counts.fail + counts.error > 0 && named < endedCount(counts) - counts.pass;
}

/** A device can occur twice in a testset: then it is not known which run is which. */
export function devicesByName(testset: Pick<Judgement, 'suites'>): ReadonlyMap<string, readonly DeviceRun[]> {
  return Map.groupBy(devicesOf(testset), ({ device }) => device);
}
