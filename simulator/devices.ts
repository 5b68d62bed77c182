/** What one device will do: one unit test of a testset. Times are the service's own, in seconds. */
export interface DevicePlan {
  /** Maker, model and system: `SAMSUNG GALAXY_NOTE9 / ANDROID 9`. */
  readonly name: string;
  readonly result: 'pass' | 'fail' | 'error' | 'stop';
  /** How long the device is busy. */
  readonly seconds: number;
  /** How long it is prepared before; 5 by default. */
  readonly startsAfter?: number;
}

/** How far a unit test is. */
export type DeviceState = 'initializing' | 'running' | DevicePlan['result'];

/** The state of a device so many seconds after its testset was created. */
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

/** How many devices end how; what is left of `total` passes. */
export interface Mix {
  readonly total: number;
  readonly fail?: number;
  readonly error?: number;
  readonly stop?: number;
  /** Of every device; 60 by default. */
  readonly seconds?: number;
  readonly osType?: 'ANDROID' | 'iOS';
}

/** Makes devices of different names, those that do not pass first. */
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
