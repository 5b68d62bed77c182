import { unescape } from 'node:querystring';

import { MAINTENANCE, NO_DATA, STILL_RUNNING } from '../model/error-codes.ts';
import type { TestsetError } from '../model/errors.ts';
import type { JsonObject } from '../model/fields.ts';
import { readPageTitle } from '../runtime/page-title.ts';
import type { Redact } from '../runtime/redact.ts';
import { explainCode, explainNetworkError, explainStatus, isDenied, type FailedResponse } from './explain.ts';
import type { NetworkError } from './http/network-error.ts';
import type { HttpResponse, HttpResult } from './http/request.ts';
import { retryAfterMs } from './http/rate-limit.ts';
import { readEnvelope, readSaid } from './wire.ts';

/**
 * What the scenario list, a poll and a request for results do with each kind of failure (docs/design.md §4). Of several kinds that apply,
 * the first counts. `again`: repeat the request for as long as failures may last.
 */
export const FAILURES = {
  stopped: { list: 'again', poll: 'again', results: 'again' },
  /** The response is larger than the action reads. */
  'too-large': { list: 'unlisted', poll: 'again', results: 'final' },
  /** No connection with these settings: a certificate, TLS, a proxy or an encoding must be mended first. */
  permanent: { list: 'not-started', poll: 'permanent', results: 'again' },
  /** No complete response for another reason; 408, 425, 429 or a 5xx; a firewall, after the service had accepted the credentials. */
  temporary: { list: 'again', poll: 'again', results: 'again' },
  maintenance: { list: 'maintenance', poll: 'maintenance', results: 'again' },
  /** Rejected credentials: HTTP 401 or 403, as long as the service has not accepted them. */
  unauthorized: { list: 'rejected', poll: 'rejected', results: 'again' },
  /** The testset exists, but it has no status yet or no complete results. */
  'not-ready': { list: 'again', poll: 'not-ready', results: 'not-ready' },
  /** Another error code of the service, or another 3xx or 4xx of it. */
  rejected: { list: 'unlisted', poll: 'rejection', results: 'again' },
  /** A success of the service without the value. */
  'no-value': { list: 'unlisted', poll: 'again', results: 'again' },
  /** A success that is not the service's, such as a sign-in page, or a response that is not HTTP. */
  unexpected: { list: 'unexpected', poll: 'again', results: 'again' },
  /** Another status that is not the service's, such as a redirect. */
  elsewhere: { list: 'not-started', poll: 'rejection', results: 'again' },
} as const;

/** The kind of a failure. */
export type FailureKind = keyof typeof FAILURES;

/** The result of an operation: a value, or why there is none. */
export type ServiceReply<T> = { readonly kind: 'value'; readonly value: T } | ServiceFailure;

/** Why an operation brought no value. */
export interface ServiceFailure {
  readonly kind: FailureKind;
  /** Its cause is a {@link NetworkError} if no complete response arrived. */
  readonly error: TestsetError;
  /** The `Retry-After` of the response, in milliseconds; 0 without one. */
  readonly retryAfterMs: number;
}

/** How to read the response to a GET. */
export interface Reading<T> {
  /** The object of the operation, such as "the status of testset 7". */
  readonly what: string;
  /** Reads the value from `data`; `undefined` if it is not there. */
  readonly read: (data: JsonObject, redact: Redact) => T | undefined;
}

/**
 * Reads the response of a GET: the envelope first, then the status.
 *
 * @param credentialsAccepted whether the service accepted the same credentials before
 */
export function readReply<T>(
  result: HttpResult,
  { what, read }: Reading<T>,
  redact: Redact,
  credentialsAccepted: boolean,
): ServiceReply<T> {
  if (result.kind === 'no-response') return noResponse(result.error, what, credentialsAccepted);
  const { status, cutOff } = result;
  const pauseMs = retryAfterMs(result.headers);
  const envelope = readEnvelope(result.text, redact);
  if (envelope && envelope.code !== 0) {
    const isWrong = isDenied(status) && !credentialsAccepted;
    return {
      kind: kindOfCode(envelope.code, isWrong),
      error: explainCode(envelope, status, what, isWrong),
      retryAfterMs: pauseMs,
    };
  }
  // A 401 or 403 is a rejection, even if the envelope says success.
  const value = envelope && !isDenied(status) ? read(envelope.data, redact) : undefined;
  if (value !== undefined) return { kind: 'value', value };
  // An encoding that is not read hides the body, not a status that says enough.
  if (cutOff && !(cutOff.isPermanent && status >= 300)) return noResponse(cutOff, what, credentialsAccepted, pauseMs);
  const response = readFailedResponse(result, redact, credentialsAccepted);
  const isSuccess = envelope !== undefined && status < 300;
  return {
    kind: kindOfStatus(response, envelope !== undefined),
    error: explainStatus(response, what, isSuccess),
    retryAfterMs: pauseMs,
  };
}

function noResponse(error: NetworkError, what: string, credentialsAccepted: boolean, pauseMs = 0): ServiceFailure {
  let kind: FailureKind = error.isPermanent ? 'permanent' : 'temporary';
  if (error.kind === 'stopped' || error.kind === 'too-large') ({ kind } = error);
  if (error.kind === 'not-http') kind = 'unexpected';
  return { kind, error: explainNetworkError(error, what, credentialsAccepted), retryAfterMs: pauseMs };
}

function kindOfCode(code: number, isWrong: boolean): FailureKind {
  if (code === MAINTENANCE) return 'maintenance';
  if (isWrong) return 'unauthorized';
  return [NO_DATA, STILL_RUNNING].includes(code) ? 'not-ready' : 'rejected';
}

function kindOfStatus(failure: FailedResponse, isFromService: boolean): FailureKind {
  const { status, credentialsAccepted, isBlocked, isLimited } = failure;
  if (isBlocked) return 'temporary';
  const isOverloaded = status >= 500 || status === 408 || isLimited;
  if (isDenied(status) && !isLimited) return credentialsAccepted ? 'rejected' : 'unauthorized';
  if (isFromService) return status < 300 || isOverloaded ? 'no-value' : 'rejected';
  if (status < 300) return 'unexpected';
  return isOverloaded ? 'temporary' : 'elsewhere';
}

/** Describes a response by its status. @param credentialsAccepted as for {@link readReply} */
export function readFailedResponse(
  { status, headers, text, cutOff }: HttpResponse,
  redact: Redact,
  credentialsAccepted: boolean,
): FailedResponse {
  const pageTitle = readPageTitle(text, redact);
  const said = pageTitle === undefined ? readSaid(text, redact) : '';
  const isBlocked = isDenied(status) && pageTitle !== undefined && credentialsAccepted;
  // What was cut off may have said that a testset was created.
  const isLimit = LIMIT_WORDS.test(said) || (credentialsAccepted && !cutOff && retryAfterMs(headers) > 0);
  return {
    status,
    credentialsAccepted,
    isBlocked,
    isLimited: status === 425 || status === 429 || (isDenied(status) && !isBlocked && isLimit),
    said,
    pageTitle,
    // Without the fold of a header, and decoded: both may divide a secret.
    location: redact(unescape(headers['location']?.replace(/\s/g, '') ?? '')),
  };
}

/** Some services limit requests with 403. */
const LIMIT_WORDS = /rate.?limit|too many requests/i;

/** Whether the service itself responded, and did not reject the credentials. Maintenance says nothing about them. */
export function provesCredentials({ kind }: ServiceReply<unknown>): boolean {
  return ['value', 'not-ready', 'rejected', 'no-value'].includes(kind);
}
