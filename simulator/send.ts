import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import type { Clock } from '../src/runtime/clock.ts';
import type { CutHow, Trouble } from './faults.ts';
import type { SimulatedAnswer } from './handlers.ts';
import { reset } from './sockets.ts';

/** Ends a connection as told; `stall` leaves it open and says nothing more. */
export function cut(socket: Socket, how: CutHow): void {
  if (how === 'reset') reset(socket);
  if (how === 'close') socket.destroySoon();
}

/** Sends an answer, with whatever trouble there is to be on its way. */
export async function send(
  response: ServerResponse,
  answer: SimulatedAnswer,
  trouble: Trouble | undefined,
  clock: Clock,
): Promise<void> {
  const packed = trouble?.kind === 'gzip';
  const body = packed ? gzipSync(answer.body) : Buffer.from(answer.body);
  const more = trouble?.kind === 'wrong-length' ? trouble.by : 0;
  // Whoever answers early does not read the rest, so that the connection is of no further use.
  if (trouble?.kind === 'response' && trouble.early) response.shouldKeepAlive = false;
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(packed && { 'content-encoding': 'gzip' }),
    'content-length': body.length + more,
  });
  const end = endOf(trouble, body.length);
  if (trouble?.kind === 'drip') await drip(response, body, trouble.everyMs, clock);
  else if (end) await sayAndCut(response, body.subarray(0, end.bytes), end.how);
  else response.end(body);
}

/** How an answer ends that does not end well: after how many bytes of it, and in what way. */
function endOf(trouble: Trouble | undefined, length: number): { bytes: number; how: CutHow } | undefined {
  if (trouble?.kind === 'response' && trouble.then) return { bytes: length, how: trouble.then };
  if (trouble?.kind === 'wrong-length') return { bytes: length, how: 'close' };
  if (trouble?.kind !== 'cut' || typeof trouble.at === 'string') return undefined;
  return 'answerBytes' in trouble.at ? { bytes: trouble.at.answerBytes, how: trouble.how } : undefined;
}

/** The response is never ended, because that would close the connection in good order. */
async function sayAndCut(response: ServerResponse, said: Buffer, how: CutHow): Promise<void> {
  const { socket } = response;
  await new Promise<void>((resolve) => {
    response.write(said, () => {
      resolve();
    });
  });
  if (socket) cut(socket, how);
}

async function drip(response: ServerResponse, body: Buffer, everyMs: number, clock: Clock): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.from([byte]));
    await clock.sleep(everyMs, gone.signal);
  }
  response.end();
}
