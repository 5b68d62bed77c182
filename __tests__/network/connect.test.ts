import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';

import { systemClock } from '../../src/runtime/clock.ts';
import { createHttpClient } from '../../src/service/http/http-client.ts';
import { createRateLimit } from '../../src/service/http/rate-limit.ts';
import type { HttpResult } from '../../src/service/http/request.ts';
import { readReply } from '../../src/service/reply.ts';
import { httpAnswer, startOrigin, type RawOrigin, type Talk } from '../support/origin.ts';
import { fixture } from './support/certificates.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

async function get(origin: string, proxy?: URL, { signal } = new AbortController()): Promise<HttpResult> {
  const client = createHttpClient(new URL(origin), systemClock, () => proxy, createRateLimit(systemClock));
  opened.push(client);
  const timeouts = { stallMs: 10_000, totalMs: 10_000 };
  return client.get({ path: '/', headers: {}, timeouts, maxBytes: 100, signal });
}

function kindOf(result: HttpResult): string {
  return readReply(result, { what: 'it', read: () => undefined }, String, false).kind;
}

async function portOf(server: Server): Promise<number> {
  opened.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A server that is closed after the test. */
async function openOrigin(play: (talk: Talk) => Promise<void> | void): Promise<RawOrigin> {
  const origin = await startOrigin(play);
  opened.push(origin);
  return origin;
}

/** A server that sends these bytes as soon as it has received some. */
function respondWith(bytes: Uint8Array): Server {
  return createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end(bytes)));
}

/** A fatal alert, as nginx with `ssl_reject_handshake` and HAProxy with `strict-sni` send it. */
function alert(number: number): Server {
  return respondWith(Buffer.from([0x15, 3, 1, 0, 2, 2, number]));
}

/** The choice of a version of TLS (1 is 1.0, 3 is 1.2) and of a cipher suite, without the extension of RFC 5746. */
function serverHello(version: number, suite: string): Server {
  return respondWith(Buffer.from(`16030${version}002a02000026030${version}${'07'.repeat(32)}00${suite}00`, 'hex'));
}

