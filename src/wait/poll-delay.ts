import { endedCount, type Counts } from '../model/counts.ts';
import type { Clock } from '../runtime/clock.ts';
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
export const NO_POLLS: PollPace = { remaining: 1, done: 0, pollsAfterLastDevice: 0, backoffs: 0, isMaintenance: false };

const ONE_LEFT_MS = 15_000;
const SEVERAL_LEFT_MS = 22_000;
const MAINTENANCE_MS = 60_000;

/** The pace after a poll that brought counts. */
export function afterCounts(pace: PollPace, counts: Counts): PollPace {
  const done = Math.max(pace.done, endedCount(counts));
  const remaining = counts.total > 0 ? Math.max(0, counts.total - done) : 1;
  const pollsAfterLastDevice = pace.remaining === 0 ? pace.pollsAfterLastDevice + 1 : 0;
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

/** The milliseconds until the next poll (table in docs/design.md §4), at least 5,000. */
export function pollDelayMs(pace: PollPace, clock: Pick<Clock, 'random'>): number {
  // Without a failure the backoff is less than 2 s, and so less than any delay.
  const delayMs = Math.max(baseDelayMs(pace), backoffMs(pace.backoffs, clock.random()));
  return Math.max(MIN_DELAY_MS, delayMs * (0.9 + 0.2 * clock.random()));
}

function baseDelayMs({ remaining, pollsAfterLastDevice, isMaintenance }: PollPace): number {
  if (isMaintenance) return MAINTENANCE_MS;
  if (remaining === 0) return increasingDelayMs(pollsAfterLastDevice);
  return remaining === 1 ? ONE_LEFT_MS : SEVERAL_LEFT_MS;
}
