import { TestsetError, type ErrorCode } from '../model/errors.ts';
import { capitalize } from '../model/words.ts';
import { hintFor, MAINTENANCE, STILL_RUNNING } from './error-codes.ts';
import type { NetworkError, NetworkErrorKind } from './http/network-error.ts';
import type { ServiceFailure, StatusFailure } from './reply.ts';
import type { Envelope } from './wire.ts';

const CREDENTIALS_HINT =
  'Check the secrets behind `user-id` and `access-key`, and that this account may use the project.';
const PROXY_HINT = 'Set HTTPS_PROXY to http://user:password@host:port, with credentials that the proxy accepts.';
const PROXY_ADDRESS_HINT = 'Check the address in HTTPS_PROXY, and that the proxy is running.';

/**
 * Explains why an operation failed and what to do about it.
 *
 * @param what the object of the operation, such as "the new testset"
 */
export function explain(failure: ServiceFailure, what: string): TestsetError {
  if (failure.kind === 'no-response') return explainNetworkError(failure.error, what);
  if (failure.kind === 'code') return explainCode(failure.envelope, failure.status, what);
  if (failure.kind === 'incomplete') {
    return new TestsetError({
      code: 'service-refused',
      message: `The service says that ${what} are not complete.`,
      hint: hintFor(STILL_RUNNING),
    });
  }
  if (failure.kind === 'cached') return explainCached(failure.age, what);
  return explainStatus(failure, what);
}

function explainCached(age: number, what: string): TestsetError {
  const message = `A cache between this runner and the service sent an old response to the request for ${what} (\`Age: ${age}\`).`;
  return new TestsetError({ code: 'unreachable', message, hint: 'Exclude the path /openapi/v2 from the cache.' });
}

/** Explains an error code of the envelope. */
export function explainCode({ code, message, reason }: Envelope, status: number, what: string): TestsetError {
  const inBrackets = reason && ` (${withoutStop(reason)})`;
  const details = `${code} ${withoutStop(message)}${inBrackets}`.trim();
  const rejection = {
    code,
    reason: withoutStop(reason || message),
    message: reason ? withoutStop(message) : undefined,
  };
  const rejected = (kind: ErrorCode, summary: string, hint = hintFor(code)): TestsetError =>
    new TestsetError({ code: kind, message: `${summary}: ${details}.`, hint, rejection });
  if (code === MAINTENANCE) return rejected('maintenance', 'The service is under maintenance');
  if (status === 401 || status === 403)
    return rejected('credentials', wrongCredentials(`HTTP ${status}`), CREDENTIALS_HINT);
  return rejected('service-refused', `The service rejected the request for ${what}`);
}

/** The service ends some of its texts with a full stop, and ours follows. */
function withoutStop(text: string): string {
  return text.replace(/[.\s]+$/, '');
}

function wrongCredentials(response: string): string {
  return `The service rejected the credentials (${response})`;
}

const LET_THROUGH = 'let this runner through to the service';
const SIGN_IN_HINT = `It may be the sign-in page of a proxy or firewall: ${LET_THROUGH}. Otherwise check \`base-url\`.`;

