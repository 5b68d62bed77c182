import { describe, expect, test } from '@jest/globals';

import { SERVICE_CODES } from '../../simulator/codes.ts';
import { hintFor } from '../../src/model/error-codes.ts';
import { formatNotStarted } from '../../src/report/outcomes.ts';
import { explainNetworkError } from '../../src/service/failures.ts';
import { toConnectError } from '../../src/service/http/network-error.ts';
import { readReply, type ServiceFailure } from '../../src/service/reply.ts';
import { createEagerClock } from '../support/runtime.ts';
import { codeReply, httpReply, networkReply, response } from '../support/replies.ts';

const NEW = 'the new testset';
const code = (number: number, status = 200) => codeReply(number, 0, status, NEW);
const http = (status: number, location = '') => httpReply(status, '', { headers: { location }, what: NEW });
const page = (status: number, title: string, credentialsAccepted = false) =>
  httpReply(status, `<html><title>${title}</title>`, { what: NEW, credentialsAccepted });

test('an envelope without its data does not blame the address', () => {
  const { message, hint } = code(0).error;
  expect(message).toBe('The service responded to the request for the new testset with an incomplete response.');
  expect(hint).not.toContain('base-url');
});

describe('an error code', () => {
  test.each(SERVICE_CODES)('%i has its hint, and a message with code, message and reason', (number) => {
    const { message, hint } = code(number).error;
    expect(message).toMatch(/(the request for the new testset|maintenance): \d+ Message \(the reason\)/);
    expect(message).toContain(`: ${number} `);
    expect(hint).toBe(hintFor(number));
  });

  test.each([
    ['The reason. ', { reason: 'The reason', message: 'Message' }],
    ['', { reason: 'Message' }],
  ])('with the reason %j is a rejection with %j', (reason, given) => {
    const body = { result_code: 4081, result_msg: 'Message', reason, data: {} };
    expect(httpReply(403, JSON.stringify(body)).error.rejection).toEqual({ code: 4081, ...given });
  });
});

