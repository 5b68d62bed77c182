import type { World } from './world.ts';

/** A signal for what may go on a little beyond the deadline. */
export interface Grace {
  readonly signal: AbortSignal;
  /** To be called when the work is over, so that no timer is left. */
  done(): void;
}

/** Aborts with a cancel at once, and `graceMs` after the deadline has come. */
export function graceAfterDeadline({ clock, signal }: World, graceMs: number): Grace {
  const over = new AbortController();
  const ends = new AbortController();
  const begin = (): void => {
    if (signal.reason !== 'deadline') ends.abort(signal.reason);
    else {
      void clock.sleep(graceMs, over.signal).then(() => {
        ends.abort(signal.reason);
      });
    }
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true, signal: over.signal });
  return {
    signal: ends.signal,
    done: () => {
      over.abort();
    },
  };
}
