import { once } from 'node:events';
import type { Server } from 'node:net';

/** Starts a server on a free local port. @returns the port */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server is not listening on a port.');
  return address.port;
}

/** The response to a successful request (docs/design.md, service §2). */
export function envelope(data: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(JSON.stringify({ data, result_code: 0, result_msg: '', reason: '' }));
}
