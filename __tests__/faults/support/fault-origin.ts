import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

import { certificate } from '../../support/origin.ts';
import type { OriginWorld } from './origin-runtime.ts';
import type { ConnectionFault, Cut, Fault, Schedule } from './schedule.ts';
import type { SeenRequest } from './seen-request.ts';
import { serveRequests } from './serve.ts';

/** A raw server that plays a schedule, and keeps account of what it saw and did. */
export interface FaultOrigin {
  readonly url: URL;
  readonly requests: readonly SeenRequest[];
  /** When a connection ended, or stood still, before a request could come over it. */
  readonly brokenOffAt: readonly number[];
  /** Faults that came to pass, as often as they did. */
  readonly played: readonly Fault[];
  /** Connections that the client has not closed yet. */
  readonly open: number;
  close(): Promise<void>;
}

const secureContext = createSecureContext(certificate('localhost'));

/** Listens on loopback. */
export async function startFaultOrigin(
  schedule: Pick<Schedule, 'tls' | 'faults'>,
  runtime: OriginWorld,
): Promise<FaultOrigin> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const serve = serveRequests(schedule.faults, runtime, requests);
  const brokenOff: ConnectionFault[] = [];
  const brokenOffAt: number[] = [];
  let connections = 0;

  const accept = (socket: Socket): void => {
    if (!schedule.tls) {
      void serve(socket, cutter(socket, socket));
      return;
    }
    const secure = new TLSSocket(socket, { isServer: true, secureContext });
    secure.on('error', () => undefined).on('secure', () => void serve(secure, cutter(secure, socket)));
  };
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const fault = connectionFault(schedule, connections);
    if (fault) {
      brokenOff.push(fault);
      breakOff(socket, fault, runtime, brokenOffAt);
    } else accept(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`${schedule.tls ? 'https' : 'http'}://127.0.0.1:${port}`),
    requests,
    brokenOffAt,
    get played() {
      return [...brokenOff, ...requests.flatMap(({ fault }) => fault ?? [])];
    },
    get open() {
      return sockets.size;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function connectionFault({ faults }: Pick<Schedule, 'faults'>, nth: number): ConnectionFault | undefined {
  return faults.flatMap((fault) => (fault.on === 'connection' && fault.nth === nth ? [fault] : []))[0];
}

function breakOff(socket: Socket, { at, act }: ConnectionFault, { clock }: OriginWorld, brokenOffAt: number[]): void {
  const cut = cutter(socket, socket);
  const strike = (): void => {
    brokenOffAt.push(clock.now());
    cut(act);
  };
  // How long a connection may take to stand is measured by the HTTP client, whose clock is the machine's.
  if (act === 'stall') socket.once('close', clock.hold());
  if (at === 'accept') strike();
  else socket.once('data', strike);
  socket.resume();
}

/** Ends a connection. TLS cannot reset by itself: the connection below it does. */
function cutter(socket: Socket, raw: Socket): (how: Cut) => void {
  return (how) => {
    if (how === 'fin') socket.end();
    if (how === 'rst') raw.resetAndDestroy();
  };
}
