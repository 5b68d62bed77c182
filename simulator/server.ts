import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { systemClock, type Clock } from '../src/runtime/clock.ts';
import { createCallbackSender, type Callback, type CallbackSender } from './callbacks.ts';
import type { DevicePlan } from './devices.ts';
import { createEngine, DEFAULT_PLAN, type Engine, type Project, type SimulatedTestset } from './engine.ts';
import type { Fault } from './faults.ts';
import { createHandler } from './handlers.ts';
import { DEFAULT_ACCOUNT, type Account, type JournalEntry } from './journal.ts';
import type { CreateRequest } from './rules.ts';
import { trackConnections } from './send.ts';
import { createTransport, type Transport } from './transport.ts';
import { DOCUMENTED, type Variants } from './variants.ts';

/** The options of a simulator; by default it behaves as documented. */
export interface SimulatorOptions {
  readonly clock?: Clock;
  /** Service seconds in a second of the clock; 1 by default. */
  readonly timeScale?: number;
  readonly account?: Account;
  /** By identifier, in addition to the default project or in its place. */
  readonly projects?: Readonly<Record<number, Project>>;
  /** The devices of a new testset. */
  readonly plan?: (request: CreateRequest) => readonly DevicePlan[];
  readonly variants?: Partial<Variants>;
  /** The identifier of the first testset. */
  readonly firstId?: number;
  readonly faults?: readonly Fault[];
  /** Whether requests must also keep the rules that the interface does not contain (`strict-rules.ts`); `true` by default. */
  readonly strict?: boolean;
  /** Whether to reject apps by their content, as the service does; `false` by default, so that a few bytes can stand for an app. */
  readonly inspectApps?: boolean;
  /** Before `/openapi`, with a slash at its beginning and none at its end. */
  readonly prefix?: string;
  /** A free one by default. */
  readonly port?: number;
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
  /** Whether to compute digests of files; `true` by default. */
  readonly digest?: boolean;
}

export { DEFAULT_ACCOUNT } from './journal.ts';

/** The project that every simulator has. */
export const DEFAULT_PROJECT = 509;

const DEFAULT_PROJECTS: Readonly<Record<number, Project>> = {
  [DEFAULT_PROJECT]: {
    name: 'apps-android-wikipedia',
    scenarios: [
      { id: 101, name: 'Log in', osType: 'ANDROID' },
      { id: 102, name: 'Checkout', osType: 'ANDROID' },
      { id: 103, name: 'Log in on iOS', osType: 'iOS' },
    ],
  },
  510: {
    name: 'wikipedia-ios',
    scenarios: [{ id: 201, name: 'Log in', osType: 'iOS' }],
  },
  511: {
    name: 'apps-by-identifier',
    scenarios: [{ id: 301, name: 'Log in', osType: 'ANDROID' }],
    appRepository: 'app_id',
  },
};

/** A running simulator on loopback. */
export interface Simulator {
  /** With the prefix. */
  readonly url: string;
  readonly journal: readonly JournalEntry[];
  readonly created: readonly SimulatedTestset[];
  /** The service without HTTP, to prepare a test. */
  readonly engine: Engine;
  /** The callbacks that were sent. */
  readonly callbacks: readonly Callback[];
  /** The largest number of requests at the same time. */
  readonly mostInFlight: number;
  close(): Promise<void>;
}

/** Starts the simulator on loopback. @throws when the port is in use */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { prefix = '', tls } = options;
  const { transport, engine, callbacks } = assemble(options);
  const server = createHttp(tls, transport.serve);
  const sockets = trackConnections(server);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}${prefix}`,
    journal: transport.journal,
    created: engine.testsets,
    engine,
    callbacks: callbacks.callbacks,
    get mostInFlight() {
      return transport.mostInFlight();
    },
    close: () =>
      new Promise((resolve) => {
        callbacks.stop();
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Makes the parts behind the server. */
function assemble(options: SimulatorOptions): { transport: Transport; engine: Engine; callbacks: CallbackSender } {
  const { clock = systemClock, timeScale = 1, plan = DEFAULT_PLAN, prefix = '', digest = true, faults = [] } = options;
  const { account = DEFAULT_ACCOUNT, strict = true, inspectApps = false } = options;
  const variants = { ...DOCUMENTED, ...options.variants };
  const projects = { ...DEFAULT_PROJECTS, ...options.projects };
  const engine = createEngine({ clock, timeScale, projects, plan, variants, first: options.firstId });
  const callbacks = createCallbackSender(engine, clock, timeScale);
  const respond = createHandler(engine, variants, strict);
  const handle: typeof respond = (request) => {
    const response = respond(request);
    const testset = response.created === undefined ? undefined : engine.testsets.at(-1);
    if (testset) callbacks.schedule(testset);
    return response;
  };
  const behaviour = { variants, account, strict, digest, inspectApps, faults };
  const transport = createTransport({ handle, clock, prefix, ...behaviour });
  return { transport, engine, callbacks };
}

function createHttp(tls: SimulatorOptions['tls'], serve: Transport['serve']): Server {
  const limits = { requestTimeout: 0, headersTimeout: 0 };
  return tls ? createHttpsServer({ ...limits, key: tls.key, cert: tls.cert }, serve) : createHttpServer(limits, serve);
}
