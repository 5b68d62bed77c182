import type { Socket } from 'node:net';

/** The head of an interim answer: a server may give it unasked, and a client must be able to read on behind it (RFC 9110, 15.2). */
const INTERIM = /^HTTP\/1\.[01] 100[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/;
const BEGINNING = 'HTTP/1.1 100';

/** More than this is no interim answer any more, in bytes. */
const LONGEST_INTERIM = 8 * 1024;

/**
 * Makes a socket pass over `100 Continue` before the first answer. The HTTP client takes one that it did not ask for as the end of the
 * connection, and the upload behind it would be lost.
 */
export function skipContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  let held = Buffer.alloc(0);
  const readOn = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk)) return chunk;
    held = Buffer.concat([held, chunk]);
    for (let head = interim(held); head > 0; head = interim(held)) held = held.subarray(head);
    if (mayBeInterim(held)) return null;
    socket.read = read;
    return held;
  };
  socket.read = readOn;
  return socket;
}

/** How many bytes an interim answer takes at the beginning; 0 for none. */
function interim(bytes: Buffer): number {
  return INTERIM.exec(bytes.toString('latin1', 0, LONGEST_INTERIM))?.[0].length ?? 0;
}

function mayBeInterim(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, BEGINNING.length).replace('HTTP/1.0', 'HTTP/1.1');
  return bytes.length < LONGEST_INTERIM && (text.startsWith(BEGINNING) || BEGINNING.startsWith(text));
}
