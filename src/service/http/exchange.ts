import type { Readable } from 'node:stream';

import { Client, type buildConnector, type Dispatcher } from 'undici';

import { aborted } from '../../aborted.ts';
import type { Clock } from '../../clock.ts';
import { readBody, type Divert, type Text } from './body.ts';
import { exchangeFault, type Fault } from './fault.ts';
import { startWatchdog, type Timeouts, type Watchdog } from './watchdog.ts';

/** One request, ready to be sent. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its bytes must be exactly `content-length` many. Each chunk is done with when the next one is asked for. */
  readonly body?: AsyncIterable<Uint8Array>;
  readonly patience: Timeouts;
  /** The most that an answer may hold, in bytes. */
  readonly maxBytes: number;
  /** Makes what takes in the body of an answer while it comes; what it gives back becomes the text. A redirect's body is not for it. */
  readonly divert?: () => Divert;
  /** Called when the head of an answer has come, perhaps before all of the body was sent. */
  readonly onAnswer?: () => void;
  readonly signal: AbortSignal;
}

/** What came of a call: an answer, possibly cut off, or none at all. Nothing is thrown. */
export type Exchange = Answer | Silence;

/** A status, headers and as much of the body as came. */
export interface Answer extends Text {
  readonly kind: 'answer';
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Not even a status came. */
export interface Silence {
  readonly kind: 'silence';
  readonly fault: Fault;
}

/** Sends a call through a dispatcher and reads what comes back, within its deadlines and limits. */
export async function exchange(dispatcher: Dispatcher, clock: Clock, call: Call): Promise<Exchange> {
  const watchdog = startWatchdog(clock, call.patience, call.signal);
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
    watchdog.answered();
    call.onAnswer?.();
    const headers = flat(response.headers);
    const chunks = moving<Buffer>(response.body, watchdog);
    const redirected = response.statusCode >= 300 && response.statusCode < 400;
    const divert = redirected ? undefined : call.divert?.();
    const body = await readBody(chunks, headers['content-encoding'], call.maxBytes, divert);
    return { kind: 'answer', status: response.statusCode, headers, ...body };
  } catch (error) {
    return { kind: 'silence', fault: exchangeFault(error) };
  } finally {
    watchdog.stop();
  }
}

/** A client of one connection, made for one call and closed behind it: an old connection may be closing just as we write. */
export async function exchangeOnce(
  origin: URL,
  connect: buildConnector.connector,
  clock: Clock,
  call: Call,
): Promise<Exchange> {
  const client = new Client(origin, { connect, headersTimeout: 0, bodyTimeout: 0 });
  try {
    return await exchange(client, clock, call);
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

async function* moving<Chunk>(chunks: AsyncIterable<Chunk>, watchdog: Watchdog): AsyncIterable<Chunk> {
  for await (const chunk of chunks) {
    watchdog.touch();
    yield chunk;
  }
  watchdog.touch();
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
