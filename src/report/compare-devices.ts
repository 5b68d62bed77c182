import type { Comparison, Report } from '../model/report.ts';

/** What an earlier run tells of how it went. */
export interface BaselineReport {
  /** Address of that run's page. */
  readonly runUrl: string;
  /** How long it waited; absent when it does not say. */
  readonly seconds?: number;
  readonly devices: readonly DeviceResult[];
}

/** How one unit test ended. */
export interface DeviceResult {
  /** As the service names it; hostile text. */
  readonly name: string;
  /** What its testset ran; absent for an automated test, and where it is not known. */
  readonly scenario?: number;
  readonly passed: boolean;
}

/**
 * Says which devices do better and which worse than in an earlier run; `undefined` when there is none that both know. A device that only
 * one of them knows is in no list. One that ran several times passed when it passed each time.
 */
export function compareDevices(previous: BaselineReport, report: Report): Comparison | undefined {
  const before = byDevice(previous.devices);
  const now = byDevice(devicesOf(report));
  const known = [...now].flatMap(([key, { name, passed }]) => {
    const earlier = before.get(key);
    return earlier ? [{ name, passed, passedBefore: earlier.passed }] : [];
  });
  if (known.length === 0) return undefined;
  const named = (wish: (device: (typeof known)[number]) => boolean): string[] =>
    known.filter(wish).map(({ name }) => name);
  return {
    newlyFailing: named(({ passed, passedBefore }) => !passed && passedBefore),
    fixed: named(({ passed, passedBefore }) => passed && !passedBefore),
    stillFailing: named(({ passed, passedBefore }) => !passed && !passedBefore),
    ...(previous.seconds !== undefined && { secondsBefore: previous.seconds }),
    secondsNow: report.durationSeconds,
    runUrl: previous.runUrl,
  };
}

function* devicesOf({ testsets }: Report): Generator<DeviceResult> {
  for (const { scenario, suites } of testsets) {
    for (const { device, result } of suites.flatMap(({ testcases }) => testcases)) {
      yield { name: device, passed: result === 'passed', ...(scenario !== undefined && { scenario }) };
    }
  }
}

/** In the order in which they are first named. */
function byDevice(devices: Iterable<DeviceResult>): ReadonlyMap<string, DeviceResult> {
  const found = new Map<string, DeviceResult>();
  for (const device of devices) {
    const key = `${device.scenario ?? ''} ${device.name}`;
    if (!device.passed || !found.has(key)) found.set(key, device);
  }
  return found;
}
