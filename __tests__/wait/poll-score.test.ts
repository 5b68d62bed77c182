import { beforeAll, describe, expect, test } from '@jest/globals';

import { endOf, stateOf, type DevicePlan, type DeviceState } from '../../simulator/devices.ts';
import type { Status } from '../../src/model/testset.ts';
import type { Service } from '../../src/service/client.ts';
import { createPolling } from '../../src/wait/poll.ts';
import { serviceOf } from '../create/scripted-scenarios.ts';
import { valueReply } from '../support/replies.ts';
import { createEagerClock, createRuntime } from '../support/runtime.ts';
import { statusOf } from '../support/testsets.ts';
import { createRandom, type Random } from '../soak/support/random.ts';

/** From and to, both included. */
type Range = readonly [least: number, most: number];

/** A class of testsets; ranges are drawn evenly. */
interface PollClass {
  readonly name: string;
  readonly devices: Range;
  /** Devices that run at the same time; the others wait for one. */
  readonly atOnce: number;
  readonly busyMinutes: Range;
  /** How long each of the first devices is waited for; the last one as much longer. */
  readonly queueMinutes: Range;
  readonly lastDeviceMinutes: Range;
  /** From the end of the last device to the word `Complete`. */
  readonly tailSeconds: Range;
  /** Whether the status has counts. */
  readonly counted: boolean;
}

const ORDINARY = { queueMinutes: [0, 1], lastDeviceMinutes: [0, 0], tailSeconds: [0, 5], counted: true } as const;
const ONE = { devices: [1, 1], atOnce: 1 } as const;
const BUSY = { ...ORDINARY, atOnce: 8, busyMinutes: [5, 20] } as const;
/** Devices that start within a minute of each other, and run as long as each other. */
const TOGETHER = { ...ORDINARY, devices: [3, 10], atOnce: 10, busyMinutes: [30, 30.3] } as const;

/** They are invented: from `time_limit` (5 to 30 minutes) and from device farms, whose devices are shared and so end one after the other. */
const POLL_CLASSES: readonly PollClass[] = [
  { ...ORDINARY, ...ONE, name: 'a short scenario on one device', busyMinutes: [1, 6] },
  { ...ORDINARY, ...ONE, name: 'one device up to its time limit', busyMinutes: [10, 30], tailSeconds: [0, 10] },
  { ...ORDINARY, name: 'a few devices', devices: [2, 4], atOnce: 4, busyMinutes: [8, 30], queueMinutes: [0, 15] },
  { ...BUSY, name: 'ten devices, four at a time', devices: [8, 12], atOnce: 4 },
  { ...BUSY, name: 'forty devices, eight at a time', devices: [30, 50], atOnce: 8, tailSeconds: [0, 30] },
  { ...BUSY, name: 'one device that is waited for', devices: [3, 8], busyMinutes: [5, 12], lastDeviceMinutes: [5, 15] },
  { ...BUSY, name: 'no counts', devices: [1, 5], atOnce: 5, counted: false },
  { ...TOGETHER, name: 'devices that end together' },
];

/** A testset of a class. It is `Complete` so many seconds after the create: some moments after the last device. */
function drawTestset(kind: PollClass, random: Random) {
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

/** The status so many seconds after the create. */
function statusAt({ devices, completeAt }: ReturnType<typeof drawTestset>, counted: boolean, seconds: number): Status {
  const states = devices.map((device) => stateOf(device, seconds));
  const [initializing, running] = [count(states, 'initializing'), count(states, 'running')];
  const counts = { total: devices.length, initializing, pass: devices.length - initializing - running };
  const status = statusOf(seconds >= completeAt ? 'Complete' : 'Running', counted ? counts : {});
  return { ...status, active: counted ? initializing + running : 0 };
}

const count = (states: readonly DeviceState[], state: DeviceState) => states.filter((each) => each === state).length;

type Run = Awaited<ReturnType<typeof pollToEnd>>;

/** Polls a testset to its end with the real loop, in virtual time. @returns also the `lag` from its end to the detection, in seconds */
async function pollToEnd(kind: PollClass, random: Random) {
  const testset = drawTestset(kind, random);
  const clock = { ...createEagerClock(), random: () => random.next() };
  const began = clock.now();
  const seconds = (): number => (clock.now() - began) / 1000;
  const { devices, completeAt } = testset;
  let requests = 0;
  const fetchStatus: Service['fetchStatus'] = () => {
    requests += 1;
    return Promise.resolve(valueReply(statusAt(testset, kind.counted, seconds())));
  };
  const options = { testsetId: 7, announcedDevices: devices.length, origin: 'created', once: false } as const;
  const ending = await createPolling(serviceOf({ fetchStatus }), createRuntime({ clock }), options)();
  if (ending.kind === 'unfinished') throw new Error(`the wait ended as ${ending.ending.outcome}`);
  return { completeAt, lag: seconds() - completeAt, requests };
}

function mean(runs: readonly Run[], of: (run: Run) => number): number {
  return runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
}

const RUNS = 300;
/** A poll at a fixed interval is late by half of it on average. */
const FIXED_SECONDS = 15;
/** Two standard errors of the mean of so many lags. */
const CHANCE_SECONDS = 0.5;

// docs/design.md §4 has the figures.
describe('the end of a testset', () => {
  const runs = new Map<string, readonly Run[]>();
  beforeAll(async () => {
    const random = createRandom(4);
    for (const kind of POLL_CLASSES) {
      const own: Run[] = [];
      while (own.length < RUNS) own.push(await pollToEnd(kind, random));
      runs.set(kind.name, own);
    }
  });

  test('is noticed within 6.5 seconds on average, with at most 90 requests', () => {
    const all = [...runs.values()].flat();
    expect(mean(all, ({ lag }) => lag)).toBeLessThanOrEqual(6.5);
    expect(mean(all, ({ requests }) => requests)).toBeLessThanOrEqual(90);
  });

  test.each(POLL_CLASSES)(
    'is noticed as soon as with a poll every 15 seconds, and as many requests: $name',
    ({ name }) => {
      const own = runs.get(name) ?? [];
      expect(mean(own, ({ lag }) => lag)).toBeLessThanOrEqual(FIXED_SECONDS / 2 + CHANCE_SECONDS);
      const fixed = mean(own, ({ completeAt }) => Math.floor(completeAt / FIXED_SECONDS) + 1);
      expect(mean(own, ({ requests }) => requests)).toBeLessThanOrEqual(fixed * 1.02);
    },
  );
});
