import { MAINTENANCE, NO_DATA, STILL_RUNNING } from './codes.ts';
import type { Refusal } from './reply.ts';

/** Asking may fail in a row for this long, in milliseconds (docs/design.md §4). */
export const FAILING_MS = 15 * 60_000;

/** What should be there may be not ready for this long, in milliseconds (docs/design.md §4). */
export const NOT_READY_MS = 10 * 60_000;

/** The service knows the testset but has nothing to tell yet (docs/design.md §4: 6002, and 6003 counts as not ready). */
export function isNotReady(reply: Refusal): boolean {
  return reply.kind === 'code' && [NO_DATA, STILL_RUNNING].includes(reply.envelope.code);
}

/** Whether the service is under maintenance. */
export function isMaintenance(reply: Refusal): boolean {
  return reply.kind === 'code' && reply.envelope.code === MAINTENANCE;
}

/** An answer that will hardly change by asking again: an error code, or a status that blames the request. */
export function isDefinite(reply: Refusal): boolean {
  if (reply.kind === 'silence') return false;
  if (reply.kind === 'code') return !isMaintenance(reply) && !isNotReady(reply);
  return reply.status >= 300 && reply.status < 500 && ![408, 425, 429].includes(reply.status);
}

/** How long the service wants to be left alone, in milliseconds. */
export function pauseMs(reply: Refusal): number {
  return reply.retryAfterMs ?? 0;
}
