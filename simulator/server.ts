import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { systemClock, type Clock } from '../src/runtime/clock.ts';
import { authorizationOf, DEFAULT_ACCOUNT, type Account } from './account.ts';
import { createCaller, type Callback, type Caller } from './callbacks.ts';
import { createDesk, type Desk } from './desk.ts';
import type { DevicePlan } from './devices.ts';
import { createEngine, DEFAULT_PLAN, type Engine, type Project, type SimulatedTestset } from './engine.ts';
import type { Fault } from './faults.ts';
import { createHandler } from './handlers.ts';
import type { JournalEntry } from './journal.ts';
import type { CreateRequest } from './rules.ts';
import { keepSockets } from './sockets.ts';
import { DOCUMENTED, type Variants } from './variants.ts';

/** How a simulator is to behave; by default as the document says. */
export interface SimulatorOptions {
  readonly clock?: Clock;
  /** So many service seconds pass in a second; 1 by default. */
  readonly timeScale?: number;
  readonly account?: Account;
  /** By identifier, beside the default project or in its place. */
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

export { DEFAULT_ACCOUNT, type Account } from './account.ts';

/** The project that every simulator has. */
export const DEFAULT_PROJECT = 509;

/** What it is, unless it is given anew. */
const DEFAULT_PROJECTS: Readonly<Record<number, Project>> = {
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
  /** The callbacks that were called. */
  readonly callbacks: readonly Callback[];
  /** The most requests that were under way at once. */
  readonly mostInFlight: number;
  close(): Promise<void>;
}

/** Starts the service on loopback. @throws when the port is taken */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { prefix = '', tls } = options;
  const { desk, engine, caller } = furnish(options);
  const server = listenTo(tls, desk.serve);
  const sockets = keepSockets(server);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}${prefix}`,
    journal: desk.journal,
    created: engine.testsets,
    engine,
    callbacks: caller.callbacks,
    get mostInFlight() {
      return desk.mostInFlight();
    },
    close: () =>
      new Promise((resolve) => {
        caller.stop();
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Sets up what stands behind the server. */
function furnish(options: SimulatorOptions): { desk: Desk; engine: Engine; caller: Caller } {
  const { clock = systemClock, timeScale = 1, plan = DEFAULT_PLAN, prefix = '', digest = true, faults = [] } = options;
  const variants = { ...DOCUMENTED, ...options.variants };
  const projects = { ...DEFAULT_PROJECTS, ...options.projects };
  const engine = createEngine({ clock, timeScale, projects, plan, variants });
  const caller = createCaller(engine, clock, timeScale);
  const answer = createHandler(engine, variants);
  const handle: typeof answer = (request) => {
    const answered = answer(request);
    const testset = answered.created === undefined ? undefined : engine.testsets.at(-1);
    if (testset && variants.callsBack) caller.follow(testset);
    return answered;
  };
  const credentials = authorizationOf(options.account ?? DEFAULT_ACCOUNT);
  return { desk: createDesk({ handle, variants, clock, credentials, prefix, digest, faults }), engine, caller };
}

function listenTo(tls: SimulatorOptions['tls'], serve: Desk['serve']): Server {
  const limits = { requestTimeout: 0, headersTimeout: 0 };
  return tls ? createHttpsServer({ ...limits, key: tls.key, cert: tls.cert }, serve) : createHttpServer(limits, serve);
}
