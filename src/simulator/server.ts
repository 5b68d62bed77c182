import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { systemClock, type Clock } from '../clock.ts';
import { createDesk, type Desk, type JournalEntry } from './desk.ts';
import type { DevicePlan } from './devices.ts';
import { createEngine, DEFAULT_PLAN, type Engine, type Project, type SimulatedTestset } from './engine.ts';
import type { Fault } from './faults.ts';
import { createHandler } from './handlers.ts';
import type { CreateRequest } from './rules.ts';
import { rawSockets } from './transport.ts';
import { DOCUMENTED, type Variants } from './variants.ts';

/** How a simulator is to behave; by default as the document says. */
export interface SimulatorOptions {
  readonly clock?: Clock;
  /** So many service seconds pass in a second; 1 by default. */
  readonly timeScale?: number;
  readonly account?: Account;
  readonly projects?: Readonly<Record<number, Project>>;
  /** What the devices of a new testset do. */
  readonly plan?: (request: CreateRequest) => readonly DevicePlan[];
  readonly variants?: Partial<Variants>;
  readonly faults?: readonly Fault[];
  /** Before `/openapi`, with a slash at its beginning and none at its end. */
  readonly prefix?: string;
  /** A free one by default. */
  readonly port?: number;
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
  /** Whether files are digested; they are by default. */
  readonly digest?: boolean;
}

export interface Account {
  readonly userId: string;
  readonly accessKey: string;
}

/** Who may use a simulator. */
export const DEFAULT_ACCOUNT: Account = { userId: 'developer@example.com', accessKey: 'sim-access-key-1f9a' };

/** The project that every simulator has. */
export const DEFAULT_PROJECT = 509;

export const DEFAULT_PROJECTS: Readonly<Record<number, Project>> = {
  [DEFAULT_PROJECT]: {
    name: 'apps-android-wikipedia',
    scenarios: [
      { id: 101, name: 'Log in', osType: 'ANDROID' },
      { id: 102, name: 'Check out', osType: 'ANDROID' },
      { id: 103, name: 'Log in on iOS', osType: 'iOS' },
    ],
  },
};

/** A running simulator on loopback. */
export interface Simulator {
  /** With the prefix. */
  readonly url: string;
  readonly journal: readonly JournalEntry[];
  readonly created: readonly SimulatedTestset[];
  /** The service behind HTTP, to prepare what a test begins with. */
  readonly engine: Engine;
  /** The most requests that were under way at once. */
  readonly mostInFlight: number;
  close(): Promise<void>;
}

/** Starts the service on loopback. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const clock = options.clock ?? systemClock;
  const variants = { ...DOCUMENTED, ...options.variants };
  const { timeScale = 1, projects = DEFAULT_PROJECTS, plan = DEFAULT_PLAN } = options;
  const engine = createEngine({ clock, timeScale, projects, plan, variants });
  const { userId, accessKey } = options.account ?? DEFAULT_ACCOUNT;
  const desk = createDesk({
    handle: createHandler(engine, variants),
    variants,
    clock,
    credentials: `Basic ${Buffer.from(`${userId}:${accessKey}`).toString('base64')}`,
    prefix: options.prefix ?? '',
    digest: options.digest ?? true,
    faults: options.faults ?? [],
  });
  const server = listenTo(options.tls, desk.serve);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket: Socket) => {
    const raw = [...sockets].find(({ remotePort }) => remotePort === socket.remotePort);
    if (raw)
      rawSockets.set(
        socket.on('error', () => undefined),
        raw,
      );
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}${options.prefix ?? ''}`,
    journal: desk.journal,
    created: engine.testsets,
    engine,
    get mostInFlight() {
      return desk.mostInFlight();
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

function listenTo(tls: SimulatorOptions['tls'], serve: Desk['serve']): Server {
  const limits = { requestTimeout: 0, headersTimeout: 0 };
  return tls ? createHttpsServer({ ...limits, key: tls.key, cert: tls.cert }, serve) : createHttpServer(limits, serve);
}
