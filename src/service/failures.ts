import { TestsetError, type ErrorCode } from '../model/errors.ts';
import { capitalize } from '../model/words.ts';
import type { NetworkError, NetworkErrorKind } from './http/network-error.ts';

/**
 * What the scenario list, a poll and a request for results do with each kind of failure (docs/design.md §4). `again`: repeat the request for
 * as long as failures may last.
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
  /** Another error code of the service, or 401 or 403 after it had accepted the credentials. */
  rejected: { list: 'unlisted', poll: 'rejection', results: 'again' },
  /** A success of the service without the value. */
  'no-value': { list: 'unlisted', poll: 'again', results: 'again' },
  /** A success that is not the service's, such as a sign-in page, or a response that is not HTTP. */
  unexpected: { list: 'unexpected', poll: 'again', results: 'again' },
  /** Another 4xx, which the service itself sent. */
  refused: { list: 'rejected', poll: 'rejection', results: 'again' },
  /** Another status, such as a redirect or 404. */
  elsewhere: { list: 'not-started', poll: 'rejection', results: 'again' },
} as const;

/** The kind of a failure. */
export type FailureKind = keyof typeof FAILURES;

/** Why a request brought no value. */
export interface Failure {
  readonly kind: FailureKind;
  /** Its cause is a {@link NetworkError} if no complete response arrived. */
  readonly error: TestsetError;
}

interface NetworkFailure {
  readonly kind: FailureKind;
  readonly code: ErrorCode;
  readonly hint: string;
  /** The hint is to check the address of the service, which is right once the service has accepted the credentials. */
  readonly isAboutAddress?: true;
  /** The message of the error is a sentence: "cannot connect to …". */
  readonly isSentence?: true;
}

/** For a proxy that rejects the credentials. */
export const PROXY_HINT = 'Set HTTPS_PROXY to http://user:password@host:port, with credentials that the proxy accepts.';

const UNTRUSTED = { kind: 'permanent', code: 'untrusted' } as const;
const PROXY_REJECTED = { kind: 'permanent', code: 'proxy' } as const;
const LOST: NetworkFailure = {
  kind: 'temporary',
  code: 'unreachable',
  hint: 'Check `base-url`, the state of the service, and whether this runner reaches its network.',
  isAboutAddress: true,
};

const NETWORK_FAILURES: Readonly<Record<NetworkErrorKind, NetworkFailure>> = {
  'name-not-found': {
    ...LOST,
    hint:
      'Check the host name in `base-url`: a name of a private network is known only to runners inside it. ' +
      'A proxy is used only if HTTPS_PROXY names it, and NO_PROXY excludes no such host.',
    isSentence: true,
  },
  refused: { ...LOST, isSentence: true },
  'no-connection': { ...LOST, isSentence: true },
  certificate: {
    ...UNTRUSTED,
    hint:
      "If it is from an authority of your own, set in the step's environment NODE_EXTRA_CA_CERTS to an existing PEM file of it (not of the server), or " +
      'NODE_USE_SYSTEM_CA to 1 if the system of the runner trusts it (Node 24.6 or newer). Otherwise correct the server: it must also ' +
      'send the intermediate certificates, and a wrong certificate must be renewed.',
  },
  'certificate-date': { ...UNTRUSTED, hint: 'Set the clock of the runner, or renew the certificate.' },
  'not-tls': { ...UNTRUSTED, hint: 'Check the scheme and the port in `base-url`.', isAboutAddress: true },
  'tls-rejected': {
    ...UNTRUSTED,
    hint: 'Check the host name in `base-url`, and the TLS settings of the service.',
    isAboutAddress: true,
  },
  'proxy-busy': {
    kind: 'temporary',
    code: 'proxy',
    hint: 'Check that the proxy can reach this host, or add the host to NO_PROXY.',
  },
  'proxy-credentials': { ...PROXY_REJECTED, hint: PROXY_HINT },
  'proxy-rejected': { ...PROXY_REJECTED, hint: 'Allow this host in the proxy, or add the host to NO_PROXY.' },
  reset: LOST,
  stall: LOST,
  timeout: LOST,
  'too-large': { ...LOST, kind: 'too-large' },
  'not-http': {
    ...LOST,
    kind: 'unexpected',
    hint: 'Another kind of server responds at this address. Check the scheme, the host name and the port in `base-url`.',
  },
  encoded: {
    kind: 'permanent',
    code: 'unreachable',
    hint: 'Turn off this compression in the proxy in front of the service: the action asks for none (`Accept-Encoding: identity`).',
  },
  stopped: { ...LOST, kind: 'stopped' },
  source: LOST,
};

/** Explains why a request got no complete response. @param credentialsAccepted whether the service did so before */
export function explainNetworkError(error: NetworkError, what: string, credentialsAccepted = false): Failure {
  const { message: reason, isAtProxy, target } = error;
  const failure = NETWORK_FAILURES[error.kind];
  let { hint } = failure;
  if (failure.isAboutAddress && credentialsAccepted) hint = 'Check the network and the state of the service.';
  if (failure.isAboutAddress && isAtProxy) hint = 'Check the address in HTTPS_PROXY, and that the proxy is running.';
  const code = isAtProxy ? 'proxy' : failure.code;
  const message = failure.isSentence ? `${capitalize(reason)}.` : `The request for ${what} failed: ${reason}.`;
  const words = error.kind === 'name-not-found' && target ? `${target} unknown` : undefined;
  return { kind: failure.kind, error: new TestsetError({ code, message, hint, words, cause: error }) };
}
