import { randomBytes } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';

import { afterEach, describe, expect, test } from '@jest/globals';

import type { HttpRequest, HttpResult } from '../../../src/service/http/request.ts';
import { createHttpClient } from '../../../src/service/http/http-client.ts';
import { createRateLimit } from '../../../src/service/http/rate-limit.ts';
import { httpAnswer, startOrigin, type RawOrigin, type Talk } from '../../support/origin.ts';
import { createFastClock } from '../../support/runtime.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

const REQUEST = {
  path: '/v2/testset/7?y=1',
  headers: { 'content-length': '0' },
  timeouts: { stallMs: 60_000, totalMs: 120_000 },
  maxBytes: 1000,
  signal: new AbortController().signal,
};

type Play = (talk: Talk) => unknown;

async function serve(play: Play): Promise<RawOrigin> {
  const origin = await startOrigin(async (talk) => {
    await play(talk);
  });
  opened.push(origin);
  return origin;
}

/** Opens a client that is closed after the test. */
function open(url: URL, factor = 1) {
  const clock = createFastClock(factor);
  const client = createHttpClient(url, clock, () => undefined, createRateLimit(clock));
  opened.push(client);
  return client;
}

/** Such as `refused`, or `200 hello (reset)` for a response that was cut off. */
function inWords(result: HttpResult): string {
  if (result.kind === 'no-response') return result.error.kind;
  return `${result.status} ${result.text}${result.cutOff ? ` (${result.cutOff.kind})` : ''}`;
}

async function get(url: URL, request: Partial<HttpRequest> = {}, factor = 1): Promise<string> {
  return inWords(await open(url, factor).get({ ...REQUEST, ...request }));
}

/** Does something when the request has arrived. */
const after =
  (act: Play): Play =>
  async (talk) => {
    await talk.head;
    await act(talk);
  };
const says = (text: string): Play =>
  after((talk) => {
    talk.say(text);
  });
const ends = (text: string): Play => after(({ socket }) => socket.end(text, 'latin1'));
/** Sends a text, and then another one again and again. */
const drips = (text: string, more: string): Play =>
  after(({ socket }) => {
    socket.write(text);
    const timer = setInterval(() => socket.write(more), 5);
    socket.on('close', () => {
      clearInterval(timer);
    });
  });

