import { once } from 'node:events';
import type { Socket } from 'node:net';

import { boundaryOf } from '../../../simulator/multipart.ts';
import type { Cut } from './schedule.ts';

/** The head of a request. */
export interface Head {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly authorization: string;
  /** Of a multipart form; `undefined` for another body or none. */
  readonly boundary: string | undefined;
  /** What `Content-Length` declares; 0 without one. */
  readonly bodyBytes: number;
}

/** A connection, and the requests that are read from it. */
export type Connection = ReturnType<typeof openConnection>;

/**
 * Starts to read at once, so that the end of the connection is noticed at any time.
 *
 * @param raw the socket below TLS
 * @param number of the connection, from 1
 */
export function openConnection(socket: Socket, raw: Socket, number: number) {
  const over = new AbortController();
  const ended = once(over.signal, 'abort');
  let taken = 0;
  let pending: Buffer = Buffer.alloc(0);
  let wake: (value?: unknown) => void = () => undefined;
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    wake();
  });
  const end = (): void => {
    over.abort();
    wake();
  };
  socket.on('end', end).on('close', end).on('error', end);
  const until = async (isThere: () => boolean): Promise<boolean> => {
    while (!isThere() && !over.signal.aborted) {
      await new Promise<unknown>((resolve) => {
        wake = resolve;
      });
    }
    return isThere();
  };
  const take = (bytes: number): Buffer => {
    const part = pending.subarray(0, bytes);
    pending = pending.subarray(bytes);
    return part;
  };
  return {
    socket,
    number,
    /** Aborted when the connection has ended. */
    closed: over.signal,
    /** Resolves when the connection has ended. */
    ended,
    /** How much of the current request's body has arrived, read or not. */
    get arrivedBytes() {
      return taken + pending.length;
    },
    /** The next request's head; `undefined` when the connection has ended. */
    head: async () => {
      if (!(await until(() => pending.includes(BLANK_LINE)))) return undefined;
      taken = 0;
      return parseHead(take(pending.indexOf(BLANK_LINE) + BLANK_LINE.length).toString('latin1'));
    },
    /** So many bytes of the body; `undefined` when the connection ended before. */
    body: async (bytes: number) => {
      if (!(await until(() => pending.length >= bytes))) return undefined;
      taken = bytes;
      return take(bytes);
    },
    cut: (how: Cut) => {
      cutSocket(how, socket, raw);
    },
  };
}

const BLANK_LINE = '\r\n\r\n';

function parseHead(text: string): Head {
  const [method = '', target = ''] = text.split(' ');
  const header = (name: string): string => new RegExp(`^${name}: *(.*)\r$`, 'im').exec(text)?.[1] ?? '';
  const [authorization, boundary] = [header('authorization'), boundaryOf(header('content-type'))];
  return { method, target, authorization, boundary, bodyBytes: Number(header('content-length')) };
}

/** Ends a connection. TLS cannot reset; the connection below it does. */
export function cutSocket(how: Cut, socket: Socket, raw = socket): void {
  if (how === 'fin') socket.end();
  if (how === 'rst') raw.resetAndDestroy();
}
