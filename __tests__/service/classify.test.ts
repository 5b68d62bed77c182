import { describe, expect, test } from '@jest/globals';

import { classifyAttempt, type CreateAttempt, type AttemptResult } from '../../src/service/classify.ts';
import type { HttpResponse, HttpResult } from '../../src/service/http/request.ts';
import { NetworkError, type NetworkErrorKind } from '../../src/service/http/network-error.ts';

const answer = (status: number, body: string, more: Partial<HttpResponse> = {}): HttpResponse => ({
  kind: 'response',
  status,
  headers: {},
  text: body,
  ...more,
});
const silence = (kind: NetworkErrorKind): HttpResult => ({
  kind: 'no-response',
  error: new NetworkError(kind, 'it broke'),
});
const envelope = (code: number, data: unknown = {}, reason = 'why'): string =>
  JSON.stringify({ data, result_code: code, result_msg: code === 0 ? '' : 'Message', reason });
const cutOff = new NetworkError('reset', 'the connection was cut');
const created = envelope(0, { test_count: 3, testset_id: 251929 });

function verdictOf(result: HttpResult, released: boolean, stopped?: CreateAttempt['stopped']): AttemptResult {
  return classifyAttempt({
    result,
    released,
    testsetName: 'Fix login #7',
    redact: (text) => text,
    ...(stopped && { stopped }),
  });
}

/** A verdict in a few words, so that a table can name it. */
function inWords(verdict: AttemptResult): string {
  if (verdict.kind === 'created') return `created ${verdict.id}`;
  return verdict.kind === 'not-created'
    ? `${verdict.outcome}: ${verdict.error.code}`
    : `${verdict.kind}: ${verdict.because}`;
}

