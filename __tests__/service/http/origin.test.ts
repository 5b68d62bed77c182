import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { afterEach, describe, expect, test } from '@jest/globals';

import type { HttpRequest, HttpResult } from '../../../src/service/http/request.ts';
import { createHttpClient } from '../../../src/service/http/http-client.ts';
import { httpAnswer, startOrigin, type RawOrigin, type Talk } from '../../support/origin.ts';
import { createFastClock } from '../../support/runtime.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

const CALL: Omit<HttpRequest, 'method'> = {
  path: '/x?y=1',
  headers: {},
  timeouts: { stallMs: 60_000, totalMs: 120_000 },
  maxBytes: 1000,
  signal: new AbortController().signal,
};

async function serve(
  play: (talk: Talk, number: number) => void | Promise<void>,
  tls?: 'localhost' | 'elsewhere',
): Promise<RawOrigin> {
  const origin = await startOrigin(play, tls);
  opened.push(origin);
  return origin;
}

function get(url: URL, call: Partial<HttpRequest> = {}, factor = 1, proxy?: URL): Promise<HttpResult> {
  const origin = createHttpClient(url, createFastClock(factor), () => proxy);
  opened.push(origin);
  return origin.get({ ...CALL, ...call });
}

function inWords(exchange: HttpResult): string {
  if (exchange.kind === 'no-response') return exchange.error.kind;
  return `${exchange.status} ${exchange.text}${exchange.cutOff ? ` (${exchange.cutOff.kind})` : ''}`;
}

/** Answers with a text once the request is there. */
function says(text: string, then?: (talk: Talk) => void) {
  return async (talk: Talk): Promise<void> => {
    await talk.head;
    talk.say(text);
    then?.(talk);
  };
}

