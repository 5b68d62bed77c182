import type { Clock } from '../../runtime/clock.ts';
import type { HttpResult } from './request.ts';

/** Upper bound for `Retry-After` on a successful response, in milliseconds. */
const MAX_PAUSE_AFTER_SUCCESS_MS = 15 * 60_000;

/** Applies `Retry-After` (RFC 9110 §10.2.3) to every request to the origin, not only to the one that received it. */
export type RateLimit = ReturnType<typeof createRateLimit>;

/** Allows the first request at once. `end` ends every wait when it aborts. @param onWait called once for each pause that delays a request, with the milliseconds that were asked for */
export function createRateLimit(clock: Clock, end?: AbortSignal, onWait?: (pauseMs: number) => void) {
  let until = -Infinity;
  let pauseMs = 0;
  let reportedUntil = until;
  return {
    /** Records the header of a response, even if its body was incomplete. */
    record: (result: HttpResult): void => {
      if (result.kind === 'no-response') return;
      const limitMs = result.status < 300 ? MAX_PAUSE_AFTER_SUCCESS_MS : Infinity;
      const askedMs = Math.min(retryAfterMs(result.headers), limitMs);
      if (clock.now() + askedMs <= until) return;
      until = clock.now() + askedMs;
      pauseMs = askedMs;
    },
    /** Resolves when the next request may be sent, or the signal aborts. */
    wait: async (requestSignal: AbortSignal): Promise<void> => {
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

/** `Retry-After` in milliseconds: it has seconds, or a date relative to `Date`; 0 if it is missing or invalid. */
export function retryAfterMs(headers: Readonly<Record<string, string>>): number {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const ms = Date.parse(value) - Date.parse(headers['date'] ?? '');
  return HTTP_DATE.test(value) && ms > 0 ? ms : 0;
}
