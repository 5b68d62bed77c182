import type { Socket } from 'node:net';
import { constants, gunzipSync, gzipSync } from 'node:zlib';

import type { Clock } from '../../../src/runtime/clock.ts';
import type { ComposedAnswer } from './compose-answer.ts';
import type { Cut, Manner } from './schedule.ts';
import type { GivenAnswer } from './seen-request.ts';

/** A connection that an answer is sent on. */
export interface Connection {
  readonly socket: Socket;
  readonly cut: (how: Cut) => void;
  readonly clock: Clock;
  /** Aborted when the client has closed it. */
  readonly closed: AbortSignal;
}

/** What cuts a connection waits so long for what was sent before, so that it has been read. In milliseconds of the flow's clock. */
const UNTIL_READ_MS = 1;

/**
 * Sends an answer in some manner. `onSent` is called whenever more of it has been sent.
 *
 * @returns whether the connection is as good as new
 */
export async function sendAnswer(
  connection: Connection,
  answer: ComposedAnswer,
  manner: Manner | undefined,
  onSent: (given: GivenAnswer) => void,
): Promise<boolean> {
  const wire = putOnWire(answer, manner);
  const tell = (bytes: number): void => {
    onSent(givenBy(wire, answer, bytes, connection.clock.now()));
  };
  const total = wire.head.length + wire.body.length;
  const all = Buffer.concat([wire.head, wire.body]);
  if (manner?.kind === 'interim') connection.socket.write(`HTTP/1.1 ${manner.status} Wait\r\n\r\n`);
  if (manner?.kind === 'drip') return drip(connection, wire, manner.everyMs, tell);
  const end = manner?.kind === 'cut' ? cutAt(wire, manner.at) : total;
  connection.socket.write(all.subarray(0, end));
  tell(end);
  // Nothing is wrong with the length of what is empty all the same.
  if (manner?.kind !== 'cut' && wire.declared === wire.body.length) return true;
  await connection.clock.sleep(UNTIL_READ_MS, connection.closed);
  if (!connection.closed.aborted) connection.cut(manner?.kind === 'cut' ? manner.how : 'fin');
  return false;
}

/** An answer in bytes. */
interface Wire {
  readonly head: Buffer;
  readonly body: Buffer;
  /** What the head declares. */
  readonly declared: number;
  readonly packed: boolean;
}

function putOnWire({ status, headers, body }: ComposedAnswer, manner: Manner | undefined): Wire {
  const packed = manner?.kind === 'gzip';
  const sent = packed ? gzipSync(body) : body;
  const declared = Math.max(0, sent.length + (manner?.kind === 'length' ? manner.by : 0));
  const lines = Object.entries({
    ...headers,
    ...(packed && { 'content-encoding': 'gzip' }),
    'content-length': `${declared}`,
  });
  const head = `HTTP/1.1 ${status} Said\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return { head: Buffer.from(head, 'latin1'), body: sent, declared, packed };
}

function cutAt({ head, body }: Wire, at: Extract<Manner, { kind: 'cut' }>['at']): number {
  if (at === 'status line') return 9;
  if (at === 'headers') return head.length - 5;
  if (typeof at === 'number') return Math.floor(at * (head.length + body.length));
  const [before = '', digits = ''] = /^.*"testset_id":"?(\d*)/.exec(body.toString('latin1')) ?? [];
  return head.length + before.length - (at === 'id' ? Math.ceil(digits.length / 2) : 0);
}

async function drip(
  connection: Connection,
  { head, body }: Wire,
  everyMs: number,
  tell: (bytes: number) => void,
): Promise<boolean> {
  connection.socket.write(head);
  tell(head.length);
  for (let at = 0; at < body.length; at += 1) {
    await connection.clock.sleep(everyMs, connection.closed);
    if (connection.closed.aborted) return false;
    connection.socket.write(body.subarray(at, at + 1));
    tell(head.length + at + 1);
  }
  return true;
}

function givenBy(
  { head, body, declared, packed }: Wire,
  { status, headers }: ComposedAnswer,
  bytes: number,
  now: number,
): GivenAnswer {
  const known = bytes >= head.length;
  const sent = body.subarray(0, Math.min(declared, Math.max(0, bytes - head.length)));
  return {
    status: known ? status : undefined,
    location: known ? headers['location'] : undefined,
    retryAfterMs: known ? Number(headers['retry-after'] ?? 0) * 1000 : 0,
    text: (packed ? unpacked(sent) : sent).toString('utf8'),
    whole: known && sent.length === declared,
    sentAt: now,
  };
}

/** As much as can be had of what may be cut off. */
function unpacked(sent: Buffer): Buffer {
  return sent.length === 0 ? sent : gunzipSync(sent, { finishFlush: constants.Z_SYNC_FLUSH });
}
