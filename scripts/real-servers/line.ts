import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { findFreePort } from './program.ts';

/** How a line carries what goes to the server; responses pass as they are. */
export interface LineOptions {
  /** Without a limit by default. */
  readonly bytesPerSecond?: number;
  /** Stops so many connections for a time, each after so many bytes. */
  readonly stall?: { readonly connections: number; readonly afterBytes: number; readonly forMs: number };
}

/** A TCP connection that can be slow, stall, and fail: a network, or a server that restarts and keeps its data. */
export interface Line {
  readonly port: number;
  /** The bytes that went to the server. */
  readonly bytes: number;
  /** Resets all connections and refuses new ones. */
  stop(): Promise<void>;
  resume(): Promise<void>;
}

/** Listens on a free port of loopback and connects to another one. */
export async function startLine(to: number, options: LineOptions = {}): Promise<Line> {
  const sockets = new Set<Socket>();
  const progress: Progress = { bytes: 0, stallsLeft: options.stall?.connections ?? 0 };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const onward = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
    for (const socket of [client, onward]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    onward.pipe(client, { end: false });
    onward.on('close', () => {
      client.destroySoon();
    });
    client.on('close', () => {
      onward.destroySoon();
    });
    carry(client, onward, options, progress).catch(() => onward.destroy());
  });
  const port = await findFreePort();
  const listen = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen();
  return {
    port,
    get bytes() {
      return progress.bytes;
    },
    stop: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
    },
    resume: listen,
  };
}

/** Of all connections of a line. */
interface Progress {
  bytes: number;
  stallsLeft: number;
}

/** Carries what a client sends. The response to a rejected upload still arrives: a failed write does not end the other direction. */
async function carry(
  client: Socket,
  onward: Socket,
  { stall, bytesPerSecond = Infinity }: LineOptions,
  progress: Progress,
): Promise<void> {
  let sent = 0;
  let mayStall = true;
  for await (const chunk of client.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (stall && mayStall && sent >= stall.afterBytes && progress.stallsLeft > 0) {
      mayStall = false;
      progress.stallsLeft -= 1;
      await sleep(stall.forMs);
    }
    if (bytesPerSecond < Infinity) await sleep((chunk.length / bytesPerSecond) * 1000);
    sent += chunk.length;
    progress.bytes += chunk.length;
    if (onward.writable && !onward.write(chunk)) await drained(onward);
  }
  onward.end();
}

async function drained(socket: Socket): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}
