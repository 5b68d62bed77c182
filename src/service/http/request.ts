import { request as startRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { setImmediate as immediate } from 'node:timers/promises';

import { formatSeconds } from '../../model/words.ts';
import type { Clock } from '../../runtime/clock.ts';
import { whenAborted } from '../../runtime/time-limits.ts';
import { readBody, tooLarge, type ReceivedBody } from './body.ts';
import { NetworkError, stoppedRequest, toTransferError } from './network-error.ts';

/** One HTTP request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly `content-length` bytes. The memory of a chunk may be reused when the next one is requested. */
  readonly body?: AsyncIterable<Uint8Array>;
  /** In milliseconds. */
  readonly timeouts: {
    /** Without any data sent or received, but not while the response to a body that was sent is awaited. */
    readonly stallMs: number;
    /** From the start of the request to the end of the response. */
    readonly totalMs: number;
    /** From the head of the response to its end; absent: only `totalMs` applies. */
    readonly responseMs?: number;
  };
  /** Largest accepted response body, in bytes. */
  readonly maxBytes: number;
  /** Called when the head of the response arrives, possibly before the whole body was sent. */
  readonly onResponse?: () => void;
  readonly signal: AbortSignal;
}

/** What a request brought: a response, possibly incomplete, or none. */
export type HttpResult = HttpResponse | NoResponse;

