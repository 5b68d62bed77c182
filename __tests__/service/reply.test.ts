import { Readable } from 'node:stream';

import { describe, expect, test } from '@jest/globals';

import { Secret } from '../../src/model/secret.ts';
import { connectService, type Service } from '../../src/service/client.ts';
import { NetworkError } from '../../src/service/http/network-error.ts';
import type { FailureKind } from '../../src/service/failures.ts';
import { readReply, type ServiceReply } from '../../src/service/reply.ts';
import { noResponse, response } from '../support/replies.ts';
import { startOrigin } from '../support/origin.ts';
import { createFastClock, createRecordingLog, createRuntime } from '../support/runtime.ts';

const cut = { cutOff: new NetworkError('reset', 'cut') };
const encoded = { cutOff: new NetworkError('encoded', 'in br') };

const READING = { what: 'it', read: () => undefined };

test.each<[what: string, text: string, more: object, kind: FailureKind]>([
  ['an error code', '{"result_code": 6002}', {}, 'not-ready'],
  ['a status', '<html>', {}, 'temporary'],
  ['an incomplete body', '{"result_co', cut, 'temporary'],
  ['an encoding that is not read', '', encoded, 'temporary'],
])('%s keeps Retry-After', (_what, text, more, kind) => {
  const result = response(408, text, { headers: { 'retry-after': '7' }, ...more });
  expect(readReply(result, READING, String, false)).toMatchObject({ kind, retryAfterMs: 7_000 });
});

test.each([
  ['reset', 'temporary'],
  ['name-not-found', 'temporary'],
  ['not-http', 'unexpected'],
  ['stopped', 'stopped'],
  ['too-large', 'too-large'],
] as const)('%s is %s, and only before a response base-url may be wrong', (error, kind) => {
  const hintOf = (accepted: boolean) => {
    const reply = readReply(noResponse(error), READING, String, accepted);
    expect(reply.kind).toBe(kind);
    return reply.kind !== 'value' ? reply.error.hint : '';
  };
  expect(hintOf(false)).toContain('`base-url`');
  expect(hintOf(true)).not.toContain('`base-url`');
});

test.each<[what: string, text: string, accepted: boolean, kind: FailureKind]>([
  ['a page', '<title>Denied</title>', true, 'temporary'],
  ['a page before the credentials were accepted', '<title>Denied</title>', false, 'unauthorized'],
  ['no page', 'denied', true, 'rejected'],
  ['no page before the credentials were accepted', 'denied', false, 'unauthorized'],
  ['an error code', '{"result_code": 4010}', true, 'rejected'],
  ['an error code before', '{"result_code": 4010}', false, 'unauthorized'],
  ['a rate limit', 'Rate limit exceeded', false, 'temporary'],
  ['a rate limit in one word', 'RateLimit', true, 'temporary'],
])('%s with 401 or 403 means: %s, %s, %s', (_what, text, accepted, kind) => {
  for (const status of [401, 403]) {
    expect(readReply(response(status, text), READING, String, accepted).kind).toBe(kind);
  }
});

test('the fold of a header and what is escaped divide no secret', () => {
  const redact = (text: string): string => text.replace(/k\u00ad?ey/g, '***');
  for (const location of ['/a/k \t ey?x', '/a/k\r\n ey', '/a/k%C2%ADey']) {
    const reply = readReply(response(302, '', { headers: { location } }), READING, redact, true);
    expect(reply).toMatchObject({ error: { message: expect.stringContaining('/a/*** (HTTP 302)') } });
  }
});

const [NO_VALUE, PAGE] = ['{"result_code": 0}', '<title>It</title>'];

test.each<[status: number, text: string, kind: FailureKind, message: string]>([
  [200, NO_VALUE, 'no-value', 'an incomplete response'],
  [302, NO_VALUE, 'elsewhere', 'to an unknown address (HTTP 302)'],
  [404, NO_VALUE, 'elsewhere', 'HTTP 404'],
  [422, NO_VALUE, 'refused', 'HTTP 422'],
  [500, NO_VALUE, 'temporary', 'HTTP 500'],
  [200, PAGE, 'unexpected', 'HTTP 200'],
  [300, PAGE, 'elsewhere', 'HTTP 300'],
  [404, PAGE, 'elsewhere', 'HTTP 404'],
])('HTTP %i with %s instead of a value is %s: %s', (status, text, kind, message) => {
  const error = { message: expect.stringContaining(message) };
  expect(readReply(response(status, text), READING, String, true)).toMatchObject({ kind, error });
});

test.each<[status: number, kind: FailureKind]>([
  [200, 'permanent'],
  [300, 'elsewhere'],
])('HTTP %i in an encoding that is not read is %s', (status, kind) => {
  expect(readReply(response(status, '', encoded), READING, String, false).kind).toBe(kind);
});

