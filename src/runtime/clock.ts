import { setTimeout as timer } from 'node:timers/promises';

/** Time and randomness; tests replace them to run thirty minutes in an instant. */
export interface Clock {
  /** Milliseconds on a monotonic scale without relation to the time of day. */
  now(): number;
  /** The time of day, which may jump: for what people read, and for days and times that others write. */
  date(): Date;
  /** Resolves after `ms`, or as soon as `signal` aborts. Never throws. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number in [0, 1), for jitter. */
  random(): number;
}

/** The longest timer of Node.js, in milliseconds; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The clock of this machine. A sleep keeps the process alive until it ends or is aborted. */
export const systemClock: Clock = {
  now: () => Number(process.hrtime.bigint()) / 1e6,
  date: () => new Date(),
  sleep: async (ms, signal) => {
    const delay = Math.min(MAX_TIMER_MS, Math.max(0, ms));
    await timer(delay, undefined, { signal }).catch(() => undefined);
  },
  random: () => Math.random(),
};