describe('one exchange', () => {
  test.each<[string, (talk: Talk) => void | Promise<void>, string]>([
    ['a whole answer', says(httpAnswer(200, 'hello')), '200 hello'],
    ['an error status', says(httpAnswer(503, 'later')), '503 later'],
    [
      'an answer that ends with the connection',
      says('HTTP/1.1 200 OK\r\n\r\nhello', ({ socket }) => socket.end()),
      '200 hello',
    ],
    [
      'an answer cut off by the end',
      says(httpAnswer(200, 'hello', { 'content-length': '50' }), ({ socket }) => socket.end()),
      '200 hello (reset)',
    ],
    ['an answer that is too large', says(httpAnswer(200, 'x'.repeat(2000)), () => undefined), `200  (too-large)`],
    [
      'a closed connection',
      async (talk) => {
        await talk.head;
        talk.socket.end();
      },
      'reset',
    ],
    [
      'a reset',
      async (talk) => {
        await talk.head;
        talk.reset();
      },
      'reset',
    ],
    ['no HTTP', says('220 smtp ready\r\n'), 'garbled'],
    ['bytes that are no UTF-8', says(httpAnswer(200, '\xff\xfe', { 'content-length': '2' })), '200 \ufffd\ufffd'],
  ])('%s', async (_what, play, expected) => {
    const { url } = await serve(play);
    expect(inWords(await get(url))).toBe(expected);
  });

  test.each<[string, (talk: Talk) => void | Promise<void>, string]>([
    ['no-response', () => undefined, 'stall'],
    ['silence within the answer', says('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhel'), '200 hel (stall)'],
    ['a drip', says('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n', drip), 'overtime'],
  ])('%s ends', async (_what, play, expected) => {
    const { url } = await serve(play);
    const timeouts = { stallMs: 60_000, totalMs: 80_000 };
    expect(inWords(await get(url, { timeouts }, 40))).toContain(expected);
  });

  test('ends as soon as it is not wanted any more', async () => {
    const { url } = await serve(() => undefined);
    const wanted = new AbortController();
    const exchange = get(url, { signal: wanted.signal });
    wanted.abort('cancelled');
    expect(inWords(await exchange)).toBe('stopped');
    expect(inWords(await get(url, { signal: wanted.signal }))).toBe('stopped');
  });

  test('reads an answer that is gzipped though nobody asked for it', async () => {
    const packed = gzipSync('{"a":1}');
    const { url } = await serve(async ({ head, socket }) => {
      expect((await head).toLowerCase()).toContain('accept-encoding: identity');
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`);
      socket.write(packed);
    });
    expect(inWords(await get(url))).toBe('200 {"a":1}');
  });

  test.each([
    ['gzip', 'plain'],
    ['br', '{"plain":1}'],
    ['br', '<p>plain</p>'],
    ['deflate', ''],
    ['rot13', 'plain'],
  ])('gives an answer in a false encoding as it is: %s, %s', async (encoding, text) => {
    const { url } = await serve(says(httpAnswer(200, text, { 'content-encoding': encoding })));
    expect(inWords(await get(url))).toBe(`200 ${text}`);
  });

  test('reads a gzipped answer whose first byte comes alone', async () => {
    const packed = gzipSync('{"a":1}');
    const { url } = await serve(async ({ head, socket }) => {
      await head;
      socket.setNoDelay(true);
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`);
      for (const byte of packed) await new Promise((sent) => socket.write(Uint8Array.of(byte), sent));
    });
    expect(inWords(await get(url))).toBe('200 {"a":1}');
  });

  test.each(['gzip', 'deflate', 'br'] as const)(
    'keeps what came of an answer in %s that is cut off',
    async (encoding) => {
      const text = `{"testset_id": 251929, ${randomBytes(400).toString('hex')}`;
      const packed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[encoding](text).subarray(0, 300);
      const { url } = await serve(({ socket }) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: 50000\r\n\r\n`);
        socket.write(packed, () => socket.end());
      });
      const exchange = await get(url);
      expect(exchange).toMatchObject({ kind: 'response', cutOff: { kind: 'reset' } });
      expect(inWords(exchange)).toContain('"testset_id": 251929,');
    },
  );

  test('an answer that drips ends by its own limit, however long the request may last', async () => {
    const { url } = await serve(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => {
        clearInterval(drip);
      });
    });
    const timeouts = { stallMs: 60_000, totalMs: 24 * 3_600_000, answerMs: 10_000 };
    expect(inWords(await get(url, { timeouts }, 40))).toMatch(/^200 x+ \(overtime\)$/);
  });

  test('uses a connection again', async () => {
    const origin = await serve((talk) => {
      talk.socket.on('data', () => {
        talk.say(httpAnswer(200, 'ok'));
      });
    });
    const open = createHttpClient(origin.url, createFastClock(1), () => undefined);
    opened.push(open);
    await open.get(CALL);
    await new Promise((resolve) => setImmediate(resolve));
    await open.get(CALL);
    expect(origin.connections).toBe(1);
  });
});

describe('redirects', () => {
  test('are followed on the same origin, three at most', async () => {
    const seen: string[] = [];
    const { url } = await serve(async (talk) => {
      const path = (await talk.head).split(' ')[1] ?? '';
      seen.push(path);
      const turn = Number(path.split('/')[1]);
      if (turn === 3) talk.answer(200, 'here');
      else talk.answer(307, '', { location: `/${Number.isNaN(turn) ? 1 : turn + 1}/testset/7?y=1` });
    });
    expect(inWords(await get(url, { path: '/v2/testset/7?y=1' }))).toBe('200 here');
    expect(seen).toEqual(['/v2/testset/7?y=1', ...[1, 2, 3].map((turn) => `/${turn}/testset/7?y=1`)]);
    expect(inWords(await get(url, { path: '/-9/testset/7?y=1' }))).toBe('307 ');
  });

  test('lead to a body that is taken in, and theirs is not', async () => {
    const { url } = await serve(async (talk) => {
      const again = (await talk.head).includes('/again/');
      talk.answer(again ? 200 : 302, again ? 'here' : 'there', again ? {} : { location: '/again/testset/7?y=1' });
    });
    const taken: string[] = [];
    const divert = () => (piece: string) => {
      taken.push(piece);
      return Promise.resolve(piece.toUpperCase());
    };
    expect(inWords(await get(url, { path: '/v2/testset/7?y=1', divert }))).toBe('200 HERE');
    expect(taken.join('')).toBe('here');
  });

  test('are not followed when that may only be done much later', async () => {
    const { url } = await serve(async (talk) => {
      await talk.head;
      talk.answer(307, '', { location: '/again/testset/7?y=1', 'retry-after': '999999999' });
    });
    expect(inWords(await get(url, { path: '/v2/testset/7?y=1' }))).toBe('307 ');
  });

  test.each([
    ['another testset', '/v2/testset/8?y=1'],
    ['another operation', '/v2/testset/7/result?y=1'],
    ['another question', '/v2/testset/7?y=2'],
    ['nowhere', ''],
  ])('to %s are answers like any other', async (_what, location) => {
    const origin = await serve(async (talk) => {
      await talk.head;
      talk.answer(302, '', location === '' ? {} : { location });
    });
    expect(inWords(await get(origin.url, { path: '/v2/testset/7?y=1' }))).toBe('302 ');
    expect(origin.connections).toBe(1);
  });

  test.each([301, 302, 303, 307, 308])('never lead to another origin (%i)', async (status) => {
    const other = await serve((talk) => {
      talk.answer(200, 'stolen');
    });
    const { url } = await serve(async (talk) => {
      await talk.head;
      talk.answer(status, '', { location: other.url.href });
    });
    expect(inWords(await get(url))).toBe(`${status} `);
    expect(other.connections).toBe(0);
  });

  test('of a POST are an answer like any other', async () => {
    const origin = await serve(async (talk) => {
      await talk.head;
      talk.answer(307, '', { location: '/again' });
    });
    const open = createHttpClient(origin.url, createFastClock(1), () => undefined);
    opened.push(open);
    const posted = await open.post({ ...CALL, headers: { 'content-length': '2' }, body: chunks('ab') });
    expect(inWords(posted)).toBe('307 ');
    expect(origin.connections).toBe(1);
  });
});

describe('failures to connect', () => {
  test('a port where nobody listens', async () => {
    const origin = await startOrigin(() => undefined);
    await origin.close();
    expect(inWords(await get(origin.url))).toBe('refused');
  });

  test('a name that does not exist', async () => {
    expect(inWords(await get(new URL('https://no-such-host.invalid')))).toMatch(/name-not-found|dns/);
  });

  test('a certificate that nobody signed, and one for another host', async () => {
    const { url } = await serve(() => undefined, 'localhost');
    expect(inWords(await get(url))).toBe('certificate');
    const { url: other } = await serve(() => undefined, 'elsewhere');
    expect(inWords(await get(other))).toBe('certificate');
  });

  test('a server that speaks no TLS, and one that cuts the handshake', async () => {
    const { url } = await serve((talk) => {
      talk.say(httpAnswer(400, 'plain HTTP only'));
    });
    expect(inWords(await get(new URL(url.href.replace('http', 'https'))))).toBe('not-tls');
    const { url: cutting } = await serve((talk) => {
      talk.reset();
    });
    expect(inWords(await get(new URL(cutting.href.replace('http', 'https'))))).toBe('handshake-cut');
  });
});

describe('a proxy', () => {
  const target = new URL('https://service.example');

  test.each([
    ['407', 'proxy-credentials'],
    ['502', 'proxy-busy'],
    ['503', 'proxy-busy'],
    ['504', 'proxy-busy'],
    ['403', 'proxy-refused'],
  ])('that answers %s', async (status, kind) => {
    const { url } = await serve(says(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
    expect(inWords(await get(target, {}, 1, url))).toBe(kind);
  });

  test('is asked with its credentials for the service by name', async () => {
    let asked = '';
    const { url } = await serve(async (talk) => {
      asked = await talk.head;
      talk.reset();
    });
    url.username = 'me';
    url.password = 'pass';
    expect(inWords(await get(target, {}, 1, url))).toBe('handshake-cut');
    expect(asked).toMatch(/^CONNECT service\.example:443 HTTP/);
    expect(asked).toContain(`Basic ${Buffer.from('me:pass').toString('base64')}`);
  });

  test('that nobody finds', async () => {
    const origin = await startOrigin(() => undefined);
    await origin.close();
    expect(inWords(await get(target, {}, 1, origin.url))).toBe('refused');
  });
});

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

/** A byte now and then, until the connection is closed. */
function drip({ socket }: Talk): void {
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => {
    clearInterval(timer);
  });
}
