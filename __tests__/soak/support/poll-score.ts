import { endOf, stateOf, type DevicePlan, type DeviceState } from '../../../simulator/devices.ts';
import type { JsonObject } from '../../../src/model/fields.ts';
import type { Service } from '../../../src/service/client.ts';
import { pollTestset } from '../../../src/wait/poll.ts';
import { readStatus } from '../../../src/service/wire.ts';
import { createEagerClock, createRuntime } from '../../support/runtime.ts';
import { createRandom, type Random } from './random.ts';

/** From and to, both included. */
type Range = readonly [least: number, most: number];

/** A class of testsets; ranges are drawn evenly. */
interface PollClass {
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
  /** The mean lag that is short enough, in seconds; by default that of a poll every 15 seconds. */
  readonly maxLag?: number;
}

const ORDINARY = { queueMinutes: [0, 1], lastDeviceMinutes: [0, 0], tailSeconds: [0, 5], counted: true } as const;
const ONE = { devices: [1, 1], atOnce: 1 } as const;
const BUSY = { ...ORDINARY, atOnce: 8, busyMinutes: [5, 20] } as const;
/** All devices start within a minute of each other, and end at the time limit. */
const TOGETHER = { ...ORDINARY, devices: [3, 10], atOnce: 10, busyMinutes: [30, 30.3] } as const;

/**
 * Nine classes of testsets; docs/design.md §4 has the scores. They are invented: from `time_limit` (5 to 30 minutes) and from
 * device farms, whose devices are shared and so end one after the other.
 */
export const POLL_CLASSES: readonly PollClass[] = [
  { ...ORDINARY, ...ONE, name: 'a short scenario on one device', busyMinutes: [1, 6] },
  { ...ORDINARY, ...ONE, name: 'one device up to its time limit', busyMinutes: [10, 30], tailSeconds: [0, 10] },
  { ...ORDINARY, name: 'a few devices', devices: [2, 4], atOnce: 4, busyMinutes: [8, 30], queueMinutes: [0, 15] },
  { ...BUSY, name: 'ten devices, four at a time', devices: [8, 12], atOnce: 4 },
  { ...BUSY, name: 'forty devices, eight at a time', devices: [30, 50], atOnce: 8, tailSeconds: [0, 30] },
  { ...BUSY, name: 'one device that is waited for', devices: [3, 8], busyMinutes: [5, 12], lastDeviceMinutes: [5, 15] },
  { ...BUSY, name: 'no counts', devices: [1, 5], atOnce: 5, counted: false },
  { ...TOGETHER, name: 'devices that end together, with `time-limit`', timeLimit: 30, maxLag: 6 },
  { ...TOGETHER, name: 'devices that end together', maxLag: 10 },
];

/** A testset of a class. It is `Complete` so many seconds after the create: some moments after the last device. */
interface SimulatedTestset {
  readonly devices: readonly DevicePlan[];
  readonly completeAt: number;
}

function drawTestset(kind: PollClass, random: Random): SimulatedTestset {
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
  return { devices, completeAt: endOf(devices) + within(kind.tailSeconds) };
}

/** The payload of the status operation so many seconds after the create. */
function statusAt({ devices, completeAt }: SimulatedTestset, counted: boolean, seconds: number): JsonObject {
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

const FIXED_SECONDS = 15;

/** Polls testsets of every class with the real loop, in virtual time. @returns a score for each class, and for all with equal weight */
export async function scorePolls(
  seed: number,
  runsPerClass: number,
): Promise<{ readonly classes: readonly PollScore[]; readonly mix: PollScore }> {
  const random = createRandom(seed);
  const classes: PollScore[] = [];
  const all: Run[] = [];
  for (const kind of POLL_CLASSES) {
    const runs: Run[] = [];
    while (runs.length < runsPerClass) runs.push(await pollToEnd(kind, random));
    classes.push(scoreOf(kind.name, runs));
    all.push(...runs);
  }
  return { classes, mix: scoreOf('all of them', all) };
}

/** One testset, polled to its end. */
interface Run {
  readonly completeAt: number;
  readonly lag: number;
  readonly requests: number;
}

async function pollToEnd(kind: PollClass, random: Random): Promise<Run> {
  const testset = drawTestset(kind, random);
  const clock = { ...createEagerClock(), random: () => random.next() };
  const began = clock.now();
  const seconds = (): number => (clock.now() - began) / 1000;
  const { devices, completeAt } = testset;
  let requests = 0;
  const service: Pick<Service, 'status'> = {
    status: () => {
      requests += 1;
      const value = readStatus(statusAt(testset, kind.counted, seconds()));
      if (!value) throw new Error('there is always a status here');
      return Promise.resolve({ value });
    },
  };
  const ending = await pollTestset(service as Service, createRuntime({ clock }), {
    testset: { id: 7, since: clock.now() },
    announcedDevices: devices.length,
    existed: false,
    once: false,
    expectedMs: () => kind.timeLimit && 60_000 * kind.timeLimit,
  });
  if ('outcome' in ending) throw new Error(`the wait ended as ${ending.outcome}`);
  return { completeAt, lag: seconds() - completeAt, requests };
}

/** How soon the ends of testsets were noticed, in seconds, and with how many requests each, compared with a poll every 15 seconds. */
export type PollScore = ReturnType<typeof scoreOf>;

function scoreOf(name: string, runs: readonly Run[]) {
  return {
    name,
    lag: lagOf(runs.map(({ lag }) => lag)),
    fixedLag: lagOf(runs.map(({ completeAt }) => FIXED_SECONDS - (completeAt % FIXED_SECONDS))),
    requests: mean(runs.map(({ requests }) => requests)),
    fixedRequests: mean(runs.map(({ completeAt }) => Math.floor(completeAt / FIXED_SECONDS) + 1)),
  };
}

/** `p95`: 19 of 20 are no longer. */
function lagOf(lags: readonly number[]) {
  const sorted = lags.toSorted((a, b) => a - b);
  return { mean: mean(lags), p95: sorted[Math.ceil(0.95 * sorted.length) - 1] ?? NaN, longest: sorted.at(-1) ?? NaN };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
