import type { Clock } from '../../runtime/clock.ts';
import type { HttpResult } from './request.ts';

/** Applies `Retry-After` (RFC 9110 §10.2.3) to every request to the origin, not only to the one that received it. */
export interface RateLimit {
  /** Records the header of a response, even if its body was incomplete. */
  record(result: HttpResult): void;
  /** Resolves when the next request may be sent, or `signal` aborts. */
  wait(signal: AbortSignal): Promise<void>;
}

/** Upper bound for `Retry-After` on a successful response, in milliseconds. */
const MAX_PAUSE_AFTER_SUCCESS_MS = 15 * 60_000;

/**
 * Creates a rate limit that allows the first request at once.
 *
 * @param end ends every wait when it aborts
 * @param onWait called once for each pause that delays a request, with the milliseconds that the response asked for
 */
export function createRateLimit(clock: Clock, end?: AbortSignal, onWait?: (pauseMs: number) => void): RateLimit {
  let until = -Infinity;
  let pauseMs = 0;
  let reportedUntil = until;
  return {
    record: (result) => {
      if (result.kind === 'no-response') return;
      const limitMs = result.status < 300 ? MAX_PAUSE_AFTER_SUCCESS_MS : Infinity;
      const askedMs = Math.min(retryAfterMs(result.headers), limitMs);
      if (clock.now() + askedMs <= until) return;
      until = clock.now() + askedMs;
      pauseMs = askedMs;
    },
    wait: async (requestSignal) => {
      if (clock.now() >= until) return;
      const signal = end ? AbortSignal.any([requestSignal, end]) : requestSignal;
      while (clock.now() < until && !signal.aborted) {
        if (reportedUntil < until) onWait?.(pauseMs);
        reportedUntil = until;
        await clock.sleep(until - clock.now(), signal);
      }
    },
  };
}

/** The current date format of RFC 9110 §5.6.7; `Date.parse` alone accepts text such as "retry 2099". */
const HTTP_DATE = /^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/i;

/**
 * Reads `Retry-After` (RFC 9110 §10.2.3): seconds, or a date relative to the `Date` of the same response.
 *
 * @returns milliseconds; 0 if the header is missing or invalid
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>): number {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const ms = Date.parse(value) - Date.parse(headers['date'] ?? '');
  return HTTP_DATE.test(value) && ms > 0 ? ms : 0;
}
