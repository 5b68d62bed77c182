import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { fixture } from './certificates.ts';

/**
 * What a proxy does with one request for a tunnel: it opens it; or opens it, and resets the client's connection as soon as the service
 * responds to that many bytes or more; or refuses it with a status.
 */
export type Deal = 'open' | { readonly dropsResponseAfter: number } | { readonly refusesWith: number };

/** A proxy on loopback that knows one service, whatever name it is asked for. */
export type TunnelProxy = Awaited<ReturnType<typeof startTunnelProxy>>;

/** Starts a proxy in front of the service at `port`. The deals are dealt out in order; when none is left, tunnels are opened. */
export async function startTunnelProxy(servicePort: number, deals: readonly Deal[], secure: boolean) {
  const targets: string[] = [];
  const credentials: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server: Server = secure
    ? createHttpsServer({ key: fixture('server.key'), cert: fixture('service.crt') })
    : createHttpServer();
  server.on('connect', ({ url = '', headers }: IncomingMessage, client: Socket) => {
    const deal = deals[targets.length] ?? 'open';
    targets.push(url);
    credentials.push(Buffer.from(headers['proxy-authorization']?.slice(6) ?? '', 'base64').toString());
    keep(client);
    if (typeof deal === 'object' && 'refusesWith' in deal) {
      client.end(`HTTP/1.1 ${deal.refusesWith} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const dropsAfter = deal === 'open' ? Infinity : deal.dropsResponseAfter;
    joinSockets(client, keep(connect(servicePort, '127.0.0.1')), dropsAfter);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** The targets that tunnels were asked for to, in order. */
    targets: targets as readonly string[],
    /** The credentials that came with them, as `name:password`; empty where none came. */
    credentials: credentials as readonly string[],
    close: async () => {
      const closed = once(server.close(), 'close');
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await closed;
    },
  };
}

function joinSockets(client: Socket, service: Socket, dropsResponseAfter: number): void {
  client.on('close', () => service.destroy());
  service.on('close', () => client.destroy());
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  let carried = 0;
  client.on('data', (chunk: Buffer) => {
    carried += chunk.length;
    service.write(chunk);
  });
  service.on('data', (chunk: Buffer) => {
    if (carried >= dropsResponseAfter) client.resetAndDestroy();
    else client.write(chunk);
  });
}
