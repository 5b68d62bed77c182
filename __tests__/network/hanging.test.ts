import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { systemClock } from '../../src/runtime/clock.ts';
import { createHttpClient, type HttpClient } from '../../src/service/http/http-client.ts';
import { expectNoStackTrace, openSandbox, type Sandbox } from '../support/sandbox.ts';
import { startTunnelProxy } from './support/tunnel-proxy.ts';

/** How long a step that is cancelled may take to end, in milliseconds; making a connection may take three times as long. */
const PROMPTLY_MS = 5_000;

describe('a connection that hangs while it is being made', () => {
  const sockets: Socket[] = [];
  let silent: Server;
  let address: URL;
  let client: HttpClient | undefined;
  beforeEach(async () => {
    silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    address = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  });
  afterEach(() => {
    client?.close();
    silent.close();
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  test.each([
    ['in the handshake', () => new URL(address.href.replace('http', 'https')), () => undefined],
    ['in the proxy', () => new URL('https://service.example'), () => address],
  ])(
    '%s ends as soon as the caller stops it',
    async (_where, target, proxy) => {
      client = createHttpClient(target(), systemClock, proxy);
      const stop = new AbortController();
      const timeouts = { stallMs: 60_000, totalMs: 60_000 };
      const request = { path: '/', headers: {}, timeouts, maxBytes: 1, signal: stop.signal };
      const get = client.get(request);
      const post = client.post({ ...request, headers: { 'content-length': '0' } });
      await once(silent, 'connection');
      stop.abort();
      expect(await Promise.all([get, post])).toMatchObject(Array(2).fill({ error: { kind: 'stopped' } }));
    },
    PROMPTLY_MS,
  );
});

describe('a step', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await openSandbox();
  });
  afterEach(() => sandbox.close());

  test(
    'that waits for its proxy can be cancelled at once',
    async () => {
      const proxy = await startTunnelProxy(1, Array(99).fill({ kind: 'hang' }));
      const running = await sandbox.start({
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
