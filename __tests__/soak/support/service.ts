import type { AddressInfo, Server, Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

import { certificate } from '../../support/origin.ts';
import type { RecordedRequest } from './recorded-request.ts';
import type { ConnectionFault, Cut, Fault, Schedule } from './schedule.ts';
import { serveRequests, type ServiceOptions } from './serve-requests.ts';
import type { VirtualClock } from '../../support/virtual-time.ts';

/** A raw server that plays the faults of a schedule and records what it received and sent. */
export interface FaultyService {
  readonly url: URL;
  readonly requests: readonly RecordedRequest[];
  /** When connections ended, or stalled, before a request could arrive. */
  readonly failedConnections: readonly number[];
  /** The faults that happened, as often as they did. */
  readonly played: readonly Fault[];
  /** Connections that the client has not closed yet. */
  readonly open: number;
  close(): void;
}

const secureContext = createSecureContext(certificate('localhost'));

/** Serves the connections of a server that listens already, until it is closed. */
export function startFaultyService(
  server: Server,
  { tls, faults }: Pick<Schedule, 'tls' | 'faults'>,
  options: ServiceOptions,
): FaultyService {
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  const serve = serveRequests(faults, options, requests);
  const played: ConnectionFault[] = [];
  const failedConnections: number[] = [];
  let connections = 0;

  const accept = (socket: Socket, connection: number): void => {
    if (!tls) {
      void serve(socket, cutter(socket, socket), connection);
      return;
    }
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on('error', () => undefined).on('secure', () => void serve(secure, cutter(secure, socket), connection));
  };
  const connect = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const fault = faults.find((one) => one.on === 'connection' && one.nth === connections);
    if (fault?.on === 'connection') {
      played.push(fault);
      breakConnection(socket, fault, options.clock, failedConnections);
    } else accept(socket, connections);
  };
  server.on('connection', connect);
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`${tls ? 'https' : 'http'}://127.0.0.1:${port}`),
    requests,
    failedConnections,
    get played() {
      return [...played, ...requests.flatMap(({ fault }) => fault ?? [])];
    },
    get open() {
      return sockets.size;
    },
    close: () => {
      server.off('connection', connect);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function breakConnection(socket: Socket, { at, action }: ConnectionFault, clock: VirtualClock, failed: number[]): void {
  const cut = cutter(socket, socket);
  const fail = (): void => {
    failed.push(clock.now());
    cut(action);
  };
  // The HTTP client measures the time for a connection with the machine's clock.
  if (action === 'stall') socket.once('close', clock.hold());
  if (at === 'accept') fail();
  else socket.once('data', fail);
  socket.resume();
}

/** Ends a connection. TLS cannot reset; the connection below it does. */
function cutter(socket: Socket, raw: Socket): (how: Cut) => void {
  return (how) => {
    if (how === 'fin') socket.end();
    if (how === 'rst') raw.resetAndDestroy();
  };
}
