import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Redact, TextRedaction } from './redact.ts';

/** Why a run ends before its time. */
export type StopReason = 'cancelled' | 'deadline';

/** What the story needs from outside, handed in by the entry. */
export interface Runtime {
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the run is cancelled or `timeout` is reached, whichever comes first; ends requests and sleeps. */
  readonly signal: AbortSignal;
  /** Aborted by a cancel alone, also by one that comes after the deadline. */
  readonly cancelled: AbortSignal;
  /** Replaces secrets in one whole value that came from outside, before it is put together with anything of ours. */
  readonly redact: Redact;
  /** Replaces secrets in a text that comes in pieces. */
  readonly redactPieces: () => TextRedaction;
}

/** Why the run is to end now; `undefined` while it may go on. A cancel goes before the deadline, whichever came first. */
export function stopReason({ signal, cancelled }: Pick<Runtime, 'signal' | 'cancelled'>): StopReason | undefined {
  if (cancelled.aborted) return 'cancelled';
  return signal.aborted ? 'deadline' : undefined;
}
