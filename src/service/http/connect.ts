import { Socket } from 'node:net';

import { buildConnector, Client } from 'undici';

import type { Clock } from '../../runtime/clock.ts';
import { hostAndPort, nameOfProxy, proxyRejection, type ProxyFor } from '../../runtime/platform.ts';
import { toConnectError, NetworkError } from './network-error.ts';

/** How long each step (DNS and TCP, proxy, TLS) may take, in milliseconds. */
const CONNECT_MS = 15_000;

/** Connects undici to the origin, directly or through the proxy with CONNECT. Every failure is a {@link NetworkError}. */
export function createConnector(origin: URL, clock: Clock, proxyFor: ProxyFor): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS });
  const proxy = proxyFor(origin);
  const connectDirectly: buildConnector.connector = (options, done) => {
    connect(options, (...[error, socket]) => {
      if (socket) done(null, socket);
      else done(toConnectError(error, origin.host, clock), null);
    });
  };
  if (!proxy) return connectDirectly;
  return (options, done) => {
    openTunnel(proxy, hostAndPort(origin)).then(
      (socket) => {
        if (origin.protocol === 'https:') connectDirectly({ ...options, httpSocket: socket }, done);
        else done(null, socket);
      },
      (error: unknown) => {
        done(toConnectError(error, nameOfProxy(proxy), clock, true), null);
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
  if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket;
  socket.destroy();
  const status = `(HTTP ${statusCode})`;
  if (statusCode === 407) throw new NetworkError('proxy-credentials', proxyRejection(proxy));
  if (statusCode === 429 || statusCode >= 500)
    throw new NetworkError('proxy-busy', `${nameOfProxy(proxy)} cannot connect to ${target} ${status}`);
  throw new NetworkError('proxy-rejected', `${nameOfProxy(proxy)} rejected the tunnel to ${target} ${status}`);
}
