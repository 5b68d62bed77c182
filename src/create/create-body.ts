import FormData from 'form-data';

import type { OpenApp } from '../app/open-app.ts';
import { messageOf } from '../model/errors.ts';
import type { Clock } from '../runtime/clock.ts';
import { whenAborted } from '../runtime/time-limits.ts';
import type { MultipartBody } from '../service/client.ts';
import { NetworkError, stoppedRequest } from '../service/http/network-error.ts';

/** How long the end of the body is held back, in milliseconds (docs/design.md §3). */
const MIN_HOLD_MS = 200;
const MAX_HOLD_MS = 5_000;
/** What the network buffers of this machine may hold: bytes that were written but not sent. */
const BUFFERED_BYTES = 4 * 1024 * 1024;

interface HeldBody extends MultipartBody {
  /** Whether the end may have been sent; from then on the service may have created a testset. */
  readonly isCommitted: boolean;
}

/**
 * Builds the body of a create, sends all but its end, waits for an early response, a reset, a cancel or a changed file, and then sends the
 * end. Whatever ends the request before that proves that nothing was created.
 * @param signal aborts when the create is stopped or over
 */
export function createHeldBody(
  json: string,
  app: OpenApp | undefined,
  clock: Clock,
  signal: AbortSignal,
  onCommit: () => void,
): HeldBody {
  const { contentType, bytes, head, tail, end } = buildMultipart(json, app);
  let isCommitted = false;
  const response = new AbortController();
  async function* stream(): AsyncGenerator<Uint8Array> {
    const began = clock.now();
    if (app) {
      yield head;
      yield* readApp(app);
    }
    yield tail;
    await clock.sleep(holdMs(bytes, clock.now() - began), AbortSignal.any([signal, response.signal]));
    // A response that has begun is read completely, however slow it is, and then the create is over.
    if (response.signal.aborted) await whenAborted(signal);
    const change = await app?.change();
    if (change !== undefined) throw new NetworkError('source', `${change} while it was being sent`);
    if (signal.aborted) throw stoppedRequest();
    onCommit();
    isCommitted = true;
    yield end;
  }
  return {
    contentType,
    bytes,
    stream,
    responseStarted: () => {
      response.abort();
    },
    get isCommitted() {
      return isCommitted;
    },
  };
}

/** Enough time for the buffered bytes to leave at the rate seen so far, and for a response to arrive. */
function holdMs(bytes: number, elapsedMs: number): number {
  const drainMs = Math.min(1, BUFFERED_BYTES / bytes) * elapsedMs;
  return Math.min(MAX_HOLD_MS, MIN_HOLD_MS + drainMs);
}

async function* readApp(app: OpenApp): AsyncGenerator<Uint8Array> {
  try {
    yield* app.chunks();
  } catch (error) {
    throw new NetworkError('source', messageOf(error), error);
  }
}

/** Builds the frame: `app_file` first, `data` last (docs/design.md, variants). */
function buildMultipart(json: string, app?: OpenApp) {
  const form = new FormData();
  // The library frames an empty file; the content is read from the disk and sent between the two halves of the frame.
  if (app) form.append('app_file', Buffer.alloc(0), { filename: app.name, contentType: 'application/octet-stream' });
  form.append('data', json, { contentType: 'application/json' });
  const frame = form.getBuffer();
  const fileAt = app ? frame.indexOf('\r\n\r\n') + 4 : 0;
  const endAt = frame.lastIndexOf('}');
  return {
    contentType: `multipart/form-data; boundary=${form.getBoundary()}`,
    bytes: frame.length + (app?.bytes ?? 0),
    head: frame.subarray(0, fileAt),
    tail: frame.subarray(fileAt, endAt),
    // The closing brace of the JSON and the closing boundary. No server can accept the create without it.
    end: frame.subarray(endAt),
  };
}
