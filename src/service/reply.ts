import type { JsonObject } from '../model/fields.ts';
import { readPageTitle } from '../runtime/page-title.ts';
import type { Redact } from '../runtime/redact.ts';
import { MAINTENANCE, NO_DATA, STILL_RUNNING } from './error-codes.ts';
import type { NetworkError } from './http/network-error.ts';
import type { HttpResponse, HttpResult } from './http/request.ts';
import { retryAfterMs } from './retry.ts';
import { type Envelope, readEnvelope } from './wire.ts';

/** The result of an operation: a value, or why there is none. */
export type ServiceReply<T> = { readonly kind: 'ok'; readonly value: T } | ServiceFailure;

/** Why an operation brought no value. `retryAfterMs` is the response's `Retry-After`. */
export type ServiceFailure =
  /** An envelope with an error code. */
  | { readonly kind: 'code'; readonly status: number; readonly envelope: Envelope; readonly retryAfterMs?: number }
  | StatusFailure
  /** Results that the service does not call complete. */
  | { readonly kind: 'incomplete'; readonly retryAfterMs?: number }
  /** A response from a cache that is too old to be used; its age is in seconds. */
  | { readonly kind: 'cached'; readonly age: number; readonly retryAfterMs?: number }
  /** No complete response. */
  | { readonly kind: 'no-response'; readonly error: NetworkError; readonly retryAfterMs?: number };

/** A response without an error code and without the value. */
export interface StatusFailure {
  readonly kind: 'status';
  readonly status: number;
  /** The response was an envelope, so it came from the service. */
  readonly isEnvelope?: boolean;
  /** A page with 401 or 403 after the credentials were accepted: a firewall or proxy in front of the service sent it. */
  readonly isBlocked?: boolean;
  /** The title of an HTML page, which is empty if it has none; absent for any other response. */
  readonly pageTitle?: string;
  readonly location?: string;
  readonly retryAfterMs?: number;
}

/**
 * Reads the response of a GET: the envelope first, then the status.
 *
 * @param read reads the value from `data`; `undefined` if it is not there
 * @param credentialsAccepted whether the service accepted the same credentials before
 */
export function readReply<T>(
  result: HttpResult,
  read: (data: JsonObject) => T | undefined,
  redact: Redact,
  credentialsAccepted = false,
): ServiceReply<T> {
  if (result.kind === 'no-response') return result;
  const { status, headers, text, cutOff } = result;
  const pause = { retryAfterMs: retryAfterMs(headers) };
  const envelope = readEnvelope(text, redact);
  if (envelope && envelope.code !== 0) return { kind: 'code', status, envelope, ...pause };
  // A 401 or 403 is a rejection, even if the envelope says success.
  const isDenied = status === 401 || status === 403;
  const value = envelope && !isDenied ? read(envelope.data) : undefined;
  if (value !== undefined) return { kind: 'ok', value };
  if (cutOff) return { kind: 'no-response', error: cutOff, ...pause };
  const failure = readStatusFailure(result, redact, credentialsAccepted);
  return { ...failure, isEnvelope: envelope !== undefined, ...pause };
}

/** Describes a response by its status. @param credentialsAccepted as for {@link readReply} */
export function readStatusFailure(
  { status, headers, text }: HttpResponse,
  redact: Redact,
  credentialsAccepted: boolean,
): StatusFailure {
  const location = headers['location'];
  const pageTitle = readPageTitle(text, redact);
  const isDenied = status === 401 || status === 403;
  return {
    kind: 'status',
    status,
    pageTitle,
    isBlocked: isDenied && pageTitle !== undefined && credentialsAccepted,
    location: location && redact(location),
  };
}

/** Whether the service itself responded, and did not reject the credentials. Maintenance says nothing about them. */
export function provesCredentials(reply: ServiceReply<unknown>): boolean {
  if (reply.kind === 'ok') return true;
  const isEnvelope = reply.kind === 'code' || (reply.kind === 'status' && reply.isEnvelope === true);
  return isEnvelope && !isMaintenance(reply) && !isUnauthorized(reply);
}

/** Whether the service rejects the credentials, with or without an error code. */
export function isUnauthorized(failure: ServiceFailure): boolean {
  if (!hasStatus(failure) || isMaintenance(failure) || isBlocked(failure)) return false;
  return failure.status === 401 || failure.status === 403;
}

/** Whether a firewall or proxy blocked the request, although the credentials are right. */
function isBlocked(failure: ServiceFailure): boolean {
  return failure.kind === 'status' && failure.isBlocked === true;
}

function hasStatus(failure: ServiceFailure): failure is Extract<ServiceFailure, { readonly status: number }> {
  return failure.kind === 'code' || failure.kind === 'status';
}

/** Whether the testset exists but has no status yet, or no complete results. */
export function isNotReady(failure: ServiceFailure): boolean {
  if (failure.kind === 'incomplete') return true;
  return failure.kind === 'code' && [NO_DATA, STILL_RUNNING].includes(failure.envelope.code);
}

/** Whether the service is under maintenance. */
export function isMaintenance(failure: ServiceFailure): boolean {
  return failure.kind === 'code' && failure.envelope.code === MAINTENANCE;
}

/**
 * Whether the service rejected the request in a way that a retry will hardly change: an error code, a redirect or another 4xx. Maintenance,
 * "not ready" and what a firewall blocked are no rejections.
 */
export function isRejection(failure: ServiceFailure): boolean {
  if (!hasStatus(failure) || isBlocked(failure)) return false;
  if (failure.kind === 'code') return !isMaintenance(failure) && !isNotReady(failure);
  return failure.status >= 300 && failure.status < 500 && ![408, 425, 429].includes(failure.status);
}

/** Whether the response is larger than the action reads. */
export function isTooLarge(failure: ServiceFailure): boolean {
  return failure.kind === 'no-response' && failure.error.kind === 'too-large';
}
