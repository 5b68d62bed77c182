import { setTimeout as timer } from 'node:timers/promises';

/** Time and chance, handed in, so that a test can play thirty minutes in an instant. */
export interface Clock {
  /** Milliseconds on a scale that only goes forward; it has no relation to the time of day. */
  now(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts: the caller looks at the signal, nothing is thrown. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number in [0, 1), for jitter. */
  random(): number;
}

/** The longest timer that there is; a longer one would end at once. Some 24 days, longer than any step. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's own clock. A sleep holds the process open: whoever no longer needs it aborts it. */
export const systemClock: Clock = {
  now: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (ms, signal) =>
    timer(Math.min(LONGEST_MS, Math.max(0, ms)), undefined, signal ? { signal } : {}).catch(() => undefined),
  random: () => Math.random(),
};
