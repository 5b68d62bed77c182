import type { Clock } from '../../runtime/clock.ts';
import { retryAfterMs } from '../retry.ts';
import type { HttpResult } from './request.ts';

/** The pause that an origin asks for (`Retry-After`). One answer sets it; every request keeps it. */
export interface RateLimit {
  /** Takes note of what an answer asks for, whatever else it says, and even when its body was cut off. */
  record(exchange: HttpResult): void;
  /** Waits until the origin may be asked again. @returns `false` when the wait was cut short, as soon as `signal` aborts */
  wait(signal: AbortSignal): Promise<boolean>;
}

/** Who says yes, and asks for a longer pause, is mistaken: nothing that came well is put off for hours. In milliseconds. */
const LONGEST_GOOD_MS = 15 * 60_000;

/** Who does not wait for the quiet to end, and who is told that others do. */
export interface RateLimitOptions {
  /** Once it aborts nobody waits any more: what is asked then is asked for the last time. */
  readonly end?: AbortSignal;
  /** Told once of each time of quiet that a request meets, with how much of it is left, in milliseconds. */
  readonly onWait?: (leftMs: number) => void;
}

/** Nothing has been asked for yet. */
export function createRateLimit(clock: Clock, { end, onWait }: RateLimitOptions = {}): RateLimit {
  let until = -Infinity;
  let toldOf = until;
  return {
    record: (exchange) => {
      if (exchange.kind === 'no-response') return;
      const askedMs = retryAfterMs(exchange.headers) ?? 0;
      const isGood = exchange.status < 300;
      until = Math.max(until, clock.now() + (isGood ? Math.min(askedMs, LONGEST_GOOD_MS) : askedMs));
    },
    wait: async (wanted) => {
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
