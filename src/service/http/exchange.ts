import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type BrotliOptions, type ZlibOptions } from 'node:zlib';
import { Client, type buildConnector, type Dispatcher } from 'undici';
import type { Clock } from '../../clock.ts';
import { exchangeFault, Fault } from './fault.ts';
import { startWatchdog, type Patience, type Watchdog } from './watchdog.ts';

/** One request, ready to be sent. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its bytes must be exactly `content-length` many. Each chunk is done with when the next one is asked for. */
  readonly body?: AsyncIterable<Uint8Array>;
  readonly patience: Patience;
  /** The most that an answer may hold, in bytes. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** What came of a call: an answer, possibly cut off, or none at all. Nothing is thrown. */
export type Exchange = Answer | Silence;

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** `undefined` when the answer is whole; else what cut it off. */
  readonly cutOff?: Fault;
}

export interface Silence {
  readonly kind: 'silence';
  readonly fault: Fault;
}

/** Sends a call through a dispatcher and reads what comes back, within its deadlines and limits. */
export async function exchange(dispatcher: Dispatcher, clock: Clock, call: Call): Promise<Exchange> {
  const watchdog = startWatchdog(clock, call.patience, call.signal);
  try {
    const response = await dispatcher.request({
      method: call.method,
      path: call.path,
      headers: { ...call.headers, 'accept-encoding': 'identity' },
      body: call.body ? asBody(moving(call.body, watchdog)) : null,
      signal: watchdog.signal,
    });
    watchdog.touch();
    return await readAnswer(response, call.maxBytes, watchdog);
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

/**
 * undici takes any async iterable and asks for a chunk only when the one before it was written; its types know streams alone, and a
 * stream would ask ahead.
 */
function asBody(chunks: AsyncIterable<Uint8Array>): Readable {
  return chunks as unknown as Readable;
}

async function* moving(body: AsyncIterable<Uint8Array>, watchdog: Watchdog): AsyncIterable<Uint8Array> {
  for await (const chunk of body) {
    watchdog.touch();
    yield chunk;
  }
  watchdog.touch();
}

async function readAnswer(response: Dispatcher.ResponseData, maxBytes: number, watchdog: Watchdog): Promise<Answer> {
  const headers = flat(response.headers);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let cutOff: Fault | undefined;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      watchdog.touch();
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Fault('too-large', `the answer is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    cutOff = exchangeFault(error);
  }
  const whole = Buffer.concat(chunks, Math.min(bytes, maxBytes));
  chunks.length = 0;
  const body = await decoded(whole, headers['content-encoding'], maxBytes);
  return { kind: 'answer', status: response.statusCode, headers, body, ...(cutOff ? { cutOff } : {}) };
}

const DECODERS: ReadonlyMap<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = new Map([
  ['gzip', promisify<Buffer, ZlibOptions, Buffer>(gunzip)],
  ['deflate', promisify<Buffer, ZlibOptions, Buffer>(inflate)],
  ['br', promisify<Buffer, BrotliOptions, Buffer>(brotliDecompress)],
]);

/** We ask for no encoding; a server that encodes all the same is read, so that no identifier is lost to it. */
async function decoded(body: Buffer, encoding: string | undefined, maxOutputLength: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? '';
  const decode = DECODERS.get(name);
  return decode ? decode(body, { maxOutputLength }).catch(() => body) : body;
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
