import { endOf, stateOf, type DevicePlan, type DeviceState } from '../../../simulator/devices.ts';
import type { Random } from './random.ts';

/** What one testset does until it is complete. */
export interface SimulatedWait extends Pick<PollClass, 'counted' | 'timeLimit'> {
  readonly devices: readonly DevicePlan[];
  /** When its status becomes `Complete`, in seconds after the create: some moments after the last device. */
  readonly completeAt: number;
}

/** From and to, both included. */
type Range = readonly [least: number, most: number];

/** A class of testsets; ranges are drawn evenly. */
export interface PollClass {
  readonly name: string;
  readonly devices: Range;
  /** Devices that run at the same time; the others wait for one. */
  readonly atOnce: number;
  /** How long a device is busy, in minutes. */
  readonly busyMinutes: Range;
  /** How long each of the first devices is waited for, in minutes. */
  readonly queueMinutes: Range;
  /** How much longer the last device is waited for, in minutes. */
  readonly lastDeviceMinutes: Range;
  /** From the end of the last device to the word `Complete`, in seconds. */
  readonly tailSeconds: Range;
  /** Whether the status has counts. */
  readonly counted: boolean;
  /** The limit that the step was given, in minutes. */
  readonly timeLimit?: number;
}

const ORDINARY = { queueMinutes: [0, 1], lastDeviceMinutes: [0, 0], tailSeconds: [0, 5], counted: true } as const;
/** All devices start within a minute of each other, and end at the time limit. */
const TOGETHER = { ...ORDINARY, devices: [3, 10], atOnce: 10, busyMinutes: [30, 30.3] } as const;

/**
 * Nine classes of testsets; docs/design.md §4 has the scores. They are invented: from `time_limit` (5 to 30 minutes) and from
 * device farms, whose devices are shared and so end one after the other.
 */
export const POLL_CLASSES: readonly PollClass[] = [
  { ...ORDINARY, name: 'a short scenario on one device', devices: [1, 1], atOnce: 1, busyMinutes: [1, 6] },
  {
    ...ORDINARY,
    name: 'one device up to its time limit',
    devices: [1, 1],
    atOnce: 1,
    busyMinutes: [10, 30],
    tailSeconds: [0, 10],
  },
  { ...ORDINARY, name: 'a few devices', devices: [2, 4], atOnce: 4, busyMinutes: [8, 30], queueMinutes: [0, 15] },
  { ...ORDINARY, name: 'ten devices, four at a time', devices: [8, 12], atOnce: 4, busyMinutes: [5, 20] },
  {
    ...ORDINARY,
    name: 'forty devices, eight at a time',
    devices: [30, 50],
    atOnce: 8,
    busyMinutes: [5, 20],
    tailSeconds: [0, 30],
  },
  {
    ...ORDINARY,
    name: 'one device that is waited for',
    devices: [3, 8],
    atOnce: 8,
    busyMinutes: [5, 12],
    lastDeviceMinutes: [5, 15],
  },
  { ...ORDINARY, name: 'no counts', devices: [1, 5], atOnce: 5, busyMinutes: [5, 20], counted: false },
  { ...TOGETHER, name: 'devices that end together, with `time-limit`', timeLimit: 30 },
  { ...TOGETHER, name: 'devices that end together' },
];

/** Draws a testset of a class. */
export function drawWait(kind: PollClass, random: Random): SimulatedWait {
  const within = ([least, most]: Range): number => least + random.next() * (most - least);
  const free = Array.from({ length: kind.atOnce }, () => 60 * within(kind.queueMinutes));
  const total = random.whole(...kind.devices);
  const devices = Array.from({ length: total }, (_unused, at): DevicePlan => {
    const slot = free.indexOf(Math.min(...free));
    const delay = at === total - 1 ? 60 * within(kind.lastDeviceMinutes) : 0;
    const startsAfter = (free[slot] ?? 0) + delay;
    const seconds = 60 * within(kind.busyMinutes);
    free[slot] = startsAfter + seconds;
    return { name: `device ${at}`, result: 'pass', seconds, startsAfter };
  });
  return { ...kind, devices, completeAt: endOf(devices) + within(kind.tailSeconds) };
}

/** The payload of the status operation so many seconds after the create. */
export function statusAt({ devices, completeAt, counted }: SimulatedWait, seconds: number): Record<string, unknown> {
  const states = devices.map((device) => stateOf(device, seconds));
  const count = (state: DeviceState): number => states.filter((each) => each === state).length;
  const counts = {
    total_test_cnt: devices.length,
    initializing_cnt: count('initializing'),
    running_cnt: count('running'),
    pass_cnt: count('pass'),
    fail_cnt: 0,
    error_cnt: 0,
    stop_cnt: 0,
  };
  return {
    testset_status: seconds >= completeAt ? 'Complete' : 'Running',
    ...(counted && { testset_status_detail: counts }),
  };
}