const SIGNAL = new AbortController().signal;
const CLOCK = createFastClock(20);

/** Plays an operation against a server that responds so to every request. @returns the reply, and the head of the last request */
async function play(send: Operation, status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  const origin = await startOrigin(async (talk) => {
    await talk.head;
    talk.answer(status, body, headers);
  });
  const log = createRecordingLog();
  const access = { baseUrl: origin.url, userId: 'me', accessKey: new Secret('key') };
  const service = connectService(access, createRuntime({ clock: CLOCK, log }), () => undefined);
  const reply = await send(service);
  const accepted = service.hasAcceptedCredentials();
  service.close();
  await origin.close();
  return { reply, accepted, log: log.lines };
}

type Operation = (service: Service) => Promise<ServiceReply<unknown>>;

const success = (data: object): string => JSON.stringify({ data, result_code: 0, result_msg: '', reason: '' });
const getStatus: Operation = (service) => service.fetchStatus(7, SIGNAL);
const getScenarios: Operation = (service) => service.fetchScenarios({ projectId: 509 }, SIGNAL);
const twice =
  (send: Operation): Operation =>
  async (service) => {
    await send(service);
    return send(service);
  };
const STATUS = success({ testset_status: 'Complete', testset_status_detail: { total_test_cnt: 1, pass_cnt: 1 } });
const RESULT = success({ complete: true, result_xml: '<testsuite name="s"><testcase name="t"/></testsuite>' });

const READS: readonly [name: string, send: Operation, body: string][] = [
  ['status', getStatus, STATUS],
  ['result', (service) => service.fetchDocuments(7, 'all', SIGNAL), RESULT],
  ['scenarios', getScenarios, success({ scenarios: [101] })],
];
const BODY = {
  contentType: 'multipart/form-data; boundary=x',
  bytes: 3,
  stream: () => Readable.from([Buffer.from('end')]),
  responseStarted: () => undefined,
};
const create: Operation = async (service) => readReply(await service.sendCreate(BODY, SIGNAL), CREATED, String, false);
const CREATED = { what: 'it', read: (data: object) => data };

describe.each([...READS, ['create', create, success({ testset_id: 7 })] as const])(
  'the response to the %s operation is read',
  (_name, send, body) => {
    test.each([
      ['with a folded header', { 'x-frame-options': 'a,\r\n\tb' }],
      ['with a header that ends with LF only', { 'x-a': 'a\nx-b: b' }],
      ['with a control character in a header', { 'x-a': 'a\u0001\0b' }],
    ])('%s', async (_what, headers) => {
      expect((await play(send, 200, body, headers)).reply.kind).toBe('value');
    });
  },
);

test.each(READS)('the %s operation takes no success with 401 or 403', async (_name, send, body) => {
  for (const status of [401, 403, 200]) {
    const { reply, accepted } = await play(send, status, body);
    expect([reply.kind, accepted]).toEqual(status === 200 ? ['value', true] : ['unauthorized', false]);
  }
});

test.each<[what: string, status: number, body: string, accepted: boolean]>([
  ['an error code', 400, '{"result_code":5002}', true],
  ['an envelope without a value', 200, '{"result_code":0}', true],
  ['data that is not there yet', 200, '{"result_code":6003}', true],
  ['maintenance', 503, '{"result_code":8000}', false],
  ['an error code with 401', 401, '{"result_code":4010}', false],
  ['a page', 200, '<html>', false],
  ['other JSON', 200, '{}', false],
])('after %s it is known whether the credentials were accepted', async (_what, status, body, accepted) => {
  expect((await play(getStatus, status, body)).accepted).toBe(accepted);
});

test.each([
  [{ scenarios: ['1', 2] }, [1, 2]],
  // Without it, that scenario would silently not be run.
  [{ scenarios: ['1', 'two'] }, undefined],
  [{ scenarios: '1' }, undefined],
])('a scenario list %j is read as %j', async (scenarios, expected) => {
  const { reply } = await play(getScenarios, 200, success(scenarios));
  expect(reply.kind === 'value' ? reply.value : undefined).toEqual(expected);
});

test('the debug log has all that the service says, and the report 200 characters of it', async () => {
  const { reply, log } = await play(getStatus, 503, JSON.stringify({ message: 'x'.repeat(300) }));
  expect(reply).toMatchObject({ error: { message: expect.stringMatching(/: x{199}….$/) } });
  expect(log).toContain(`debug: HTTP 503: {"message":"${'x'.repeat(300)}"}`);
});

test('the log says how long the service asked to wait', async () => {
  const { log } = await play(twice(getStatus), 503, '', { 'retry-after': '2' });
  expect(log).toEqual(['info: The service asked to wait 2 s before the next request.']);
});
