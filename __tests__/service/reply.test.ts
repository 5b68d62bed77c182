import { expect, test } from '@jest/globals';

import { Secret } from '../../src/model/secret.ts';
import { connectService, type Service } from '../../src/service/client.ts';
import { NetworkError } from '../../src/service/http/network-error.ts';
import { isUnauthorized, readReply, type ServiceReply } from '../../src/service/reply.ts';
import { startOrigin } from '../support/origin.ts';
import { createFastClock, createRuntime } from '../support/runtime.ts';

const cut = { cutOff: new NetworkError('reset', 'cut') };

test.each<[what: string, text: string, more: object, failure: object]>([
  ['an error code', '{"result_code": 6002}', {}, { status: 408, envelope: { code: 6002 } }],
  ['a status', '<html>', {}, { status: 408, envelope: undefined }],
  ['an incomplete body', '{"result_co', cut, { error: { kind: 'reset' } }],
])('%s keeps Retry-After', (_what, text, more, failure) => {
  const result = { status: 408, headers: { 'retry-after': '7' }, text, ...more };
  expect(readReply(result, () => undefined, String)).toMatchObject({ ...failure, retryAfterMs: 7_000 });
});

const SIGNAL = new AbortController().signal;
const XML = '<testsuites><testsuite name="s"><testcase name="t"/></testsuite></testsuites>';

/** Plays one operation against a server that responds so. @returns the reply, and the head of the request */
async function play(status: number, body: string, send: Operation) {
  let head = '';
  const origin = await startOrigin(async (talk) => {
    head = await talk.head;
    talk.answer(status, body);
  });
  const access = { baseUrl: origin.url, userId: 'me', accessKey: new Secret('key') };
  const service = connectService(access, createRuntime({ clock: createFastClock(1) }), () => undefined);
  const reply = await send(service);
  const accepted = service.hasAcceptedCredentials();
  service.close();
  await origin.close();
  return { reply, accepted, head };
}

type Operation = (service: Service) => Promise<ServiceReply<unknown>>;
const OPERATIONS: readonly (readonly [name: string, data: object, send: Operation])[] = [
  [
    'status',
    { testset_status: 'Complete', testset_status_detail: { total_test_cnt: 1, pass_cnt: 1 } },
    (service) => service.status({ id: 7, since: 0 }, SIGNAL),
  ],
  ['result', { complete: true, result_xml: XML }, (service) => service.result({ id: 7, since: 0 }, 'all', SIGNAL)],
  ['scenarios', { scenarios: [101] }, (service) => service.scenarios({ projectId: 509 }, SIGNAL)],
];

test.each(OPERATIONS.flatMap((row) => [401, 403, 200].map((status) => [row[0], status, row[1], row[2]] as const)))(
  'the %s operation with HTTP %i and a valid success envelope',
  async (_name, status, data, send) => {
    const body = JSON.stringify({ data, result_code: 0, result_msg: '', reason: '' });
    const { reply, accepted } = await play(status, body, send);
    expect('value' in reply).toBe(status === 200);
    expect(accepted).toBe(status === 200);
    expect(!('value' in reply) && isUnauthorized(reply)).toBe(status !== 200);
  },
);

test.each(OPERATIONS)('the %s operation asks caches for a fresh response', async (_name, _data, send) => {
  const { head } = await play(200, '{}', send);
  expect(head).toMatch(/\r\ncache-control: no-cache(?:\r\n|$)/i);
});

test.each<[what: string, status: number, body: string, accepted: boolean]>([
  ['an error code', 400, '{"result_code":5002}', true],
  ['an envelope without a value', 200, '{"result_code":0}', true],
  ['maintenance', 503, '{"result_code":8000}', false],
  ['an error code with 401', 401, '{"result_code":4010}', false],
  ['a page', 200, '<html>', false],
  ['other JSON', 200, '{}', false],
])('after %s it is known whether the credentials were accepted', async (_what, status, body, accepted) => {
  const reply = await play(status, body, (service) => service.status({ id: 7, since: 0 }, SIGNAL));
  expect(reply.accepted).toBe(accepted);
});

test.each([
  [
    ['1', 2],
    [1, 2],
  ],
  // Without it, that scenario would silently not be run.
  [['1', 'two'], undefined],
  ['1', undefined],
])('a scenario list %j is read as %j', async (scenarios, expected) => {
  const body = JSON.stringify({ data: { scenarios }, result_code: 0, result_msg: '', reason: '' });
  const { reply } = await play(200, body, (service) => service.scenarios({ projectId: 509 }, SIGNAL));
  expect('value' in reply ? reply.value : undefined).toEqual(expected);
});
