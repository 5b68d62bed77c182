import { endedCount, type Counts } from '../model/counts.ts';
import { backoffMs, increasingDelayMs, MIN_DELAY_MS } from '../service/retry.ts';

/** What the polls of one testset have shown, as far as the next delay depends on it. */
export interface PollPace {
  /** Devices that have not ended; 1 while unknown. */
  readonly remaining: number;
  /** The most devices that were ever reported as ended; a lower count later is ignored. */
  readonly done: number;
  /** How many polls in a row, before the last one, found no device remaining although the testset was not complete. */
  readonly pollsAfterLastDevice: number;
  /** Failed polls in a row since the last status or "not ready". */
  readonly backoffs: number;
  /** Whether the last failure was maintenance. */
  readonly isMaintenance: boolean;
}

/** The pace before the first poll. */
export const NO_POLLS: PollPace = {
  remaining: 1,
  done: 0,
  pollsAfterLastDevice: 0,
  backoffs: 0,
  isMaintenance: false,
};

const ONE_LEFT_MS = 15_000;
const SEVERAL_LEFT_MS = 22_000;
const MAINTENANCE_MS = 60_000;

/** The pace after a poll that brought counts. */
export function afterCounts(pace: PollPace, counts: Counts): PollPace {
  let remaining = 1;
  let pollsAfterLastDevice = 0;
  const done = Math.max(pace.done, endedCount(counts));
  if (counts.total > 0) remaining = Math.max(0, counts.total - done);
  if (pace.remaining === 0) pollsAfterLastDevice = pace.pollsAfterLastDevice + 1;
  return { ...NO_POLLS, done, remaining, pollsAfterLastDevice };
}

/** The pace after a failed poll. */
export function afterFailure(pace: PollPace, isMaintenance: boolean): PollPace {
  return { ...pace, backoffs: pace.backoffs + 1, isMaintenance };
}

/** The pace after a poll that the service was not ready to answer (6002, 6003). */
export function afterNotReady({ done }: PollPace): PollPace {
  return { ...NO_POLLS, done };
}

/**
 * The delay until the next poll (table in docs/design.md §4).
 *
 * @param random draws a number in [0, 1)
 * @returns milliseconds, at least 5,000; the HTTP client waits longer if `Retry-After` asks for it
 */
export function pollDelayMs(pace: PollPace, random: () => number): number {
  // Without a failure the backoff is less than 2 s, and so less than any delay.
  const delayMs = Math.max(baseDelayMs(pace), backoffMs(pace.backoffs, random()));
  return Math.max(MIN_DELAY_MS, delayMs * (0.9 + 0.2 * random()));
}

function baseDelayMs({ remaining, pollsAfterLastDevice, isMaintenance }: PollPace): number {
  if (isMaintenance) return MAINTENANCE_MS;
  if (remaining === 0) return increasingDelayMs(pollsAfterLastDevice);
  return remaining === 1 ? ONE_LEFT_MS : SEVERAL_LEFT_MS;
}
