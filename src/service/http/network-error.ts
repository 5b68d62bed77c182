import { codeOf, messageOf } from '../../model/errors.ts';

/** Why no connection came about. Not a byte of the request has left. */
export type ConnectErrorKind =
  | 'name-not-found'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'connect-timeout'
  | 'handshake-cut'
  | 'proxy-busy'
  | 'proxy-credentials'
  | 'proxy-refused'
  | 'certificate'
  | 'not-tls';

/** Why a connection that stood gave no whole answer. `source`: what was to be sent could not be read. */
export type TransferErrorKind = 'reset' | 'stall' | 'overtime' | 'too-large' | 'garbled' | 'stopped' | 'source';

/** Why an exchange gave no whole answer. */
export type NetworkErrorKind = ConnectErrorKind | TransferErrorKind;

/** What went wrong on the way, in a shape that can be thrown through a library and caught again. */
export class NetworkError extends Error {
  readonly kind: NetworkErrorKind;

  constructor(kind: NetworkErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'Fault';
    this.kind = kind;
  }
}

const CONNECT_FAULTS: Readonly<Record<string, readonly [ConnectErrorKind, string]>> = {
  ENOTFOUND: ['name-not-found', 'the name cannot be found'],
  EAI_AGAIN: ['dns', 'the name server does not answer'],
  EAI_FAIL: ['dns', 'the name server failed'],
  ENODATA: ['dns', 'the name has no address'],
  ECONNREFUSED: ['refused', 'the connection was refused'],
  EHOSTUNREACH: ['unreachable', 'the host cannot be reached'],
  ENETUNREACH: ['unreachable', 'the network cannot be reached'],
  EADDRNOTAVAIL: ['unreachable', 'no local address is free'],
  ENETDOWN: ['unreachable', 'the network is down'],
  ETIMEDOUT: ['connect-timeout', 'the connection timed out'],
  UND_ERR_CONNECT_TIMEOUT: ['connect-timeout', 'the connection timed out'],
  ECONNRESET: ['handshake-cut', 'the connection was cut while it was being made'],
  EPIPE: ['handshake-cut', 'the connection was cut while it was being made'],
  UND_ERR_SOCKET: ['handshake-cut', 'the connection was cut while it was being made'],
};

/** Names of the checks that a certificate can fail, as OpenSSL and Node spell them. */
const CERTIFICATE =
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE/;

/** Names a failure to connect. Nothing of the request has left, so all of these are safe to repeat or to report as not started. */
export function toConnectError(error: unknown, whom: string): NetworkError {
  if (error instanceof NetworkError) return error;
  const code = errorCode(error);
  const known = CONNECT_FAULTS[code];
  if (known) return new NetworkError(known[0], `${whom}: ${known[1]} (${code})`, error);
  if (CERTIFICATE.test(code))
    return new NetworkError('certificate', `${whom}: its certificate is not trusted (${code})`, error);
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) {
    return new NetworkError('not-tls', `${whom}: it does not speak TLS as it should (${code})`, error);
  }
  return new NetworkError('unreachable', `${whom}: no connection could be made (${code || messageOf(error)})`, error);
}

/** Names a failure on a connection that stood. */
export function toTransferError(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error;
  const code = errorCode(error);
  if (code.startsWith('HPE_')) return new NetworkError('garbled', `the answer is not HTTP (${code})`, error);
  return new NetworkError('reset', `the connection was cut (${code || messageOf(error)})`, error);
}

function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  return codeOf(error);
}