const head = (headers: string): string => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`;
const encoded = (encoding: string, text: string): string => httpAnswer(200, text, { 'content-encoding': encoding });
const interim = (status: number): string => `HTTP/1.1 ${status} Interim\r\nlink: </x>\r\n\r\n`;
const INTERIM = [100, 102, 103].map(interim).join('');
const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\n';

describe('a request', () => {
  test.each<[what: string, play: Play, expected: string]>([
    ['a complete response', says(httpAnswer(503, 'later')), '503 later'],
    ['a response that ends with the connection', ends(`${head('x: y')}hello`), '200 hello'],
    ['a response shorter than its length', ends(`${head('content-length: 50')}hello`), '200 hello (reset)'],
    ['a response that is too large', says(httpAnswer(200, 'x'.repeat(2000))), '200  (too-large)'],
    ['a closed connection', ends(''), 'reset'],
    ['a reset', after(({ socket }) => socket.resetAndDestroy()), 'reset'],
    ['101 in place of a response', says(`${SWITCH}\r\n`), 'not-http'],
    ['101 with another protocol', says(`${SWITCH}connection: upgrade\r\nupgrade: x\r\n\r\n`), 'not-http'],
    ['many cookies', says(httpAnswer(200, 'hello', { 'set-cookie': 'x'.repeat(100_000) })), '200 hello'],
    ['a response that is not HTTP', says('220 smtp ready\r\n'), 'not-http'],
    ['a response that is not UTF-8', ends(`${head('x: y')}\xff\xfe`), '200 \ufffd\ufffd'],
    ['a gzipped response', ends(head('content-encoding: gzip') + gzipSync('{}').toString('latin1')), '200 {}'],
    ['plain text as gzip', says(encoded('gzip', 'plain')), '200 plain'],
    ['plain JSON as deflate', says(encoded('deflate', '{"plain":1}')), '200 {"plain":1}'],
    ['plain JSON in an encoding that does not exist', says(encoded('utf-8', '{"plain":1}')), '200 {"plain":1}'],
    ['JSON behind a line break in one', says(encoded('utf-8', '\n{"plain":1}')), '200 \n{"plain":1}'],
    ['plain text as identity', says(encoded('Identity', 'plain')), '200 plain'],
    ['no text as deflate', says(encoded('deflate', '')), '200 '],
    ['a response after interim ones', says(INTERIM + httpAnswer(200, 'hello')), '200 hello'],
    ['bytes after the response', says(`${httpAnswer(200, 'hello')}more`), '200 hello'],
    ['bytes after the last response', says(`${httpAnswer(200, 'hello', { connection: 'close' })}more`), '200 hello'],
    ['interim responses without end', says(interim(100).repeat(100)), 'too-large'],
  ])('gets %s', async (_what, play, expected) => {
    const { url } = await serve(play);
    expect(await get(url)).toBe(expected);
  });

  test.each<[what: string, play: Play, timeouts: Partial<HttpRequest['timeouts']>, expected: RegExp]>([
    ['without a response', () => undefined, {}, /^stall$/],
    ['whose response stalls', says(`${head('content-length: 9')}hel`), {}, /^200 hel \(stall\)$/],
    ['whose response is slow', drips(head('content-length: 9999'), 'x'), { totalMs: 40_000 }, /^200 x+ \(timeout\)$/],
    ['with less time for the response', drips(head('x: y'), 'x'), { responseMs: 10_000 }, /^200 x+ \(timeout\)$/],
    ['with interim responses, no stall', drips('', interim(102)), { stallMs: 10_000, totalMs: 20_000 }, /^timeout$/],
  ])('%s ends with a timeout', async (_what, play, timeouts, expected) => {
    const { url } = await serve(play);
    const request = { timeouts: { stallMs: 60_000, totalMs: 24 * 3_600_000, ...timeouts }, maxBytes: 1_000_000 };
    expect(await get(url, request, 40)).toMatch(expected);
  });

  test('ends as soon as the caller stops it', async () => {
    const { url } = await serve(() => undefined);
    const stop = new AbortController();
    const result = get(url, { signal: stop.signal });
    stop.abort('cancelled');
    expect(await result).toBe('stopped');
    expect(await get(url, { signal: stop.signal })).toBe('stopped');
  });

  test('accepts no encoding', async () => {
    const { url } = await serve(async (talk) => {
      talk.answer(200, await talk.head);
    });
    expect((await get(url)).toLowerCase()).toContain('accept-encoding: identity');
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ] as const)('keeps the received part of a response in %s that is cut off', async (encoding, compress) => {
    const text = `{"testset_id": 251929, ${randomBytes(400).toString('hex')}`;
    const packed = compress(text).subarray(0, 300).toString('latin1');
    const { url } = await serve(ends(head(`content-encoding: ${encoding}\r\ncontent-length: 50000`) + packed));
    expect(await get(url)).toMatch(/"testset_id": 251929,.* \(reset\)$/);
  });

  test.each([
    ['br', 'br'],
    ['two encodings', 'gzip, deflate'],
    ['8000 encodings', Array(8000).fill('gzip').join(', ')],
  ])('keeps the status and the headers of a response in %s', async (_what, encoding) => {
    const headers = { 'content-encoding': encoding, 'retry-after': '60' };
    const { url } = await serve(says(httpAnswer(503, 'unreadable', headers)));
    const message = 'the response has a `Content-Encoding` that the action does not read';
    const expected = { status: 503, text: '', headers: { 'retry-after': '60' }, cutOff: { kind: 'encoded', message } };
    expect(await open(url).get({ ...REQUEST, maxBytes: Infinity })).toMatchObject(expected);
  });

  describe('after another one', () => {
    const getTwice = async (url: URL): Promise<readonly string[]> => {
      const client = open(url);
      return [inWords(await client.get(REQUEST)), inWords(await client.get(REQUEST))];
    };

    test.each([
      ['uses its connection', Infinity, '200 ok', 1],
      ['is sent on a new one if that connection breaks', 1, '200 ok', 2],
      ['is not sent again if a new connection breaks', 0, 'reset', 2],
    ])('%s', async (_what, answers, expected, connections) => {
      const origin = await serve(({ socket }) => {
        let left = answers;
        socket.on('data', () => {
          left -= 1;
          if (left < 0) socket.resetAndDestroy();
          else socket.write(httpAnswer(200, 'ok'));
        });
      });
      expect(await getTwice(origin.url)).toEqual([expected, expected]);
      expect(origin.connections).toBe(connections);
    });

    test('does not get what the server sent after the last response', async () => {
      let requests = 0;
      const { url } = await serve(({ socket }) => {
        socket.on('data', () => {
          requests += 1;
          socket.write(httpAnswer(200, `answer ${requests}`) + (requests === 1 ? httpAnswer(200, 'unasked') : ''));
        });
      });
      expect(await getTwice(url)).toEqual([expect.stringMatching(/^200 answer 1/), '200 answer 2']);
    });

    test.each(['transfer-encoding: chunked', 'Transfer-Encoding : chunked'])(
      'uses a new connection if the last response had two lengths: %s',
      async (header) => {
        const origin = await serve(({ socket }) =>
          socket.on('data', () => socket.write(`${head(`content-length: 2\r\n${header}`)}2\r\nok\r\n0\r\n\r\n`)),
        );
        expect(await getTwice(origin.url)).toEqual(['200 ok', '200 ok']);
        expect(origin.connections).toBe(2);
      },
    );

    test('uses a new connection for a POST, because an idle one may be closing', async () => {
      const origin = await serve(({ socket }) => socket.on('data', () => socket.write(httpAnswer(200, 'ok'))));
      const client = open(origin.url);
      await client.get(REQUEST);
      await client.post(REQUEST);
      await client.post(REQUEST);
      expect(origin.connections).toBe(3);
    });
  });
});

test('interim responses are not a response that has begun, and do not end an upload', async () => {
  const { url } = await serve(
    after(async (talk) => {
      talk.say(interim(100));
      await talk.body(3);
      talk.say(interim(102));
      await talk.body(6);
      talk.answer(200, 'hello');
    }),
  );
  let responses = 0;
  let beforeEnd = NaN;
  async function* body() {
    yield Buffer.from('abc');
    await new Promise((resolve) => setTimeout(resolve, 20));
    beforeEnd = responses;
    yield Buffer.from('def');
  }
  const onResponse = () => (responses += 1);
  const request = { ...REQUEST, headers: { 'content-length': '6' }, body: body(), onResponse };
  expect(inWords(await open(url).post(request))).toBe('200 hello');
  expect([beforeEnd, responses]).toEqual([0, 1]);
});

test('an early response is read, although the server closes the connection abruptly', async () => {
  const busy = (ms: number): void => {
    for (const began = performance.now(); performance.now() - began < ms;);
  };
  async function* body() {
    for (let sent = 0; sent < 40; sent += 1) {
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
    const headers = { 'content-length': String(64 * 1024 * 1024) };
    replies.push(inWords(await open(url).post({ ...REQUEST, headers, body: body() })));
  }
  // The system itself discards one in hundreds before it can be read.
  expect(replies.filter((reply) => reply === '413 too much').length).toBeGreaterThanOrEqual(3);
});

test.each([
  ['has', 'Wed, 21 Oct 2026 07:28:00 GMT', /^Wed, 21 Oct 2026 07:28:00 GMT$/],
  ['lacks, the time of its arrival', 'this morning', / GMT$/],
])('a date that a response %s is kept', async (_what, date, expected) => {
  const { url } = await serve(says(httpAnswer(200, 'hello', { date })));
  expect(await open(url).get(REQUEST)).toMatchObject({ headers: { date: expect.stringMatching(expected) } });
});

test('of many requests, ten are sent at once, and creates at any time', async () => {
  let current = 0;
  let most = 0;
  // Eleven connections may take long on a busy machine: no request is answered before.
  const { promise: areThere, resolve: arrived } = Promise.withResolvers<true>();
  const { url } = await serve(
    after(async (talk) => {
      current += 1;
      most = Math.max(most, current);
      if (current === 11) arrived(true);
      await areThere;
      await new Promise((resolve) => setTimeout(resolve, 20));
      current -= 1;
      talk.answer(200, 'ok');
    }),
  );
  const client = open(url);
  const sent = Array.from({ length: 15 }, () => client.get(REQUEST));
  sent.push(client.post(REQUEST));
  expect(new Set((await Promise.all(sent)).map(inWords))).toEqual(new Set(['200 ok']));
  expect(most).toBe(11);
});

test.each([301, 302, 303, 307, 308])('a redirect is not followed: HTTP %i', async (status) => {
  const redirects = after((talk) => {
    talk.answer(status, '', { location: '/again/testset/7?y=1' });
  });
  for (const method of ['get', 'post'] as const) {
    const origin = await serve(redirects);
    expect(inWords(await open(origin.url)[method](REQUEST))).toBe(`${status} `);
    expect(origin.connections).toBe(1);
  }
});
