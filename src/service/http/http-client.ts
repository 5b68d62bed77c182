import { Agent } from 'node:http';
import type { Socket } from 'node:net';

import pLimit from 'p-limit';

import type { Clock } from '../../runtime/clock.ts';
import type { ProxyFor } from '../../runtime/platform.ts';
import { createConnector } from './connect.ts';
import type { RateLimit } from './rate-limit.ts';
import { sendRequest, type ConnectionChoice, type HttpRequest, type HttpResult } from './request.ts';

const MAX_REQUESTS = 10;
/** How long an idle connection is kept, in milliseconds: many scenarios are polled several times a second. Many servers close it after 5 s. */
const IDLE_MS = 4_000;

/** Sends requests to one origin, at most ten GETs at once: the timeouts of others begin when they are sent. No redirect is followed. */
export function createHttpClient(address: URL, clock: Clock, proxyFor: ProxyFor, rateLimit: RateLimit) {
  const origin = new URL(address.origin);
  const limit = pLimit(MAX_REQUESTS);
  const target = { hostname: origin.hostname.replace(/^\[|\]$/g, ''), protocol: origin.protocol, port: origin.port };
  const connector = createConnector(origin, clock, proxyFor);
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
    const isStale = result.kind === 'no-response' && result.isReused && result.error.kind === 'reset';
    return isStale ? send({ createConnection }, request) : result;
  };

  return {
    /** Sends a request on a connection that may be used again. */
    get: (request: Omit<HttpRequest, 'method' | 'body'>): Promise<HttpResult> =>
      limit(() => sendGet({ ...request, method: 'GET' })),
    /**
     * Sends a request at once, because its response may take hours, and on a new connection, because the server may be closing an idle one:
     * 20 of 20 creates on old connections stayed unknown.
     */
    post: (request: Omit<HttpRequest, 'method'>): Promise<HttpResult> =>
      send({ createConnection }, { ...request, method: 'POST' }),
    close: (): void => {
      closed.abort();
      agent.destroy();
    },
  };
}