test.each<[what: string, failure: ServiceFailure, errorCode: string, hint: string]>([
  ['401', http(401), 'credentials', 'user-id'],
  ['403 with an error code', code(4030, 403), 'credentials', 'user-id'],
  ['404', http(404), 'service-rejected', 'base-url'],
  ['408', http(408), 'service-rejected', 'faster connection'],
  ['413', http(413), 'service-rejected', 'smaller'],
  ['423', http(423), 'service-rejected', 'locked'],
  ['500', http(500), 'service-rejected', 'later'],
  ['511', http(511), 'service-rejected', 'sign-in page'],
  ['429', http(429), 'rate-limited', 'later'],
  ['407', http(407), 'proxy', 'HTTPS_PROXY'],
  ['a redirect to another page', http(302, '/login?next=secret'), 'redirected', 'sign-in page'],
  ['a redirect without an address', http(302), 'redirected', 'base-url'],
  ['an untrusted certificate', networkReply('certificate', false, NEW), 'untrusted', 'NODE_USE_SYSTEM_CA'],
  ['a certificate that has expired', networkReply('certificate-date', false, NEW), 'untrusted', 'clock of the runner'],
  ['an unknown host name', networkReply('name-not-found', false, NEW), 'unreachable', 'host name'],
  ['wrong proxy credentials', networkReply('proxy-credentials', false, NEW), 'proxy', 'HTTPS_PROXY'],
  ['TLS that the server rejects', networkReply('tls-rejected', false, NEW), 'untrusted', 'TLS settings'],
  ['a server that is not a web server', networkReply('not-http', false, NEW), 'unreachable', 'Another kind of server'],
  ['an unknown name of the proxy', networkReply('name-not-found', true, NEW), 'proxy', 'HTTPS_PROXY'],
  ['a proxy that refuses the connection', networkReply('refused', true, NEW), 'proxy', 'HTTPS_PROXY'],
  ['an untrusted certificate of the proxy', networkReply('certificate', true, NEW), 'proxy', 'NODE_EXTRA_CA_CERTS'],
  ['an expired certificate of the proxy', networkReply('certificate-date', true, NEW), 'proxy', 'clock of the runner'],
  ['a reset', networkReply('reset', false, NEW), 'unreachable', 'network'],
])('%s has the right kind, a sentence and a hint', (_what, { error }, errorCode, hint) => {
  expect(error.code).toBe(errorCode);
  expect(error.hint).toContain(hint);
  expect(error.message).not.toContain('secret');
  expect(error.message).toMatch(/^[A-Z].*(?:the new testset|the upload|the credentials \(HTTP|t broke).*\.$/);
});

test.each([400, 401, 403, 404, 502, 200])('the title of a page with HTTP %i is quoted', (status) => {
  const { message } = page(status, 'Access denied').error;
  const untitled = page(status, '').error;
  expect(message).toContain(`HTTP ${status} and a page titled "Access denied"`);
  expect(`${untitled.message} ${untitled.words ?? ''}`).not.toContain('titled');
});

test.each<[status: number, body: string, credentialsAccepted: boolean, words: string | undefined, hint: string]>([
  [402, '{"message":"No minutes left. "}', true, '"No minutes left" (402)', 'support'],
  [404, '{"error":{"message":"Project was archived"}}', true, '"Project was archived" (404)', 'support'],
  [404, ' archived ', false, '"archived" (404)', 'base-url'],
  [403, '{"title":"Kept for 7 days"}', true, '"Kept for 7 days" (403)', 'are right'],
  [403, '{"detail":"no key"}', false, '"no key" (403)', 'user-id'],
  [403, '{"message":"IP not allowed"}', false, '"IP not allowed" (403)', "this runner's address"],
  [402, '{"message":"The trial has ended"}', false, '"The trial has ended" (402)', 'support'],
  [451, '', false, undefined, 'support'],
  [404, '[1]', true, undefined, 'support'],
  [404, '{"message":"x', false, undefined, 'base-url'],
])('the words of the service are quoted, and its address is doubted only at first: %i %s', (...row) => {
  const [status, text, credentialsAccepted, words, hint] = row;
  const { error } = httpReply(status, text, { credentialsAccepted });
  expect(error.words).toBe(words);
  expect(error.message).toMatch(new RegExp(`HTTP ${status}.*${words?.split('"')[1] ?? ''}\\.$`));
  expect(error.hint).toContain(hint);
});

test('a page with another 4xx is not the service, and words with 403 are not about the credentials alone', () => {
  expect(page(400, 'Bad Request').error.hint).toContain('base-url');
  expect(httpReply(403, 'No rights').error.message).toBe('The service rejected the request (HTTP 403): No rights.');
});

test('HTTP 423 is about a lock, not about the address, whatever it says', () => {
  const { error } = httpReply(423, '{"message":"Locked"}');
  expect(formatNotStarted(error)).toBe('Not started · account or project locked (423)');
  expect(error.message).toMatch(/ HTTP 423: Locked\.$/);
  expect(error.hint).not.toContain('base-url');
});

test('a host name that is not found stands in the heading', () => {
  const error = toConnectError({ code: 'ENOTFOUND' }, 'api.example.com', createEagerClock());
  expect(formatNotStarted(explainNetworkError(error, NEW).error)).toBe('Not started · api.example.com unknown');
});

test.each([
  ['a page without a title', '<html><p>Unauthorized', ''],
  ['a page with a title', '<html><title>Sign in</title>', ' and a page titled "Sign in"'],
  ['words', '{"detail":"no key"}', '): no key'],
  ['an error code', '{"result_code": 4052, "result_msg": "Invalid project"}', '4052 Invalid project'],
])('a first 401 is about the credentials, whatever its body: %s', (_what, body, said) => {
  const { error } = httpReply(401, body);
  expect(formatNotStarted(error)).toMatch(/^Not started · credentials rejected(?: \(4052\))?$/);
  expect(error.message).toMatch(/^The service rejected the credentials \(HTTP 401/);
  expect(error.message).toContain(said);
  expect(error.hint).toMatch(/^Check the secrets behind `user-id`/);
  const isOfAnother = !body.startsWith('<') && !body.includes('result_code');
  expect(error.hint.includes('another server may have answered')).toBe(isOfAnother);
});

test.each([
  ['', 'HTTP 200 and an empty body.'],
  ['OK', 'HTTP 200: OK.'],
])('a success with the body %j is one with %s', (body, end) => {
  expect(httpReply(200, body).error.message.endsWith(end)).toBe(true);
});

test('a first 403 with a page is that of a firewall', () => {
  expect(page(403, 'Blocked').error).toMatchObject({
    message: 'The request for the new testset was blocked (HTTP 403 and a page titled "Blocked").',
    words: 'a page titled "Blocked" (403)',
    hint: expect.stringMatching(/^The service sends no pages: allow this runner in that firewall/),
  });
});

test.each<[text: string, credentialsAccepted: boolean, retryAfter: string, errorCode: string]>([
  ['{"message":"Rate Limit Exceeded"}', false, '', 'rate-limited'],
  ['Too many requests', true, '', 'rate-limited'],
  ['', true, '60', 'rate-limited'],
  ['', false, '60', 'credentials'],
  ['', true, '', 'service-rejected'],
  ['<title>Blocked</title>', true, '60', 'service-rejected'],
])('403 with %j, accepted before: %j, Retry-After: %j, is %s', (text, credentialsAccepted, retryAfter, errorCode) => {
  const { error } = httpReply(403, text, { credentialsAccepted, headers: { 'retry-after': retryAfter } });
  expect(error.code).toBe(errorCode);
});

test.each([401, 403])('HTTP %i from a firewall does not blame the credentials', (status) => {
  const { code: errorCode, message, hint } = page(status, 'Blocked', true).error;
  expect(errorCode).not.toBe('credentials');
  expect(message).toMatch(/^A firewall or proxy .* blocked .* the new testset .*"Blocked"/);
  expect(hint).not.toContain('user-id');
});

test.each(['/a%42b-of-mine', '/a%2542b-of-mine', '/x?next=a%42b-of-mine', 'https://a%42b-of-mine.example/'])(
  'the address of a redirect hides a secret that a decoder changes: %s',
  (location) => {
    const redact = (text: string): string => text.replaceAll(/a(?:%25|%)42b-of-mine/g, '***');
    const redirect = response(302, '', { headers: { location } });
    const reply = readReply(redirect, { what: NEW, read: () => undefined }, redact, false);
    expect(reply).toMatchObject({ error: { message: expect.not.stringMatching(/B-of|42b/i) } });
  },
);

describe('the address of a redirect is recommended as `base-url`', () => {
  const SET = 'Set `base-url`';

  test.each([
    'https://other.example/openapi/v2/testset',
    'https://other.example/prefix/openapi/v2/testset/7',
    '/prefix/openapi/v2/project/509/scenarios?q=x',
  ])('if it is the same operation: %s', (location) => {
    expect(http(307, location).error.hint).toContain(SET);
  });

  test.each([
    'https://login.example/',
    'https://login.example/sign-in?next=https://devices.example/openapi/v2/testset',
    'https://login.example/sign-in#/openapi/v2/testset',
    'https://login.example/openapi/v2/sign-in',
    '//login.example',
    'https://[',
    '',
  ])('but not otherwise: "%s"', (location) => {
    const { hint } = http(302, location).error;
    expect(hint).not.toContain(SET);
    expect(hint).toContain('sign-in page');
  });

  test('but not if a proxy only adds a slash', () => {
    expect(http(301, '/openapi/v2/testset/7/').error.hint).toMatch(/^A proxy adds a slash/);
  });

  test('but not if a page came with 200', () => {
    expect(page(200, '').error.hint).toContain('sign-in page');
    expect(http(200).error.hint).not.toContain('sign-in page');
  });
});
