import FormData from 'form-data';

import type { OpenApp } from '../app/app-file.ts';
import { messageOf } from '../model/errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { aborted } from '../runtime/time-limits.ts';
import type { MultipartBody } from './client.ts';
import { NetworkError } from './http/network-error.ts';

/** How long the end of a body is held back at least and at most, in milliseconds (docs/design.md §3). */
const MIN_HOLD_MS = 200;
const MAX_HOLD_MS = 5_000;
/** What the machine's own network buffers may hold: bytes that are written but have not left. */
const BUFFERED_BYTES = 4 * 1024 * 1024;

/** A body whose end is held back until the last moment at which the create can still be called off. */
export interface HeldBody extends MultipartBody {
  /** Whether the terminator may have left: from here on the service may have created a testset. */
  readonly released: boolean;
}

interface Hold {
  readonly clock: Clock;
  /** Aborted when the create is called off, or over. */
  readonly signal: AbortSignal;
  /** Called with the number of file bytes that were written so far. */
  readonly onProgress?: (sentBytes: number) => void;
  /** Called when the end is about to leave, the moment before a testset may come of it. */
  readonly onRelease?: () => void;
}

/**
 * Streams a multipart body up to its terminator, waits a moment for trouble to show (an early answer, a reset, a cancel, a changed
 * file), and only then sends the end. Trouble before that is proof that nothing was created.
 */
export function holdBodyEnd(parts: Multipart, app: OpenApp | undefined, hold: Hold): HeldBody {
  let released = false;
  const answer = new AbortController();
  async function* stream(): AsyncGenerator<Uint8Array> {
    const began = hold.clock.now();
    if (parts.head.length > 0) yield parts.head;
    if (app) yield* counted(app.chunks(), hold.onProgress);
    yield parts.tail;
    const trouble = AbortSignal.any([hold.signal, answer.signal]);
    await hold.clock.sleep(holdMs(parts.bytes, hold.clock.now() - began), trouble);
    // An answer that has begun is read to its end first, however slowly it comes, and then the create is over.
    if (answer.signal.aborted) await aborted(hold.signal);
    await refuseIfSpoilt(app, hold.signal);
    hold.onRelease?.();
    released = true;
    yield parts.terminator;
  }
  return {
    contentType: parts.contentType,
    bytes: parts.bytes,
    stream,
    responseStarted: () => {
      answer.abort();
    },
    get released() {
      return released;
    },
  };
}

/** Long enough for what is still in the machine's buffers to leave at the rate seen so far, and for an answer to come back. */
function holdMs(bytes: number, elapsedMs: number): number {
  const drainMs = (Math.min(bytes, BUFFERED_BYTES) / Math.max(1, bytes)) * elapsedMs;
  return Math.min(MAX_HOLD_MS, MIN_HOLD_MS + drainMs);
}

async function* counted(chunks: AsyncIterable<Uint8Array>, onProgress: Hold['onProgress']): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of readable(chunks)) {
    yield chunk;
    sent += chunk.length;
    onProgress?.(sent);
  }
}

/** The same chunks; what goes wrong with them is a fault of the file, not of the network. */
async function* readable(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw new NetworkError('source', messageOf(error), error);
  }
}

async function refuseIfSpoilt(app: OpenApp | undefined, signal: AbortSignal): Promise<void> {
  const change = await app?.change();
  if (change !== undefined) throw new NetworkError('source', `${change} while it was being sent`);
  if (signal.aborted) throw new NetworkError('stopped', 'the request was stopped');
}

/** A multipart body in the pieces that the wire sees, around the file's own bytes. */
export interface Multipart {
  readonly contentType: string;
  /** All of it, in bytes: the exact Content-Length. */
  readonly bytes: number;
  /** Before the file; empty when there is none. */
  readonly head: Buffer;
  /** Behind the file, up to the last character of the JSON. */
  readonly tail: Buffer;
  /** The JSON's closing brace and the closing boundary. Until it has arrived, nothing can have been created. */
  readonly terminator: Buffer;
}

/**
 * Lays out the body of a new testset: `app_file` first, `data` last (docs/design.md, variants).
 *
 * @param json the `data` part, an object as JSON text
 */
export function buildMultipart(json: string, app?: OpenApp): Multipart {
  const form = new FormData();
  // The library frames an empty file; the real bytes go between the frame's two halves, straight from the disk.
  if (app) form.append('app_file', Buffer.alloc(0), { filename: app.name, contentType: 'application/octet-stream' });
  form.append('data', json, { contentType: 'application/json' });
  const frame = form.getBuffer();
  const fileAt = app ? frame.indexOf('\r\n\r\n') + 4 : 0;
  const terminatorAt = frame.lastIndexOf('}');
  return {
    contentType: `multipart/form-data; boundary=${form.getBoundary()}`,
    bytes: frame.length + (app?.bytes ?? 0),
    head: frame.subarray(0, fileAt),
    tail: frame.subarray(fileAt, terminatorAt),
    terminator: frame.subarray(terminatorAt),
  };
}
