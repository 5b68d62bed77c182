import { describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import { classifyTry, failedCreate, stoppedCreate, type CreateTry } from '../../src/create/classify.ts';
import { NetworkError, type NetworkErrorKind } from '../../src/service/http/network-error.ts';
import type { HttpResponse, HttpResult } from '../../src/service/http/request.ts';

const response = (status: number, text = '', headers: HttpResponse['headers'] = {}): HttpResponse => ({
  status,
  headers,
  text,
});
const cut = (status: number, text: string): HttpResponse => ({
  ...response(status, text),
  cutOff: new NetworkError('reset', 'the connection was closed'),
});
const failed = (kind: NetworkErrorKind): HttpResult => ({ error: new NetworkError(kind, 'it broke') });
const envelope = (code: number, data: unknown = {}): string =>
  JSON.stringify({ data, result_code: code, result_msg: code === 0 ? '' : 'Message', reason: 'reason' });

function classify(result: HttpResult, isCommitted: boolean, more: Partial<CreateTry> = {}) {
  return classifyTry({ result, isCommitted, testsetName: 'Fix login #7', redact: (text) => text, ...more });
}

/** Such as `created 7`, `again: limit` or `refused: credentials`. */
function inWords(result: ReturnType<typeof classifyTry>): string {
  if ('waitMs' in result) return `again: ${result.reason}`;
  if (!('error' in result)) return `created ${result.id}`;
  return `${result.outcome}: ${result.error.code}${result.id === undefined ? '' : ` ${result.id}`}`;
}

const UNKNOWN = 'unknown-start: unknown-start';
const REFUSED = 'refused: service-refused';

/** `held`: the end of the body was not sent; `sent`: it may have been. */
type Row = readonly [what: string, result: HttpResult, when: 'held' | 'sent' | 'both', expected: string];

const NO_RESPONSE: readonly Row[] = [
  ['refused', failed('refused'), 'held', 'again: connection'],
  ['no connection', failed('no-connection'), 'held', 'again: connection'],
  ['proxy busy', failed('proxy-busy'), 'held', 'again: connection'],
  ['host name not found', failed('name-not-found'), 'held', 'again: name'],
  ['reset', failed('reset'), 'held', 'again: connection'],
  ['stall', failed('stall'), 'held', 'again: connection'],
  ['not HTTP', failed('not-http'), 'held', 'again: connection'],
  ['untrusted certificate', failed('certificate'), 'held', 'not-started: untrusted'],
  ['no TLS', failed('not-tls'), 'held', 'not-started: untrusted'],
  ['wrong proxy credentials', failed('proxy-credentials'), 'held', 'not-started: proxy'],
  ['proxy refuses', failed('proxy-refused'), 'held', 'not-started: proxy'],
  ['app file changed', failed('source'), 'held', 'not-started: app-file'],
  ['reset', failed('reset'), 'sent', UNKNOWN],
  ['stall', failed('stall'), 'sent', UNKNOWN],
  ['not HTTP', failed('not-http'), 'sent', UNKNOWN],
];

const STATUSES: readonly Row[] = [
  ['408', response(408), 'held', 'again: slow'],
  ['408', response(408), 'sent', UNKNOWN],
  ['500', response(500, '<html>'), 'held', 'again: connection'],
  ['502', response(502, '<html>'), 'sent', UNKNOWN],
  ['425', response(425), 'both', 'again: limit'],
  ['429', response(429, 'slow down'), 'both', 'again: limit'],
  ['401 without an envelope', response(401, '<html>'), 'both', 'refused: credentials'],
  ['413', response(413), 'both', REFUSED],
  ['404', response(404, 'nothing here'), 'both', REFUSED],
  ['407', response(407), 'both', 'not-started: proxy'],
  ['302', response(302, '', { location: 'https://other.example/' }), 'both', 'refused: redirected'],
  ['300', response(300), 'both', 'refused: redirected'],
  ['200 with HTML', response(200, '<html>welcome</html>'), 'held', REFUSED],
  ['200 with HTML', response(200, '<html>welcome</html>'), 'sent', UNKNOWN],
  ['200 whose page quotes an identifier', response(200, '<a data-x=\'{"testset_id": 5}\'>'), 'sent', UNKNOWN],
  ['204', response(204), 'held', REFUSED],
  ['204', response(204), 'sent', UNKNOWN],
  ['503 whose page quotes maintenance', response(503, `<p>${envelope(8000)}`), 'sent', UNKNOWN],
];

const ENVELOPES: readonly Row[] = [
  ['maintenance', response(200, envelope(8000)), 'both', 'again: maintenance'],
  ['maintenance with 503', response(503, envelope(8000)), 'both', 'again: maintenance'],
  ['error code', response(200, envelope(4052)), 'both', REFUSED],
  ['internal error', response(200, envelope(5001)), 'held', REFUSED],
  ['internal error', response(500, envelope(5001)), 'sent', UNKNOWN],
  ['error code with 429', response(429, envelope(4081)), 'both', REFUSED],
  ['error code with 403', response(403, envelope(4030)), 'both', 'refused: credentials'],
  ['success without an identifier', response(200, envelope(0)), 'held', REFUSED],
  ['success without an identifier', response(200, envelope(0)), 'sent', UNKNOWN],
];

const INCOMPLETE: readonly Row[] = [
  ['maintenance without the last character', response(503, envelope(8000).slice(0, -1)), 'both', 'again: maintenance'],
  ['after the identifier', cut(200, '{"data": {"testset_id": 251929, "te'), 'sent', 'created 251929'],
  ['after the identifier, with 500', cut(500, '{"data": {"testset_id": 251929, "te'), 'sent', `${UNKNOWN} 251929`],
  ['after code 0', cut(200, '{"result_code": 0, "data": {"te'), 'sent', UNKNOWN],
  ['after an error code', cut(200, '{"result_code": 4052, "result_msg": "In'), 'sent', REFUSED],
];

const UNREADABLE: readonly Row[] = [
  ...[400, 425, 429, 500].map((status): Row => {
    return [`no code with ${status}`, cut(status, '{"data":{"testset_id":25192'), 'sent', UNKNOWN];
  }),
  ['maintenance', cut(200, '{"result_code":8000,"data":{"testset_id":25192'), 'sent', UNKNOWN],
  ['maintenance', cut(200, '{"result_code":8000,"data":{"testset_id":25192'), 'held', 'again: maintenance'],
  ['an error code', cut(200, '{"result_code":4000,"data":{"testset_id":'), 'sent', UNKNOWN],
  ['429', cut(429, '{"data":{"testset_id":25192'), 'held', 'again: limit'],
  ['none, with 429', cut(429, '{"data":{"testset_id":null,"x":1'), 'sent', 'again: limit'],
];

const IDENTIFIED: readonly Row[] = [200, 201, 202, 400, 425, 429, 500, 503].flatMap((status): readonly Row[] => {
  const data = { testset_id: 251929, test_count: 3 };
  const noCode = JSON.stringify({ data });
  const withoutCode = status < 300 ? 'created 251929' : `${UNKNOWN} 251929`;
  return [
    [`code 0 with ${status}`, response(status, envelope(0, data)), 'both', 'created 251929'],
    [`no code with ${status}`, response(status, noCode), 'both', withoutCode],
    [`cut off before the code with ${status}`, cut(status, noCode.slice(0, -1)), 'both', withoutCode],
    ...[8000, 5001, 4000, 1].map((code): Row => {
      return [`code ${code} with ${status}`, response(status, envelope(code, data)), 'both', `${UNKNOWN} 251929`];
    }),
  ];
});

describe.each([
  ['no response', NO_RESPONSE],
  ['a response without an envelope', STATUSES],
  ['an envelope', ENVELOPES],
  ['an envelope that was cut off', INCOMPLETE],
  ['an identifier', IDENTIFIED],
  ['an identifier that cannot be read', UNREADABLE],
] as const)('%s', (_group, rows) => {
  const cases = rows.flatMap(([what, result, when, expected]) =>
    (when === 'both' ? (['held', 'sent'] as const) : [when]).map((end) => [what, end, result, expected] as const),
  );
  test.each(cases)('%s (end of the body %s)', (_what, end, result, expected) => {
    expect(inWords(classify(result, end === 'sent'))).toBe(expected);
  });
});

test('an attempt that a firewall blocks does not blame credentials that the service accepted before', () => {
  const blocked = response(403, '<title>Access denied</title>');
  expect(inWords(classify(blocked, false))).toBe('refused: credentials');
  const result = classify(blocked, false, { credentialsAccepted: true });
  expect(inWords(result)).toBe(REFUSED);
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

  test.each<[what: string, result: HttpResult, reason: string]>([
    ['a response that was cut off', cut(200, '{"resu'), 'cut off (HTTP 200): the connection was closed'],
    ['an internal error', response(200, envelope(5001)), '5001 Message (reason)'],
    ['no response', failed('reset'), 'it broke'],
    ['an unexpected status', response(502, '<html>'), 'HTTP 502'],
    ['a number that was cut off', cut(500, '{"data":{"testset_id":2'), 'HTTP 500, and with the number of a testset'],
    ['a success without a body', response(204), 'HTTP 204'],
    ['a success without an identifier', response(200, envelope(0)), 'no identifier'],
  ])('of an unknown start names the reason, the testset and the next step: %s', (_what, result, reason) => {
    const sentence = sentenceOf(result);
    for (const part of [reason, 'unknown whether a testset', '"Fix login #7"', '`testset-id`'])
      expect(sentence).toContain(part);
  });

  test.each<[what: string, result: HttpResult, more: Partial<CreateTry>, reason: string]>([
    ['a create that a cancel stopped', failed('stopped'), { stopped: 'cancelled' }, 'cancelled'],
    ['a create that `timeout` stopped', failed('stopped'), { stopped: 'deadline' }, '`timeout`'],
    ['a create that failed before it was stopped', failed('reset'), { stopped: 'cancelled' }, 'it broke'],
    ['a create that something else stopped', failed('stopped'), {}, 'it broke'],
    ['an app that changed during the upload', failed('source'), { isCommitted: false }, 'it broke'],
  ])('of %s names the reason', (_what, result, more, reason) => {
    expect(sentenceOf(result, more)).toContain(reason);
  });

  test('of a create that was stopped before it names the reason', () => {
    expect(stoppedCreate('cancelled').error.message).toContain('cancelled');
    const { message, hint } = stoppedCreate('deadline').error;
    expect(message).toMatch(/`timeout`.*\.$/);
    expect(hint).toContain('`timeout`');
  });

  test('of a create that was stopped between two attempts has the error of the last one', () => {
    const facts = { code: 'unreachable', hint: 'Check `base-url`.', cause: 'ECONNREFUSED' } as const;
    const last = new TestsetError({ ...facts, message: 'Connection refused.' });
    const { message, hint, cause } = stoppedCreate('deadline', last).error;
    expect(message).toMatch(/`timeout`.*\. Connection refused\.$/);
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
    const redirect = sentenceOf(response(302, '', { location: 'https://other.example/hunter22?token=1' }));
    expect(redirect).toContain('https://other.example/***');
    expect(redirect).not.toContain('token');
  });
});
