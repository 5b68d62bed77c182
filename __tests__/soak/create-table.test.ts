import { describe, expect, test } from '@jest/globals';

import type { Clock } from '../../src/runtime/clock.ts';
import { declaredBytes, httpAnswer, type Talk } from '../support/origin.ts';
import { accept, CREATED, envelope, ID, LARGE, runCreate, SIZES, type Behaviour } from './support/create-case.ts';

/**
 * docs/design.md §3 from the first byte of the body on: what depends on the connection. `create/classify.test.ts` has the statuses and
 * codes, and create-connection.test.ts what comes before.
 */

/** Does something when a part of the body has arrived: half of it, or all but its last few bytes. */
const at =
  (part: 'half' | 'last bytes', act: (talk: Talk, clock: Clock) => unknown): Behaviour =>
  async (talk, _whole, clock) => {
    const bytes = declaredBytes(await talk.head);
    await talk.body(part === 'half' ? Math.floor(bytes / 2) : bytes - 100);
    await act(talk, clock);
  };

/** Does something when the whole body has arrived. */
const after =
  (act: (talk: Talk) => unknown): Behaviour =>
  async (talk, whole) => {
    await whole;
    act(talk);
  };

const nothing = (): void => undefined;
const reset = (talk: Talk): void => {
  talk.reset();
};
const close = (talk: Talk): unknown => talk.socket.end();
const respond =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (talk: Talk): void => {
    talk.answer(status, body, headers);
  };
const raw = (text: string) => (talk: Talk) => talk.socket.end(text);
const cutOff =
  (body: string, end: (talk: Talk) => unknown = close) =>
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
const interimAndReset = (talk: Talk): void => {
  talk.say('HTTP/1.1 100 Continue\r\n\r\n');
  setTimeout(reset, 50, talk);
};

type Row = readonly [what: string, behaviour: Behaviour, result?: string];

const HALFWAY: readonly Row[] = [
  ['a reset halfway', at('half', reset)],
  ['an HTTP 503 halfway', at('half', respond(503))],
  ['an HTTP 503 halfway that comes slowly', at('half', respondSlowly)],
];

/** While the end of the body is held back: nothing can have been created. */
const HELD: readonly Row[] = [
  ...HALFWAY,
  ['a reset at once', reset],
  ['a close at once', close],
  ['a reset after the head', (talk) => talk.head.then(() => talk.socket.resetAndDestroy()).then(nothing)],
  ['a close halfway', at('half', close)],
  ['a reset with only the end missing', at('last bytes', reset)],
  ['a close with only the end missing', at('last bytes', close)],
  ['an HTTP 503 with only the end missing', at('last bytes', respond(503, '<html>busy</html>'))],
  ['an HTTP 429 halfway', at('half', respond(429))],
  ['maintenance halfway', at('half', respond(503, envelope(8000)))],
  ['interim responses and then a reset halfway', at('half', interimAndReset)],
];

/** The same, where no further try can succeed. */
const REFUSED_EARLY: readonly Row[] = [
  ['an HTTP 401', at('half', respond(401, 'no')), 'refused: credentials'],
  ['an HTTP 413', at('half', respond(413, 'too large')), 'refused: service-refused'],
  ['code 4050', at('half', respond(200, envelope(4050))), 'refused: service-refused'],
  ['a redirect', at('half', respond(307, '', { location: '/elsewhere' })), 'refused: redirected'],
  ['a page', at('half', respond(200, '<html>')), 'refused: '],
  ['a sign-in page', at('last bytes', respond(200, '<html>Sign in</html>')), 'refused: '],
  ['code 5001 without an identifier', at('half', respond(500, envelope(5001))), 'refused: '],
];

const KNOWN = `created ${ID}`;
const UNKNOWN = 'unknown-start: unknown-start';

