import type { Socket } from 'node:net';

/** The head of a request. */
export interface Head {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  /** What `Content-Length` declares; 0 without one. */
  readonly bodyBytes: number;
}

/** Reads the requests of one connection. */
export interface RequestReader {
  /** The next request's head; `undefined` when the connection has ended. */
  head(): Promise<Head | undefined>;
  /** Reads so many bytes of the body. @returns `false` when the connection ended before */
  take(bytes: number, sink: (chunk: Buffer) => void): Promise<boolean>;
  /** How much of the current request's body has arrived, read or not. */
  readonly bodyBytes: number;
  /** Aborted when the connection has ended. */
  readonly closed: AbortSignal;
}

/** Starts to read at once, so that the end of the connection is noticed at any time. */
export function createRequestReader(socket: Socket): RequestReader {
  const over = new AbortController();
  let taken = 0;
  let pending: Buffer = Buffer.alloc(0);
  let wake: () => void = () => undefined;
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    wake();
  });
  const end = (): void => {
    over.abort();
    wake();
  };
  socket.on('end', end).on('close', end).on('error', end);
  const more = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });

  return {
    closed: over.signal,
    get bodyBytes() {
      return taken + pending.length;
    },
    head: async () => {
      let end = pending.indexOf('\r\n\r\n');
      while (end < 0 && !over.signal.aborted) {
        await more();
        end = pending.indexOf('\r\n\r\n');
      }
      if (end < 0) return undefined;
      const head = parseHead(pending.toString('latin1', 0, end));
      pending = pending.subarray(end + 4);
      taken = 0;
      return head;
    },
    take: async (bytes, sink) => {
      for (let left = bytes; left > 0;) {
        const chunk = pending.subarray(0, left);
        pending = pending.subarray(chunk.length);
        left -= chunk.length;
        taken += chunk.length;
        if (chunk.length > 0) sink(chunk);
        else if (over.signal.aborted) return false;
        else await more();
      }
      return true;
    },
  };
}

function parseHead(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { method, target, headers, bodyBytes: Number(headers.get('content-length') ?? 0) };
}
