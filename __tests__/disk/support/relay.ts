import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and a server, and can hold a request in its middle. */
export type Relay = Awaited<ReturnType<typeof startRelay>>;

/** Passes bytes on to `target`; when a connection has carried `holdAt` of them, `act` is done before any other follows. */
export async function startRelay(target: URL, holdAt: number, act: () => Promise<void>) {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = keep(connect(Number(target.port), target.hostname));
    keep(client).on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy()).pipe(client);
    void passOn(client, upstream, holdAt, act).catch(() => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server.close(), 'close');
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function passOn(from: Socket, to: Socket, holdAt: number, act: () => Promise<void>): Promise<void> {
  let carried = 0;
  for await (const chunk of from as AsyncIterable<Buffer>) {
    const before = carried;
    carried += chunk.length;
    if (before < holdAt && carried >= holdAt) await act();
    if (!to.write(chunk)) await once(to, 'drain');
  }
  to.end();
}
