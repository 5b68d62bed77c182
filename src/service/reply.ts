import { CODES, hintFor } from '../model/error-codes.ts';
import { TestsetError } from '../model/errors.ts';
import type { JsonObject } from '../model/fields.ts';
import type { Redact } from '../runtime/redact.ts';
import { explainResponse, isDenied } from './failed-response.ts';
import { explainNetworkError, type Failure } from './failures.ts';
import { retryAfterMs } from './http/rate-limit.ts';
import type { HttpResult } from './http/request.ts';
import { readEnvelope } from './wire.ts';

/** The result of an operation: a value, or why there is none. */
export type ServiceReply<T> = { readonly kind: 'value'; readonly value: T } | ServiceFailure;

/** Why an operation brought no value. */
export interface ServiceFailure extends Failure {
  /** The `Retry-After` of the response, in milliseconds; 0 without one. */
  readonly retryAfterMs: number;
}

/** How to read the response to a request for `what`, such as "the status of testset 7". */
export interface Reading<T> {
  readonly what: string;
  /** Reads the value from `data`; `undefined` if it is not there. */
  readonly read: (data: JsonObject, redact: Redact) => T | undefined;
}

/** Reads the response of a GET: the envelope first, then the status. @param credentialsAccepted before, in the same step */
export function readReply<T>(
  result: HttpResult,
  { what, read }: Reading<T>,
  redact: Redact,
  credentialsAccepted: boolean,
): ServiceReply<T> {
  if (result.kind === 'no-response') {
    return { ...explainNetworkError(result.error, what, credentialsAccepted), retryAfterMs: 0 };
  }
  const { status, headers, text, cutOff } = result;
  const envelope = readEnvelope(text, redact);
  // A 401 or 403 is a rejection, even if the envelope says success.
  const value = envelope?.code === 0 && !isDenied(status) ? read(envelope.data, redact) : undefined;
  if (value !== undefined) return { kind: 'value', value };
  const incomplete = cutOff && explainNetworkError(cutOff, what, credentialsAccepted);
  // An encoding that is not read hides the body, not a status that says enough.
  const isEnough = Boolean(envelope?.code) || (incomplete?.kind === 'permanent' && status >= 300);
  const { kind, error } =
    incomplete && !isEnough ? incomplete : explainResponse(result, what, { redact, credentialsAccepted }, envelope);
  return { kind, error, retryAfterMs: retryAfterMs(headers) };
}

/** The reply of a service that does not call a testset's results complete. */
export function replyIncomplete(what: string): ServiceFailure {
  const message = `The service says that ${what} are not complete.`;
  const error = new TestsetError({ code: 'service-rejected', message, hint: hintFor(CODES.stillRunning) });
  return { kind: 'not-ready', error, retryAfterMs: 0 };
}

/** Whether the service itself responded, and did not reject the credentials. Maintenance says nothing about them. */
export function provesCredentials({ kind }: ServiceReply<unknown>): boolean {
  return ['value', 'not-ready', 'rejected', 'no-value'].includes(kind);
}
