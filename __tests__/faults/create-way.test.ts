import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import tls from 'node:tls';

import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';

import { certificate, startOrigin } from '../support/origin.ts';
import { accept, ID } from './support/create-rows.ts';
import { playCreate, QUICK, SIZES, type CreateResult, type Way } from './support/create-scene.ts';
import { byName, resolveNames } from './support/names.ts';

/** docs/design.md §3: what goes wrong before a byte of a create has left. */

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

/** Lets a connection through to the origin. */
function pass(socket: Socket, origin: URL): void {
  const onward = connect({ port: Number(origin.port), host: '127.0.0.1', noDelay: true });
  onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  socket.on('close', () => onward.destroy());
  socket.pipe(onward).pipe(socket);
}

/** In front of the origin: the first connection meets `trouble` as soon as something was said on it. It never looks at what passes. */
const behind =
  (trouble: (socket: Socket) => unknown) =>
  async (origin: URL): Promise<Way> => {
    let connections = 0;
    const front = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      if (connections > 1) pass(socket, origin);
      else
        socket.once('data', () => {
          trouble(socket);
        });
    });
    const port = await listen(front);
    return { baseUrl: new URL(`https://127.0.0.1:${port}`), close: () => close(front) };
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

/** Through a proxy that answers CONNECT with `status` at first. */
const tunnelled =
  (status: number) =>
  async (origin: URL): Promise<Way> => {
    const proxy = await startOrigin(async (talk, number) => {
      await talk.head;
      if (number === 1) {
        talk.answer(status, '');
        return;
      }
      talk.say('HTTP/1.1 200 Connected\r\n\r\n');
      pass(talk.socket, origin);
    });
    return { baseUrl: origin, proxyFor: () => proxy.url, close: () => proxy.close() };
  };

const ONCE = { words: `created ${ID}`, whole: 1, connections: 1 };

describe.each(SIZES)('a create of %i bytes', (bytes) => {
  const byWay = (way: (origin: URL) => Promise<Way>, tlsName?: 'localhost' | 'elsewhere'): Promise<CreateResult> =>
    playCreate({ bytes, plays: [accept], speed: QUICK, way, ...(tlsName && { tls: tlsName }) });

  test.each([
    ['a name that is not found', 'ENOTFOUND'],
    ['a name server that does not answer', 'EAI_AGAIN'],
    ['a name server that fails', 'EAI_FAIL'],
    ['a refused connection', '127.0.0.2'],
    ['a network that is down', 'ENETUNREACH'],
    ['a host that is gone', 'EHOSTUNREACH'],
  ])('is tried again after %s', async (_what, answer) => {
    resolveNames(answer, '127.0.0.1');
    expect(await byWay(byName)).toMatchObject(ONCE);
  });

  test.each<[string, (socket: Socket) => unknown]>([
    ['a reset in the handshake', (socket) => socket.resetAndDestroy()],
    ['a close in the handshake', (socket) => socket.end()],
  ])('is tried again after %s', async (_what, trouble) => {
    expect(await byWay(behind(trouble), 'localhost')).toMatchObject(ONCE);
  });

  test.each([502, 503, 504])('is tried again after a proxy that says %i', async (status) => {
    expect(await byWay(tunnelled(status), 'localhost')).toMatchObject(ONCE);
  });

  test('is not tried again when the proxy wants other credentials', async () => {
    expect(await byWay(tunnelled(407), 'localhost')).toMatchObject({
      words: 'not-started: proxy',
      whole: 0,
      connections: 0,
    });
  });

  test('is not tried again at a server whose certificate is not trusted', async () => {
    const direct = (origin: URL): Promise<Way> => Promise.resolve({ baseUrl: origin });
    expect(await byWay(direct, 'elsewhere')).toMatchObject({ words: 'not-started: untrusted', whole: 0 });
  });
});
