import type { AddressInfo, Server, Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

import { certificate } from '../../support/origin.ts';
import { cutSocket, openConnection } from './connection.ts';
import type { ConnectionFault } from './schedule.ts';
import { serveRequests, type Service } from './serve-requests.ts';

const secureContext = createSecureContext(certificate());

/** What a service works with. */
export type ServiceOptions = Omit<Service, 'existing' | 'requests' | 'failedConnections' | 'played'> & {
  readonly tls: boolean;
};

/** A raw server that plays the faults of a schedule and records what it received and sent. */
export interface FaultyService extends Service {
  readonly url: URL;
  /** Connections that the client has not closed yet. */
  readonly sockets: ReadonlySet<Socket>;
  close(): void;
}

/** Serves the connections of a server that listens already, until it is closed. */
export function startFaultyService(server: Server, { tls, ...options }: ServiceOptions): FaultyService {
  const records = { requests: [], failedConnections: [], played: [] };
  const service: Service = { ...options, existing: options.engine.testsets.length, ...records };
  const sockets = new Set<Socket>();
  let connections = 0;

  const connect = (socket: Socket): void => {
    connections += 1;
    const number = connections;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const fault = service.faults.find((one) => one.on === 'connection' && one.nth === number);
    const serve = (over: Socket): void => {
      void serveRequests(openConnection(over, socket, number), service);
    };
    if (fault?.on === 'connection') breakConnection(socket, fault, service);
    else if (tls) {
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      secure
        .on('error', () => undefined)
        .on('secure', () => {
          serve(secure);
        });
    } else serve(socket);
  };
  server.on('connection', connect);
  const { port } = server.address() as AddressInfo;
  return {
    ...service,
    url: new URL(`${tls ? 'https' : 'http'}://127.0.0.1:${port}`),
    sockets,
    close: () => {
      server.off('connection', connect);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function breakConnection(socket: Socket, fault: ConnectionFault, { clock, failedConnections, played }: Service): void {
  const { at, action } = fault;
  played.push(fault);
  const fail = (): void => {
    failedConnections.push(clock.now());
    cutSocket(action, socket);
  };
  // The HTTP client measures the time for a connection with the machine's clock.
  if (action === 'stall') socket.once('close', clock.hold());
  if (at === 'accept') fail();
  else socket.once('data', fail);
  socket.resume();
}
