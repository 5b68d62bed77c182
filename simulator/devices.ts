import type { Variants } from './variants.ts';

/** What one device of a testset does. Times are in service seconds. */
export interface DevicePlan {
  /** Maker, model and system: `SAMSUNG GALAXY_NOTE9 / ANDROID 9`. */
  readonly name: string;
  readonly result: 'pass' | 'fail' | 'error' | 'stop';
  /** How long the device is busy. */
  readonly seconds: number;
  /** How long it is prepared first; 5 by default. */
  readonly startsAfter?: number;
  /** What the documents say about a device that did not pass. */
  readonly message?: string;
}

/** The state of a device. */
export type DeviceState = 'initializing' | 'running' | DevicePlan['result'];

/** The state of a device so many seconds after the create. */
export function stateOf(device: DevicePlan, seconds: number): DeviceState {
  const { startsAfter = 5 } = device;
  if (seconds < startsAfter) return 'initializing';
  return seconds < startsAfter + device.seconds ? 'running' : device.result;
}

/** When the last device is done, in seconds after the create. */
export function endOf(devices: readonly DevicePlan[]): number {
  return devices.reduce((end, { seconds, startsAfter = 5 }) => Math.max(end, startsAfter + seconds), 0);
}

const ANDROID = ['SAMSUNG GALAXY_NOTE9', 'LGE Nexus_5X', 'GOOGLE Pixel_8', 'XIAOMI Redmi_Note_12', 'SONY Xperia_10_V'];
const IOS = ['Apple iPhone_12', 'Apple iPhone_15_Pro', 'Apple iPad_Air', 'Apple iPhone_SE'];

/** How many devices end how; the others pass. */
export interface Mix {
  readonly total: number;
  readonly fail?: number;
  readonly error?: number;
  readonly stop?: number;
  /** How long every device runs; 60 by default. */
  readonly seconds?: number;
  readonly osType?: 'ANDROID' | 'iOS';
}

/** Makes devices with different names; those that do not pass come first. */
export function makeDevices({
  total,
  fail = 0,
  error = 0,
  stop = 0,
  seconds = 60,
  osType = 'ANDROID',
}: Mix): DevicePlan[] {
  const models = osType === 'iOS' ? IOS : ANDROID;
  return Array.from({ length: total }, (_unused, index) => {
    const model = models[index % models.length] ?? '';
    const round = Math.floor(index / models.length);
    const name = `${model}${round > 0 ? `_${round}` : ''} / ${osType} ${osType === 'iOS' ? 15 : 9 + (index % 6)}`;
    return { name, result: resultOf(index, fail, error, stop), seconds };
  });
}

function resultOf(index: number, fail: number, error: number, stop: number): DevicePlan['result'] {
  if (index < fail) return 'fail';
  if (index < fail + error) return 'error';
  return index < fail + error + stop ? 'stop' : 'pass';
}

/** One poll of a testset. */
interface StatusPoll {
  readonly devices: readonly DevicePlan[];
  /** Service seconds since the create. */
  readonly seconds: number;
  readonly complete: boolean;
  /** Whether the variants of the end no longer hold. */
  readonly settled: boolean;
  /** The number of this poll of the testset, from 1. */
  readonly number: number;
}

/** The `testset_status_detail` (docs/design.md, service §3), changed by the variants. */
export function countsOf(
  { devices, seconds, complete, settled, number }: StatusPoll,
  variants: Variants,
): Record<string, unknown> {
  const states: Record<DeviceState, number> = { initializing: 0, running: 0, pass: 0, fail: 0, error: 0, stop: 0 };
  for (const device of devices) states[stateOf(device, seconds)] += 1;
  const hidden = variants.countsFlicker && number % 2 === 0 ? 1 : 0;
  const atEnd = settled ? 0 : variants.runningAtEnd;
  const busy = Math.min(complete ? atEnd : hidden, states.pass);
  const counts: Record<string, unknown> = {
    total_test_cnt: devices.length,
    initializing_cnt: states.initializing,
    running_cnt: states.running + busy,
    pass_cnt: states.pass - busy,
    fail_cnt: states.fail,
    error_cnt: states.error,
    stop_cnt: states.stop,
    ...variants.oddCounts,
  };
  return Object.fromEntries(Object.entries(counts).filter(([key]) => !variants.missingCounts.includes(key)));
}
