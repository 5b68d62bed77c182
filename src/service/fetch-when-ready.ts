import type { TestsetError } from '../model/errors.ts';
import { stopReason, type Runtime } from '../runtime/runtime.ts';
import { increasingDelayMs } from './poll-delay.ts';
import { explain } from './explain.ts';
import { formatSeconds } from '../model/words.ts';
import { FAILING_MS, isPermanent, isNotReady, NOT_READY_MS, requestedDelayMs } from './reply.ts';
import { isUnauthorized, type ServiceFailure, type ServiceReply } from './reply.ts';
import { backoffMs } from './retry.ts';

/** What came of asking for something that should be there. `cancelled`: the run was, before an answer came. */
export type Fetched<T> =
  | { readonly kind: 'here'; readonly value: T }
  | { readonly kind: 'missing'; readonly error: TestsetError }
  | { readonly kind: 'cancelled' };

/** What is asked for, and how. */
export interface FetchOptions<T> {
  /** As in "the results of testset 7". */
  readonly what: string;
  /** Asks once. */
  readonly ask: () => Promise<ServiceReply<T>>;
  /** For how long to ask again while what is there is not enough, or not ready; 0: take what the first answer holds. In milliseconds. */
  readonly notReadyMs: number;
  /** For how long to ask again when asking fails; 0: not at all. In milliseconds. */
  readonly failingMs: number;
  readonly isEnough: (value: T) => boolean;
  /** Whether an error code, or a status that blames the request, is answer enough. */
  readonly acceptsRejection: boolean;
}

/** Patience for what a verdict depends on. */
export const DEFAULT_RETRIES = { notReadyMs: NOT_READY_MS, failingMs: FAILING_MS };

/** Asks until something is there, there is no hope, or the run ends; at the deadline once more. Nothing is thrown. */
export async function fetchWhenReady<T>(runtime: Runtime, plan: FetchOptions<T>): Promise<Fetched<T>> {
  const { clock, log } = runtime;
  let failingSince: number | undefined;
  let unreadySince: number | undefined;
  for (let looks = 0, failures = 0; ; looks += 1) {
    const last = runtime.signal.aborted;
    const reply = await plan.ask();
    if (reply.kind === 'ok' && plan.isEnough(reply.value)) return { kind: 'here', value: reply.value };
    const failed = reply.kind !== 'ok' && !isNotReady(reply);
    failures = failed ? failures + 1 : 0;
    // Failures count in a row; what is not ready counts from when that was first said.
    failingSince = failed ? (failingSince ?? clock.now()) : undefined;
    if (!failed) unreadySince ??= clock.now();
    const outOfPatience = failed
      ? clock.now() - (failingSince ?? 0) >= plan.failingMs
      : clock.now() - (unreadySince ?? 0) >= plan.notReadyMs;
    const hopeless = reply.kind !== 'ok' && isHopeless(reply, plan.acceptsRejection);
    if (last || stopReason(runtime) === 'cancelled' || hopeless || outOfPatience) {
      return giveUp(runtime, reply, plan.what);
    }
    const asked = reply.kind === 'ok' ? 0 : requestedDelayMs(reply);
    const waitMs = Math.max(failed ? backoffMs(failures, clock.random()) : 0, asked, increasingDelayMs(looks));
    log.debug(`No ${plan.what.replace(/^the /, '')} yet; next look in ${formatSeconds(waitMs)}.`);
    await clock.sleep(waitMs, runtime.signal);
  }
}

/** An answer that is too large will not become smaller, and rejected credentials stay rejected. */
function isHopeless(reply: ServiceFailure, acceptsNo: boolean): boolean {
  if (isUnauthorized(reply) || (reply.kind === 'no-response' && reply.error.kind === 'too-large')) return true;
  return acceptsNo && isPermanent(reply);
}

function giveUp<T>(runtime: Runtime, reply: ServiceReply<T>, what: string): Fetched<T> {
  if (stopReason(runtime) === 'cancelled') return { kind: 'cancelled' };
  return reply.kind === 'ok' ? { kind: 'here', value: reply.value } : { kind: 'missing', error: explain(reply, what) };
}