/** After the whole body was sent. Only one create is sent. */
const SENT: readonly Row[] = [
  ['a whole response', accept, KNOWN],
  ['an HTTP 500 with the identifier', after(respond(500, CREATED)), KNOWN],
  ['a close after the identifier and a comma', after(cutOff(`{"data":{"testset_id": ${ID}, "te`)), KNOWN],
  ['a close after the identifier and a brace', after(cutOff(`{"data":{"testset_id": ${ID}}`)), KNOWN],
  ['a reset after the identifier and a comma', after(cutOff(`{"data":{"testset_id": ${ID},`, reset)), KNOWN],
  ['a response without a length', after(raw(`HTTP/1.1 200 OK\r\n\r\n${CREATED}`)), KNOWN],
  ['a response that is too short', after(raw(httpAnswer(200, CREATED, { 'content-length': '5000' }))), KNOWN],
  ['an HTTP 404', after(respond(404, '<html>')), 'refused: service-refused'],
  ['an HTTP 401', after(respond(401)), 'refused: credentials'],
  ['an HTTP 407', after(respond(407)), 'not-started: proxy'],
  ['an error code', after(respond(500, envelope(4051, { testset_id: 0 }))), 'refused: service-refused'],
  ['a redirect', after(respond(307, '', { location: '/openapi/v2/testset' })), 'refused: redirected'],
  ['a reset', after(reset), UNKNOWN],
  ['a close', after(close), UNKNOWN],
  ['nothing', after(nothing), UNKNOWN],
  ['half a response, and then nothing', after(cutOff('{"data"', nothing)), UNKNOWN],
  ['an HTTP 503', after(respond(503, '<html>busy</html>')), UNKNOWN],
  ['a 204', after(respond(204)), UNKNOWN],
  ['a page that quotes an identifier', after(respond(200, `<html>${CREATED}</html>`)), UNKNOWN],
  ['an identifier deeper in JSON', after(respond(200, `{"error":${CREATED}}`)), UNKNOWN],
  ['an identifier deeper in cut JSON', after(cutOff(`{"error":{"data":{"testset_id": ${ID}}},`)), UNKNOWN],
  ['an identifier cut off within', after(cutOff('{"data":{"testset_id": 2519')), UNKNOWN],
  ['an identifier cut off at its last digit', after(cutOff(`{"data":{"testset_id": ${ID}`, reset)), UNKNOWN],
  ['half a status line', after(raw('HTTP/1.1 20')), UNKNOWN],
  ['half a head', after(raw('HTTP/1.1 200 OK\r\ncontent-le')), UNKNOWN],
  ['what is not HTTP', after(raw('SSH-2.0-OpenSSH\r\n')), UNKNOWN],
];

const TOO_SLOW = at('half', respond(408));
const DATES = { date: 'Tue, 02 Jun 2026 10:00:00 GMT', 'retry-after': 'Tue, 02 Jun 2026 10:00:07 GMT' };

const bySize = (sizes: readonly number[], rows: readonly Row[]) =>
  sizes.flatMap((bytes) => rows.map(([what, behaviour, result = KNOWN]) => [bytes, what, behaviour, result] as const));

describe('a create, before its end was sent,', () => {
  test.each([...bySize(SIZES, HELD), ...bySize([LARGE], HALFWAY)])(
    'of %i bytes is sent again after %s',
    async (bytes, _what, behaviour) => {
      const summary = await runCreate({ bytes, behaviours: [behaviour, accept] });
      expect(summary).toMatchObject({ result: KNOWN, whole: 1, connections: 2 });
    },
  );

  test.each([...bySize(SIZES, REFUSED_EARLY), ...bySize([LARGE], REFUSED_EARLY.slice(0, 1))])(
    'of %i bytes is refused by %s',
    async (bytes, _what, behaviour, result) => {
      const summary = await runCreate({ bytes, behaviours: [behaviour, accept] });
      expect(summary).toMatchObject({ whole: 0, connections: 1 });
      expect(summary.result).toContain(result);
    },
  );

  test('is sent at most three times when it is too slow for a proxy', async () => {
    const summary = await runCreate({ bytes: 1_000, behaviours: [TOO_SLOW, TOO_SLOW, TOO_SLOW, accept] });
    expect(summary).toMatchObject({ result: expect.stringMatching(/^not-started: /) as unknown, connections: 3 });
  });
});

describe('a create, after its end was sent,', () => {
  test.each(bySize(SIZES, SENT))('of %i bytes, is not repeated after %s', async (bytes, _what, behaviour, result) => {
    const summary = await runCreate({ bytes, behaviours: [behaviour, accept] });
    expect(summary).toMatchObject({ result, whole: 1, connections: 1 });
  });

  test.each([
    ['code 8000', 503, envelope(8000), {}, 0],
    ['an HTTP 425', 425, '', {}, 0],
    ['Retry-After in seconds', 429, '', { 'retry-after': '7' }, 7_000],
    ['Retry-After as a date', 429, '', DATES, 7_000],
  ])('is sent again after %s', async (_what, status, body, headers, waitMs) => {
    const behaviours = [after(respond(status, body, headers)), accept];
    const { result, times } = await runCreate({ bytes: 1_000, behaviours });
    expect([result, times.length]).toEqual([KNOWN, 2]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(waitMs);
  });

  test('is sent at most four times when it is limited', async () => {
    const summary = await runCreate({ bytes: 1_000, behaviours: [after(respond(429))] });
    expect(summary).toMatchObject({ result: 'refused: rate-limited', connections: 4 });
  });
});
