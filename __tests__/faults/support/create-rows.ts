import { declaredBytes, httpAnswer, type Talk } from '../../support/origin.ts';
import type { Play } from './create-scene.ts';

/** The identifier of the testset that {@link accept} creates. */
export const ID = 251929;

const envelope = (code: number, data: object = {}): string =>
  JSON.stringify({ data, result_code: code, result_msg: '', reason: '' });
const CREATED = envelope(0, { test_count: 3, testset_id: ID });

/** Takes the create. */
export const accept: Play = async (talk, whole) => {
  await whole;
  talk.answer(200, CREATED);
};

/** Does something when a part of the body has come: half of it, or all but its last few bytes. */
const at =
  (part: 'half' | 'last bytes', act: (talk: Talk) => void): Play =>
  async (talk) => {
    const bytes = declaredBytes(await talk.head);
    await talk.body(part === 'half' ? Math.floor(bytes / 2) : bytes - 100);
    act(talk);
  };

/** Does something when the whole body has come. */
export const after =
  (act: (talk: Talk) => void): Play =>
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
/** A whole answer. */
export const say =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (talk: Talk): void => {
    talk.answer(status, body, headers);
  };
const cutOff =
  (body: string, end = close) =>
  (talk: Talk): void => {
    talk.say(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${body}`);
    // A reset may throw away on the other side what has not been read there yet: it comes a moment later.
    setTimeout(end, 50, talk);
  };

/** An answer that takes longer than the end of a body is held back. */
const answerSlowly = (talk: Talk): void => {
  talk.say('HTTP/1.1 503 Status\r\ncontent-length: 4\r\n\r\nbu');
  setTimeout(() => {
    talk.socket.end('sy');
  }, 2_000);
};

/** A name and what an origin does. */
export type Row = readonly [what: string, play: Play];

/** While the end of the body is held back: it is provably not whole. */
export const HELD: readonly Row[] = [
  ['a reset at once', reset],
  ['a close at once', close],
  [
    'a reset behind the head',
    (talk) =>
      talk.head.then(() => {
        talk.reset();
      }),
  ],
  ['a reset halfway', at('half', reset)],
  ['a close halfway', at('half', close)],
  ['a reset with only the end missing', at('last bytes', reset)],
  ['a close with only the end missing', at('last bytes', close)],
  ...[408, 429, 500, 502, 503, 504].map((status): Row => [`an HTTP ${status} halfway`, at('half', say(status))]),
  ['an HTTP 503 halfway that comes slowly', at('half', answerSlowly)],
  ['an HTTP 503 with only the end missing', at('last bytes', say(503, '<html>busy</html>'))],
  ['maintenance halfway', at('half', say(503, envelope(8000)))],
];

/** The service says that it did not take it. */
export const PUT_OFF: readonly Row[] = [
  ['an HTTP 425', after(say(425))],
  ['an HTTP 429', after(say(429, '<html>'))],
  ...[200, 400, 401, 500, 503].map((status): Row => [
    `code 8000 with HTTP ${status}`,
    after(say(status, envelope(8000))),
  ]),
];

/** The same with how the create ends. */
export type Verdict = readonly [what: string, play: Play, words: string];

/** What no further try can mend. */
export const REFUSED: readonly Verdict[] = [
  ...[400, 404, 405, 409, 413, 415, 422].map((status): Verdict => [
    `an HTTP ${status}`,
    after(say(status, '<html>')),
    'refused: service-refused',
  ]),
  ...[401, 403].map((status): Verdict => [`an HTTP ${status}`, after(say(status)), 'refused: credentials']),
  ...[2001, 4031, 4051, 4081, 5001, 6001, 7777].flatMap((code) =>
    [200, 500].map((status): Verdict => {
      const what = `code ${code} with HTTP ${status}`;
      return [what, after(say(status, envelope(code, { testset_id: ID }))), 'refused: service-refused'];
    }),
  ),
  ...[301, 302, 303, 307, 308].map((status): Verdict => {
    const redirect = say(status, '', { location: '/openapi/v2/testset' });
    return [`a redirect ${status}`, after(redirect), 'refused: redirected'];
  }),
  ['an HTTP 407', after(say(407)), 'not-started: proxy'],
];

/** The same in the middle of the upload. */
export const REFUSED_EARLY: readonly Verdict[] = [
  ['an HTTP 401', at('half', say(401, 'no')), 'refused: credentials'],
  ['an HTTP 413', at('half', say(413, 'too large')), 'refused: service-refused'],
  ['code 4050', at('half', say(200, envelope(4050))), 'refused: service-refused'],
  ['a redirect', at('half', say(307, '', { location: '/elsewhere' })), 'refused: redirected'],
];

/** Answers in which the identifier has arrived with its delimiter. */
export const KNOWN: readonly Row[] = [
  ['is whole', after(say(200, CREATED))],
  ...[201, 302, 404, 500, 503].map((status): Row => [`comes with HTTP ${status}`, after(say(status, CREATED))]),
  ['is closed behind the identifier and a comma', after(cutOff(`{"data":{"testset_id": ${ID}, "te`))],
  ['is closed behind the identifier and a brace', after(cutOff(`{"data":{"testset_id": ${ID}}`))],
  ['is reset behind the identifier and a comma', after(cutOff(`{"data":{"testset_id": ${ID},`, reset))],
  [
    'has no length and ends with the connection',
    after((talk) => {
      talk.socket.end(`HTTP/1.1 200 OK\r\n\r\n${CREATED}`);
    }),
  ],
  [
    'says less than its length',
    after((talk) => {
      talk.socket.end(httpAnswer(200, CREATED, { 'content-length': '5000' }));
    }),
  ],
];

/** After the whole body was sent: nobody can say whether a testset came of it. */
export const UNKNOWN: readonly Row[] = [
  ['a reset', after(reset)],
  ['a close', after(close)],
  ...[408, 500, 502, 503, 504].map((status): Row => [`an HTTP ${status}`, after(say(status, '<html>busy</html>'))]),
  ['an empty 200', after(say(200))],
  ['a 204', after(say(204))],
  ['an HTML 200', after(say(200, '<html>Welcome</html>'))],
  ['code 0 without an identifier', after(say(200, envelope(0)))],
  ['code 0 with an identifier that is none', after(say(200, envelope(0, { testset_id: 'soon' })))],
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
