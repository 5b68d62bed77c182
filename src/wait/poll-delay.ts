import { endedCount } from '../model/counts.ts';
import { backoffMs, increasingDelayMs, MIN_DELAY_MS } from '../service/retry.ts';
import type { Status } from '../service/wire.ts';

/** What the polls of one testset have shown, as far as the next delay depends on it. */
export interface PollHistory {
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
  /** Whether a device was in preparation at the last poll with counts. */
  readonly hasPreparing: boolean;
  /** The last poll with a device in preparation; like all times here, in milliseconds since the wait began. */
  readonly preparedAtMs: number;
  /** The last poll that found more devices ended than the one before. */
  readonly changedAtMs: number;
}

/** The history before the first poll. */
export const NO_POLLS: PollHistory = {
  remaining: 1,
  done: 0,
  pollsAfterLastDevice: 0,
  backoffs: 0,
  isMaintenance: false,
  hasPreparing: false,
  preparedAtMs: 0,
  changedAtMs: -Infinity,
};

const SECOND = 1000;
const MAINTENANCE_MS = 60 * SECOND;
/** In the first two minutes the counts say little. */
const EARLY_MS = 120 * SECOND;
const EARLY_DELAY_MS = 20 * SECOND;
/** While the end is likely. */
const LIKELY_DELAY_MS = 13 * SECOND;
/** While it is not, with two devices left. */
const TWO_LEFT_MS = 30 * SECOND;
/** With three or more left, all in progress. */
const ALL_RUNNING_MS = 45 * SECOND;
/** With three or more left, some of them in preparation. */
const SOME_PREPARING_MS = 60 * SECOND;
/** Devices that started together end within this time of each other. */
const AFTER_CHANGE_MS = 90 * SECOND;
/** The end is likely from so long before the expected time (a little more than the longest delay) to so long after it. */
const BEFORE_EXPECTED_MS = 70 * SECOND;
const AFTER_EXPECTED_MS = 240 * SECOND;

/** The history after a poll that brought counts. */
export function afterCounts(
  history: PollHistory,
  { counts, preparing }: Pick<Status, 'counts' | 'preparing'>,
  elapsedMs: number,
): PollHistory {
  let { remaining, pollsAfterLastDevice } = NO_POLLS;
  let { preparedAtMs, changedAtMs } = history;
  const done = Math.max(history.done, endedCount(counts));
  if (counts.total > 0) remaining = Math.max(0, counts.total - done);
  if (history.remaining === 0) pollsAfterLastDevice = history.pollsAfterLastDevice + 1;
  if (preparing > 0) preparedAtMs = elapsedMs;
  if (done > history.done) changedAtMs = elapsedMs;
  const found = { done, remaining, pollsAfterLastDevice, hasPreparing: preparing > 0, preparedAtMs, changedAtMs };
  return { ...NO_POLLS, ...found };
}

/** The history after a failed poll. */
export function afterFailure(history: PollHistory, isMaintenance: boolean): PollHistory {
  return { ...history, backoffs: history.backoffs + 1, isMaintenance };
}

/** The history after a poll that the service was not ready to answer (6002, 6003). */
export function afterNotReady({ done, preparedAtMs }: PollHistory): PollHistory {
  return { ...NO_POLLS, done, preparedAtMs };
}

/** What the delay depends on, besides the history. */
interface PollTime {
  /** Since the wait began. */
  readonly elapsedMs: number;
  /** How long the devices are expected to run, in milliseconds; `undefined` if it is not known. Asked only if it matters. */
  readonly expectedMs: () => number | undefined;
  /** Draws a number in [0, 1). */
  readonly random: () => number;
}

/**
 * The delay until the next poll (table in docs/design.md §4): the more likely the testset is to be complete soon, the shorter.
 *
 * @returns milliseconds, at least 5,000; the HTTP client waits longer if `Retry-After` asks for it
 */
export function pollDelayMs(history: PollHistory, time: PollTime): number {
  // Without a failure the backoff is less than 2 s, and so less than any delay.
  const delayMs = Math.max(baseDelayMs(history, time), backoffMs(history.backoffs, time.random()));
  return Math.max(MIN_DELAY_MS, delayMs * (0.9 + 0.2 * time.random()));
}

function baseDelayMs(history: PollHistory, time: PollTime): number {
  const { remaining, pollsAfterLastDevice, isMaintenance } = history;
  if (isMaintenance) return MAINTENANCE_MS;
  if (remaining === 0) return increasingDelayMs(pollsAfterLastDevice);
  if (remaining === 1 || isEndLikely(history, time)) return LIKELY_DELAY_MS;
  if (time.elapsedMs < EARLY_MS) return EARLY_DELAY_MS;
  return unlikelyDelayMs(history);
}

function unlikelyDelayMs({ remaining, hasPreparing }: PollHistory): number {
  if (remaining === 2) return TWO_LEFT_MS;
  if (hasPreparing) return SOME_PREPARING_MS;
  return ALL_RUNNING_MS;
}

/** Whether several devices are likely to end at about this time: all have started, and one has ended, or they ran as long as expected. */
function isEndLikely(
  { hasPreparing, preparedAtMs, changedAtMs }: PollHistory,
  { elapsedMs, expectedMs }: PollTime,
): boolean {
  if (hasPreparing) return false;
  if (elapsedMs - changedAtMs < AFTER_CHANGE_MS) return true;
  const lateMs = elapsedMs - preparedAtMs - (expectedMs() ?? Infinity);
  return lateMs >= -BEFORE_EXPECTED_MS && lateMs < AFTER_EXPECTED_MS;
}
