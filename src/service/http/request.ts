import type { Readable } from 'node:stream';

import { Client, type buildConnector, type Dispatcher } from 'undici';

import { aborted } from '../../runtime/time-limits.ts';
import type { Clock } from '../../runtime/clock.ts';
import { readBody, type Divert, type Text } from './body.ts';
import { toTransferError, type NetworkError } from './network-error.ts';
import { startTimer, type Timeouts, type RequestTimer } from './timeouts.ts';

/** One request, ready to be sent. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its bytes must be exactly `content-length` many. Each chunk is done with when the next one is asked for. */
  readonly body?: AsyncIterable<Uint8Array>;
  readonly timeouts: Timeouts;
  /** The most that an answer may hold, in bytes. */
  readonly maxBytes: number;
  /** Makes what takes in the body of an answer while it comes; what it gives back becomes the text. A redirect's body is not for it. */
  readonly divert?: () => Divert;
  /** Called when the head of an answer has come, perhaps before all of the body was sent. */
  readonly onResponse?: () => void;
  readonly signal: AbortSignal;
}

/** What came of a call: an answer, possibly cut off, or none at all. Nothing is thrown. */
export type HttpResult = HttpResponse | NoResponse;

/** A status, headers and as much of the body as came. */
export interface HttpResponse extends Text {
  readonly kind: 'response';
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Not even a status came. */
export interface NoResponse {
  readonly kind: 'no-response';
  readonly error: NetworkError;
}

/** Sends a call through a dispatcher and reads what comes back, within its deadlines and limits. */
export async function sendRequest(dispatcher: Dispatcher, clock: Clock, call: HttpRequest): Promise<HttpResult> {
  const watchdog = startTimer(clock, call.timeouts, call.signal);
  try {
    const request = dispatcher.request({
      method: call.method,
      path: call.path,
      headers: { ...call.headers, 'accept-encoding': 'identity' },
      body: call.body ? asBody(moving(call.body, watchdog)) : null,
      signal: watchdog.signal,
    });
    // undici looks at the signal only when the connection stands, and making one may take long.
    const response = await Promise.race([request, failWhenAborted(watchdog.signal)]);
    watchdog.responseStarted();
    call.onResponse?.();
    const headers = flat(response.headers);
    const chunks = moving<Buffer>(response.body, watchdog);
    const redirected = response.statusCode >= 300 && response.statusCode < 400;
    const divert = redirected ? undefined : call.divert?.();
    const body = await readBody(chunks, headers['content-encoding'], call.maxBytes, divert);
    return { kind: 'response', status: response.statusCode, headers, ...body };
  } catch (error) {
    return { kind: 'no-response', error: toTransferError(error) };
  } finally {
    watchdog.stop();
  }
}

/** A client of one connection, made for one call and closed behind it: an old connection may be closing just as we write. */
export async function sendOnNewConnection(
  origin: URL,
  connect: buildConnector.connector,
  clock: Clock,
  call: HttpRequest,
): Promise<HttpResult> {
  const client = new Client(origin, { connect, headersTimeout: 0, bodyTimeout: 0 });
  try {
    return await sendRequest(client, clock, call);
  } finally {
    // Not awaited: a connection that is still being made would hold up whoever wants to end.
    void client.destroy();
  }
}

function failWhenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  void aborted(signal).then(() => {
    reject(signal.reason);
  });
  return promise;
}

/**
 * undici takes any async iterable and asks for a chunk only when the one before it was written; its types know streams alone, and a
 * stream would ask ahead.
 */
function asBody(chunks: AsyncIterable<Uint8Array>): Readable {
  return chunks as unknown as Readable;
}

async function* moving<Chunk>(chunks: AsyncIterable<Chunk>, watchdog: RequestTimer): AsyncIterable<Chunk> {
  for await (const chunk of chunks) {
    watchdog.recordActivity();
    yield chunk;
  }
  watchdog.recordActivity();
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
