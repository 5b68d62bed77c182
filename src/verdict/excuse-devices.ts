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
    if (run.result === 'stopped') return undefined;
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
 * Why a retry is red although each of its limits holds: a device that a user stopped in it has passed in no testset (docs/flakes.md).
 *
 * @param earlier all other testsets of the scenario
 */
export function findNeverPassed(
  { testset: { id = 0, scenario, counts }, suites }: Excusable,
  earlier: readonly Excusable[],
  quarantine: readonly QuarantineEntry[],
): readonly Reason[] {
  const hasFailed = earlier.some(({ testset: before }) => before.counts.fail + before.counts.error > 0);
  if (!hasFailed || counts.stop === 0 || quarantineOfScenario(quarantine, scenario)) return [];
  const isQuarantined = quarantineOfDevices(quarantine, scenario);
  const passed = new Set(earlier.flatMap(listPassed));
  const stopped = devicesOf({ suites }).filter(({ result }) => result === 'stopped');
  const never = stopped.filter(({ device }) => !passed.has(device) && !isQuarantined(device));
  // Documents may leave out a device that was stopped.
  if (never.length === 0 && stopped.length === counts.stop) return [];
  const [first] = never;
  const device = first ? `"${cleanText(first.device, MAX_NAME_LENGTH)}"` : 'A device';
  const sentence = `${device} was stopped in testset ${id}, and is not known to have passed before.`;
  return [{ words: 'a device was stopped in the retry and never passed', sentence }];
}

const MAX_NAME_LENGTH = 60;

/** The devices that passed; of two of one name it is not known which one did. */
function listPassed({ suites }: Excusable): readonly string[] {
  const byName = [...devicesByName({ suites })];
  return byName.flatMap(([device, runs]) => (runs.length === 1 && runs.every(hasPassed) ? device : []));
}

/** A device can occur twice in a testset: then it is not known which run is which. */
export function devicesByName(testset: Pick<Judgement, 'suites'>): ReadonlyMap<string, readonly DeviceRun[]> {
  return Map.groupBy(devicesOf(testset), ({ device }) => device);
}
