import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import type { Clock } from '../src/runtime/clock.ts';
import type { CutHow, FaultAction } from './faults.ts';
import type { SimulatedResponse } from './handlers.ts';

/** Ends a connection; `stall` leaves it open and sends nothing more. */
export function endConnection(socket: Socket, how: CutHow): void {
  // TLS cannot reset; the connection below it does.
  if (how === 'reset') (plainSockets.get(socket) ?? socket).resetAndDestroy();
  if (how === 'close') socket.destroySoon();
}

/** The plain connections below TLS sockets. */
const plainSockets = new WeakMap<Socket, Socket>();

/** Finds the plain connection below each TLS socket of a server. Handles errors of sockets. @returns the open connections */
export function trackConnections(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const byPort = new Map<number | undefined, Socket>();
  server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    sockets.add(socket);
    byPort.set(remotePort, socket);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(socket);
        if (byPort.get(remotePort) === socket) byPort.delete(remotePort);
      });
  });
  server.on('secureConnection', (secure: Socket) => {
    const plain = byPort.get(secure.remotePort);
    if (plain) plainSockets.set(secure, plain);
    secure.on('error', () => undefined);
  });
  return sockets;
}

/** Sends interim responses, as they are. */
export function sendInterim(socket: Socket, statuses: readonly number[]): void {
  for (const status of statuses) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n\r\n`);
}

/** Sends a response with its fault, if any. */
export async function sendResponse(
  response: ServerResponse,
  { status, headers, body: text }: SimulatedResponse,
  fault: FaultAction | undefined,
  clock: Clock,
): Promise<void> {
  const compressed = fault?.kind === 'gzip';
  const body = compressed ? gzipSync(text) : Buffer.from(text);
  if (fault?.kind === 'header') {
    // Node.js itself sends no header that is folded or holds a control character.
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fault.line}\r\nconnection: close`;
    response.socket?.end(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${text}`);
    return;
  }
  const more = fault?.kind === 'wrong-length' ? fault.by : 0;
  // After an early response the rest of the request is not read, so the connection cannot be used again.
  if (fault?.kind === 'response' && fault.early) response.shouldKeepAlive = false;
  response.writeHead(status, {
    ...headers,
    ...(compressed && { 'content-encoding': 'gzip' }),
    'content-length': body.length + more,
  });
  const end = endOf(fault, body.length);
  if (fault?.kind === 'drip') await drip(response, body, fault.everyMs, clock);
  else if (end) await sendAndEnd(response, body.subarray(0, end.bytes), end.how);
  else response.end(body);
}

/** After how many bytes a faulty response ends, and how. */
function endOf(fault: FaultAction | undefined, length: number): { bytes: number; how: CutHow } | undefined {
  if (fault?.kind === 'response' && fault.then) return { bytes: length, how: fault.then };
  if (fault?.kind === 'code' && fault.bytes !== undefined) return { bytes: fault.bytes, how: 'close' };
  if (fault?.kind === 'wrong-length') return { bytes: length, how: 'close' };
  if (fault?.kind !== 'cut' || typeof fault.at === 'string') return undefined;
  return 'answerBytes' in fault.at ? { bytes: fault.at.answerBytes, how: fault.how } : undefined;
}

/** Does not end the response: that would complete it. */
async function sendAndEnd(response: ServerResponse, part: Buffer, how: CutHow): Promise<void> {
  const { socket } = response;
  await new Promise<void>((resolve) => {
    response.write(part, () => {
      resolve();
    });
  });
  if (socket) endConnection(socket, how);
}

/** A signal that aborts when the connection is closed. */
export function whenClosed(connection: ServerResponse | Socket): AbortSignal {
  const closed = new AbortController();
  connection.once('close', () => {
    closed.abort();
  });
  return closed.signal;
}

async function drip(response: ServerResponse, body: Buffer, everyMs: number, clock: Clock): Promise<void> {
  const closed = whenClosed(response);
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.from([byte]));
    await clock.sleep(everyMs, closed);
  }
  response.end();
}