describe('a handshake with a server', () => {
  const trusted = getCACertificates();
  beforeAll(() => {
    const others = [fixture('weak-authority.crt'), fixture('future.crt')];
    setDefaultCACertificates([...trusted, ...others.map(String)]);
  });
  afterAll(() => {
    setDefaultCACertificates(trusted);
  });

  const [key, cert] = [fixture('server.key'), fixture('service.crt')];
  const [weakKey, weakCert] = [fixture('weak.key'), fixture('weak.crt')];
  const TLS_1_1 = { ciphers: 'DEFAULT@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
  const WEAK = { ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  const OTHER_CIPHERS = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const;

  const tls = (options: TlsOptions) => () => createTlsServer({ key, cert, ...options });
  const untrusted = (reason: string, by: string) => `is not trusted: ${reason}, issued by Example ${by} Authority`;
  const UNVERIFIED = 'unable to verify the first certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE)';
  const WEAK_KEY = 'EE certificate key too weak (UNSPECIFIED)';
  const SHA_1 = 'CA signature digest algorithm too weak (UNSPECIFIED)';
  const UNSAFE = 'TLS failed (ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED) with 127.0.0.1:';
  const plain = () => respondWith(Buffer.from(httpAnswer(400, 'plain HTTP')));

  test.each<[what: string, server: () => Server, kind: string, words: string]>([
    ['with TLS 1.1 only', tls(TLS_1_1), 'tls-rejected', 'TLS 1.2'],
    ['that chooses TLS 1.0', () => serverHello(1, '002f'), 'tls-rejected', 'TLS 1.2'],
    ['that does not know the name', () => alert(112), 'tls-rejected', 'this host name'],
    ['with other ciphers', tls(OTHER_CIPHERS), 'tls-rejected', 'handshake'],
    ['that nobody trusts', tls({}), 'certificate', untrusted(UNVERIFIED, 'Test')],
    ['with a weak key', tls({ key: weakKey, cert: weakCert, ...WEAK }), 'certificate', untrusted(WEAK_KEY, 'Weak')],
    ['with SHA-1', tls({ cert: fixture('sha1.crt'), ...WEAK }), 'certificate', untrusted(SHA_1, 'Weak')],
    ['with one of later', tls({ cert: fixture('future.crt') }), 'certificate-date', 'clock of the runner, which says '],
    ['without secure renegotiation', () => serverHello(3, 'c02f'), 'tls-rejected', UNSAFE],
    ['without TLS', plain, 'not-tls', 'not respond with TLS'],
  ])('%s is not tried again and says what is wrong', async (_what, server, kind, words) => {
    const result = await get(`https://127.0.0.1:${await portOf(server())}`);
    expect(result).toMatchObject({ error: { kind, message: expect.stringContaining(words) } });
    expect(kindOf(result)).toBe('permanent');
  });
});

describe('a tunnel', () => {
  test.each([
    ['https://[2001:db8::7]', '[2001:db8::7]:443'],
    ['https://[2001:db8::7]:8443', '[2001:db8::7]:8443'],
    ['https://service.example', 'service.example:443'],
    ['http://service.example', 'service.example:80'],
  ])('to %s is requested for %s', async (origin, target) => {
    let head = '';
    const proxy = await openOrigin(async (talk) => {
      head = await talk.head;
      talk.answer(403, '');
    });
    expect(await get(origin, proxy.url)).toMatchObject({ error: { kind: 'proxy-rejected' } });
    expect(head.split('\r\n').slice(0, 2)).toStrictEqual([`CONNECT ${target} HTTP/1.1`, `host: ${target}`]);
  });

  test('to an http address carries the request', async () => {
    let path = '';
    const proxy = await openOrigin(async (talk) => {
      await talk.head;
      talk.socket.once('data', (chunk: Buffer) => {
        path = chunk.toString().split('\r\n')[0] ?? '';
        talk.say(httpAnswer(200, 'hello'));
      });
      talk.say('HTTP/1.1 200 Connected\r\n\r\n');
    });
    expect(await get('http://service.example', proxy.url)).toMatchObject({ status: 200, text: 'hello' });
    expect(path).toBe('GET / HTTP/1.1');
  });

  const asks = (schemes: string) => ({ 'proxy-authenticate': schemes });
  test.each([
    ['a 407 without credentials', '', 407, {}, 'credentials', /requires credentials/],
    ['a 407 with credentials', 'build', 407, asks('NTLM, Basic'), 'credentials', /rejected the cred/],
    ['a 407 for NTLM', 'build', 407, asks('Negotiate, NTLM'), 'rejected', /asks for NTLM; only Basic is/],
    ['a 407 for Kerberos', '', 407, asks('Foo realm="x", kerberos'), 'rejected', /asks for kerberos; only Basic is/],
    ['a 407 with a word of its own', '', 407, asks('Kq7xRt9Wm2Zp'), 'rejected', /for another scheme; only Basic is/],
    ['a 502', '', 502, {}, 'busy', /cannot connect to/],
    ['a 429', '', 429, {}, 'busy', /cannot connect to/],
    ['a 403', '', 403, {}, 'rejected', /rejected the tunnel .* \(HTTP 403\)/],
    ['a page', '', 200, { 'content-type': 'text/html' }, 'rejected', /rejected the tunnel .* \(HTTP 200 and a page\)/],
  ])('that gets %s', async (_what, username, status, headers, kind, words) => {
    const proxy = await openOrigin(async (talk) => {
      await talk.head;
      talk.answer(status, '', headers);
    });
    proxy.url.username = username;
    const error = { kind: `proxy-${kind}`, message: expect.stringMatching(words) };
    expect(await get('https://service.example', proxy.url)).toMatchObject({ error });
  });
});

describe('a proxy that cannot be reached', () => {
  test('is named with its setting and without its credentials', async () => {
    const proxy = await startOrigin(() => undefined);
    await proxy.close();
    const { host } = proxy.url;
    const result = await get('https://service.example', new URL(`http://build:hunter-two@${host}`));
    expect(result).toMatchObject({ error: { kind: 'refused', isAtProxy: true } });
    expect(kindOf(result)).toBe('temporary');
    const message = result.kind === 'no-response' ? result.error.message : '';
    expect(message).toContain(`${host} (HTTPS_PROXY)`);
    expect(message).not.toMatch(/build|hunter/);
  });

  test('because its certificate is not trusted', async () => {
    const port = await portOf(createTlsServer({ key: fixture('server.key'), cert: fixture('service.crt') }));
    const result = await get('https://service.example', new URL(`https://127.0.0.1:${port}`));
    expect(result).toMatchObject({ error: { kind: 'certificate', isAtProxy: true } });
  });
});

test.each([
  ['in the handshake', ({ host }: URL) => [`https://${host}`] as const],
  ['in the proxy', (silent: URL) => ['http://service.example', silent] as const],
])(
  'a connection that hangs %s ends as soon as the caller stops it',
  async (_where, through) => {
    const stop = new AbortController();
    const silent = await openOrigin(() => {
      stop.abort();
    });
    const [address, proxy] = through(silent.url);
    expect(await get(address, proxy, stop)).toMatchObject({ error: { kind: 'stopped' } });
  },
  // Making a connection may take three times as long.
  5_000,
);

// A create may be silent for hours. With `ip link set lo down` in a network namespace, a request then fails after 70 s (ETIMEDOUT).
test.each([
  ['directly', false],
  ['through a proxy', true],
])('a connection made %s is checked by TCP keep-alive after 60 s', async (_what, isTunnelled) => {
  if (process.platform !== 'linux') return;
  const { promise: asked, resolve: ask } = Promise.withResolvers<number>();
  const { url } = await openOrigin(({ socket }) => {
    socket.on('data', (data: Buffer) => {
      if (String(data).startsWith('CONNECT')) socket.write('HTTP/1.1 200 OK\r\n\r\n');
      else ask(socket.remotePort ?? 0);
    });
  });
  const stop = new AbortController();
  const ended = get(isTunnelled ? 'http://service.example' : url.origin, isTunnelled ? url : undefined, stop);
  const end = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const line = new RegExp(`^ *\\d+: ${end(await asked)} ${end(Number(url.port))} .. \\S+ (\\d\\d):([0-9A-F]{8}) `, 'm');
  // The kind of the timer and the seconds that are left. Until the other end has acknowledged the request, it is another one.
  const timer = () => line.exec(readFileSync('/proc/net/tcp', 'utf8'))?.slice(1) ?? [];
  const isAcknowledged = () => timer()[0] === '02';
  while (!isAcknowledged()) await sleep(10);
  expect(Math.ceil(parseInt(timer()[1] ?? '', 16) / 100)).toBe(60);
  stop.abort();
  await ended;
});