describe('what came of a create, and what may follow (docs/design.md §3)', () => {
  const ALL = [true, false];
  const table: [what: string, result: HttpResult, released: readonly boolean[], verdict: string][] = [
    ...(['dns', 'refused', 'unreachable', 'connect-timeout', 'handshake-cut', 'proxy-busy'] as const).map(
      (kind): [string, HttpResult, boolean[], string] => [kind, silence(kind), [false], 'again: connection'],
    ),
    ['a name that does not exist', silence('name-not-found'), [false], 'again: name'],
    ['reset while the end is held back', silence('reset'), [false], 'again: connection'],
    ['stall while the end is held back', silence('stall'), [false], 'again: connection'],
    ['no HTTP while the end is held back', silence('garbled'), [false], 'again: connection'],
    ['certificate', silence('certificate'), [false], 'not-started: untrusted'],
    ['no TLS', silence('not-tls'), [false], 'not-started: untrusted'],
    ['proxy wants credentials', silence('proxy-credentials'), [false], 'not-started: proxy'],
    ['proxy refuses', silence('proxy-refused'), [false], 'not-started: proxy'],
    ['file changed', silence('source'), [false], 'not-started: app-file'],
    ['reset after the end', silence('reset'), [true], 'unknown-start: unknown-start'],
    ['stall after the end', silence('stall'), [true], 'unknown-start: unknown-start'],
    ['408', answer(408, ''), [false], 'again: connection'],
    ['408 after the end', answer(408, ''), [true], 'unknown-start: unknown-start'],
    ['500', answer(500, '<html>'), [false], 'again: connection'],
    ['502 after the end', answer(502, '<html>'), [true], 'unknown-start: unknown-start'],
    [
      'bare 503 after the end',
      answer(503, '', { headers: { 'retry-after': '1' } }),
      [true],
      'unknown-start: unknown-start',
    ],
    ['504 after the end', answer(504, ''), [true], 'unknown-start: unknown-start'],
    ['425', answer(425, ''), ALL, 'again: limit'],
    ['429', answer(429, 'slow down'), ALL, 'again: limit'],
    ['maintenance', answer(200, envelope(8000)), ALL, 'again: maintenance'],
    ['maintenance as a 503', answer(503, envelope(8000)), ALL, 'again: maintenance'],
    [
      'maintenance as a 503, but for its last character',
      answer(503, envelope(8000).slice(0, -1)),
      ALL,
      'again: maintenance',
    ],
    [
      'a page as a 503 that speaks of maintenance',
      answer(503, `<p>${envelope(8000)}`),
      [true],
      'unknown-start: unknown-start',
    ],
    ['a testset as a 404, but for its last character', answer(404, created.slice(0, -1)), ALL, 'created 251929'],
    [
      'success as a 404 without an identifier, cut off',
      answer(404, '{"result_code":0,', { cutOff }),
      ALL,
      'unknown-start: unknown-start',
    ],
    ['maintenance as a 401', answer(401, envelope(8000)), ALL, 'again: maintenance'],
    ['401 without an envelope', answer(401, '<html>'), ALL, 'refused: credentials'],
    ['403 with an envelope', answer(403, envelope(4030)), ALL, 'refused: credentials'],
    ['413', answer(413, ''), ALL, 'refused: service-refused'],
    ['404', answer(404, 'nothing here'), ALL, 'refused: service-refused'],
    ['407 from a proxy in between', answer(407, ''), ALL, 'not-started: proxy'],
    ['an error code', answer(200, envelope(4052)), ALL, 'refused: service-refused'],
    ['an error code as a 500', answer(500, envelope(5001)), ALL, 'refused: service-refused'],
    ['an error code as a 429', answer(429, envelope(4081)), ALL, 'refused: service-refused'],
    [
      'redirect',
      answer(302, '', { headers: { location: 'https://other.example/x?token=1' } }),
      ALL,
      'refused: redirected',
    ],
    ['a testset', answer(200, created), ALL, 'created 251929'],
    ['a testset as a 500', answer(500, created), ALL, 'created 251929'],
    ['an identifier in quotes', answer(200, envelope(0, { testset_id: '7' })), ALL, 'created 7'],
    ['code 0 without an identifier', answer(200, envelope(0, {})), ALL, 'unknown-start: unknown-start'],
    [
      'code 0 with an identifier of 0',
      answer(200, envelope(0, { testset_id: 0 })),
      ALL,
      'unknown-start: unknown-start',
    ],
    [
      'code 0 with an inexact identifier',
      answer(200, '{"result_code":0,"data":{"testset_id":9007199254740993}}'),
      ALL,
      'unknown-start: unknown-start',
    ],
    ['200 and HTML', answer(200, '<html>welcome</html>'), ALL, 'unknown-start: unknown-start'],
    ['204', answer(204, ''), ALL, 'unknown-start: unknown-start'],
    ['300', answer(300, ''), ALL, 'refused: redirected'],
    [
      'an identifier in the page of another status',
      answer(404, '<a href="#" data-x=\'{"testset_id": 5}\'>'),
      ALL,
      'refused: service-refused',
    ],
    [
      "ended by the connection's end, behind the identifier",
      answer(200, '{"data": {"testset_id": 251929, "te'),
      [true],
      'created 251929',
    ],
    [
      'cut off behind the identifier',
      answer(200, '{"data": {"testset_id": 251929, "te', { cutOff }),
      [true],
      'created 251929',
    ],
    [
      'cut off behind the last identifier',
      answer(200, '{"data": {"testset_id": 251929}', { cutOff }),
      [true],
      'created 251929',
    ],
    [
      'cut off behind the identifier, as a 500',
      answer(500, '{"data": {"testset_id": 251929, "te', { cutOff }),
      [true],
      'created 251929',
    ],
    [
      'cut off behind code 0 and the identifier',
      answer(200, '{"result_code": 0, "data": {"testset_id": 251929, "te', { cutOff }),
      [true],
      'created 251929',
    ],
    [
      'cut off behind code 0, before the identifier',
      answer(200, '{"result_code": 0, "data": {"te', { cutOff }),
      [true],
      'unknown-start: unknown-start',
    ],
    [
      'cut off within the identifier',
      answer(200, '{"data": {"testset_id": 25192', { cutOff }),
      [true],
      'unknown-start: unknown-start',
    ],
    [
      'cut off behind an error code',
      answer(200, '{"result_code": 4052, "result_msg": "In', { cutOff }),
      [true],
      'refused: service-refused',
    ],
    [
      'cut off behind maintenance',
      answer(200, '{"result_code": 8000, "result', { cutOff }),
      [true],
      'again: maintenance',
    ],
    ['cut off in a 401', answer(401, '{"resu', { cutOff }), [true], 'refused: credentials'],
    [
      'an identifier inside a quoted text',
      answer(200, '{"reason": "see \\"testset_id\\": 5, please', { cutOff }),
      [true],
      'unknown-start: unknown-start',
    ],
  ];

  test.each(
    table.flatMap(([what, result, released, verdict]) => released.map((end) => [what, end, result, verdict] as const)),
  )('%s (end released: %s)', (_what, released, result, verdict) => {
    expect(inWords(verdictOf(result, released))).toBe(verdict);
  });

  test('a create that was called off before its end left was not started', () => {
    expect(inWords(verdictOf(silence('stopped'), false, 'cancelled'))).toBe('cancelled: cancelled');
    expect(inWords(verdictOf(silence('stopped'), false, 'deadline'))).toBe('not-started: deadline');
    expect(inWords(verdictOf(silence('stopped'), true, 'cancelled'))).toBe('unknown-start: unknown-start');
  });

  test('the unit tests that were announced come along', () => {
    expect(verdictOf(answer(200, created), true)).toStrictEqual({ kind: 'created', id: 251929, unitTests: 3 });
    const unannounced = answer(200, envelope(0, { testset_id: 7, test_count: 'many' }));
    expect(verdictOf(unannounced, true)).toStrictEqual({ kind: 'created', id: 7 });
  });

  const asDate = { 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' };

  test.each<[what: string, status: number, body: string, headers: HttpResponse['headers'], waitMs: number]>([
    ['a limit', 429, '', { 'retry-after': '7' }, 7_000],
    ['a limit, as a date', 429, '', asDate, 30_000],
    ['a limit that does not say', 429, '', {}, 0],
    ['maintenance', 503, envelope(8000), { 'retry-after': '600' }, 600_000],
    ['maintenance that does not say', 503, envelope(8000), {}, 0],
    ['a 503 while the end is held back', 503, '', { 'retry-after': '20' }, 20_000],
    ['a 503 that does not say', 503, '', {}, 0],
  ])('how long to wait: %s', (_what, status, body, headers, waitMs) => {
    expect(verdictOf(answer(status, body, { headers }), false)).toMatchObject({ kind: 'again', waitMs });
  });
});
