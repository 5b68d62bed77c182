/** Longest wait between two tries, in milliseconds. */
const MAX_BACKOFF_MS = 60_000;

/** One number, or several where the header came more than once: the largest of them holds. */
const SECONDS = /^\d+(?:\s*,\s*\d+)*$/;

/** The three forms in which HTTP writes a date (RFC 9110 §5.6.7); `Date.parse` accepts much that is no date. */
const HTTP_DATE = /^[a-z]{3,9},? .*\d\d:\d\d:\d\d/i;

/**
 * Full jitter: anywhere between nothing and a bound that doubles with each failure, so that many clients that failed together do not
 * come back together (docs/design.md §3, §4).
 *
 * @param failures failures in a row, from 1
 * @param random a number in [0, 1)
 * @returns milliseconds, below a minute
 */
export function backoffMs(failures: number, random: number): number {
  return random * Math.min(MAX_BACKOFF_MS, 2_000 * 2 ** Math.min(failures, 10));
}

/**
 * Reads `Retry-After`: whole seconds, or a date, which is taken against the answer's own `Date`, because the service's clock set it.
 *
 * @param wallClock milliseconds since 1970, for an answer without a `Date`
 * @returns milliseconds from the answer on, 0 or more; `undefined` when the header is absent or senseless
 */
export function retryAfterMs(headers: Readonly<Record<string, string>>, wallClock = Date.now()): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (SECONDS.test(value)) return Math.max(...value.split(',').map(Number)) * 1000;
  // The oldest form names no zone, and means Greenwich all the same.
  const until = Date.parse(/\d$/.test(value) ? `${value} GMT` : value);
  if (!HTTP_DATE.test(value) || Number.isNaN(until)) return undefined;
  const now = Date.parse(headers['date'] ?? '');
  return Math.max(0, until - (Number.isNaN(now) ? wallClock : now));
}
