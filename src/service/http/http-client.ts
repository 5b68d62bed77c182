import { Pool } from 'undici';

import type { Clock } from '../../runtime/clock.ts';
import { retryAfterMs } from '../retry.ts';
import { createConnector, type ProxyFor } from './connect.ts';
import { sendRequest, sendOnNewConnection, type HttpRequest, type HttpResult } from './request.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

/** The one origin that requests go to. None is sent before the time that an earlier answer asked for has passed. */
export interface HttpClient {
  /** Sends a call over a connection that may have been used before; up to three redirects on the same origin are followed. */
  get(call: Omit<HttpRequest, 'method' | 'body'>): Promise<HttpResult>;
  /** Sends a call over a connection of its own; a redirect is an answer like any other. */
  post(call: Omit<HttpRequest, 'method'>): Promise<HttpResult>;
  /** Closes every connection at once, and waits for none. */
  close(): void;
}

/** The most requests in flight at once. */
export const MAX_IN_FLIGHT = 10;

const MAX_REDIRECTS = 3;

/** Opens the way to an origin; no connection is made yet. */
export function createHttpClient(
  address: URL,
  clock: Clock,
  proxyFor: ProxyFor,
  quiet: RateLimit = createRateLimit(clock),
): HttpClient {
  const origin = new URL(address.origin);
  const connect = createConnector(origin, proxyFor);
  const pool = new Pool(origin, { connections: MAX_IN_FLIGHT, connect, headersTimeout: 0, bodyTimeout: 0 });

  const whenQuiet = async (signal: AbortSignal, send: () => Promise<HttpResult>): Promise<HttpResult> => {
    await quiet.wait(signal);
    const answer = await send();
    quiet.record(answer);
    return answer;
  };

  const get = async (call: Omit<HttpRequest, 'method' | 'body'>, redirects = 0): Promise<HttpResult> => {
    const answer = await whenQuiet(call.signal, () => sendRequest(pool, clock, { ...call, method: 'GET' }));
    const path = redirects < MAX_REDIRECTS && !isPutOff(answer) ? redirectedPath(answer, origin, call.path) : undefined;
    if (path === undefined) return answer;
    // Nobody is sent on before the time that the redirect itself asked for.
    return (await quiet.wait(call.signal)) ? get({ ...call, path }, redirects + 1) : answer;
  };

  return {
    get: (call) => get(call),
    post: (call) =>
      whenQuiet(call.signal, () => sendOnNewConnection(origin, connect, clock, { ...call, method: 'POST' })),
    close: () => {
      void pool.destroy();
    },
  };
}

/** A redirect that may only be followed after a longer time is an answer: then it is for the caller to give up. In milliseconds. */
const LONGEST_WAIT_MS = 15 * 60_000;

function isPutOff(answer: HttpResult): boolean {
  return answer.kind === 'response' && (retryAfterMs(answer.headers) ?? 0) > LONGEST_WAIT_MS;
}

/**
 * Where a redirect leads when it stays on the origin and with what was asked for: no other origin ever sees a request, and what another
 * testset says is no answer.
 */
function redirectedPath(answer: HttpResult, origin: URL, path: string): string | undefined {
  if (answer.kind === 'no-response' || ![301, 302, 303, 307, 308].includes(answer.status)) return undefined;
  const asked = new URL(path, origin);
  const target = answer.headers['location'] ? URL.parse(answer.headers['location'], asked.href) : null;
  if (target?.origin !== origin.origin || thingOf(target) !== thingOf(asked)) return undefined;
  return `${target.pathname}${target.search}`;
}

/** The last two parts of the path, such as `testset/7` or `7/result`, and the query. */
function thingOf({ pathname, search }: URL): string {
  return `${pathname.split('/').filter(Boolean).slice(-2).join('/')}${search}`;
}
