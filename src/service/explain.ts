import { hintFor, MAINTENANCE, STILL_RUNNING } from '../model/error-codes.ts';
import { TestsetError, type ErrorCode } from '../model/errors.ts';
import { withoutStop } from '../model/text.ts';
import { capitalize, joinPieces } from '../model/words.ts';
import type { NetworkError, NetworkErrorKind } from './http/network-error.ts';
import type { Envelope } from './wire.ts';

const CREDENTIALS_HINT =
  'Check the secrets behind `user-id` and `access-key`, and that this account may use the project.';
const PROXY_HINT = 'Set HTTPS_PROXY to http://user:password@host:port, with credentials that the proxy accepts.';
const ENCODED_HINT =
  'Turn off this compression in the proxy in front of the service: the action asks for none (`Accept-Encoding: identity`).';
const PROXY_ADDRESS_HINT = 'Check the address in HTTPS_PROXY, and that the proxy is running.';

/** A response without the value. */
export interface FailedResponse {
  readonly status: number;
  /** Whether the service accepted the same credentials before. */
  readonly credentialsAccepted: boolean;
  /** A page with 401 or 403 after the credentials were accepted: a firewall or proxy in front of the service sent it. */
  readonly isBlocked: boolean;
  /** 425, 429, or 401 or 403 that means the same. */
  readonly isLimited: boolean;
  /** What the service says in its own words, without a full stop; '' if it says nothing. */
  readonly said: string;
  /** The title of an HTML page, which is empty if it has none; absent for any other response. */
  readonly pageTitle?: string;
  /** Where a redirect leads; '' if nowhere. */
  readonly location: string;
}

/** Explains that the service does not call a testset's results complete. */
export function explainIncomplete(what: string): TestsetError {
  const message = `The service says that ${what} are not complete.`;
  return new TestsetError({ code: 'service-rejected', message, hint: hintFor(STILL_RUNNING) });
}

/**
 * Explains an error code of the envelope.
 *
 * @param what the object of the operation, such as "the new testset"
 * @param isDenied whether the response rejects the credentials
 */
export function explainCode(envelope: Envelope, status: number, what: string, isDenied = false): TestsetError {
  const { code } = envelope;
  const message = withoutStop(envelope.message);
  const reason = withoutStop(envelope.reason);
  const rejection = reason ? { code, reason, message } : { code, reason: message };
  const inBrackets = reason && ` (${reason})`;
  const details = `${code} ${message}${inBrackets}`.trim();
  const explained = (kind: ErrorCode, summary: string, hint: string): TestsetError =>
    new TestsetError({ code: kind, message: `${summary}: ${details}.`, hint, rejection });
  if (code === MAINTENANCE) return explained('maintenance', 'The service is under maintenance', hintFor(code));
  if (isDenied) return explained('credentials', wrongCredentials(`HTTP ${status}`), CREDENTIALS_HINT);
  return explained('service-rejected', `The service rejected the request for ${what}`, hintFor(code));
}

function wrongCredentials(response: string): string {
  return `The service rejected the credentials (${response})`;
}

const LET_THROUGH = 'allow this runner in that firewall or proxy';
const SIGN_IN_HINT = `It may be the sign-in page of a proxy or firewall: ${LET_THROUGH}.`;
const ACCEPTED = 'The credentials are right, because the service accepted them before';

/** Explains a response without an error code. @param isSuccess whether the service's envelope says success */
export function explainStatus(failure: FailedResponse, what: string, isSuccess = false): TestsetError {
  const { status, credentialsAccepted, isBlocked, isLimited, pageTitle, said } = failure;
  if (status >= 300 && status < 400) return explainRedirect(failure, what);
  const page = pageTitle && ` and a page titled "${pageTitle}"`;
  const response = `HTTP ${status}${page ?? ''}`;
  const explained = (code: ErrorCode, message: string, hint: string, heading?: string): TestsetError =>
    new TestsetError({
      code,
      message: `${joinPieces(': ', [message, said])}.`,
      hint,
      words: said === '' ? heading : `"${said}" (${status})`,
    });
  if (isBlocked) {
    const message = `A firewall or proxy in front of the service blocked the request for ${what} (${response})`;
    return explained('service-rejected', message, `${ACCEPTED}: ${LET_THROUGH}.`);
  }
  if (isLimited) {
    const message = `Too many requests (HTTP ${status}) for ${what}`;
    return explained('rate-limited', message, 'Run the step again later, or run fewer scenarios at once.');
  }
  if (isDenied(status)) {
    if (credentialsAccepted) {
      const message = `The service rejected the request for ${what} (HTTP ${status})`;
      return explained('service-rejected', message, `${ACCEPTED}: check what this account may do in the project.`);
    }
    if (pageTitle === undefined) return explained('credentials', wrongCredentials(response), CREDENTIALS_HINT);
    const hint = `The service sends no pages: ${LET_THROUGH}, or check \`base-url\`. ${CREDENTIALS_HINT}`;
    const heading = pageTitle === '' ? undefined : `a page titled "${pageTitle}" (${status})`;
    return explained('credentials', wrongCredentials(response), hint, heading);
  }
  const known = KNOWN_STATUSES[status];
  if (known) {
    const [code, message, hint, heading] = known;
    const about = message.replace('{}', () => what);
    return explained(code, about, hint, heading);
  }
  if (isSuccess) {
    const message = `The service responded to the request for ${what} with an incomplete response`;
    return explained('service-rejected', message, 'Try again later.');
  }
  const message = `The service responded to the request for ${what} with ${response}`;
  return explained('service-rejected', message, hintForStatus(failure));
}

