import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

import { buildConnector, Client } from 'undici';

import { cleanText } from '../../model/text.ts';
import { joinPieces } from '../../model/words.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hostAndPort, nameOfProxy, proxyRejection, type ProxyFor } from '../../runtime/platform.ts';
import { toConnectError, NetworkError } from './network-error.ts';

/** How long each step (DNS and TCP, proxy, TLS) may take, in milliseconds. */
const CONNECT_MS = 15_000;

/** Connects undici to the origin, directly or through the proxy with CONNECT. Every failure is a {@link NetworkError}. */
export function createConnector(origin: URL, clock: Clock, proxyFor: ProxyFor): buildConnector.connector {
  const proxy = proxyFor(origin);
  const connect = buildConnector({ timeout: CONNECT_MS });
  const look = buildConnector({ timeout: CONNECT_MS, rejectUnauthorized: false });
  const reach = async (options: buildConnector.Options, through = connect): Promise<Socket> => {
    const tunnel =
      proxy &&
      (await openTunnel(proxy, hostAndPort(origin)).catch((error: unknown) => {
        throw toConnectError(error, nameOfProxy(proxy), clock, true);
      }));
    if (tunnel && origin.protocol !== 'https:') return tunnel;
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    through({ ...options, ...(tunnel && { httpSocket: tunnel }) }, (...[error, socket]) => {
      if (socket) resolve(socket);
      else reject(toConnectError(error, origin.host, clock));
    });
    return promise;
  };
  const explain = async (error: NetworkError, options: buildConnector.Options): Promise<NetworkError> => {
    if (error.kind !== 'certificate' || error.isAtProxy) return error;
    // Sends nothing: it only reads who issued the certificate, which the error does not say.
    const socket = await reach(options, look).catch(() => undefined);
    const { O, CN = '' } = socket instanceof TLSSocket ? socket.getPeerCertificate().issuer : {};
    socket?.destroy();
    const issuer = cleanText([O ?? CN].flat().join(), Infinity);
    // Not cut: a truncated secret no longer matches. RFC 5280 allows 64 characters.
    const message = joinPieces(', issued by ', [error.message, issuer.length <= 100 && issuer]);
    return new NetworkError(error.kind, message, error);
  };
  return (options, done) => {
    reach(options).then(
      (socket) => {
        done(null, socket);
      },
      async (error: unknown) => {
        done(await explain(toConnectError(error, origin.host, clock), options), null);
      },
    );
  };
}

/** The schemes that are named: any other word of `Proxy-Authenticate` may be a secret. */
const SCHEME = /\b(?:Negotiate|Kerberos|Digest|Bearer)\b/i;

async function openTunnel(proxy: URL, target: string): Promise<Socket> {
  const client = new Client(proxy.origin, { connect: { timeout: CONNECT_MS }, headersTimeout: CONNECT_MS });
  const headers: Record<string, string> = { host: target };
  if (proxy.username || proxy.password)
    headers['proxy-authorization'] = `Basic ${Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')}`;
  const { statusCode, headers: received, socket } = await client.connect({ path: target, headers });
  // A tunnel has no type: a page is of a proxy that wants a sign-in.
  const isPage = /^text\/html/.test(String(received['content-type']));
  if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket && !isPage) return socket;
  socket.destroy();
  const status = `(HTTP ${statusCode}${isPage ? ' and a page' : ''})`;
  if (statusCode === 407) {
    const schemes = [received['proxy-authenticate']].flat().join();
    const isBasic = schemes === '' || /\bbasic\b/i.test(schemes);
    const other = /\bNTLM\b/i.exec(schemes)?.[0] ?? SCHEME.exec(schemes)?.[0] ?? 'another scheme';
    if (isBasic) throw new NetworkError('proxy-credentials', proxyRejection(proxy));
    throw new NetworkError('proxy-rejected', proxyRejection(proxy, other));
  }
  if (statusCode === 429 || statusCode >= 500)
    throw new NetworkError('proxy-busy', `${nameOfProxy(proxy)} cannot connect to ${target} ${status}`);
  throw new NetworkError('proxy-rejected', `${nameOfProxy(proxy)} rejected the tunnel to ${target} ${status}`);
}
