import { TestsetError, type ErrorCode } from '../model/errors.ts';
import { hintFor, MAINTENANCE } from './error-codes.ts';
import type { NetworkError, NetworkErrorKind } from './http/network-error.ts';
import { isUnauthorized, type ServiceFailure } from './reply.ts';
import type { Envelope } from './wire.ts';

const CREDENTIALS = 'Check `user-id` and `access-key`, and that this account may use the project.';

/**
 * Says in one sentence why an operation did not do what it was asked, and what to do about it.
 *
 * @param what the operation's object, as in "the new testset"
 */
export function explain(refusal: ServiceFailure, what: string): TestsetError {
  if (refusal.kind === 'no-response') return explainFault(refusal.error, what);
  if (refusal.kind === 'code') return explainCode(refusal.envelope, refusal.status, what);
  if (isUnauthorized(refusal)) {
    const message = `The service did not accept the credentials for ${what} (HTTP ${refusal.status}).`;
    return new TestsetError('credentials', message, CREDENTIALS);
  }
  return explainStatus(refusal.status, refusal.location, what);
}

/** Says what an error code of the envelope means. */
export function explainCode(envelope: Envelope, status: number, what: string): TestsetError {
  const said = `${envelope.code} ${envelope.message}${envelope.reason ? ` (${envelope.reason})` : ''}`.trim();
  if (envelope.code === MAINTENANCE) {
    return new TestsetError('maintenance', `The service is under maintenance: ${said}.`, hintFor(envelope.code));
  }
  if (status === 401 || status === 403) {
    const message = `The service did not accept the credentials for ${what} (HTTP ${status}): ${said}.`;
    return new TestsetError('credentials', message, CREDENTIALS);
  }
  return new TestsetError('service-refused', `The service refused ${what}: ${said}.`, hintFor(envelope.code));
}

function explainStatus(status: number, location: string | undefined, what: string): TestsetError {
  if (status >= 300 && status < 400) {
    const message = `The service redirected the request for ${what} to ${placeOf(location)} (HTTP ${status}); it was not followed.`;
    return new TestsetError('redirected', message, 'Set `base-url` to the address where the service itself answers.');
  }
  if (status === 407) return proxyError(`A proxy wants other credentials (HTTP 407) for ${what}.`);
  if (status === 425 || status === 429) {
    const message = `The service accepts no more requests for now (HTTP ${status}) for ${what}.`;
    return new TestsetError('rate-limited', message, 'Run the step again later, or run fewer at once.');
  }
  if (status === 413) {
    const message = `The service, or what stands before it, takes no request so large (HTTP 413): ${what}.`;
    return new TestsetError('service-refused', message, 'Make the app smaller, or ask the service for its limit.');
  }
  const message = `The service answered the request for ${what} with HTTP ${status} and nothing that this action can read.`;
  const hint =
    status >= 500 ? 'The service has trouble: try again later.' : 'Check `base-url`: does the service answer there?';
  return new TestsetError('service-refused', message, hint);
}

const FAULT_HELP: Readonly<Partial<Record<NetworkErrorKind, readonly [ErrorCode, string]>>> = {
  'name-not-found': ['unreachable', 'Check the host name in `base-url`.'],
  certificate: [
    'untrusted',
    "If the service has a certificate authority of its own, give its file in the step's environment as NODE_EXTRA_CA_CERTS; " +
      'an expired or wrong certificate is for the service to mend.',
  ],
  'not-tls': ['untrusted', 'Check the scheme and the port in `base-url`.'],
  'proxy-refused': ['proxy', 'Let the proxy pass requests to this host, or name the host in NO_PROXY.'],
  'proxy-busy': ['proxy', 'Check that the proxy can reach this host, or name the host in NO_PROXY.'],
};

/** Says what happened on the way to the service. */
export function explainFault(fault: NetworkError, what: string): TestsetError {
  if (fault.kind === 'proxy-credentials') return proxyError(`No connection for ${what}: ${fault.message}.`, fault);
  const [code, hint] = FAULT_HELP[fault.kind] ?? [
    'unreachable',
    'Check `base-url`, the network and the state of the service.',
  ];
  return new TestsetError(code, `No whole answer for ${what}: ${fault.message}.`, hint, fault);
}

function proxyError(message: string, cause?: NetworkError): TestsetError {
  return new TestsetError('proxy', message, 'Put the right user and password into HTTPS_PROXY.', cause);
}

/** Where a redirect leads, without its query, which may hold a token. */
function placeOf(location: string | undefined): string {
  if (!location) return 'nowhere';
  const url = URL.parse(location);
  return url ? `${url.origin}${url.pathname}` : (location.split(/[?#]/)[0] ?? 'nowhere');
}
