import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';

import { afterEach, describe, expect, test } from '@jest/globals';

import type { HttpRequest, HttpResult } from '../../../src/service/http/request.ts';
import { createHttpClient, type HttpClient } from '../../../src/service/http/http-client.ts';
import { httpAnswer, startOrigin, type RawOrigin, type Talk } from '../../support/origin.ts';
import { createFastClock } from '../../support/runtime.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

const REQUEST: Omit<HttpRequest, 'method'> = {
  path: '/x?y=1',
  headers: {},
  timeouts: { stallMs: 60_000, totalMs: 120_000 },
  maxBytes: 1000,
  signal: new AbortController().signal,
};

async function serve(play: (talk: Talk) => void | Promise<void>): Promise<RawOrigin> {
  const origin = await startOrigin(play);
  opened.push(origin);
  return origin;
}

/** Opens a client that is closed after the test. */
function open(url: URL, factor = 1, proxy?: URL): HttpClient {
  const client = createHttpClient(url, createFastClock(factor), () => proxy);
  opened.push(client);
  return client;
}

function get(url: URL, request: Partial<HttpRequest> = {}, factor = 1, proxy?: URL): Promise<HttpResult> {
  return open(url, factor, proxy).get({ ...REQUEST, ...request });
}

/** Such as `refused`, or `200 hello (reset)` for a response that was cut off. */
function inWords(result: HttpResult): string {
  if ('error' in result) return result.error.kind;
  return `${result.status} ${result.text}${result.cutOff ? ` (${result.cutOff.kind})` : ''}`;
}

/** Sends a text when the request has arrived. */
function says(text: string, then?: (talk: Talk) => void) {
  return async (talk: Talk): Promise<void> => {
    await talk.head;
    talk.say(text);
    then?.(talk);
  };
}

