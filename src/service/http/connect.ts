import { Socket } from 'node:net';

import { buildConnector, Client } from 'undici';

import { toConnectError, NetworkError } from './network-error.ts';

/** Tells which proxy, if any, a request to an address goes through. */
export type ProxyFor = (target: URL) => URL | undefined;

/** How long a connection may take to stand, in milliseconds: each of DNS, TCP, proxy and TLS together. */
const CONNECT_MS = 15_000;

/**
 * Makes undici's connections: directly, or through the proxy by CONNECT. Every failure arrives as a {@link NetworkError} that says
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
        done(toConnectError(error, `proxy ${proxy.host}`), null);
      },
    );
  };
}

function finish(whom: string, done: buildConnector.Callback): buildConnector.Callback {
  return (...[error, socket]) => {
    if (socket) done(null, delayWriteErrors(socket));
    else done(toConnectError(error, whom), null);
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

function tunnelFault(host: string, status: number): NetworkError {
  if (status === 407) return new NetworkError('proxy-credentials', `proxy ${host}: it wants other credentials (407)`);
  if ([502, 503, 504].includes(status))
    return new NetworkError('proxy-busy', `proxy ${host}: it could not connect (${status})`);
  return new NetworkError('proxy-refused', `proxy ${host}: it does not let us through (${status})`);
}

/** How long a failed write waits for the answer that may already be on its way, in milliseconds. */
const PATIENCE_MS = 500;

type Written = (error?: Error | null) => void;

/**
 * Makes a socket read on when a write fails. A server that refuses an upload early (401, 413) and closes makes our next write
 * fail; told at once, the client would give up with EPIPE and lose the answer that lies in the receive buffer. So a failed
 * write is only reported when the socket has closed, or after half a second.
 */
export function delayWriteErrors(socket: Socket): Socket {
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, written: Written) => {
    write(chunk, encoding, patient(socket, written));
  };
  if (writev) {
    socket._writev = (chunks, written: Written) => {
      writev(chunks, patient(socket, written));
    };
  }
  return socket;
}

function patient(socket: Socket, written: Written): Written {
  return (error) => {
    if (!error || socket.destroyed) {
      written(error);
      return;
    }
    const report = (): void => {
      clearTimeout(timer);
      socket.off('close', report);
      written(error);
    };
    const timer = setTimeout(report, PATIENCE_MS);
    socket.once('close', report);
  };
}