/** A status, headers and the received part of the body. */
export interface HttpResponse extends ReceivedBody {
  readonly kind: 'response';
  readonly status: number;
  /** Lower-case names. `date` is never missing. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The connection failed before the head of a response arrived, or its body cannot be decoded. */
interface NoResponse {
  readonly kind: 'no-response';
  readonly error: NetworkError;
  /** The connection had been used before. */
  readonly isReused?: boolean;
}

/** Sign-in proxies set cookies of many kilobytes; the limit of Node.js is 16 KiB. */
const MAX_HEADER_BYTES = 256 * 1024;

/** A connection of its own, or one of an agent. */
export type ConnectionChoice = Pick<RequestOptions, 'createConnection' | 'agent'>;

/**
 * Sends a request and reads the response within its timeouts, until a signal aborts. Never throws. It uses `node:http`: undici (6 to 8)
 * closes the connection on a `100 Continue` that it did not ask for, and a client must accept that (RFC 9110 §15.2).
 */
export async function sendRequest(
  connection: ConnectionChoice,
  host: string,
  clock: Clock,
  request: HttpRequest,
  closed: AbortSignal,
): Promise<HttpResult> {
  const timer = startTimer(clock, request.timeouts, [request.signal, closed]);
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const { promise: responded, resolve: respond } = Promise.withResolvers<IncomingMessage>();
  const sent = startRequest({
    ...connection,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Folded headers, lines that end with LF, and control characters: other clients read them (docs/design.md §2).
    insecureHTTPParser: true,
    method: request.method,
    path: request.path,
    headers: { host, ...request.headers, 'accept-encoding': 'identity' },
  });
  const rejectUpgrade = (): void => {
    fail(new NetworkError('not-http', 'the server switched to another protocol (HTTP 101)'));
  };
  sent.on('error', fail).on('upgrade', rejectUpgrade);
  sent.on('response', (response) => {
    if (response.statusCode === 101) rejectUpgrade();
    else respond(response);
  });
  sent.on('socket', (socket) => {
    const readBefore = socket.bytesRead;
    sent.on('information', () => {
      timer.recordActivity();
      if (socket.bytesRead - readBefore > request.maxBytes) fail(tooLarge(request.maxBytes));
    });
    if (!request.body) sent.end();
    else sendBody(sent, withActivity(request.body, timer.recordActivity), failed).then(timer.bodySent, fail);
  });
  // The request itself ends only after the connection was made, which can take 15 seconds or more.
  void whenAborted(timer.signal).then(() => {
    fail(timer.signal.reason);
  });
  try {
    const response = await Promise.race([responded, failed]);
    timer.responseStarted();
    request.onResponse?.();
    void whenAborted(timer.signal).then(() => response.destroy(toTransferError(timer.signal.reason)));
    const headers = joinHeaders(response.headers);
    // As RFC 9110 §6.6.1 asks of a recipient: `Retry-After` may be a date.
    if (Number.isNaN(Date.parse(headers['date'] ?? ''))) headers['date'] = clock.date().toUTCString();
    // Of two lengths the wrong one could make the next response begin in this body (RFC 9112 §6.3).
    if ('content-length' in headers && 'transfer-encoding' in headers) sent.shouldKeepAlive = false;
    const chunks = withActivity<Buffer>(response, timer.recordActivity);
    const body = await readBody(chunks, headers['content-encoding'], request.maxBytes);
    return { kind: 'response', status: response.statusCode ?? 0, headers, ...body };
  } catch (error) {
    return { kind: 'no-response', error: toTransferError(error), isReused: sent.reusedSocket };
  } finally {
    timer.stop();
    fail(stoppedRequest());
    sent.destroy();
  }
}

/** Sends the body, a chunk when the one before has left this process. @param failed rejects when nothing more may be sent */
async function sendBody(sent: ClientRequest, body: AsyncIterable<Uint8Array>, failed: Promise<never>): Promise<void> {
  for await (const chunk of body) {
    // A whole turn of the event loop: a response that has arrived is read before a write to a closed connection discards it.
    // Of 600 early responses with an abrupt close 599 were read, without it 4; each other one means gigabytes that are sent again.
    await immediate();
    await immediate();
    const written = new Promise<void>((resolve, reject) => {
      sent.write(chunk, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
    await Promise.race([written, failed]);
  }
  sent.end();
}

/** Aborts its signal, with a {@link NetworkError}, when the request stalls, takes too long or one of the signals aborts. */
function startTimer(clock: Clock, timeouts: HttpRequest['timeouts'], signals: readonly AbortSignal[]) {
  const { totalMs, responseMs = Infinity } = timeouts;
  let { stallMs } = timeouts;
  const done = new AbortController();
  const abort = new AbortController();
  let lastActivity = clock.now();
  let limitMs = totalMs;
  let deadline = lastActivity + totalMs;

  const onStop = (): void => {
    abort.abort(stoppedRequest());
  };
  // Not AbortSignal.any: Node.js keeps what it makes until the next major collection.
  if (signals.some(({ aborted }) => aborted)) onStop();
  for (const signal of signals) signal.addEventListener('abort', onStop);

  const watch = async (): Promise<void> => {
    while (!done.signal.aborted && !abort.signal.aborted) {
      const now = clock.now();
      const stall = lastActivity + stallMs;
      if (now >= deadline)
        abort.abort(new NetworkError('timeout', `no complete response within ${formatSeconds(limitMs)}`));
      else if (now >= stall) abort.abort(new NetworkError('stall', `no data for ${formatSeconds(stallMs)}`));
      else await clock.sleep(Math.min(stall, deadline) - now, done.signal);
    }
  };
  void watch();

  return {
    signal: abort.signal,
    recordActivity: () => {
      lastActivity = clock.now();
    },
    /** What a server does with a body may take long. TCP keep-alive (60 s, by the connector) finds one that is gone. */
    bodySent: () => {
      stallMs = Infinity;
    },
    responseStarted: () => {
      lastActivity = clock.now();
      if (lastActivity + responseMs >= deadline) return;
      limitMs = responseMs;
      deadline = lastActivity + responseMs;
    },
    stop: () => {
      done.abort();
      // Node.js keeps a listener that another signal removes until the next major collection.
      for (const signal of signals) signal.removeEventListener('abort', onStop);
    },
  };
}

async function* withActivity<Chunk>(chunks: AsyncIterable<Chunk>, recordActivity: () => void): AsyncIterable<Chunk> {
  for await (const chunk of chunks) {
    recordActivity();
    yield chunk;
  }
  recordActivity();
}

/** The name of a header may be followed by spaces. */
function joinHeaders(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.trim(), [value].flat().join(', ')]));
}
