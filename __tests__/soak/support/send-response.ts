import type { Socket } from 'node:net';
import { constants, gunzipSync, gzipSync } from 'node:zlib';

import type { Clock } from '../../../src/runtime/clock.ts';
import type { ComposedResponse } from './compose-response.ts';
import type { SentResponse } from './recorded-request.ts';
import type { Cut, Delivery, ScriptedResponse } from './schedule.ts';

/** A connection that a response is sent on. */
interface Connection {
  readonly socket: Socket;
  readonly cut: (how: Cut) => void;
  readonly clock: Clock;
  /** Aborted when the client has closed it. */
  readonly closed: AbortSignal;
}

/** The time from the last byte to a cut, so that the byte has been read by then. In milliseconds of the run's clock. */
const UNTIL_READ_MS = 1;

/**
 * Sends a response. `onSent` is called whenever more of it was sent.
 *
 * @returns whether the connection can take another request
 */
export async function sendResponse(
  connection: Connection,
  response: ComposedResponse,
  { delivery, retryAfter = 0 }: ScriptedResponse,
  onSent: (sent: SentResponse) => void,
): Promise<boolean> {
  const { socket, clock, closed, cut } = connection;
  const wire = putOnWire(response, delivery);
  const record = (bytes: number): void => {
    onSent({ ...sentBy(wire, response, bytes, retryAfter * 1000), sentAt: clock.now() });
  };
  // A 204 is over with its head (RFC 9110 §15.3.5): what comes later belongs to no response.
  if (delivery?.kind === 'drip' && response.status !== 204) return drip(connection, wire, delivery.everyMs, record);
  const end = delivery?.kind === 'cut' ? cutAt(wire, delivery.at) : wire.head.length + wire.body.length;
  socket.write(Buffer.concat([wire.head, wire.body]).subarray(0, end));
  record(end);
  // A wrong length changes nothing about an empty body.
  if (delivery?.kind !== 'cut' && wire.declared === wire.body.length) return true;
  await clock.sleep(UNTIL_READ_MS, closed);
  if (!closed.aborted) cut(delivery?.kind === 'cut' ? delivery.how : 'fin');
  return false;
}

/** A response in bytes. */
interface Wire {
  readonly head: Buffer;
  readonly body: Buffer;
  /** What the head declares. */
  readonly declared: number;
  readonly compressed: boolean;
}

function putOnWire({ status, headers, body }: ComposedResponse, delivery: Delivery | undefined): Wire {
  const compressed = delivery?.kind === 'gzip';
  const sent = compressed ? gzipSync(body) : body;
  const declared = Math.max(0, sent.length + (delivery?.kind === 'length' ? delivery.by : 0));
  const lines = Object.entries({
    ...headers,
    ...(compressed && { 'content-encoding': 'gzip' }),
    'content-length': `${declared}`,
  });
  const head = `HTTP/1.1 ${status} Said\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return { head: Buffer.from(head, 'latin1'), body: sent, declared, compressed };
}

function cutAt({ head, body }: Wire, at: Extract<Delivery, { kind: 'cut' }>['at']): number {
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
  record: (bytes: number) => void,
): Promise<boolean> {
  connection.socket.write(head);
  record(head.length);
  for (let at = 0; at < body.length; at += 1) {
    await connection.clock.sleep(everyMs, connection.closed);
    if (connection.closed.aborted) return false;
    connection.socket.write(body.subarray(at, at + 1));
    record(head.length + at + 1);
  }
  return true;
}

function sentBy(
  { head, body, declared, compressed }: Wire,
  { status, redirect, headers }: ComposedResponse,
  bytes: number,
  retryAfterMs: number,
): Omit<SentResponse, 'sentAt'> {
  const isKnown = bytes >= head.length;
  const sent = body.subarray(0, Math.min(declared, Math.max(0, bytes - head.length)));
  return {
    status: isKnown ? status : undefined,
    redirect: isKnown ? redirect : undefined,
    retryAfterMs: isKnown ? retryAfterMs : 0,
    ageMs: isKnown && headers['age'] !== undefined ? Number(headers['age']) * 1000 : undefined,
    text: (compressed ? decompress(sent) : sent).toString('utf8'),
    whole: isKnown && sent.length === declared,
  };
}

/** As much as can be read of what may be cut off. */
function decompress(sent: Buffer): Buffer {
  return sent.length === 0 ? sent : gunzipSync(sent, { finishFlush: constants.Z_SYNC_FLUSH });
}
