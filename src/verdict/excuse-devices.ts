import { failureCount } from '../model/counts.ts';
import { quarantinesOfDevices, quarantineOfScenario, type QuarantineEntry } from '../model/quarantine.ts';
import { UNNAMED, type Suite } from '../model/results.ts';
import type { Testset } from '../model/testset.ts';
import {
  countUnlisted,
  devicesOf,
  hasPassed,
  type DeviceRun,
  type Excuse,
  type Judgement,
  type Quarantined,
  type TestVerdict,
} from '../model/verdict.ts';

/** A testset whose device runs may be excused. */
interface Excusable {
  readonly testset: Pick<Testset, 'id' | 'scenario' | 'counts'>;
  readonly suites: readonly Suite<DeviceRun>[];
}

/**
 * Excuses the device runs that do not count, in a reliable testset (docs/flakes.md). A run that a user stopped always counts, and an entry
 * for devices that matches all of them excuses none: nothing would be tested. The other testsets are reliable ones of the same scenario.
 */
export function excuseDevices(
  { testset, suites }: Excusable,
  otherTestsets: readonly Excusable[],
  quarantine: readonly QuarantineEntry[],
): Pick<Judgement, 'suites' | 'excuse' | 'excused' | 'counted' | 'warnings'> {
  const { scenario, counts } = testset;
  const own = devicesByName({ suites });
  // A run without a name may be another one of the same device.
  const hasUnnamed = !namesAllFailures({ counts, suites });
  const elsewhere = otherTestsets.map((other) => ({ ...other, devices: devicesByName(other) }));
  const ofScenario = quarantineOfScenario(quarantine, scenario);
  const findEntries = quarantinesOfDevices(quarantine, scenario);
  const [first = [], ...others] = devicesOf({ suites }).map(({ device }) => findEntries(device));
  const wide = first.filter(
    (entry) => entry.device !== undefined && counts.total > 1 && others.every((found) => found.includes(entry)),
  );
  const findOther = (run: DeviceRun): DeviceRun | undefined => {
    if (hasUnnamed || own.get(run.device)?.length !== 1) return undefined;
    const found = elsewhere.flatMap(({ devices }) => {
      const [other, another] = devices.get(run.device) ?? [];
      return other && !another && hasPassed(other) !== hasPassed(run) ? [other] : [];
    });
    return found.at(-1);
  };
  const findExcuse = (run: DeviceRun): Excuse | undefined => {
    if (run.result === 'stopped') return undefined;
    const entry = !hasPassed(run) && (ofScenario ?? findEntries(run.device).find((each) => !wide.includes(each)));
    if (entry) return excusedBy(entry);
    const other = findOther(run);
    return other ? { kind: 'flaky', other } : undefined;
  };
  const excuseRun = (run: DeviceRun): DeviceRun => {
    const excuse = findExcuse(run);
    return excuse ? { ...run, excuse } : run;
  };
  const judged = suites.map(({ name, testcases }) => ({ name, testcases: testcases.map(excuseRun) }));
  const named = devicesOf({ suites: judged }).flatMap((run) => (run.excuse ? { ...run.excuse, run } : []));
  const failed = named.filter(({ run }) => !hasPassed(run)).length;
  // The XML may not name all devices of a scenario that is quarantined as a whole.
  const unnamed = ofScenario ? counts.fail + counts.error - failed : 0;
  return {
    suites: judged,
    excuse: ofScenario && excusedBy(ofScenario),
    excused: [...named.map(({ kind }) => kind), ...Array.from({ length: unnamed }, () => 'quarantined' as const)],
    counted: failureCount(counts) - failed - unnamed,
    warnings: wide.map(({ line }) => ({
      topic: `line ${line}`,
      sentence: `Line ${line} of the quarantine file matches every device of testset ${testset.id}, so it does not count there. Name single devices.`,
    })),
  };
}

function excusedBy({ reason, owner, expires, line }: QuarantineEntry): Quarantined {
  return { kind: 'quarantined', entry: { reason, owner, expires, line } };
}

/** The devices with a name. One can occur twice in a testset: then it is not known which run is which. */
export function devicesByName(testset: Pick<Judgement, 'suites'>): ReadonlyMap<string, readonly DeviceRun[]> {
  const named = devicesOf(testset).filter(({ device }) => device !== UNNAMED);
  return Map.groupBy(named, ({ device }) => device);
}

/** Whether documents name every device that failed: only then can a retry show that it passes. */
export function namesAllFailures(testset: Pick<TestVerdict, 'counts' | 'suites'>): boolean {
  return countUnlisted(testset) === 0 && devicesOf(testset).every((run) => hasPassed(run) || run.device !== UNNAMED);
}
