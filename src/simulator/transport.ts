import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Point, Trouble } from './faults.ts';
import type { SimulatedAnswer } from './handlers.ts';
import { createMultipartReader, type Part } from './multipart.ts';

/** What became of a request's body. */
export interface Received {
  readonly bytes: number;
  /** Whether all of it came. */
  readonly whole: boolean;
  /** `undefined` when it was no whole multipart body. */
  readonly parts: readonly Part[] | undefined;
}

/** Reads a body to its end, or up to the point where the connection is to be cut. */
export async function receive(
  request: IncomingMessage,
  trouble: Trouble | undefined,
  digest: boolean,
): Promise<Received> {
  const boundary = /boundary="?([^";]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  const reader = boundary === undefined ? undefined : createMultipartReader(boundary, digest);
  const limit =
    trouble?.kind === 'cut' && typeof trouble.at === 'object' && 'bodyBytes' in trouble.at
      ? trouble.at.bodyBytes
      : Infinity;
  let bytes = 0;
  try {
    // The stream is left open when the reading stops, because how the connection ends is decided elsewhere.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      reader?.write(chunk);
      if (bytes >= limit) return { bytes, whole: false, parts: undefined };
    }
  } catch {
    return { bytes, whole: false, parts: undefined };
  }
  return { bytes, whole: request.complete, parts: reader?.complete ? reader.parts : undefined };
}

/** The plain connection below a TLS socket. */
export const rawSockets = new WeakMap<Socket, Socket>();

/** Whether a trouble cuts the connection at a point. */
export function cutsAt(trouble: Trouble | undefined, point: Exclude<Point, object> | 'bodyBytes'): boolean {
  if (trouble?.kind !== 'cut') return false;
  return typeof trouble.at === 'string' ? trouble.at === point : point in trouble.at;
}

/** Ends a connection as told; `stall` leaves it open and says nothing more. */
export function cut(socket: Socket, trouble: Trouble | undefined): void {
  if (trouble?.kind !== 'cut') return;
  // A TLS socket cannot reset by itself: the connection below it does.
  if (trouble.how === 'reset') (rawSockets.get(socket) ?? socket).resetAndDestroy();
  if (trouble.how === 'close') socket.destroySoon();
}

/** Sends an answer, with whatever trouble there is to be on its way. */
export async function send(
  response: ServerResponse,
  answer: SimulatedAnswer,
  trouble: Trouble | undefined,
): Promise<void> {
  const packed = trouble?.kind === 'gzip';
  const body = packed ? gzipSync(answer.body) : Buffer.from(answer.body);
  const length = body.length + (trouble?.kind === 'wrong-length' ? trouble.by : 0);
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(packed && { 'content-encoding': 'gzip' }),
    'content-length': length,
  });
  if (trouble?.kind === 'drip') {
    await drip(response, body, trouble.everyMs);
    return;
  }
  if (trouble?.kind === 'cut' && typeof trouble.at === 'object' && 'answerBytes' in trouble.at) {
    const said = body.subarray(0, trouble.at.answerBytes);
    await new Promise<void>((resolve) =>
      response.write(said, () => {
        resolve();
      }),
    );
    if (response.socket) cut(response.socket, trouble);
    return;
  }
  if (length === body.length) response.end(body);
  else response.write(body, () => response.socket?.destroySoon());
}

async function drip(response: ServerResponse, body: Buffer, everyMs: number): Promise<void> {
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.from([byte]));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  response.end();
}
