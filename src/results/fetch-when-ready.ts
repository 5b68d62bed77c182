import type { TestsetError } from '../model/errors.ts';
import { formatSeconds } from '../model/words.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { TestsetOfStep } from '../service/client.ts';
import type { Documents } from '../service/wire.ts';
import { FAILURES, type ServiceReply } from '../service/reply.ts';
import { backoffMs, createFailureTimer } from '../service/retry.ts';

type Reply = ServiceReply<Documents>;

/** What to fetch, and how long to retry. */
interface FetchOptions {
  readonly testset: TestsetOfStep;
  /** Sends one request. */
  readonly ask: () => Promise<Reply>;
  readonly isEnough: (documents: Documents) => boolean;
  /** Whether a rejection ends the retries. */
  readonly acceptsRejection: boolean;
  /** Aborts when no more requests may be sent: some time after the deadline, and on a cancel. */
  readonly signal: AbortSignal;
  readonly limits: RetryTimes;
}

/** How long to retry, in milliseconds; 0: not at all. */
export interface RetryTimes {
  /** While documents are not ready or not enough. */
  readonly notReadyMs: number;
  /** While requests fail. */
  readonly failingMs: number;
}

/** How long a status or result may stay "not ready" (6002, 6003), in milliseconds (docs/design.md §4). */
export const MAX_NOT_READY_MS = 10 * 60_000;
/** The same with `wait: false`. */
export const NOT_READY_ONCE_MS = 60_000;

/** Each request is sent once: the caller asks again. */
export const ONCE: RetryTimes = { notReadyMs: 0, failingMs: 0 };

/**
 * Requests documents until they are ready, cannot be had, or the time is over. Never throws.
 *
 * @returns the documents, or why there are none; `undefined` after a cancel
 */
export async function fetchWhenReady(
  runtime: Runtime,
  options: FetchOptions,
): Promise<Documents | TestsetError | undefined> {
  const { clock, log, signal: deadline } = runtime;
  const { testset, signal, limits } = options;
  const failing = createFailureTimer(clock);
  const notReady = createFailureTimer(clock);
  let last: Reply | undefined;
  for (let polls = 0, failures = 0; ; polls += 1) {
    const reply = await options.ask();
    if (reply.kind === 'value' && options.isEnough(reply.value)) return reply.value;
    // A request that the end of the time stopped does not say why there is no value; an earlier one does.
    if (!last || reply.kind !== 'stopped') last = reply;
    const next = reply.kind === 'value' ? 'not-ready' : FAILURES[reply.kind].results;
    let isOver: boolean;
    if (next === 'not-ready') {
      failures = 0;
      failing.reset();
      notReady.recordFailure();
      isOver = notReady.leftMs(limits.notReadyMs) <= 0;
    } else {
      failures += 1;
      failing.recordFailure();
      const isFinal = next === 'final' || (next === 'rejection' && options.acceptsRejection);
      isOver = isFinal || failing.leftMs(limits.failingMs) <= 0;
    }
    if (!isOver) {
      let waitMs = Math.max(backoffMs(failures, clock.random()), increasingDelayMs(polls));
      // The deadline ends a long wait.
      let end = deadline;
      if (deadline.aborted) {
        waitMs = lateDelayMs(reply);
        end = signal;
      }
      log.debug(`No results of testset ${testset.id} yet. Retrying in ${formatSeconds(waitMs)}.`);
      await clock.sleep(waitMs, end);
    }
    if (runtime.cancelled.aborted) return undefined;
    if (!isOver && !signal.aborted) continue;
    return last.kind === 'value' ? last.value : last.error;
  }
}

/** After the deadline little time is left. Until then the HTTP client applies `Retry-After`, and logs it. */
function lateDelayMs(reply: Reply): number {
  return reply.kind === 'value' ? MIN_DELAY_MS : Math.max(MIN_DELAY_MS, reply.retryAfterMs);
}

/** Between any two polls or requests for results, in milliseconds. */
export const MIN_DELAY_MS = 5_000;
/** For what should be ready at any moment, after many polls. */
const MAX_INCREASING_MS = 30_000;

/** From 5 s up to 30 s, 15 % more with each poll: for what should be ready at any moment. */
export function increasingDelayMs(polls: number): number {
  return Math.min(MAX_INCREASING_MS, MIN_DELAY_MS * 1.15 ** polls);
}
