import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Redact } from './redact.ts';

/** Why a run stops before it is complete. */
export type StopReason = 'cancelled' | 'deadline';

/** The same in words. */
export const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  cancelled: 'the run was cancelled',
  deadline: '`timeout` was reached',
};

/** What a run needs from its environment; the entry provides it, and tests replace it. */
export interface Runtime {
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the run is cancelled or `timeout` is reached, whichever comes first. */
  readonly signal: AbortSignal;
  /** Milliseconds until `timeout`; `Infinity` until it is known. */
  readonly timeLeftMs: () => number;
  /** Aborted only by a cancel, also by one after the deadline. */
  readonly cancelled: AbortSignal;
  /** Aborted when the time after a cancel (some seconds) or `timeout` (a minute) is over: nothing of GitHub is awaited any more. */
  readonly graceOver: AbortSignal;
  /** Replaces secrets in one whole value from outside, before it becomes part of another text. */
  readonly redact: Redact;
}

/** Why the run must stop now; `undefined` if it need not. A cancel takes precedence over the deadline. */
export function stopReason({ signal, cancelled }: Pick<Runtime, 'signal' | 'cancelled'>): StopReason | undefined {
  if (cancelled.aborted) return 'cancelled';
  if (signal.aborted) return 'deadline';
  return undefined;
}
