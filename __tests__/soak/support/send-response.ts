import { constants, gunzipSync, gzipSync } from 'node:zlib';

import type { Clock } from '../../../src/runtime/clock.ts';
import type { ComposedResponse } from './compose-response.ts';
import type { Connection } from './connection.ts';
import type { SentResponse } from './recorded-request.ts';
import type { Delivery } from './schedule.ts';

/** The time from the last byte to a cut, so that the byte has been read by then. In milliseconds of the run's clock. */
const UNTIL_READ_MS = 1;

/** Sends a response, and records in `request` what was sent. @returns whether the connection can take another request */
export async function sendResponse(
  { headers, header, body: plain, known }: ComposedResponse,
  delivery: Delivery | undefined,
  request: { response: SentResponse | undefined },
  { socket, closed, cut }: Connection,
  clock: Clock,
): Promise<boolean> {
  const isCompressed = delivery?.kind === 'gzip';
  const body = isCompressed ? gzipSync(plain) : plain;
  const declared = Math.max(0, body.length + (delivery?.kind === 'length' ? delivery.by : 0));
  const lines = Object.entries({
    ...headers,
    ...(isCompressed && { 'content-encoding': 'gzip' }),
    'content-length': `${declared}`,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`HTTP/1.1 ${known.status} Said\r\n${header ?? ''}${lines.join('')}\r\n`, 'latin1');
  const wire = Buffer.concat([head, body]);
  const send = (from: number, to: number): void => {
    socket.write(wire.subarray(from, to));
    const isKnown = to >= head.length;
    const sent = body.subarray(0, Math.min(declared, Math.max(0, to - head.length)));
    const text = (isCompressed ? decompress(sent) : sent).toString('utf8');
    request.response = {
      ...(isKnown ? known : UNKNOWN),
      text,
      whole: isKnown && sent.length === declared,
      sentAt: clock.now(),
    };
  };
  // A 204 is over with its head (RFC 9110 §15.3.5): what comes later belongs to no response.
  if (delivery?.kind === 'drip' && known.status !== 204) {
    send(0, head.length);
    for (let at = head.length; at < wire.length; at += 1) {
      await clock.sleep(delivery.everyMs, closed);
      if (closed.aborted) return false;
      send(at, at + 1);
    }
    return true;
  }
  send(0, delivery?.kind === 'cut' ? cutAt(delivery.at, head, body) : wire.length);
  // A wrong length changes nothing about an empty body.
  if (delivery?.kind !== 'cut' && declared === body.length) return true;
  await clock.sleep(UNTIL_READ_MS, closed);
  if (!closed.aborted) cut(delivery?.kind === 'cut' ? delivery.how : 'fin');
  return false;
}

const UNKNOWN = { status: undefined, retryAfterMs: 0 };

function cutAt(at: Extract<Delivery, { kind: 'cut' }>['at'], head: Buffer, body: Buffer): number {
  if (at === 'status line') return 9;
  if (at === 'headers') return head.length - 5;
  if (typeof at === 'number') return Math.floor(at * (head.length + body.length));
  const [before = '', digits = ''] = /^.*"testset_id":"?(\d*)/s.exec(body.toString('latin1')) ?? [];
  return head.length + before.length - (at === 'id' ? Math.ceil(digits.length / 2) : 0);
}

/** As much as can be read of what may be cut off. */
function decompress(sent: Buffer): Buffer {
  return sent.length === 0 ? sent : gunzipSync(sent, { finishFlush: constants.Z_SYNC_FLUSH });
}
