import type { TestsetError } from '../model/errors.ts';
import { formatDuration, formatSeconds } from '../model/words.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** How long a repeated request may keep failing, in milliseconds (docs/design.md §4). */
export const MAX_FAILING_MS = 15 * 60_000;

/** How long a status or result may stay "not ready" (6002, 6003), in milliseconds (docs/design.md §4). */
export const MAX_NOT_READY_MS = 10 * 60_000;
/** The same with `wait: false`. */
export const NOT_READY_WITHOUT_WAIT_MS = 60_000;

/** Measures for how long the same thing has failed in a row. */
export function createFailureTimer(clock: Pick<Clock, 'now'>) {
  let failingSince = Infinity;
  return {
    recordFailure: (): void => {
      failingSince = Math.min(failingSince, clock.now());
    },
    reset: (): void => {
      failingSince = Infinity;
    },
    /** How much later a retry may be sent, if all may take `limitMs`; 0 or less: none may. `Infinity` without a failure. */
    leftMs: (limitMs: number): number => failingSince + limitMs - clock.now(),
  };
}

/** Exponential backoff with full jitter, in milliseconds: clients that failed together do not retry together. @param random in [0, 1) */
export function backoffMs(failures: number, random: number): number {
  return random * Math.min(60_000, 2_000 * 2 ** Math.min(failures, 10));
}

/** Between any two polls or requests for results, in milliseconds. */
export const MIN_DELAY_MS = 5_000;

/** From 5 s up to 30 s, 15 % more with each poll: for what should be ready at any moment. */
export function increasingDelayMs(polls: number): number {
  return Math.min(30_000, MIN_DELAY_MS * 1.15 ** polls);
}

/** Adds to an error how long the service asked to wait. @param retryAfterMs 0 if it did not */
export function addPause(error: TestsetError, retryAfterMs: number): TestsetError {
  if (retryAfterMs === 0) return error;
  return error.rephrase(`${error.message} The service asked to wait ${formatDuration(retryAfterMs / 1000)}.`);
}

/** Says when the next try is, or that `timeout` comes first. */
export function describeRetry(waitMs: number, { timeLeftMs }: Pick<Runtime, 'timeLeftMs'>): string {
  if (waitMs < timeLeftMs()) return `Retrying in ${formatSeconds(waitMs)}.`;
  return `Not retrying: \`timeout\` is reached in ${formatSeconds(timeLeftMs())}.`;
}
