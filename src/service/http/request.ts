import type { Readable } from 'node:stream';

import type { Dispatcher } from 'undici';

import { formatSeconds } from '../../model/words.ts';
import type { Clock } from '../../runtime/clock.ts';
import { aborted } from '../../runtime/time-limits.ts';
import { readBody, type Text } from './body.ts';
import { NetworkError, stoppedRequest, toTransferError } from './network-error.ts';

/** One HTTP request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Exactly `content-length` bytes. The memory of a chunk may be reused when the next one is requested. */
  readonly body?: AsyncIterable<Uint8Array>;
  /** In milliseconds. */
  readonly timeouts: {
    /** Without any data sent or received. */
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
export interface HttpResponse extends Text {
  readonly kind: 'response';
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The connection failed before the head of a response arrived. */
interface NoResponse {
  readonly kind: 'no-response';
  readonly error: NetworkError;
}

/** Sends a request and reads the response within its timeouts. Never throws. */
export async function sendRequest(dispatcher: Dispatcher, clock: Clock, request: HttpRequest): Promise<HttpResult> {
  const timer = startTimer(clock, request);
  try {
    const sent = dispatcher.request({
      method: request.method,
      path: request.path,
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      body: request.body ? toUndiciBody(withActivity(request.body, timer.recordActivity)) : null,
      signal: timer.signal,
    });
    // undici reads the signal only after the connection was made, which can take 15 seconds or more.
    const whenAborted = aborted(timer.signal).then(() => Promise.reject(toTransferError(timer.signal.reason)));
    const response = await Promise.race([sent, whenAborted]);
    timer.responseStarted();
    request.onResponse?.();
    const headers = joinHeaders(response.headers);
    const chunks = withActivity<Buffer>(response.body, timer.recordActivity);
    const body = await readBody(chunks, headers['content-encoding'], request.maxBytes);
    return { kind: 'response', status: response.statusCode, headers, ...body };
  } catch (error) {
    return { kind: 'no-response', error: toTransferError(error) };
  } finally {
    timer.stop();
  }
}

/** Aborts its signal, with a {@link NetworkError}, when the request stalls, takes too long or is stopped by the caller. */
function startTimer(clock: Clock, { timeouts, signal: callerSignal }: HttpRequest) {
  const { stallMs, totalMs, responseMs = Infinity } = timeouts;
  const done = new AbortController();
  const abort = new AbortController();
  let lastActivity = clock.now();
  let limitMs = totalMs;
  let deadline = lastActivity + totalMs;

  const onStop = (): void => {
    abort.abort(stoppedRequest());
  };
  if (callerSignal.aborted) onStop();
  else callerSignal.addEventListener('abort', onStop);

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
    responseStarted: () => {
      lastActivity = clock.now();
      if (lastActivity + responseMs >= deadline) return;
      limitMs = responseMs;
      deadline = lastActivity + responseMs;
    },
    stop: () => {
      done.abort();
      // Node.js keeps a listener that another signal removes until the next major collection.
      callerSignal.removeEventListener('abort', onStop);
    },
  };
}

/** undici accepts any async iterable and reads it one chunk at a time; its types know streams only, which would read ahead. */
function toUndiciBody(chunks: AsyncIterable<Uint8Array>): Readable {
  return chunks as unknown as Readable;
}

async function* withActivity<Chunk>(chunks: AsyncIterable<Chunk>, recordActivity: () => void): AsyncIterable<Chunk> {
  for await (const chunk of chunks) {
    recordActivity();
    yield chunk;
  }
  recordActivity();
}

function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
