/** A time as the log tells it: `15 s`. A second that has begun counts, so that nobody comes back too early. @param ms 0 or more */
export function inSeconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
