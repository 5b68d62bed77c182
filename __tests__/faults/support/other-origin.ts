import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another origin, to which redirects lead, and which must never see a request. */
export interface OtherOrigin {
  /** An address below which nobody but this run is sent. */
  addressFor(run: number): string;
  wasSeen(run: number): boolean;
  close(): void;
}

/** Listens on loopback. */
export async function startOtherOrigin(): Promise<OtherOrigin> {
  const seen = new Set<number>();
  const server = createServer((request, response) => {
    seen.add(Number(request.url?.split('/')[1]));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    addressFor: (run) => `http://127.0.0.1:${port}/${run}`,
    wasSeen: (run) => seen.has(run),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