/** Whether a status usually means that the credentials were rejected. */
export function isDenied(status: number): boolean {
  return status === 401 || status === 403;
}

/** Statuses that do not depend on the operation, with `{}` for its object in the message. */
const KNOWN_STATUSES: Readonly<Record<number, readonly [ErrorCode, message: string, hint: string, words?: string]>> = {
  407: ['proxy', 'A proxy rejected the credentials (HTTP 407) for {}', PROXY_HINT],
  408: [
    'service-rejected',
    'The request for {} took too long for the service, or for a proxy in front of it (HTTP 408)',
    'Raise the time limit of the service or proxy, or use a faster connection.',
  ],
  413: [
    'service-rejected',
    'The service, or a proxy in front of it, rejected the upload as too large (HTTP 413)',
    "Make the app smaller, or ask the service's support for its limit.",
    'app too large',
  ],
};

function explainRedirect(failure: FailedResponse, what: string): TestsetError {
  const { status, location } = failure;
  const message = `The service redirected the request for ${what} to ${withoutQuery(location)} (HTTP ${status}). The action does not follow redirects.`;
  let hint = isServicePath(location) ? 'Set `base-url` to the final address of the service.' : signInHint(failure);
  // The paths of the service have none.
  if (isServicePath(location) && /\/(?:[?#]|$)/.test(location))
    hint = 'A proxy adds a slash to the path: turn that off there.';
  return new TestsetError({ code: 'redirected', message, hint });
}

function hintForStatus(failure: FailedResponse): string {
  const { status, credentialsAccepted, pageTitle } = failure;
  if (status >= 500) return 'The service has a problem. Try again later.';
  if (status < 300 && pageTitle !== undefined) return signInHint(failure);
  if (!credentialsAccepted) return 'Check `base-url` and the path in it.';
  return "If this happens again, ask the service's support.";
}

/** An address that the service has answered at is right. */
function signInHint({ credentialsAccepted }: FailedResponse): string {
  return credentialsAccepted ? SIGN_IN_HINT : `${SIGN_IN_HINT} Otherwise check \`base-url\`.`;
}

/** Whether a redirect leads to an operation of the service, at another address. */
function isServicePath(location: string): boolean {
  const path = URL.parse(location, 'https://service.invalid')?.pathname ?? '';
  return /\/openapi\/v2\/(?:testset|project)(?:\/|$)/.test(path);
}

const CERTIFICATE_HINT =
  "If it is from a certificate authority of your own, set NODE_EXTRA_CA_CERTS in the step's environment to a PEM file of that " +
  'authority, and check that this file exists; a wrong certificate must be renewed.';
const CERTIFICATE_DATE_HINT = 'Set the clock of the runner, or renew the certificate.';

/** The code and the hint for each kind of error, and for all other kinds. */
interface NetworkHints extends Readonly<Partial<Record<NetworkErrorKind, readonly [ErrorCode, string]>>> {
  readonly other: readonly [ErrorCode, string];
}

const NETWORK_HINTS: NetworkHints = {
  'name-not-found': [
    'unreachable',
    'Check the host name in `base-url`. A proxy is used only if HTTPS_PROXY names it, and NO_PROXY excludes no such host.',
  ],
  certificate: ['untrusted', CERTIFICATE_HINT],
  'certificate-date': ['untrusted', CERTIFICATE_DATE_HINT],
  'not-tls': ['untrusted', 'Check the scheme and the port in `base-url`.'],
  'not-http': [
    'unreachable',
    'Another kind of server responds at this address. Check the scheme, the host name and the port in `base-url`.',
  ],
  'tls-rejected': ['untrusted', 'Check the host name in `base-url`, and the TLS settings of the service.'],
  'proxy-credentials': ['proxy', PROXY_HINT],
  'proxy-rejected': ['proxy', 'Allow this host in the proxy, or add the host to NO_PROXY.'],
  'proxy-busy': ['proxy', 'Check that the proxy can reach this host, or add the host to NO_PROXY.'],
  encoded: ['unreachable', ENCODED_HINT],
  other: ['unreachable', 'Check `base-url`, the network and the state of the service.'],
};

/** The same for a proxy that could not be reached. */
const AT_PROXY_HINTS: NetworkHints = {
  certificate: ['proxy', CERTIFICATE_HINT],
  'certificate-date': ['proxy', CERTIFICATE_DATE_HINT],
  other: ['proxy', PROXY_ADDRESS_HINT],
};

/** Their messages are sentences: "cannot connect to …". */
const CANNOT_CONNECT: readonly NetworkErrorKind[] = ['name-not-found', 'refused', 'no-connection'];

/** Explains why a request got no complete response. @param credentialsAccepted whether they were before: then the address is right */
export function explainNetworkError(error: NetworkError, what: string, credentialsAccepted = false): TestsetError {
  const { kind, message: reason, isAtProxy } = error;
  const hints = isAtProxy ? AT_PROXY_HINTS : NETWORK_HINTS;
  const [code, ofKind] = hints[kind] ?? hints.other;
  const hint =
    credentialsAccepted && ofKind.includes('`base-url`') ? 'Check the network and the state of the service.' : ofKind;
  let message = `The request for ${what} failed: ${reason}.`;
  if (CANNOT_CONNECT.includes(kind)) message = `${capitalize(reason)}.`;
  const words = kind === 'name-not-found' && error.target ? `${error.target} unknown` : undefined;
  return new TestsetError({ code, message, hint, words, cause: error });
}

/** The target of a redirect without its query, which may hold a token. */
function withoutQuery(location: string): string {
  const url = URL.parse(location);
  if (url) return `${url.origin}${url.pathname}`;
  return location.split(/[?#]/)[0] || 'an unknown address';
}
