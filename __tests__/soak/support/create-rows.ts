import type { Clock } from '../../../src/runtime/clock.ts';
import { declaredBytes, httpAnswer, type Talk } from '../../support/origin.ts';
import type { Behaviour } from './create-case.ts';

/** The identifier of the testset that {@link accept} creates. */
export const ID = 251929;

const envelope = (code: number, data: object = {}): string =>
  JSON.stringify({ data, result_code: code, result_msg: '', reason: '' });
const CREATED = envelope(0, { test_count: 3, testset_id: ID });

/** Accepts the create. */
export const accept: Behaviour = async (talk, whole) => {
  await whole;
  talk.answer(200, CREATED);
};

/** Does something when a part of the body has arrived: half of it, or all but its last few bytes. */
const at =
  (part: 'half' | 'last bytes', act: (talk: Talk, clock: Clock) => unknown): Behaviour =>
  async (talk, _whole, clock) => {
    const bytes = declaredBytes(await talk.head);
    await talk.body(part === 'half' ? Math.floor(bytes / 2) : bytes - 100);
    await act(talk, clock);
  };

/** Does something when the whole body has arrived. */
export const after =
  (act: (talk: Talk) => void): Behaviour =>
  async (talk, whole) => {
    await whole;
    act(talk);
  };

const reset = (talk: Talk): void => {
  talk.reset();
};
const close = (talk: Talk): void => {
  talk.socket.end();
};
/** A complete response. */
export const respond =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (talk: Talk): void => {
    talk.answer(status, body, headers);
  };
