import { NetworkError, type NetworkErrorKind } from '../../src/service/http/network-error.ts';
import type { HttpResponse, HttpResult } from '../../src/service/http/request.ts';
import { readReply, replyIncomplete, type ServiceFailure } from '../../src/service/reply.ts';

/** A reply with a value. */
export const valueReply = <T>(value: T) => ({ kind: 'value', value }) as const;

/** A response as the HTTP client brings it. */
export function response(status: number, text = '', more: Partial<HttpResponse> = {}): HttpResponse {
  return { kind: 'response', status, headers: {}, text, ...more };
}

/** A request without a response. */
export function noResponse(error: NetworkError | NetworkErrorKind): HttpResult {
  return { kind: 'no-response', error: typeof error === 'string' ? new NetworkError(error, 'it broke') : error };
}

/** How a failed response is read. */
interface Reading {
  /** The object of the request. */
  readonly what?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the service accepted the credentials before. */
  readonly credentialsAccepted?: boolean;
}

/** A response without the value. */
export function httpReply(status: number, text = '', { headers = {}, ...reading }: Reading = {}): ServiceFailure {
  return failureOf(response(status, text, { headers }), reading);
}

/** A response with an error code; 0: an envelope without the value. */
export function codeReply(code: number, retryAfterMs = 0, status = 200, what?: string): ServiceFailure {
  const text = JSON.stringify({ result_code: code, result_msg: 'Message', reason: 'the reason', data: {} });
  return httpReply(status, text, { headers: { 'retry-after': String(retryAfterMs / 1000) }, what });
}

/** A request without a complete response. */
export function networkReply(kind: NetworkErrorKind, isAtProxy = false, what?: string): ServiceFailure {
  return failureOf(noResponse(new NetworkError(kind, 'it broke', undefined, isAtProxy)), { what });
}

/** A page of a firewall, after the service had accepted the credentials. */
export const BLOCKED = httpReply(403, '<title>Blocked</title>', { credentialsAccepted: true });

/** Results that the service does not call complete. */
export const INCOMPLETE = replyIncomplete('the results');

function failureOf(result: HttpResult, { what = 'it', credentialsAccepted = false }: Reading): ServiceFailure {
  const reply = readReply(result, { what, read: () => undefined }, String, credentialsAccepted);
  if (reply.kind === 'value') throw new Error('the response has a value');
  return reply;
}
