import type { Comparison, Report } from '../model/report.ts';

/** The result of an earlier run. */
export interface BaselineReport {
  /** Address of that run's page. */
  readonly runUrl: string;
  /** How long it waited; absent if not known. */
  readonly seconds?: number;
  readonly devices: readonly DeviceResult[];
}

/** How one device run ended. */
export interface DeviceResult {
  /** As the service names the device; hostile text. */
  readonly name: string;
  /** What its testset ran; absent for an automated test, and if it is not known. */
  readonly scenario?: number;
  readonly passed: boolean;
}

/**
 * Compares the devices with an earlier run; `undefined` if no device is in both. A device that is in one of them only is in no list. A
 * device that ran several times passed if it passed each time.
 */
export function compareDevices(baseline: BaselineReport, report: Report): Comparison | undefined {
  const before = byDevice(baseline.devices);
  const now = byDevice(
    report.testsets.flatMap(({ scenario, suites }) =>
      suites
        .flatMap(({ testcases }) => testcases)
        .map(({ device, result }) => ({
          name: device,
          passed: result === 'passed',
          ...(scenario !== undefined && { scenario }),
        })),
    ),
  );
  const common = [...now].filter(([key]) => before.has(key));
  if (common.length === 0) return undefined;
  const named = (passedBefore: boolean, passedNow: boolean): string[] =>
    common
      .filter(([key, { passed }]) => passed === passedNow && before.get(key)?.passed === passedBefore)
      .map(([, { name }]) => name);
  return {
    newlyFailing: named(true, false),
    fixed: named(false, true),
    stillFailing: named(false, false),
    ...(baseline.seconds !== undefined && { secondsBefore: baseline.seconds }),
    secondsNow: report.durationSeconds,
    runUrl: baseline.runUrl,
  };
}

/** In the order in which they are first named. */
function byDevice(devices: readonly DeviceResult[]): ReadonlyMap<string, DeviceResult> {
  const found = new Map<string, DeviceResult>();
  for (const device of devices) {
    const key = `${device.scenario ?? ''} ${device.name}`;
    if (!device.passed || !found.has(key)) found.set(key, device);
  }
  return found;
}