describe('a request', () => {
  test.each<[string, (talk: Talk) => void | Promise<void>, string]>([
    ['a complete response', says(httpAnswer(200, 'hello')), '200 hello'],
    ['an error status', says(httpAnswer(503, 'later')), '503 later'],
    [
      'a response that ends with the connection',
      says('HTTP/1.1 200 OK\r\n\r\nhello', ({ socket }) => socket.end()),
      '200 hello',
    ],
    [
      'a response shorter than its length',
      says(httpAnswer(200, 'hello', { 'content-length': '50' }), ({ socket }) => socket.end()),
      '200 hello (reset)',
    ],
    ['a response that is too large', says(httpAnswer(200, 'x'.repeat(2000)), () => undefined), `200  (too-large)`],
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
    ['101 in place of a response', says('HTTP/1.1 101 Switching Protocols\r\n\r\n'), 'not-http'],
    [
      '101 with another protocol',
      says('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      'not-http',
    ],
    ['many cookies', says(httpAnswer(200, 'hello', { 'set-cookie': 'x'.repeat(100_000) })), '200 hello'],
    ['a response that is not HTTP', says('220 smtp ready\r\n'), 'not-http'],
    ['a response that is not UTF-8', says(httpAnswer(200, '\xff\xfe', { 'content-length': '2' })), '200 \ufffd\ufffd'],
  ])('gets %s', async (_what, play, expected) => {
    const { url } = await serve(play);
    expect(inWords(await get(url))).toBe(expected);
  });

  test.each<[string, (talk: Talk) => void | Promise<void>, string]>([
    ['without a response', () => undefined, 'stall'],
    ['whose response stalls', says('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhel'), '200 hel (stall)'],
    ['whose response arrives too slowly', says('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n', drip), 'timeout'],
  ])('%s ends with a timeout', async (_what, play, expected) => {
    const { url } = await serve(play);
    const timeouts = { stallMs: 60_000, totalMs: 80_000 };
    expect(inWords(await get(url, { timeouts }, 40))).toContain(expected);
  });

  test('ends as soon as the caller stops it', async () => {
    const { url } = await serve(() => undefined);
    const stop = new AbortController();
    const result = get(url, { signal: stop.signal });
    stop.abort('cancelled');
    expect(inWords(await result)).toBe('stopped');
    expect(inWords(await get(url, { signal: stop.signal }))).toBe('stopped');
  });

  test('reads a gzipped response, although it accepts no encoding', async () => {
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
    ['deflate', ''],
    ['rot13', 'plain'],
  ])('returns a response with a wrong encoding as it is: %s, %s', async (encoding, text) => {
    const { url } = await serve(says(httpAnswer(200, text, { 'content-encoding': encoding })));
    expect(inWords(await get(url))).toBe(`200 ${text}`);
  });

  // Begins with a vertical tab, which is not white space in JSON.
  const fastBrotli = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['br', fastBrotli],
  ] as const)('keeps the received part of a response in %s that is cut off', async (encoding, compress) => {
    const text = `{"testset_id": 251929, ${randomBytes(400).toString('hex')}`;
    const packed = compress(text).subarray(0, 300);
    const { url } = await serve(({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: 50000\r\n\r\n`);
      socket.write(packed, () => socket.end());
    });
    const result = await get(url);
    expect(result).toMatchObject({ cutOff: { kind: 'reset' } });
    expect(inWords(result)).toContain('"testset_id": 251929,');
  });

  test('has a separate timeout for the response', async () => {
    const { url } = await serve(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 5);
      socket.on('close', () => {
        clearInterval(drip);
      });
    });
    const timeouts = { stallMs: 60_000, totalMs: 24 * 3_600_000, responseMs: 10_000 };
    expect(inWords(await get(url, { timeouts }, 40))).toMatch(/^200 x+ \(timeout\)$/);
  });

  describe('after another one', () => {
    /** Answers so many requests on each connection, and closes it without a word at the next. */
    const answering = (most: number) =>
      serve((talk) => {
        let left = most;
        talk.socket.on('data', () => {
          left -= 1;
          if (left < 0) talk.socket.resetAndDestroy();
          else talk.say(httpAnswer(200, 'ok'));
        });
      });
    test('uses its connection', async () => {
      const origin = await answering(Infinity);
      const client = open(origin.url);
      const results = [await client.get(REQUEST), await client.get(REQUEST)];
      expect([results.map(inWords), origin.connections]).toEqual([['200 ok', '200 ok'], 1]);
    });

    test('is sent on a new one if that connection breaks', async () => {
      const origin = await answering(1);
      const client = open(origin.url);
      const results = [await client.get(REQUEST), await client.get(REQUEST)];
      expect([results.map(inWords), origin.connections]).toEqual([['200 ok', '200 ok'], 2]);
    });

    test('does not get what the server sent after the last response', async () => {
      let requests = 0;
      const origin = await serve((talk) => {
        talk.socket.on('data', () => {
          requests += 1;
          talk.say(httpAnswer(200, `answer ${requests}`) + (requests === 1 ? httpAnswer(200, 'unasked') : ''));
        });
      });
      const client = open(origin.url);
      const results = [await client.get(REQUEST), await client.get(REQUEST)];
      expect(results.map(inWords)).toEqual([expect.stringMatching(/^200 answer 1/), '200 answer 2']);
    });

    test('is sent only once more', async () => {
      const origin = await answering(0);
      expect([inWords(await open(origin.url).get(REQUEST)), origin.connections]).toEqual(['reset', 1]);
    });

    test('uses a new connection for a POST, because an idle one may be closing', async () => {
      const origin = await answering(Infinity);
      const client = open(origin.url);
      const post = { ...REQUEST, headers: { 'content-length': '0' } };
      await client.get(REQUEST);
      await client.post(post);
      await client.post(post);
      expect(origin.connections).toBe(3);
    });
  });
});

describe('interim responses', () => {
  const interim = (status: number) => `HTTP/1.1 ${status} Interim\r\nlink: </x>\r\n\r\n`;

  test('before a response are ignored', async () => {
    const before = [100, 100, 102, 103, 100].map(interim).join('');
    const { url } = await serve(says(before + httpAnswer(200, 'hello')));
    expect(inWords(await get(url))).toBe('200 hello');
  });

  test('in pieces, long before a response, are ignored', async () => {
    const { url } = await serve(async (talk) => {
      await talk.head;
      talk.socket.setNoDelay(true);
      for (const character of interim(100)) await new Promise((sent) => talk.socket.write(character, sent));
      talk.answer(200, 'hello');
    });
    expect(inWords(await get(url))).toBe('200 hello');
  });

  test('are not a response that has begun, and do not end an upload', async () => {
    const { url } = await serve(async (talk) => {
      await talk.head;
      talk.say(interim(100));
      await talk.body(3);
      talk.say(interim(102));
      await talk.body(6);
      talk.answer(200, 'hello');
    });
    const client = open(url);
    let responses = 0;
    const beforeEnd: number[] = [];
    async function* body() {
      yield Buffer.from('abc');
      await new Promise((resolve) => setTimeout(resolve, 20));
      beforeEnd.push(responses);
      yield Buffer.from('def');
    }
    const onResponse = () => (responses += 1);
    const request = { ...REQUEST, headers: { 'content-length': '6' }, body: body(), onResponse };
    expect(inWords(await client.post(request))).toBe('200 hello');
    expect(beforeEnd).toEqual([0]);
    expect(responses).toBe(1);
  });

  test('are data: they keep a slow request from ending as stalled', async () => {
    const { url } = await serve((talk) => {
      const more = setInterval(() => talk.socket.write(interim(102)), 5);
      talk.socket.on('close', () => {
        clearInterval(more);
      });
    });
    const timeouts = { stallMs: 10_000, totalMs: 20_000 };
    expect(inWords(await get(url, { timeouts, maxBytes: 1_000_000 }, 40))).toBe('timeout');
  });

  test('without end are too large a response', async () => {
    const { url } = await serve(says(interim(100).repeat(100)));
    expect(inWords(await get(url))).toBe('too-large');
  });
});

test('an early response is read, although the server closes the connection abruptly', async () => {
  const chunks = 40;
  const busy = (ms: number): void => {
    for (const began = performance.now(); performance.now() - began < ms;);
  };
  async function* body() {
    for (let sent = 0; sent < chunks; sent += 1) {
      busy(2);
      yield Buffer.alloc(1024 * 1024);
    }
    await new Promise(() => undefined);
  }
  const replies: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { url } = await serve(async (talk) => {
      await talk.body(8 * 1024 * 1024);
      talk.socket.write(httpAnswer(413, 'too much', { connection: 'close' }), () => talk.socket.destroy());
    });
    const client = open(url);
    const headers = { 'content-length': String(64 * 1024 * 1024) };
    replies.push(inWords(await client.post({ ...REQUEST, headers, body: body() })));
  }
  // The system itself discards one in hundreds before it can be read.
  expect(replies.filter((reply) => reply === '413 too much').length).toBeGreaterThanOrEqual(3);
});

test('of many requests, ten are sent at once', async () => {
  let current = 0;
  let most = 0;
  const { url } = await serve(async (talk) => {
    await talk.head;
    current += 1;
    most = Math.max(most, current);
    setTimeout(() => {
      current -= 1;
      talk.answer(200, 'ok');
    }, 20);
  });
  const client = open(url);
  const post = { ...REQUEST, headers: { 'content-length': '0' } };
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? client.get(REQUEST) : client.post(post))),
  );
  expect(new Set(results.map(inWords))).toEqual(new Set(['200 ok']));
  expect(most).toBe(10);
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

  test('are not followed if Retry-After is very long', async () => {
    const { url } = await serve(async (talk) => {
      await talk.head;
      talk.answer(307, '', { location: '/again/testset/7?y=1', 'retry-after': '999999999' });
    });
    expect(inWords(await get(url, { path: '/v2/testset/7?y=1' }))).toBe('307 ');
  });

  test('that wait when the request is stopped are no response', async () => {
    const stop = new AbortController();
    const { url } = await serve(async (talk) => {
      await talk.head;
      talk.answer(307, '', { location: '/again/testset/7?y=1', 'retry-after': '60' });
      setTimeout(() => {
        stop.abort();
      }, 20);
    });
    expect(inWords(await get(url, { path: '/v2/testset/7?y=1', signal: stop.signal }))).toBe('stopped');
  });

  test.each([
    ['another testset', '/v2/testset/8?y=1'],
    ['another operation', '/v2/testset/7/result?y=1'],
    ['another query', '/v2/testset/7?y=2'],
    ['an unknown address', ''],
  ])('to %s are not followed', async (_what, location) => {
    const origin = await serve(async (talk) => {
      await talk.head;
      talk.answer(302, '', location === '' ? {} : { location });
    });
    expect(inWords(await get(origin.url, { path: '/v2/testset/7?y=1' }))).toBe('302 ');
    expect(origin.connections).toBe(1);
  });

  test.each([301, 302, 303, 307, 308])('to another origin are not followed (%i)', async (status) => {
    const other = await serve((talk) => {
      talk.answer(200, 'sent to a stranger');
    });
    const { url } = await serve(async (talk) => {
      await talk.head;
      talk.answer(status, '', { location: other.url.href });
    });
    expect(inWords(await get(url))).toBe(`${status} `);
    expect(other.connections).toBe(0);
  });

  test('of a POST are not followed', async () => {
    const origin = await serve(async (talk) => {
      await talk.head;
      talk.answer(307, '', { location: '/again' });
    });
    const client = open(origin.url);
    const posted = await client.post({ ...REQUEST, headers: { 'content-length': '2' }, body: chunks('ab') });
    expect(inWords(posted)).toBe('307 ');
    expect(origin.connections).toBe(1);
  });
});

test.each([
  ['407', 'proxy-credentials'],
  ['502', 'proxy-busy'],
  ['429', 'proxy-busy'],
  ['403', 'proxy-refused'],
])('a proxy that responds with %s opens no tunnel', async (status, kind) => {
  const { url } = await serve(says(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
  expect(inWords(await get(new URL('https://service.example'), {}, 1, url))).toBe(kind);
});

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

/** Sends a byte every 20 ms until the connection is closed. */
function drip({ socket }: Talk): void {
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => {
    clearInterval(timer);
  });
}
