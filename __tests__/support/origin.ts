import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to a raw server, as a test controls it. */
export interface Talk {
  readonly socket: Socket;
  /** The request's head, once it is complete. */
  readonly head: Promise<string>;
  /** Resolves when so many bytes of the body have arrived. */
  body(bytes: number): Promise<void>;
  /** How many bytes of the body have arrived. */
  readonly bodyBytes: number;
  /** Writes text as it is. */
  readonly say: (text: string) => void;
  /** Sends a whole response and closes. */
  answer(status: number, body: string, headers?: Readonly<Record<string, string>>): void;
  /** Closes the connection with a reset. */
  reset(): void;
}

/** A server that sends exactly the bytes that a test says. */
export interface RawOrigin {
  readonly url: URL;
  /** Connections so far. */
  readonly connections: number;
  close(): Promise<void>;
}

/** Listens on loopback; `play` is called for each connection with its number, from 1. */
export async function startOrigin(play: (talk: Talk, number: number) => void | Promise<void>): Promise<RawOrigin> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const accept = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    void play(createTalk(socket), connections);
  };
  const server = createServer(accept);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    get connections() {
      return connections;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A key and a self-signed certificate for 127.0.0.1. */
export function certificate(): { key: Buffer; cert: Buffer } {
  const read = (name: string): Buffer => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url));
  return { key: read('localhost.key'), cert: read('localhost.crt') };
}

/** A whole HTTP response as text. */
export function httpAnswer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ 'content-length': `${Buffer.byteLength(body)}`, ...headers });
  return `HTTP/1.1 ${status} Status\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

function createTalk(socket: Socket): Talk {
  let text = '';
  let headEnd = -1;
  let bodyBytes = 0;
  const waiting = new Set<() => void>();
  const until = (done: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!done()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  socket.on('data', (chunk: Buffer) => {
    if (headEnd >= 0) bodyBytes += chunk.length;
    else {
      text += chunk.toString('latin1');
      headEnd = text.indexOf('\r\n\r\n');
      if (headEnd >= 0) bodyBytes = text.length - headEnd - 4;
    }
    for (const look of waiting) look();
  });
  return {
    socket,
    head: until(() => headEnd >= 0).then(() => text.slice(0, headEnd)),
    body: (bytes) => until(() => bodyBytes >= bytes),
    get bodyBytes() {
      return bodyBytes;
    },
    say: (said) => socket.write(said, 'latin1'),
    answer: (status, body, headers) => socket.end(httpAnswer(status, body, headers)),
    reset: () => socket.resetAndDestroy(),
  };
}

/** The Content-Length that a request's head declares. */
export function declaredBytes(head: string): number {
  return Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}
