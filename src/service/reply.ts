import type { JsonObject } from '../model/fields.ts';
import type { Redact } from '../runtime/redact.ts';
import { MAINTENANCE, NO_DATA, STILL_RUNNING } from './error-codes.ts';
import type { NetworkError } from './http/network-error.ts';
import type { HttpResult } from './http/request.ts';
import { retryAfterMs } from './retry.ts';
import { type Envelope, readEnvelope } from './wire.ts';

/** What an operation's answer comes to: the envelope is read first, then the status. */
export type ServiceReply<T> = { readonly kind: 'ok'; readonly value: T } | ServiceFailure;

/** An answer that is not what was asked for, or none. */
export type ServiceFailure =
  | { readonly kind: 'code'; readonly status: number; readonly envelope: Envelope; readonly retryAfterMs?: number }
  | {
      readonly kind: 'status';
      readonly status: number;
      /** An envelope came, as the service writes it, without what was asked for. */
      readonly isEnvelope?: true;
      readonly location?: string;
      readonly retryAfterMs?: number;
    }
  /** No whole answer came; its head may have told when to come back. */
  | { readonly kind: 'no-response'; readonly error: NetworkError; readonly retryAfterMs?: number };

/** Reads an exchange. `read` turns the payload of a success into a value; `undefined` from it means that it holds none. */
export function readReply<T>(
  exchange: HttpResult,
  read: (data: JsonObject) => T | undefined,
  redact: Redact,
): ServiceReply<T> {
  if (exchange.kind === 'no-response') return exchange;
  const { status, headers, text, cutOff } = exchange;
  const wait = retryAfterMs(headers);
  const pause = wait === undefined ? {} : { retryAfterMs: wait };
  const envelope = readEnvelope(text, redact);
  if (envelope && envelope.code !== 0) return { kind: 'code', status, envelope, ...pause };
  const value = envelope && ![401, 403].includes(status) ? read(envelope.data) : undefined;
  if (value !== undefined) return { kind: 'ok', value };
  if (cutOff) return { kind: 'no-response', error: cutOff, ...pause };
  const location = headers['location'] === undefined ? undefined : redact(headers['location']);
  return {
    kind: 'status',
    status,
    ...(envelope && { isEnvelope: true as const }),
    ...(location === undefined ? {} : { location }),
    ...pause,
  };
}

/** Whether the service rejects these credentials; an error code other than maintenance may stand beside it. */
export function isUnauthorized(reply: ServiceFailure): boolean {
  if (reply.kind === 'code' && reply.envelope.code === MAINTENANCE) return false;
  return reply.kind !== 'no-response' && (reply.status === 401 || reply.status === 403);
}

/** Asking may fail in a row for this long, in milliseconds (docs/design.md §4). */
export const FAILING_MS = 15 * 60_000;

/** What should be there may be not ready for this long, in milliseconds (docs/design.md §4). */
export const NOT_READY_MS = 10 * 60_000;

/** The service knows the testset but has nothing to tell yet (docs/design.md §4: 6002, and 6003 counts as not ready). */
export function isNotReady(reply: ServiceFailure): boolean {
  return reply.kind === 'code' && [NO_DATA, STILL_RUNNING].includes(reply.envelope.code);
}

/** Whether the service is under maintenance. */
export function isMaintenance(reply: ServiceFailure): boolean {
  return reply.kind === 'code' && reply.envelope.code === MAINTENANCE;
}

/** An answer that will hardly change by asking again: an error code, or a status that blames the request. */
export function isPermanent(reply: ServiceFailure): boolean {
  if (reply.kind === 'no-response') return false;
  if (reply.kind === 'code') return !isMaintenance(reply) && !isNotReady(reply);
  return reply.status >= 300 && reply.status < 500 && ![408, 425, 429].includes(reply.status);
}

/** How long the service wants to be left alone, in milliseconds. */
export function requestedDelayMs(reply: ServiceFailure): number {
  return reply.retryAfterMs ?? 0;
}
