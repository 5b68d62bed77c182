import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Why a run ends before its time. The reason of the abort signal that ends it. */
export type EarlyEnd = 'cancelled' | 'deadline';

/** What the story needs from outside, handed in by the entry. */
export interface World {
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted with an {@link EarlyEnd} when the run is cancelled or `timeout` is reached; ends requests and sleeps. */
  readonly signal: AbortSignal;
  /** Replaces secrets in text that came from outside, before it is put together with anything of ours. */
  readonly redact: (text: string) => string;
}
