import { MAINTENANCE, NO_DATA, STILL_RUNNING } from '../model/error-codes.ts';
import type { JsonObject } from '../model/fields.ts';
import { readPageTitle } from '../runtime/page-title.ts';
import type { Redact } from '../runtime/redact.ts';
import type { NetworkError } from './http/network-error.ts';
import type { HttpResponse, HttpResult } from './http/request.ts';
import { retryAfterMs } from './retry.ts';
import { type Envelope, readEnvelope } from './wire.ts';

/** The result of an operation: a value, or why there is none. */
export type ServiceReply<T> = { readonly value: T } | ServiceFailure;

/** Why an operation brought no value. `retryAfterMs` is the response's `Retry-After`. */
export type ServiceFailure = { readonly retryAfterMs?: number } & (
  | FailedResponse
  /** Results that the service does not call complete. */
  | { readonly isIncomplete: true }
  /** A response from a cache that is too old to be used; its age is in seconds. */
  | { readonly age: number }
  /** No complete response. */
  | { readonly error: NetworkError }
);

/** A response without the value. */
export interface FailedResponse {
  readonly status: number;
  /** Set if the service itself responded; with the code 0 only the value is missing. */
  readonly envelope?: Envelope;
  /** A page with 401 or 403 after the credentials were accepted: a firewall or proxy in front of the service sent it. */
  readonly isBlocked?: boolean;
  /** The title of an HTML page, which is empty if it has none; absent for any other response. */
  readonly pageTitle?: string;
  readonly location?: string;
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
  credentialsAccepted: boolean,
): ServiceReply<T> {
  if ('error' in result) return { error: result.error };
  const pause = { retryAfterMs: retryAfterMs(result.headers) };
  const envelope = readEnvelope(result.text, redact);
  const failure = { ...readFailedResponse(result, redact, credentialsAccepted), envelope, ...pause };
  if (envelope && envelope.code !== 0) return failure;
  // A 401 or 403 is a rejection, even if the envelope says success.
  const value = envelope && !isDenied(result) ? read(envelope.data) : undefined;
  if (value !== undefined) return { value };
  const { cutOff } = result;
  // An encoding that is not read hides the body, not a status that says enough.
  const isEnough = !cutOff || (cutOff.isPermanent && result.status >= 300);
  return isEnough ? failure : { error: cutOff, ...pause };
}

/** Describes a response by its status. @param credentialsAccepted as for {@link readReply} */
export function readFailedResponse(
  { status, headers, text }: HttpResponse,
  redact: Redact,
  credentialsAccepted: boolean,
): FailedResponse {
  const location = headers['location'];
  const pageTitle = readPageTitle(text, redact);
  return {
    status,
    pageTitle,
    isBlocked: isDenied({ status }) && pageTitle !== undefined && credentialsAccepted,
    location: location && redact(location),
  };
}

function isDenied({ status }: Pick<HttpResponse, 'status'>): boolean {
  return status === 401 || status === 403;
}

/** Whether the service itself responded. */
export function isFromService(reply: ServiceReply<unknown>): boolean {
  return 'value' in reply || ('status' in reply && reply.envelope !== undefined);
}

/** Whether the service itself responded, and did not reject the credentials. Maintenance says nothing about them. */
export function provesCredentials(reply: ServiceReply<unknown>): boolean {
  if ('value' in reply) return true;
  return isFromService(reply) && !isMaintenance(reply) && !isUnauthorized(reply);
}

/** Whether the service rejects the credentials, with or without an error code. */
export function isUnauthorized(failure: ServiceFailure): boolean {
  return 'status' in failure && isDenied(failure) && !failure.isBlocked && !isMaintenance(failure);
}

/** Whether the testset exists but has no status yet, or no complete results. */
export function isNotReady(failure: ServiceFailure): boolean {
  return 'isIncomplete' in failure || [NO_DATA, STILL_RUNNING].includes(errorCodeIn(failure));
}

/** Whether the service is under maintenance. */
export function isMaintenance(failure: ServiceFailure): boolean {
  return errorCodeIn(failure) === MAINTENANCE;
}

/** The error code of the service; 0 without one. */
export function errorCodeIn(failure: ServiceFailure): number {
  if (!('status' in failure)) return 0;
  return failure.envelope?.code ?? 0;
}

/**
 * Whether the service rejected the request in a way that a retry will hardly change: an error code, a redirect or another 4xx. Maintenance,
 * "not ready" and what a firewall blocked are not rejections.
 */
export function isRejection(failure: ServiceFailure): boolean {
  if (!('status' in failure) || failure.isBlocked) return false;
  if (errorCodeIn(failure) !== 0) return !isMaintenance(failure) && !isNotReady(failure);
  return failure.status >= 300 && failure.status < 500 && ![408, 425, 429].includes(failure.status);
}

/** Whether the response is larger than the action reads. */
export function isTooLarge(failure: ServiceFailure): boolean {
  return 'error' in failure && failure.error.kind === 'too-large';
}

/** Whether the caller stopped the request. */
export function isStopped(reply: ServiceReply<unknown>): boolean {
  return 'error' in reply && reply.error.kind === 'stopped';
}
