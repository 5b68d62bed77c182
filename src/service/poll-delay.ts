import { endedCount, type Counts } from '../model/counts.ts';
import { backoffMs } from './retry.ts';

/** What the looks at one testset have shown so far, as far as the next delay depends on it. */
export interface PollHistory {
  /** Unit tests not yet done; 1 while nothing is known of them. */
  readonly remaining: number;
  /** The most that have ever been seen done: a count that goes down again is not believed. */
  readonly done: number;
  /** Looks in a row that found nothing remaining, though the testset is not complete. */
  readonly idlePolls: number;
  /** Looks in a row that failed. */
  readonly failures: number;
  /** Whether the last failure was maintenance. */
  readonly maintenance: boolean;
  /** The service's own wish after the last look, in milliseconds; 0 for none. */
  readonly retryAfterMs: number;
}

/** A testset that nobody has looked at yet. */
export const NO_POLLS: PollHistory = {
  remaining: 1,
  done: 0,
  idlePolls: 0,
  failures: 0,
  maintenance: false,
  retryAfterMs: 0,
};

const SECOND = 1000;
/** While it is young a testset's counts say little, so looks stay close for two minutes (docs/design.md §4). */
const YOUNG_MS = 120 * SECOND;
const YOUNG_LIMIT_MS = 20 * SECOND;
const LEAST_MS = 5 * SECOND;
const MOST_IDLE_MS = 30 * SECOND;
const MAINTENANCE_MS = 60 * SECOND;

/** The watch after a look that brought counts. */
export function afterCounts(watch: PollHistory, counts: Counts): PollHistory {
  const done = Math.max(watch.done, endedCount(counts));
  const remaining = counts.total > 0 ? Math.max(0, counts.total - done) : 1;
  return { ...NO_POLLS, done, remaining, idlePolls: remaining === 0 ? watch.idlePolls + 1 : 0 };
}

/** The watch after a look that failed. */
export function afterFailure(watch: PollHistory, maintenance: boolean, retryAfterMs: number): PollHistory {
  return { ...watch, failures: watch.failures + 1, maintenance, retryAfterMs };
}

/**
 * How long to wait until the next look (the table of docs/design.md §4). The fewer unit tests remain, the likelier it is that the next
 * moment completes the testset, and the sooner the look.
 *
 * @param elapsedMs since the wait began
 * @param random draws a number in [0, 1)
 * @returns milliseconds: 5,000 or more, and never less than the service asked for
 */
export function pollDelayMs(watch: PollHistory, elapsedMs: number, random: () => number): number {
  const backoff = watch.failures > 0 ? backoffMs(watch.failures, random()) : 0;
  const jittered = Math.max(baseMs(watch, elapsedMs), backoff) * (0.9 + 0.2 * random());
  return Math.max(LEAST_MS, watch.retryAfterMs, jittered);
}

function baseMs(watch: PollHistory, elapsedMs: number): number {
  if (watch.maintenance) return MAINTENANCE_MS;
  const patient = remainingMs(watch);
  return elapsedMs < YOUNG_MS ? Math.min(YOUNG_LIMIT_MS, patient) : patient;
}

function remainingMs({ remaining, idlePolls }: PollHistory): number {
  if (remaining === 0) return increasingDelayMs(Math.max(0, idlePolls - 1));
  if (remaining === 1) return 15 * SECOND;
  return remaining === 2 ? 30 * SECOND : 60 * SECOND;
}

/** From 5 s up to 30 s, rising by 15 % with each look: for what should be there any moment. */
export function increasingDelayMs(looks: number): number {
  return Math.min(MOST_IDLE_MS, LEAST_MS * 1.15 ** looks);
}