const cutOff =
  (body: string, end = close) =>
  (talk: Talk): void => {
    talk.say(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${body}`);
    // A reset discards what the other side has not read yet, so it comes a moment later.
    setTimeout(end, 50, talk);
  };

/** A response that takes longer than the end of a body is held back. */
const respondSlowly = async (talk: Talk, clock: Clock): Promise<void> => {
  talk.say('HTTP/1.1 503 Status\r\ncontent-length: 4\r\n\r\nbu');
  await clock.sleep(2_000);
  talk.socket.end('sy');
};

/** What the service does, in words and as a function. */
export type Row = readonly [title: string, behaviour: Behaviour];

/** While the end of the body is held back: nothing can have been created. */
export const HELD: readonly Row[] = [
  ['a reset at once', reset],
  ['a close at once', close],
  [
    'a reset after the head',
    (talk) =>
      talk.head.then(() => {
        talk.reset();
      }),
  ],
  ['a reset halfway', at('half', reset)],
  ['a close halfway', at('half', close)],
  ['a reset with only the end missing', at('last bytes', reset)],
  ['a close with only the end missing', at('last bytes', close)],
  ...[408, 429, 500, 502, 503, 504].map((status): Row => [`an HTTP ${status} halfway`, at('half', respond(status))]),
  ['an HTTP 503 halfway that comes slowly', at('half', respondSlowly)],
  ['an HTTP 503 with only the end missing', at('last bytes', respond(503, '<html>busy</html>'))],
  ['maintenance halfway', at('half', respond(503, envelope(8000)))],
  [
    'interim responses and then a reset halfway',
    at('half', (talk) => {
      talk.say('HTTP/1.1 100 Continue\r\n\r\n');
      setTimeout(reset, 50, talk);
    }),
  ],
];

/** What a proxy responds whose time limit for a request is over. */
export const TOO_SLOW: Behaviour = at('half', respond(408));

/** The service says that it did not accept the create. */
export const DELAYED: readonly Row[] = [
  ['an HTTP 425', after(respond(425))],
  ['an HTTP 429', after(respond(429, '<html>'))],
  ...[200, 400, 401, 500, 503].map((status): Row => [
    `code 8000 with HTTP ${status}`,
    after(respond(status, envelope(8000))),
  ]),
];

/** The same with how the create ends. */
export type ResultRow = readonly [title: string, behaviour: Behaviour, result: string];

/** No further try can succeed. */
export const REFUSED: readonly ResultRow[] = [
  ...[400, 404, 405, 409, 413, 415, 422].map((status): ResultRow => [
    `an HTTP ${status}`,
    after(respond(status, '<html>')),
    'refused: service-refused',
  ]),
  ...[401, 403].map((status): ResultRow => [`an HTTP ${status}`, after(respond(status)), 'refused: credentials']),
  ...[2001, 4031, 4051, 4081, 6001, 7777].flatMap((code) =>
    [200, 500].map((status): ResultRow => {
      const title = `code ${code} with HTTP ${status}`;
      return [title, after(respond(status, envelope(code, { testset_id: 0 }))), 'refused: service-refused'];
    }),
  ),
  ...[301, 302, 303, 307, 308].map((status): ResultRow => {
    const redirect = respond(status, '', { location: '/openapi/v2/testset' });
    return [`a redirect ${status}`, after(redirect), 'refused: redirected'];
  }),
  ['an HTTP 407', after(respond(407)), 'not-started: proxy'],
];

/** The same in the middle of the upload. */
export const REFUSED_EARLY: readonly ResultRow[] = [
  ['an HTTP 401', at('half', respond(401, 'no')), 'refused: credentials'],
  ['an HTTP 413', at('half', respond(413, 'too large')), 'refused: service-refused'],
  ['code 4050', at('half', respond(200, envelope(4050))), 'refused: service-refused'],
  ['a redirect', at('half', respond(307, '', { location: '/elsewhere' })), 'refused: redirected'],
];

/** The body was never complete, so nothing can have been created; the error says so in words of its own. */
export const PAGE_EARLY: readonly Row[] = [
  ...[200, 201, 202, 204].map((status): Row => [`a page with HTTP ${status}`, at('half', respond(status, '<html>'))]),
  ['a sign-in page with only the end missing', at('last bytes', respond(200, '<html>Sign in</html>'))],
  ['code 0 without an identifier', at('half', respond(200, envelope(0)))],
  ['code 5001 without an identifier', at('half', respond(500, envelope(5001)))],
];

/** Responses in which the identifier has arrived with its delimiter. */
export const CREATED_BY: readonly Row[] = [
  ['is whole', after(respond(200, CREATED))],
  ...[201, 302, 404, 500, 503].map((status): Row => [`comes with HTTP ${status}`, after(respond(status, CREATED))]),
  ['is closed after the identifier and a comma', after(cutOff(`{"data":{"testset_id": ${ID}, "te`))],
  ['is closed after the identifier and a brace', after(cutOff(`{"data":{"testset_id": ${ID}}`))],
  ['is reset after the identifier and a comma', after(cutOff(`{"data":{"testset_id": ${ID},`, reset))],
  [
    'has no length and ends with the connection',
    after((talk) => {
      talk.socket.end(`HTTP/1.1 200 OK\r\n\r\n${CREATED}`);
    }),
  ],
  [
    'is shorter than its length',
    after((talk) => {
      talk.socket.end(httpAnswer(200, CREATED, { 'content-length': '5000' }));
    }),
  ],
];

/** After the whole body was sent: whether a testset was created is unknown. */
export const UNKNOWN: readonly Row[] = [
  ['a reset', after(reset)],
  ['a close', after(close)],
  ...[408, 500, 502, 503, 504].map((status): Row => [`an HTTP ${status}`, after(respond(status, '<html>busy</html>'))]),
  ['an empty 200', after(respond(200))],
  ['a 204', after(respond(204))],
  ['an HTML 200', after(respond(200, '<html>Welcome</html>'))],
  ['code 0 without an identifier', after(respond(200, envelope(0)))],
  ...[200, 500].map((status): Row => [`code 5001 with HTTP ${status}`, after(respond(status, envelope(5001)))]),
  ['a page that quotes an identifier', after(respond(200, `<html>{"data":{"testset_id": ${ID}}}</html>`))],
  ['an identifier deeper in JSON', after(respond(200, JSON.stringify({ error: { data: { testset_id: ID } } })))],
  ['an identifier beside `data`', after(respond(200, JSON.stringify({ testset_id: ID, data: {} })))],
  ['an identifier in a cut page', after(cutOff(`<html>{"data":{"testset_id": ${ID}}}`))],
  ['an identifier deeper in cut JSON', after(cutOff(`{"error":{"data":{"testset_id": ${ID}}},`))],
  ['code 0 with an identifier that is none', after(respond(200, envelope(0, { testset_id: 'soon' })))],
  ['an identifier cut off within', after(cutOff('{"data":{"testset_id": 2519'))],
  ['an identifier cut off at its last digit', after(cutOff(`{"data":{"testset_id": ${ID}`, reset))],
  [
    'half a status line',
    after((talk) => {
      talk.socket.end('HTTP/1.1 20');
    }),
  ],
  [
    'half a head',
    after((talk) => {
      talk.socket.end('HTTP/1.1 200 OK\r\ncontent-le');
    }),
  ],
  [
    'what is not HTTP',
    after((talk) => {
      talk.socket.end('SSH-2.0-OpenSSH\r\n');
    }),
  ],
];
