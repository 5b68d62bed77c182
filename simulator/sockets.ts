import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The plain connection below a TLS socket. */
const below = new WeakMap<Socket, Socket>();

/** Keeps account of a server's open connections, so that they can be ended, and of what lies below those with TLS. */
export function keepSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const byPort = new Map<number | undefined, Socket>();
  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    sockets.add(socket);
    byPort.set(remotePort, socket);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(socket);
        if (byPort.get(remotePort) === socket) byPort.delete(remotePort);
      });
  });
  server.on('secureConnection', (secure: Socket) => {
    const raw = byPort.get(secure.remotePort);
    if (raw) below.set(secure, raw);
    secure.on('error', () => undefined);
  });
  return sockets;
}

/** Cuts a connection hard. A TLS socket cannot reset by itself: the connection below it does. */
export function reset(socket: Socket): void {
  (below.get(socket) ?? socket).resetAndDestroy();
}
