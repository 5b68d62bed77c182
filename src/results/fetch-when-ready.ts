import type { TestsetError } from '../model/errors.ts';
import { formatSeconds } from '../model/words.ts';
import { stopReason, type Runtime } from '../runtime/runtime.ts';
import { explain } from '../service/explain.ts';
import {
  isNotReady,
  isRejection,
  isTooLarge,
  isUnauthorized,
  type ServiceFailure,
  type ServiceReply,
} from '../service/reply.ts';
import {
  backoffMs,
  createFailureTimer,
  increasingDelayMs,
  MAX_FAILING_MS,
  MAX_NOT_READY_MS,
} from '../service/retry.ts';

/** The result of {@link fetchWhenReady}. */
export type Fetched<T> =
  | { readonly kind: 'fetched'; readonly value: T }
  | { readonly kind: 'missing'; readonly error: TestsetError }
  | { readonly kind: 'cancelled' };

/** What to fetch, and how long to retry. */
interface FetchOptions<T> {
  /** As in "the results of testset 7". */
  readonly what: string;
  /** Sends one request. */
  readonly ask: () => Promise<ServiceReply<T>>;
  /** Aborts when no more requests may be sent: some time after the deadline, and on a cancel. */
  readonly signal: AbortSignal;
  /** How long to retry while the value is not ready or not enough, in milliseconds; 0: not at all. */
  readonly notReadyMs: number;
  /** How long to retry failing requests, in milliseconds; 0: not at all. */
  readonly failingMs: number;
  readonly isEnough: (value: T) => boolean;
  /** Whether a rejection ends the retries. */
  readonly acceptsRejection: boolean;
}

/** How long to retry for what the verdict depends on. */
export const DEFAULT_RETRIES = { notReadyMs: MAX_NOT_READY_MS, failingMs: MAX_FAILING_MS };

/** How often to request after the deadline, in milliseconds: the time left is short. */
const LATE_DELAY_MS = 5_000;

/** Requests a value until it is ready, cannot be had, or the time is over. Never throws. */
export async function fetchWhenReady<T>(runtime: Runtime, options: FetchOptions<T>): Promise<Fetched<T>> {
  const { clock, log, signal: deadline } = runtime;
  const failing = createFailureTimer(clock);
  const notReady = createFailureTimer(clock);
  let last: ServiceReply<T> | undefined;
  for (let polls = 0, failures = 0; ; polls += 1) {
    const reply = await options.ask();
    if (reply.kind === 'ok' && options.isEnough(reply.value)) return { kind: 'fetched', value: reply.value };
    // A request that the end of the time stopped does not say why there is no value; an earlier one does.
    if (!last || !isStopped(reply)) last = reply;
    const failed = reply.kind !== 'ok' && !isNotReady(reply);
    let isOver: boolean;
    if (failed) {
      failures += 1;
      failing.recordFailure();
      isOver = isFinal(reply, options) || failing.leftMs(options.failingMs) <= 0;
    } else {
      failures = 0;
      failing.reset();
      notReady.recordFailure();
      isOver = notReady.leftMs(options.notReadyMs) <= 0;
    }
    if (!isOver && !options.signal.aborted) {
      const retryAfterMs = reply.kind === 'ok' ? 0 : (reply.retryAfterMs ?? 0);
      const usualMs = Math.max(failed ? backoffMs(failures, clock.random()) : 0, increasingDelayMs(polls));
      // Until the deadline, the HTTP client applies `Retry-After`, and logs it.
      const waitMs = deadline.aborted ? Math.max(LATE_DELAY_MS, retryAfterMs) : usualMs;
      log.debug(`No ${options.what.replace(/^the /, '')} yet. Retrying in ${formatSeconds(waitMs)}.`);
      // The deadline ends a long wait.
      await clock.sleep(waitMs, deadline.aborted ? options.signal : deadline);
    }
    if (stopReason(runtime) === 'cancelled') return { kind: 'cancelled' };
    if (isOver || options.signal.aborted) {
      if (last.kind === 'ok') return { kind: 'fetched', value: last.value };
      return { kind: 'missing', error: explain(last, options.what) };
    }
  }
}

function isStopped(reply: ServiceReply<unknown>): boolean {
  return reply.kind === 'no-response' && reply.error.kind === 'stopped';
}

/** Whether a retry cannot help: wrong credentials, a result that is too large or, if accepted, a rejection. */
function isFinal(
  failure: ServiceFailure,
  { acceptsRejection }: Pick<FetchOptions<unknown>, 'acceptsRejection'>,
): boolean {
  if (isUnauthorized(failure) || isTooLarge(failure)) return true;
  return acceptsRejection && isRejection(failure);
}
