import { Socket } from 'node:net';

import { buildConnector, Client } from 'undici';

import type { ProxyFor } from '../../runtime/platform.ts';
import { toConnectError, NetworkError } from './network-error.ts';

/** How long each step (DNS and TCP, proxy, TLS) may take, in milliseconds. */
const CONNECT_MS = 15_000;

/** Connects undici to the origin, directly or through the proxy with CONNECT. Every failure is a {@link NetworkError}. */
export function createConnector(origin: URL, proxyFor: ProxyFor): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS });
  const proxy = proxyFor(origin);
  const finish =
    (done: buildConnector.Callback): buildConnector.Callback =>
    (...[error, socket]) => {
      if (socket) done(null, socket);
      else done(toConnectError(error, origin.host), null);
    };
  if (!proxy) {
    return (options, done) => {
      connect(options, finish(done));
    };
  }
  return (options, done) => {
    openTunnel(proxy, `${options.hostname}:${options.port || '443'}`).then(
      (socket) => {
        connect({ ...options, httpSocket: socket }, finish(done));
      },
      (error: unknown) => {
        done(toConnectError(error, `proxy ${proxy.host}`), null);
      },
    );
  };
}

async function openTunnel(proxy: URL, target: string): Promise<Socket> {
  const client = new Client(proxy.origin, { connect: { timeout: CONNECT_MS }, headersTimeout: CONNECT_MS });
  const headers: Record<string, string> = { host: target };
  if (proxy.username || proxy.password)
    headers['proxy-authorization'] = `Basic ${Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')}`;
  const { statusCode, socket } = await client.connect({ path: target, headers });
  if (statusCode === 200 && socket instanceof Socket) return socket;
  socket.destroy();
  throw tunnelError(proxy.host, statusCode);
}

function tunnelError(host: string, status: number): NetworkError {
  if (status === 407) return new NetworkError('proxy-credentials', `proxy ${host} rejected the credentials (HTTP 407)`);
  if ([502, 503, 504].includes(status))
    return new NetworkError('proxy-busy', `proxy ${host} cannot connect to the host (HTTP ${status})`);
  return new NetworkError('proxy-refused', `proxy ${host} refused the tunnel (HTTP ${status})`);
}
