import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { systemClock } from '../../src/runtime/clock.ts';
import { createHttpClient, type HttpClient } from '../../src/service/http/http-client.ts';
import { expectNoStackTrace, openSandbox, type Stage } from '../support/sandbox.ts';
import { startTunnelProxy } from './support/tunnel-proxy.ts';

/** How long a step that is cancelled may take to end, in milliseconds; making a connection may take three times as long. */
const PROMPTLY_MS = 5_000;

describe('a connection that is being made and hangs', () => {
  const sockets: Socket[] = [];
  let silent: Server;
  let address: URL;
  let origin: HttpClient | undefined;
  beforeEach(async () => {
    silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    address = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  });
  afterEach(() => {
    origin?.close();
    silent.close();
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  test.each([
    ['in the handshake', () => new URL(address.href.replace('http', 'https')), () => undefined],
    ['in the proxy', () => new URL('https://service.example'), () => address],
  ])(
    '%s is given up as soon as it is not wanted any more',
    async (_where, target, proxy) => {
      origin = createHttpClient(target(), systemClock, proxy);
      const wanted = new AbortController();
      const timeouts = { stallMs: 60_000, totalMs: 60_000 };
      const call = { path: '/', headers: {}, timeouts, maxBytes: 1, signal: wanted.signal };
      const exchange = origin.get(call);
      const post = origin.post({ ...call, headers: { 'content-length': '0' } });
      await once(silent, 'connection');
      wanted.abort();
      expect(await Promise.all([exchange, post])).toMatchObject(Array(2).fill({ fault: { kind: 'stopped' } }));
    },
    PROMPTLY_MS,
  );
});

describe('a step', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openSandbox();
  });
  afterEach(() => stage.close());

  test(
    'that waits for its proxy is cancelled at once',
    async () => {
      const proxy = await startTunnelProxy(1, Array(99).fill({ kind: 'hang' }));
      const running = await stage.start({
        timeScale: 1,
        inputs: { 'base-url': 'https://service.example' },
        env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` },
      });
      await proxy.asked;
      running.signal('SIGINT');
      const result = await running.finished;
      await proxy.close();
      expectNoStackTrace(result);
      expect(result).toMatchObject({ exitCode: 1, outputs: { outcome: 'cancelled', 'testset-id': '' } });
    },
    PROMPTLY_MS,
  );
});
