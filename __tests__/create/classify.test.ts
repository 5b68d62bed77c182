import { describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import { classifyTry, failedCreate, stoppedCreate } from '../../src/create/classify.ts';
import { NetworkError, type NetworkErrorKind } from '../../src/service/http/network-error.ts';
import type { HttpResponse, HttpResult } from '../../src/service/http/request.ts';
import { noResponse as failed, response as httpResponse } from '../support/replies.ts';

type CreateTry = Parameters<typeof classifyTry>[0];

const response = (status: number, text = '', headers: HttpResponse['headers'] = {}) =>
  httpResponse(status, text, { headers });
const cut = (status: number, text: string, kind: NetworkErrorKind = 'reset'): HttpResponse => ({
  ...response(status, text),
  cutOff: new NetworkError(kind, 'the connection was closed'),
});
const envelope = (code: number, data: unknown = {}): string =>
  JSON.stringify({ data, result_code: code, result_msg: code === 0 ? '' : 'Message', reason: 'reason' });

function classify(result: HttpResult, isCommitted: boolean, more: Partial<CreateTry> = {}) {
  const known = { testsetName: 'Fix login #7', redact: (text: string) => text, credentialsAccepted: false };
  return classifyTry({ result, isCommitted, ...known, ...more });
}

/** Such as `created 7`, `again: limit` or `rejected: credentials`. */
function inWords(result: ReturnType<typeof classifyTry>): string {
  if (result.kind === 'again') return `again: ${result.reason}`;
  if (result.kind === 'created') return `created ${result.id}`;
  return `${result.outcome}: ${result.error.code}${result.id === undefined ? '' : ` ${result.id}`}`;
}

const UNKNOWN = 'unknown-start: unknown-start';
const REJECTED = 'rejected: service-rejected';

/** What follows while the end of the body is held back, and once it may have been sent; one text for both if it is the same. */
type Row = readonly [what: string, result: HttpResult, held: string, sent?: string];

const NO_RESPONSE: readonly Row[] = (
  [
    ['again: connection', ['refused', 'no-connection', 'proxy-busy', 'reset', 'stall', 'not-http']],
    ['again: name', ['name-not-found']],
    ['not-started: untrusted', ['certificate', 'not-tls']],
    ['not-started: proxy', ['proxy-credentials', 'proxy-rejected']],
    ['not-started: app-file', ['source']],
  ] as const
).flatMap(([held, kinds]) => kinds.map((kind): Row => [kind, failed(kind), held, UNKNOWN]));

const STATUSES: readonly Row[] = [
  ['408', response(408), 'again: slow', UNKNOWN],
  ['500', response(500, '<html>'), 'again: connection', UNKNOWN],
  ['425', response(425), 'again: limit'],
  ['429', response(429, 'slow down'), 'again: limit'],
  ['403 with a rate limit', response(403, '{"message":"Rate Limit Exceeded"}'), 'again: limit'],
  ['401 without an envelope', response(401, '<html>'), 'rejected: credentials'],
  ['413', response(413), REJECTED],
  ['200 in an encoding that is not read', cut(200, '', 'encoded'), REJECTED, UNKNOWN],
  ['401 in an encoding that is not read', cut(401, '', 'encoded'), 'rejected: credentials'],
  ['429 in an encoding that is not read', cut(429, '', 'encoded'), 'again: limit'],
  ['400', response(400), REJECTED],
  ['404', response(404, 'no such rate limit'), REJECTED],
  ['407', response(407), 'not-started: proxy'],
  ['302', response(302, '', { location: 'https://other.example/' }), 'rejected: redirected', UNKNOWN],
  ['303', response(303), 'rejected: redirected', UNKNOWN],
  ['200 with HTML', response(200, '<html>welcome</html>'), REJECTED, UNKNOWN],
  ['200 whose page quotes an identifier', response(200, '<a data-x=\'{"testset_id": 5}\'>'), REJECTED, UNKNOWN],
  ['204', response(204), REJECTED, UNKNOWN],
  ['503 whose page quotes maintenance', response(503, `<html><p>${envelope(8000)}`), 'again: connection', UNKNOWN],
];

const ENVELOPES: readonly Row[] = [
  ['maintenance', response(200, envelope(8000)), 'again: maintenance'],
  ['maintenance with 503', response(503, envelope(8000)), 'again: maintenance'],
  ['maintenance without the last character', response(503, envelope(8000).slice(0, -1)), 'again: maintenance'],
  ['error code', response(200, envelope(4052)), REJECTED],
  ['error code that was cut off', cut(200, '{"result_code": 4052, "result_msg": "In'), REJECTED],
  ['internal error', response(200, envelope(5001)), REJECTED, UNKNOWN],
  ['internal error with 500', response(500, envelope(5001)), REJECTED, UNKNOWN],
  ['error code with 429', response(429, envelope(4080)), REJECTED],
  ['no device', response(200, envelope(4081)), 'again: no-device'],
  ['no device with 503', response(503, envelope(4081)), 'again: no-device'],
  ['no device with 401', response(401, envelope(4081)), 'rejected: credentials'],
  ['error code with 403', response(403, envelope(4030)), 'rejected: credentials'],
  ['success without an identifier', response(200, envelope(0)), REJECTED, UNKNOWN],
  ['success that was cut off', cut(200, '{"result_code": 0, "data": {"te'), REJECTED, UNKNOWN],
];

const UNREADABLE: readonly Row[] = [
  ['400', cut(400, '{"data":{"testset_id":25192'), REJECTED, UNKNOWN],
  ['425', cut(425, '{"data":{"testset_id":25192'), 'again: limit', UNKNOWN],
  ['429', cut(429, '{"data":{"testset_id":25192'), 'again: limit', UNKNOWN],
  ['500', cut(500, '{"data":{"testset_id":25192'), 'again: connection', UNKNOWN],
  ['maintenance', cut(200, '{"result_code":8000,"data":{"testset_id":25192'), 'again: maintenance', UNKNOWN],
  ['no device', cut(200, '{"result_code":4081,"data":{"testset_id":25192'), 'again: no-device', UNKNOWN],
  ['an error code', cut(200, '{"result_code":4000,"data":{"testset_id":'), REJECTED, UNKNOWN],
  ['none, with 429', cut(429, '{"data":{"testset_id":null,"x":1'), 'again: limit'],
];

const IDENTIFIED: readonly Row[] = [200, 201, 202, 300, 400, 425, 429, 500, 503].flatMap((status): readonly Row[] => {
  const data = { testset_id: 251929, test_count: 3 };
  const noCode = JSON.stringify({ data });
  const withoutCode = status < 300 ? 'created 251929' : `${UNKNOWN} 251929`;
  return [
    [`code 0 with ${status}`, response(status, envelope(0, data)), 'created 251929'],
    [`no code with ${status}`, response(status, noCode), withoutCode],
    [`cut off before the code with ${status}`, cut(status, noCode.slice(0, -1)), withoutCode],
    ...[8000, 5001, 4081, 4000, 1].map((code): Row => {
      return [`code ${code} with ${status}`, response(status, envelope(code, data)), `${UNKNOWN} 251929`];
    }),
  ];
});

const SEVERAL: readonly Row[] = [
  ['a part of a number behind words', cut(500, 'x {"data":{"testset_id":25'), 'again: connection', UNKNOWN],
  ['two', response(200, envelope(0, { testset_id: 25 }) + envelope(0, { testset_id: 26 })), UNKNOWN],
  ['two codes', response(200, envelope(8000) + envelope(5001)), REJECTED, UNKNOWN],
  ['another code first', response(200, envelope(0) + envelope(8000, { testset_id: 25 })), `${UNKNOWN} 25`],
];

describe.each([
  ['no response', NO_RESPONSE],
  ['a response without an envelope', STATUSES],
  ['an envelope', ENVELOPES],
  ['an identifier', IDENTIFIED],
  ['an identifier that cannot be read', UNREADABLE],
  ['several objects, or words around them', SEVERAL],
])('%s', (_group, rows) => {
  test.each(rows)('%s', (_what, result, held, sent = held) => {
    expect([inWords(classify(result, false)), inWords(classify(result, true))]).toEqual([held, sent]);
  });
});

test('a rejection quotes the service, and the credentials that it accepted before are right', () => {
  const result = classify(response(403, '{"error":"No such plan"}'), true, { credentialsAccepted: true });
  expect(inWords(result)).toBe(REJECTED);
  expect(result).toMatchObject({ isDenied: true, error: { words: '"No such plan" (403)' } });
  expect(inWords(classify(response(403, envelope(4030)), true, { credentialsAccepted: true }))).toBe(REJECTED);
});

test('after the credentials were accepted, Retry-After makes a 401 a rate limit, but not one that was cut off', () => {
  const limited = response(401, '', { 'retry-after': '7' });
  expect(inWords(classify(limited, true, { credentialsAccepted: true }))).toBe('again: limit');
  // The rest may have been the identifier of a testset.
  const { cutOff } = cut(401, '');
  expect(inWords(classify({ ...limited, cutOff }, true, { credentialsAccepted: true }))).toBe(REJECTED);
});

test('an attempt that a firewall blocks does not blame credentials that the service accepted before', () => {
  const blocked = response(403, '<title>Access denied</title>', { 'retry-after': '7' });
  expect(inWords(classify(blocked, false))).toBe('rejected: credentials');
  const result = classify(blocked, false, { credentialsAccepted: true });
  expect([inWords(result), 'isDenied' in result && result.isDenied]).toEqual([REJECTED, false]);
  expect('error' in result && result.error.message).toMatch(/firewall.*"Access denied"/);
});

describe('the message', () => {
  const redact = (text: string): string => text.replaceAll('hunter22', '***');
  const sentenceOf = (result: HttpResult, more: Partial<CreateTry> = {}): string => {
    const classified = classify(result, true, { redact, ...more });
    return 'error' in classified ? `${classified.error.message} ${classified.error.hint}` : '';
  };

  test('of an unknown start with an identifier names it, and how to attach', () => {
    const sentence = sentenceOf(response(503, envelope(8000, { testset_id: 251929 })));
    for (const part of ['8000', 'whether testset 251929', 'at testset 251929', '`testset-id: 251929`']) {
      expect(sentence).toContain(part);
    }
  });

  test.each<[what: string, result: HttpResult, reason: string, more?: Partial<CreateTry>]>([
    ['a response that was cut off', cut(200, '{"resu'), 'cut off (HTTP 200): the connection was closed'],
    ['an internal error', response(200, envelope(5001)), '5001 Message (reason)'],
    ['a page', response(502, '<html>Oh'), 'HTTP 502 after the whole create request was sent. It is'],
    ['words of the service', response(503, 'All tests in use.'), 'was sent: All tests in use.'],
    ['a number that was cut off', cut(500, '{"data":{"testset_id":2'), 'HTTP 500, and with the number of a testset'],
    ['a success without a body', response(204), 'HTTP 204'],
    ['two testsets', response(200, [25, 26].map((id) => envelope(0, { testset_id: id })).join('')), 'sets: 25 and 26.'],
    ['a success without an identifier', response(200, envelope(0)), 'no identifier'],
    ['a cancel', failed('stopped'), 'cancelled', { stopped: 'cancelled' }],
    ['`timeout`', failed('stopped'), '`timeout`', { stopped: 'deadline' }],
    ['a failure before a cancel', failed('reset'), 'it broke', { stopped: 'cancelled' }],
    ['a stop by something else', failed('stopped'), 'it broke'],
  ])('of an unknown start names the reason, the testset and the next step: %s', (_what, result, reason, more = {}) => {
    const sentence = sentenceOf(result, more);
    for (const part of [reason, 'unknown whether a testset', '`Fix login #7`', '`testset-id`'])
      expect(sentence).toContain(part);
  });

  test('of an app that changed during the upload names the reason, and what to do', () => {
    const sentence = sentenceOf(failed('source'), { isCommitted: false });
    expect(sentence).toMatch(/^The upload stopped: it broke\. Let the build finish/);
  });

  test('of a create that was stopped before it names the reason', () => {
    expect(stoppedCreate('cancelled').error).toMatchObject({ message: 'The run was cancelled.', hint: '' });
    const { message, hint } = stoppedCreate('deadline').error;
    expect(message).toMatch(/`timeout`.*\.$/);
    expect(hint).toContain('`timeout`');
  });

  test('of a create that was stopped between two attempts has the error of the last one', () => {
    const facts = { code: 'unreachable', hint: 'Check `base-url`.', cause: 'ECONNREFUSED' } as const;
    const last = new TestsetError({ ...facts, message: 'Connection refused.' });
    const { message, hint, cause } = stoppedCreate('deadline', last).error;
    expect(message).toBe('Connection refused. `timeout` was reached.');
    expect([hint, cause]).toEqual([facts.hint, facts.cause]);
    const during = classify(failed('stopped'), false, { stopped: 'deadline', lastError: last });
    expect(during).toMatchObject({ error: { message: expect.stringContaining('Connection refused.') } });
  });

  test('of an unexpected error names it, and says that nothing was created', () => {
    const { outcome, error } = failedCreate(new Error('disk full'));
    expect([outcome, error.code]).toEqual(['not-started', 'unexpected']);
    expect(error.message).toContain('disk full');
    expect(error.hint).toContain('again');
    const known = new TestsetError({ code: 'app-file', message: 'Gone.', hint: 'Build it.' });
    expect(failedCreate(known)).toMatchObject({ outcome: 'not-started', error: known });
  });

  test('holds no secret and no query of a redirect', () => {
    const rejected = '{"result_code": 4052, "result_msg": "Bad hunter22", "reason": "hunter22?"}';
    expect(sentenceOf(response(200, rejected))).toContain('4052 Bad *** (***?)');
    const redirect = sentenceOf(response(302, '', { location: 'https://other.example/hunter22?token=1' }), {
      isCommitted: false,
    });
    expect(redirect).toContain('https://other.example/***');
    expect(redirect).not.toContain('token');
  });
});
