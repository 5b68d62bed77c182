import { quarantineOfDevices, quarantineOfScenario, type QuarantineEntry } from '../model/quarantine.ts';
import { devicesOf, type Device, type TestsetReport } from '../model/report.ts';

/** A testset whose device runs may be excused. */
export interface ExcusableTestset extends Pick<TestsetReport, 'id' | 'scenario' | 'suites'> {
  /** Devices that did not pass, and that not every delivered document shows; absent without any. */
  readonly partlyNamed?: ReadonlySet<string>;
}

/**
 * Excuses the device runs that do not count, in a reliable testset (docs/flakes.md). A run that a user stopped always counts.
 *
 * @param others reliable testsets of the same scenario
 * @param quarantine the entries that are valid today
 */
export function excuseDevices(
  testset: ExcusableTestset,
  others: readonly ExcusableTestset[],
  quarantine: readonly QuarantineEntry[],
): Pick<TestsetReport, 'suites' | 'quarantine'> {
  const { scenario, suites, partlyNamed } = testset;
  if (quarantine.length === 0 && others.length === 0) return { suites };
  const own = devicesByName(testset);
  const elsewhere = others.map((other) => ({ ...other, devices: devicesByName(other) }));
  const ofScenario = quarantineOfScenario(quarantine, scenario);
  const ofDevice = quarantineOfDevices(quarantine, scenario);
  const isUnique = (name: string): boolean => own.get(name)?.length === 1;
  const isFlaky = (device: Device): boolean => {
    if (!isUnique(device.device)) return false;
    return elsewhere.some((other) => {
      const [found, another] = other.devices.get(device.device) ?? [];
      if (!found || another || hasPassed(found) === hasPassed(device)) return false;
      return hasPassed(found) || !other.partlyNamed?.has(found.device);
    });
  };
  const excuse = (device: Device): Device => {
    if (device.result === 'stopped') return device;
    const isNamed = hasPassed(device) || !partlyNamed?.has(device.device);
    const entry = !hasPassed(device) && (ofScenario ?? (isNamed && ofDevice(device.device)));
    if (entry) return { ...device, excused: 'quarantined', quarantine: withoutSubject(entry) };
    if (isNamed && isFlaky(device)) return { ...device, excused: 'flaky' };
    return device;
  };
  return {
    suites: suites.map(({ name, testcases }) => ({ name, testcases: testcases.map(excuse) })),
    quarantine: ofScenario && withoutSubject(ofScenario),
  };
}

/** Whether a device passed, as its label says. */
export function hasPassed({ result }: Device): boolean {
  return result === 'passed';
}

function withoutSubject({ reason, owner, expires }: QuarantineEntry): Device['quarantine'] {
  return { reason, owner, expires };
}

/** A device can occur twice in a testset: then it is not known which run is which. */
export function devicesByName(testset: Pick<TestsetReport, 'suites'>): ReadonlyMap<string, readonly Device[]> {
  return Map.groupBy(devicesOf(testset), ({ device }) => device);
}