function explainStatus(failure: StatusFailure, what: string): TestsetError {
  const { status, location, isBlocked, pageTitle } = failure;
  const page = pageTitle ? ` and a page titled "${pageTitle}"` : '';
  const response = `HTTP ${status}${page}`;
  if (status >= 300 && status < 400) {
    const message = `The service redirected the request for ${what} to ${withoutQuery(location)} (HTTP ${status}), which is not followed.`;
    const hint = isServicePath(location) ? 'Set `base-url` to the final address of the service.' : SIGN_IN_HINT;
    return new TestsetError({ code: 'redirected', message, hint });
  }
  if (isBlocked) {
    const message = `A firewall or proxy in front of the service blocked the request for ${what} (${response}).`;
    const hint = `The credentials are right, because the service accepted them before: ${LET_THROUGH}.`;
    return new TestsetError({ code: 'service-refused', message, hint });
  }
  if (status === 401 || status === 403) {
    return new TestsetError({ code: 'credentials', message: `${wrongCredentials(response)}.`, hint: CREDENTIALS_HINT });
  }
  if (status === 407) {
    return new TestsetError({
      code: 'proxy',
      message: `A proxy rejected the credentials (HTTP 407) for ${what}.`,
      hint: PROXY_HINT,
    });
  }
  if (status === 425 || status === 429) {
    const message = `The service accepts no more requests for now (HTTP ${status}) for ${what}.`;
    return new TestsetError({ code: 'rate-limited', message, hint: 'Run the step again later, or run fewer at once.' });
  }
  if (status === 408) {
    const message = `The request for ${what} took too long for the service, or for a proxy in front of it (HTTP 408).`;
    return new TestsetError({
      code: 'service-refused',
      message,
      hint: 'Raise the time limit there, or use a faster connection.',
    });
  }
  if (status === 413) {
    const message = `The service, or a proxy in front of it, rejected ${what} as too large (HTTP 413).`;
    return new TestsetError({
      code: 'service-refused',
      message,
      hint: "Make the app smaller, or ask the service's support for its limit.",
    });
  }
  if (failure.isEnvelope && status < 300) {
    const message = `The service responded to the request for ${what} without the data that belongs to it.`;
    return new TestsetError({ code: 'service-refused', message, hint: 'Try again later.' });
  }
  const body = pageTitle ? '' : ' and a body that is not its format';
  const message = `The service responded to the request for ${what} with ${response}${body}.`;
  return new TestsetError({ code: 'service-refused', message, hint: hintForStatus(status, pageTitle !== undefined) });
}

function hintForStatus(status: number, isPage: boolean): string {
  if (status >= 500) return 'The service has a problem. Try again later.';
  return isPage && status < 300 ? SIGN_IN_HINT : 'Check `base-url` and the path in it.';
}

/** Whether a redirect leads to an operation of the service, at another address. */
function isServicePath(location = ''): boolean {
  const path = URL.parse(location, 'https://service.invalid')?.pathname ?? '';
  return /\/openapi\/v2\/(?:testset|project)(?:\/|$)/.test(path);
}

const CERTIFICATE_HINT =
  "If it is from a certificate authority of your own, set NODE_EXTRA_CA_CERTS in the step's environment to the file of that " +
  'authority; an expired or wrong certificate must be renewed.';

/** The code and the hint for each kind of error, and for all other kinds. */
interface NetworkHints extends Readonly<Partial<Record<NetworkErrorKind, readonly [ErrorCode, string]>>> {
  readonly other: readonly [ErrorCode, string];
}

const NETWORK_HINTS: NetworkHints = {
  'name-not-found': ['unreachable', 'Check the host name in `base-url`.'],
  certificate: ['untrusted', CERTIFICATE_HINT],
  'not-tls': ['untrusted', 'Check the scheme and the port in `base-url`.'],
  'tls-rejected': ['untrusted', 'Check the host name in `base-url`, and the TLS settings of the service.'],
  'proxy-credentials': ['proxy', PROXY_HINT],
  'proxy-refused': ['proxy', 'Allow this host in the proxy, or add the host to NO_PROXY.'],
  'proxy-busy': ['proxy', 'Check that the proxy can reach this host, or add the host to NO_PROXY.'],
  other: ['unreachable', 'Check `base-url`, the network and the state of the service.'],
};

/** The same for a proxy that could not be reached. */
const AT_PROXY_HINTS: NetworkHints = {
  certificate: ['proxy', CERTIFICATE_HINT],
  other: ['proxy', PROXY_ADDRESS_HINT],
};

/** Their messages are sentences: "cannot connect to …". */
const CANNOT_CONNECT: readonly NetworkErrorKind[] = ['name-not-found', 'refused', 'no-connection'];

/** Explains why a request got no complete response. */
export function explainNetworkError(error: NetworkError, what: string): TestsetError {
  const hints = error.isAtProxy ? AT_PROXY_HINTS : NETWORK_HINTS;
  const [code, hint] = hints[error.kind] ?? hints.other;
  const { message: reason } = error;
  const isSentence = CANNOT_CONNECT.includes(error.kind);
  const message = isSentence ? `${capitalize(reason)}.` : `The request for ${what} failed: ${reason}.`;
  return new TestsetError({ code, message, hint, cause: error });
}

/** The target of a redirect without its query, which may hold a token. */
function withoutQuery(location = ''): string {
  const url = URL.parse(location);
  if (url) return `${url.origin}${url.pathname}`;
  return location.split(/[?#]/)[0] || 'an unknown address';
}
