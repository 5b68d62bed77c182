import { codeOf, messageOf } from '../../model/errors.ts';
import { joinPieces } from '../../model/words.ts';
import type { Clock } from '../../runtime/clock.ts';

/** The first two lines: no connection was made, so nothing was sent. */
export type NetworkErrorKind =
  | ('name-not-found' | 'refused' | 'no-connection' | 'certificate' | 'certificate-date' | 'not-tls' | 'tls-rejected')
  | ('proxy-busy' | 'proxy-credentials' | 'proxy-rejected')
  /** `source`: the file to be sent has changed or cannot be read. `encoded`: a `Content-Encoding` that is not read. */
  | ('reset' | 'stall' | 'timeout' | 'too-large' | 'not-http' | 'encoded' | 'stopped' | 'source');

/** Why a request got no complete response. */
export class NetworkError extends Error {
  readonly kind: NetworkErrorKind;
  /** Whether the proxy itself could not be reached. */
  readonly isAtProxy: boolean;
  /** The host, or the name of the proxy, to which there is no connection. */
  readonly target: string | undefined;

  constructor(kind: NetworkErrorKind, message: string, cause?: unknown, isAtProxy = false, target?: string) {
    super(message, { cause });
    this.name = 'NetworkError';
    this.kind = kind;
    this.isAtProxy = isAtProxy;
    this.target = target;
  }
}

/** The error of a request that its caller stopped. */
export function stoppedRequest(): NetworkError {
  return new NetworkError('stopped', 'the request was stopped');
}

const CONNECT_ERRORS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'host name not found',
  ENODATA: 'the host name has no address',
  EAI_AGAIN: 'no response from the name server',
  EAI_FAIL: 'the name server failed',
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  ECONNRESET: 'connection closed while connecting',
  EPIPE: 'connection closed while connecting',
  UND_ERR_SOCKET: 'connection closed while connecting',
};

const CONNECT_KINDS: Readonly<Record<string, NetworkErrorKind>> = {
  ENOTFOUND: 'name-not-found',
  ECONNREFUSED: 'refused',
};

/** The checks that a certificate can fail, as Node spells them. What it has no code for, such as a weak key, is UNSPECIFIED. */
const CERTIFICATE = /CERT|^(?:UNABLE_TO_|INVALID_|CRL_|HOSTNAME_MISMATCH|PATH_LENGTH_EXCEEDED|UNSPECIFIED)/;

/** What servers with TLS send instead of a certificate. A server with TLS 1.0 only sends an alert or, if it is old, that version. */
const TLS_REJECTIONS: Readonly<Record<string, string>> = {
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'does not accept TLS 1.2 or 1.3',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'does not accept TLS 1.2 or 1.3',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'has no certificate for this host name',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'wants a client certificate, which the action cannot send',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another host name',
};
const TLS_REJECTED = 'rejected the TLS handshake';
const TLS_ALERT = /^ERR_SSL_.*_ALERT_/;
const TLS = /^(?:EPROTO|ERR_SSL_|ERR_TLS_)/;
/** What a server that does not use TLS sends is no record of it. */
const NOT_TLS = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/;

/** Classifies a failure to connect. @param target the host, or the name of the proxy */
export function toConnectError(
  error: unknown,
  target: string,
  { date }: Pick<Clock, 'date'>,
  isAtProxy = false,
): NetworkError {
  if (error instanceof NetworkError) return error;
  const code = errorCode(error);
  // The proxy was reached: Squid looks up a name for up to 30 s.
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return new NetworkError('proxy-busy', `${target} did not respond (${code})`, error);
  const failure = (kind: NetworkErrorKind, message: string): NetworkError =>
    new NetworkError(kind, message, error, isAtProxy, target);
  const rejection = TLS_REJECTIONS[code] ?? (TLS_ALERT.test(code) ? TLS_REJECTED : undefined);
  if (rejection) return failure('tls-rejected', `${target} ${rejection} (${code})`);
  if (code === 'CERT_NOT_YET_VALID' || code === 'CERT_HAS_EXPIRED') {
    const runner = `the clock of the runner, which says ${date().toUTCString()}`;
    return failure('certificate-date', `the certificate of ${target} is not valid by ${runner} (${code})`);
  }
  if (CERTIFICATE.test(code)) {
    // Behind the semicolon Node gives advice for its command line.
    const reason = String(error).replace(/^Error: |;.*$/g, '');
    return failure('certificate', `the certificate of ${target} is not trusted: ${reason} (${code})`);
  }
  const advice = isAtProxy ? ': begin HTTPS_PROXY with http://' : '';
  if (NOT_TLS.test(code)) return failure('not-tls', `${target} does not respond with TLS (${code})${advice}`);
  if (TLS.test(code)) return failure('tls-rejected', `TLS failed (${code}) with ${target}`);
  return failure(CONNECT_KINDS[code] ?? 'no-connection', `cannot connect to ${target}: ${connectReason(error)}`);
}

/** Why no connection was made, with the addresses if several were tried. */
function connectReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    const byReason = Map.groupBy(error.errors as readonly { address?: string }[], connectReason);
    const addresses = (failed: readonly { address?: string }[]) => failed.map(({ address }) => address).join(' and ');
    return [...byReason].map(([reason, failed]) => `${reason} at ${addresses(failed)}`).join(', ');
  }
  const code = codeOf(error);
  const words = CONNECT_ERRORS[code];
  if (!words) return code || messageOf(error);
  // Only the message of undici says which addresses it tried before its time was over.
  const tried = /addresses: (.*), timeout/.exec(messageOf(error))?.[1];
  return joinPieces(' ', [`${words} (${code})`, tried && `at ${tried}`]);
}

/** Classifies a failure on an open connection. */
export function toTransferError(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error;
  const code = errorCode(error);
  // With TLS 1.3 a server asks for the certificate of the client only after the handshake.
  if (/_ALERT_.*CERTIFICATE/.test(code)) {
    return new NetworkError('tls-rejected', `the service ${TLS_REJECTIONS[code] ?? TLS_REJECTED} (${code})`, error);
  }
  if (code.startsWith('HPE_')) return new NetworkError('not-http', `the response is not HTTP (${code})`, error);
  return new NetworkError('reset', `the connection was closed (${code || messageOf(error)})`, error);
}

/** The code of an error; of several connection attempts (IPv6, IPv4) that of the first. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  return codeOf(error);
}
