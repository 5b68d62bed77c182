import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import tls from 'node:tls';

import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';

import { certificate, startOrigin } from '../support/origin.ts';
import { accept, ID, runCreate, type CreateSummary, type Route } from './support/create-case.ts';
import { byName, resolveNames } from './support/name-server.ts';

/** docs/design.md §3: failures before a byte of a create was sent. */

const trusted = tls.getCACertificates('default');
beforeAll(() => {
  tls.setDefaultCACertificates([...trusted, certificate('localhost').cert.toString()]);
});
afterAll(() => {
  tls.setDefaultCACertificates(trusted);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Forwards a connection to the service. */
function forward(socket: Socket, origin: URL): void {
  const onward = connect({ port: Number(origin.port), host: '127.0.0.1', noDelay: true });
  onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  socket.on('close', () => onward.destroy());
  socket.pipe(onward).pipe(socket);
}

/** A relay that does `fault` to the first connection after its first bytes, and forwards all others. */
const relayWith =
  (fault: (socket: Socket) => unknown) =>
  async (origin: URL): Promise<Route> => {
    let connections = 0;
    const relay = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      if (connections > 1) forward(socket, origin);
      else
        socket.once('data', () => {
          fault(socket);
        });
    });
    const port = await listen(relay);
    return { baseUrl: new URL(`https://127.0.0.1:${port}`), close: () => close(relay) };
  };

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}

/** A proxy that responds to the first CONNECT with `status`. */
const proxyWith =
  (status: number) =>
  async (origin: URL): Promise<Route> => {
    const proxy = await startOrigin(async (talk, number) => {
      await talk.head;
      if (number === 1) {
        talk.answer(status, '');
        return;
      }
      talk.say('HTTP/1.1 200 Connected\r\n\r\n');
      forward(talk.socket, origin);
    });
    return { baseUrl: origin, proxyFor: () => proxy.url, close: () => proxy.close() };
  };

const ONCE = { result: `created ${ID}`, whole: 1, connections: 1 };

describe('a create', () => {
  const byRoute = (
    route: (origin: URL) => Promise<Route>,
    tlsName?: 'localhost' | 'elsewhere',
  ): Promise<CreateSummary> =>
    runCreate({ bytes: 1_000, behaviours: [accept], route, ...(tlsName && { tls: tlsName }) });

  test.each([
    ['a name that is not found', 'ENOTFOUND'],
    ['a name server that does not answer', 'EAI_AGAIN'],
    ['a name server that fails', 'EAI_FAIL'],
    ['a refused connection', '127.0.0.2'],
    ['a network that is down', 'ENETUNREACH'],
    ['a host that is gone', 'EHOSTUNREACH'],
    ['a connection that takes too long', 'no-response'],
  ])('is tried again after %s', async (_title, answer) => {
    resolveNames(answer, '127.0.0.1');
    expect(await byRoute(byName)).toMatchObject(ONCE);
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['a reset in the handshake', (socket) => socket.resetAndDestroy()],
    ['a close in the handshake', (socket) => socket.end()],
  ])('is tried again after %s', async (_title, fault) => {
    expect(await byRoute(relayWith(fault), 'localhost')).toMatchObject(ONCE);
  });

  test.each([500, 502, 503, 504])('is tried again after a proxy that responds with %i', async (status) => {
    expect(await byRoute(proxyWith(status), 'localhost')).toMatchObject(ONCE);
  });

  test('is not tried again when the proxy wants other credentials', async () => {
    expect(await byRoute(proxyWith(407), 'localhost')).toMatchObject({
      result: 'not-started: proxy',
      whole: 0,
      connections: 0,
    });
  });

  test('is not tried again at a server whose certificate is not trusted', async () => {
    const direct = (origin: URL): Promise<Route> => Promise.resolve({ baseUrl: origin });
    expect(await byRoute(direct, 'elsewhere')).toMatchObject({ result: 'not-started: untrusted', whole: 0 });
  });
});
