import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';

import { fixture } from './certificates.ts';

/** A proxy on loopback that knows one service, whatever name it is asked for. */
export type TunnelProxy = Awaited<ReturnType<typeof startTunnelProxy>>;

/** Starts a proxy in front of a service. The first requests for a tunnel are rejected with these statuses, later ones are granted. */
export async function startTunnelProxy(servicePort: number, rejections: readonly number[], secure: boolean) {
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
    const rejection = rejections[targets.length];
    targets.push(url);
    credentials.push(Buffer.from(headers['proxy-authorization']?.slice(6) ?? '', 'base64').toString());
    keep(client);
    if (rejection === undefined) joinSockets(client, keep(connect(servicePort, '127.0.0.1')));
    else client.end(`HTTP/1.1 ${rejection} No\r\ncontent-length: 0\r\n\r\n`);
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

function joinSockets(client: Socket, service: Socket): void {
  client.on('close', () => service.destroy());
  service.on('close', () => client.destroy());
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  client.pipe(service).pipe(client);
}
