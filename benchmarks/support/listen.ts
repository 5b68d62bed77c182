import { once } from 'node:events';
import type { Server } from 'node:net';

/** Has a server listen on a free port of this machine, and gives the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}
