import { endedCount, type Counts } from '../model/counts.ts';
import { backoffMs } from './retry.ts';

/** What the polls of one testset have shown, as far as the next delay depends on it. */
export interface PollHistory {
  /** Devices that have not ended; 1 while unknown. */
  readonly remaining: number;
  /** The most devices that were ever reported as ended; a lower count later is ignored. */
  readonly done: number;
  /** Polls in a row that found nothing remaining although the testset is not complete. */
  readonly idlePolls: number;
  /** Failed polls in a row. */
  readonly failures: number;
  /** Whether the last failure was maintenance. */
  readonly maintenance: boolean;
  /** `Retry-After` of the last response, in milliseconds. */
  readonly retryAfterMs: number;
}

/** The history before the first poll. */
export const NO_POLLS: PollHistory = {
  remaining: 1,
  done: 0,
  idlePolls: 0,
  failures: 0,
  maintenance: false,
  retryAfterMs: 0,
};

const SECOND = 1000;
const MIN_DELAY_MS = 5 * SECOND;
const MAX_INCREASING_MS = 30 * SECOND;
const MAINTENANCE_MS = 60 * SECOND;
/** In the first two minutes the counts say little, so the delay has an upper bound. */
const EARLY_MS = 120 * SECOND;
const MAX_EARLY_DELAY_MS = 20 * SECOND;

/** The history after a poll that brought counts. */
export function afterCounts(history: PollHistory, counts: Counts): PollHistory {
  const done = Math.max(history.done, endedCount(counts));
  const remaining = counts.total > 0 ? Math.max(0, counts.total - done) : 1;
  return { ...NO_POLLS, done, remaining, idlePolls: remaining === 0 ? history.idlePolls + 1 : 0 };
}

/** The history after a failed poll. */
export function afterFailure(history: PollHistory, maintenance: boolean, retryAfterMs: number): PollHistory {
  return { ...history, failures: history.failures + 1, maintenance, retryAfterMs };
}

/**
 * The delay until the next poll (table in docs/design.md §4): the fewer devices remain, the sooner the testset may be complete.
 *
 * @param elapsedMs since the wait began
 * @param random draws a number in [0, 1)
 * @returns milliseconds: at least 5,000, and never less than `Retry-After`
 */
export function pollDelayMs(history: PollHistory, elapsedMs: number, random: () => number): number {
  const backoff = history.failures > 0 ? backoffMs(history.failures, random()) : 0;
  const jittered = Math.max(baseDelayMs(history, elapsedMs), backoff) * (0.9 + 0.2 * random());
  return Math.max(MIN_DELAY_MS, history.retryAfterMs, jittered);
}

function baseDelayMs({ remaining, idlePolls, maintenance }: PollHistory, elapsedMs: number): number {
  if (maintenance) return MAINTENANCE_MS;
  let delayMs = remaining === 1 ? 15 * SECOND : remaining === 2 ? 30 * SECOND : 60 * SECOND;
  if (remaining === 0) delayMs = increasingDelayMs(Math.max(0, idlePolls - 1));
  return elapsedMs < EARLY_MS ? Math.min(MAX_EARLY_DELAY_MS, delayMs) : delayMs;
}

/** From 5 s up to 30 s, 15 % more with each poll: for what should be ready at any moment. */
export function increasingDelayMs(polls: number): number {
  return Math.min(MAX_INCREASING_MS, MIN_DELAY_MS * 1.15 ** polls);
}
