import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { fixture } from './certificates.ts';

/** What a proxy does with one request for a tunnel. */
export type Deal =
  /** Opens it. */
  | { readonly kind: 'open' }
  /** Opens it, and resets both ends when so many bytes have come from the client. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** Opens it, and resets the client's end as soon as the service begins its answer to that many bytes or more. */
  | { readonly kind: 'swallow answer'; readonly afterBytes: number }
  /** Refuses it with a status. */
  | { readonly kind: 'refuse'; readonly status: number }
  /** Ends the connection in the middle of its own answer. */
  | { readonly kind: 'half an answer' }
  /** Says nothing. */
  | { readonly kind: 'hang' };

/** A proxy on loopback that knows one service, whatever name it is asked for. */
export interface TunnelProxy {
  readonly port: number;
  /** The targets that tunnels were asked for to, in order. */
  readonly targets: readonly string[];
  /** The credentials that came with them, as `name:password`; empty where none came. */
  readonly credentials: readonly string[];
  /** Resolves when the first tunnel is asked for. */
  readonly asked: Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy in front of the service at `port`. The deals are dealt out in order; when none is left, tunnels are opened. */
export async function startTunnelProxy(
  servicePort: number,
  deals: readonly Deal[] = [],
  secure = false,
): Promise<TunnelProxy> {
  const targets: string[] = [];
  const credentials: string[] = [];
  const asked = Promise.withResolvers<undefined>();
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server: Server = secure
    ? createHttpsServer({ key: fixture('server.key'), cert: fixture('service.crt') })
    : createHttpServer();
  server.on('connect', ({ url = '', headers }: IncomingMessage, client: Socket) => {
    const deal = deals[targets.length] ?? { kind: 'open' };
    targets.push(url);
    credentials.push(Buffer.from(headers['proxy-authorization']?.slice(6) ?? '', 'base64').toString());
    asked.resolve(undefined);
    play(deal, keep(client), () => keep(connect(servicePort, '127.0.0.1')));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    credentials,
    asked: asked.promise,
    close: async () => {
      const closed = once(server.close(), 'close');
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await closed;
    },
  };
}

function play(deal: Deal, client: Socket, dial: () => Socket): void {
  if (deal.kind === 'hang') return;
  if (deal.kind === 'refuse') {
    client.end(`HTTP/1.1 ${deal.status} No\r\ncontent-length: 0\r\n\r\n`);
    return;
  }
  if (deal.kind === 'half an answer') {
    client.end('HTTP/1.1 200 Connec');
    return;
  }
  const service = dial();
  client.on('close', () => service.destroy());
  service.on('close', () => client.destroy());
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  let carried = 0;
  client.on('data', (chunk: Buffer) => {
    carried += chunk.length;
    if (deal.kind !== 'cut' || carried < deal.afterBytes) service.write(chunk);
    else client.resetAndDestroy();
  });
  service.on('data', (chunk: Buffer) => {
    if (deal.kind === 'swallow answer' && carried >= deal.afterBytes) client.resetAndDestroy();
    else client.write(chunk);
  });
}
