import { Agent } from 'node:http';
import type { Socket } from 'node:net';

import pLimit from 'p-limit';

import type { Clock } from '../../runtime/clock.ts';
import type { ProxyFor } from '../../runtime/platform.ts';
import { retryAfterMs } from '../retry.ts';
import { createConnector } from './connect.ts';
import type { RateLimit } from './rate-limit.ts';
import { sendRequest, type ConnectionChoice, type HttpRequest, type HttpResult } from './request.ts';

/** Sends requests to one origin, at most ten at once. The others wait, and their timeouts begin when they are sent. */
export interface HttpClient {
  /** Sends a request on a connection that may be used again, and follows up to three redirects on the same origin. */
  get(request: Omit<HttpRequest, 'method' | 'body'>): Promise<HttpResult>;
  /** Sends a request on a new connection and follows no redirect. */
  post(request: Omit<HttpRequest, 'method'>): Promise<HttpResult>;
  /** Closes all connections at once. */
  close(): void;
}

const MAX_REQUESTS = 10;
/** How long an idle connection is kept, in milliseconds: many scenarios are polled several times a second. Many servers close it after 5 s. */
const IDLE_MS = 4_000;
const MAX_REDIRECTS = 3;
/** A redirect whose `Retry-After` is longer is returned to the caller, in milliseconds. */
const MAX_REDIRECT_DELAY_MS = 15 * 60_000;

/** Creates a client for the origin of `address`; the first request connects. */
export function createHttpClient(address: URL, clock: Clock, proxyFor: ProxyFor, rateLimit: RateLimit): HttpClient {
  const origin = new URL(address.origin);
  const limit = pLimit(MAX_REQUESTS);
  const target = { hostname: origin.hostname.replace(/^\[|\]$/g, ''), protocol: origin.protocol, port: origin.port };
  const connector = createConnector(origin, proxyFor);
  const createConnection: ConnectionChoice['createConnection'] = (_options, done) => {
    // The types of Node.js know no failure without a socket.
    connector(target, (...made) => {
      done(...(made as [Error | null, Socket]));
    });
    return undefined;
  };
  const agent = Object.assign(new Agent({ keepAlive: true, timeout: IDLE_MS }), { createConnection });
  const closed = new AbortController();

  const send = async (connection: ConnectionChoice, request: HttpRequest): Promise<HttpResult> => {
    await rateLimit.wait(request.signal);
    const result = await sendRequest(connection, origin.host, clock, request, closed.signal);
    rateLimit.record(result);
    return result;
  };

  const sendGet = async (request: HttpRequest): Promise<HttpResult> => {
    const result = await send({ agent }, request);
    const isStale = 'error' in result && result.isReused && result.error.kind === 'reset';
    return isStale ? send({ createConnection }, request) : result;
  };

  const get: HttpClient['get'] = async (request) => {
    let { path } = request;
    for (let redirects = 0; ; redirects += 1) {
      const result = await sendGet({ ...request, path, method: 'GET' });
      const next = redirects < MAX_REDIRECTS ? redirectPath(result, origin, path) : undefined;
      if (next === undefined) return result;
      path = next;
    }
  };

  return {
    get: (request) => limit(() => get(request)),
    // The server may be closing an idle connection at the moment of the write: 20 of 20 creates on old connections stayed unknown.
    post: (request) => limit(() => send({ createConnection }, { ...request, method: 'POST' })),
    close: () => {
      closed.abort();
      agent.destroy();
    },
  };
}

/** The path that a redirect leads to, if it is on the same origin and names the same resource, and may be requested soon. */
function redirectPath(result: HttpResult, origin: URL, path: string): string | undefined {
  if ('error' in result || ![301, 302, 303, 307, 308].includes(result.status)) return undefined;
  if (retryAfterMs(result.headers) > MAX_REDIRECT_DELAY_MS) return undefined;
  const requested = new URL(path, origin);
  const { location } = result.headers;
  const target = location && URL.parse(location, requested.href);
  if (!target || target.origin !== origin.origin || resourceOf(target) !== resourceOf(requested)) return undefined;
  return `${target.pathname}${target.search}`;
}

/** The last two parts of the path, such as `testset/7` or `7/result`, and the query. */
function resourceOf({ pathname, search }: URL): string {
  return `${pathname.split('/').filter(Boolean).slice(-2).join('/')}${search}`;
}
