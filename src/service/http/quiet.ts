import type { Clock } from '../../clock.ts';
import { retryAfterMs } from '../retry.ts';
import type { Exchange } from './exchange.ts';

/** The pause that an origin asks for (`Retry-After`). One answer sets it; every request keeps it. */
export interface Quiet {
  /** Takes note of what an answer asks for, whatever else it says, and even when its body was cut off. */
  heard(exchange: Exchange): void;
  /** Waits until the origin may be asked again. @returns `false` when the wait was cut short, as soon as `signal` aborts */
  over(signal: AbortSignal): Promise<boolean>;
}

/** Who says yes, and asks for a longer pause, is mistaken: nothing that came well is put off for hours. In milliseconds. */
const LONGEST_GOOD_MS = 15 * 60_000;

/** Who does not wait for the quiet to end, and who is told that others do. */
export interface QuietTerms {
  /** Once it aborts nobody waits any more: what is asked then is asked for the last time. */
  readonly end?: AbortSignal;
  /** Told once of each time of quiet that a request meets, with how much of it is left, in milliseconds. */
  readonly onWait?: (leftMs: number) => void;
}

/** Nothing has been asked for yet. */
export function keepQuiet(clock: Clock, { end, onWait }: QuietTerms = {}): Quiet {
  let until = -Infinity;
  let toldOf = until;
  return {
    heard: (exchange) => {
      if (exchange.kind === 'silence') return;
      const askedMs = retryAfterMs(exchange.headers) ?? 0;
      const isGood = exchange.status < 300;
      until = Math.max(until, clock.now() + (isGood ? Math.min(askedMs, LONGEST_GOOD_MS) : askedMs));
    },
    over: async (wanted) => {
      const signal = end ? AbortSignal.any([wanted, end]) : wanted;
      while (clock.now() < until && !signal.aborted) {
        if (toldOf < until) onWait?.(until - clock.now());
        toldOf = until;
        await clock.sleep(until - clock.now(), signal);
      }
      return clock.now() >= until;
    },
  };
}
