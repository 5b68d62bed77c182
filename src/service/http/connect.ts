import { Socket } from 'node:net';

import { buildConnector, Client } from 'undici';

import { connectFault, Fault } from './fault.ts';
import { readBeforeGivingUp } from './late-write-errors.ts';
import { skipContinue } from './skip-continue.ts';

/** Tells which proxy, if any, a request to an address goes through. */
export type ProxyFor = (target: URL) => URL | undefined;

/** How long a connection may take to stand, in milliseconds: each of DNS, TCP, proxy and TLS together. */
const CONNECT_MS = 15_000;

/**
 * Makes undici's connections: directly, or through the proxy by CONNECT. Every failure arrives as a {@link Fault} that says
 * how far it got, and every socket reads on when a write fails.
 */
export function createConnector(origin: URL, proxyFor: ProxyFor): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS });
  const proxy = proxyFor(origin);
  if (!proxy)
    return (options, done) => {
      connect(options, finish(origin.host, done));
    };
  return (options, done) => {
    openTunnel(proxy, `${options.hostname}:${options.port || '443'}`).then(
      (socket) => {
        connect({ ...options, httpSocket: socket }, finish(origin.host, done));
      },
      (error: unknown) => {
        done(connectFault(error, `proxy ${proxy.host}`), null);
      },
    );
  };
}

function finish(whom: string, done: buildConnector.Callback): buildConnector.Callback {
  return (...[error, socket]) => {
    if (socket) done(null, skipContinue(readBeforeGivingUp(socket)));
    else done(connectFault(error, whom), null);
  };
}

async function openTunnel(proxy: URL, target: string): Promise<Socket> {
  const client = new Client(proxy.origin, { connect: { timeout: CONNECT_MS }, headersTimeout: CONNECT_MS });
  const { statusCode, socket } = await client.connect({
    path: target,
    headers: { host: target, ...credentials(proxy) },
  });
  if (statusCode === 200 && socket instanceof Socket) return socket;
  socket.destroy();
  throw tunnelFault(proxy.host, statusCode);
}

function credentials(proxy: URL): Record<string, string> {
  if (!proxy.username && !proxy.password) return {};
  return { 'proxy-authorization': `Basic ${Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')}` };
}

function tunnelFault(host: string, status: number): Fault {
  if (status === 407) return new Fault('proxy-credentials', `proxy ${host}: it wants other credentials (407)`);
  if ([502, 503, 504].includes(status))
    return new Fault('proxy-busy', `proxy ${host}: it could not connect (${status})`);
  return new Fault('proxy-refused', `proxy ${host}: it does not let us through (${status})`);
}
