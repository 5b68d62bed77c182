import { endOf, stateOf, type DevicePlan } from '../../../simulator/devices.ts';
import type { Chance } from './chance.ts';

/** What one testset does until it is complete, and what its status tells of it. */
export interface Wait {
  readonly devices: readonly DevicePlan[];
  /** When the service calls it complete, in seconds after the create: some moments behind the last device. */
  readonly completeAt: number;
  readonly counted: boolean;
}

/** From and to, both included. */
type Range = readonly [least: number, most: number];

/** How testsets of one class go; what varies is drawn evenly. */
export interface WaitClass {
  readonly name: string;
  readonly devices: Range;
  /** Devices that are free at the same time; the others wait for one. */
  readonly atOnce: number;
  /** How long a device is busy, in minutes. */
  readonly busyMinutes: Range;
  /** How long the testset waits for its first devices, in minutes; each of them a little on its own. */
  readonly queueMinutes: Range;
  /** How much longer the last device is waited for, in minutes. */
  readonly stragglesMinutes: Range;
  /** From the end of the last device to the word `Complete`, in seconds. */
  readonly tailSeconds: Range;
  /** Whether the status carries counts. */
  readonly counted: boolean;
}

const ORDINARY = { queueMinutes: [0, 1], stragglesMinutes: [0, 0], tailSeconds: [0, 5], counted: true } as const;

/**
 * Seven classes of testsets. docs/design.md §4 tells the policy, and what came of it on these. They are made up, from
 * `time_limit` (5 to 30 minutes) and from farms whose devices are shared, so that they end one after the other.
 */
export const WAIT_CLASSES: readonly WaitClass[] = [
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
    stragglesMinutes: [5, 15],
  },
  {
    ...ORDINARY,
    name: 'no counts',
    devices: [1, 5],
    atOnce: 5,
    busyMinutes: [5, 20],
    counted: false,
  },
];

/** What the policy is worst at, and no part of the mix: many devices that reach their time limit in the same moments. */
export const TOGETHER: WaitClass = {
  ...ORDINARY,
  name: 'devices that end together',
  devices: [3, 10],
  atOnce: 10,
  busyMinutes: [30, 30.3],
};

/** Draws what one testset of a class does. */
export function drawWait(kind: WaitClass, chance: Chance): Wait {
  const within = ([least, most]: Range): number => least + chance.next() * (most - least);
  const free = Array.from({ length: kind.atOnce }, () => 60 * within(kind.queueMinutes));
  const total = chance.whole(...kind.devices);
  const devices = Array.from({ length: total }, (_unused, at): DevicePlan => {
    const slot = free.indexOf(Math.min(...free));
    const straggles = at === total - 1 ? 60 * within(kind.stragglesMinutes) : 0;
    const startsAfter = (free[slot] ?? 0) + straggles;
    const seconds = 60 * within(kind.busyMinutes);
    free[slot] = startsAfter + seconds;
    return { name: `device ${at}`, result: 'pass', seconds, startsAfter };
  });
  return { devices, completeAt: endOf(devices) + within(kind.tailSeconds), counted: kind.counted };
}

/** The payload of the status operation so many seconds after the create. */
export function statusAt({ devices, completeAt, counted }: Wait, seconds: number): Record<string, unknown> {
  const done = devices.filter((device) => stateOf(device, seconds) === 'pass').length;
  const counts = { total_test_cnt: devices.length, pass_cnt: done, fail_cnt: 0, error_cnt: 0, stop_cnt: 0 };
  return {
    testset_status: seconds >= completeAt ? 'Complete' : 'Running',
    ...(counted && { testset_status_detail: counts }),
  };
}
