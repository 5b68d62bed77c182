import { aborted } from '../aborted.ts';
import type { OpenApp } from '../app/app-file.ts';
import type { Clock } from '../clock.ts';
import { messageOf } from '../errors.ts';
import type { MultipartBody } from './client.ts';
import { Fault } from './http/fault.ts';
import type { Multipart } from './upload.ts';

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
export function holdBack(parts: Multipart, app: OpenApp | undefined, hold: Hold): HeldBody {
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
    answered: () => {
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
    throw new Fault('source', messageOf(error), error);
  }
}

async function refuseIfSpoilt(app: OpenApp | undefined, signal: AbortSignal): Promise<void> {
  const change = await app?.change();
  if (change !== undefined) throw new Fault('source', `${change} while it was being sent`);
  if (signal.aborted) throw new Fault('stopped', 'the request was stopped');
}
