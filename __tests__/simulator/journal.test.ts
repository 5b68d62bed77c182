import { createHash } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';

import { accountOf, authorizationOf } from '../../simulator/journal.ts';
import { createHandClock } from '../support/runtime.ts';
import { simulate } from '../support/simulate.ts';
import { ask, create, DATA, head, post, sendRaw, until } from './support.ts';

describe('the journal', () => {
  test('contains what a create sent and what came of it', async () => {
    const clock = createHandClock();
    const simulator = await simulate({ clock });
    await clock.pass(5_000);
    await create(
      simulator,
      { ...DATA, credentials: { login_id: 'me', login_pw: 'pw' } },
      { name: 'app.apk', bytes: 'apk' },
    );
    expect(simulator.journal).toEqual([
      {
        operation: 'create',
        method: 'POST',
        path: '/openapi/v2/testset',
        headers: expect.objectContaining({
          authorization: expect.stringMatching(/^Basic /),
          'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
        }),
        account: { userId: 'developer@example.com', accessKey: 'sim-access-key-1f9a' },
        authorized: true,
        received: { bytes: expect.any(Number), whole: true, parts: simulator.journal[0]?.parts },
        parts: [
          {
            name: 'app_file',
            fileName: 'app.apk',
            bytes: 3,
            sha256: createHash('sha256').update('apk').digest('hex'),
            text: '',
          },
          { name: 'data', fileName: undefined, bytes: expect.any(Number), sha256: '', text: expect.any(String) },
        ],
        data: { ...DATA, credentials: { login_id: 'me', login_pw: 'pw' } },
        fault: undefined,
        status: 200,
        code: 0,
        created: 251929,
        connection: expect.any(Number),
        at: 1_005_000,
      },
    ]);
  });

  test('contains the query and headers of a request, and the code of its response', async () => {
    const simulator = await simulate();
    await ask(simulator, '/testset/5/result?data_type=xml', {
      headers: { authorization: 'Basic bTp3cm9uZzo=', 'x-mine': '1' },
    });
    expect(simulator.journal).toMatchObject([
      {
        operation: 'result',
        path: '/openapi/v2/testset/5/result?data_type=xml',
        headers: { 'x-mine': '1' },
        account: { userId: 'm', accessKey: 'wrong:' },
        authorized: false,
        received: { bytes: 0, whole: true },
        parts: [],
        status: 401,
        code: 4010,
      },
    ]);
    expect(simulator.journal[0]?.data).toBeUndefined();
  });

  test.each([
    ['not JSON', '{"pid":', undefined],
    ['not an object', '[1]', [1]],
  ])('contains data that is %s', async (_title, text, data) => {
    const simulator = await simulate();
    const form = new FormData();
    form.append('data', text);
    await post(simulator, form);
    expect(simulator.journal[0]?.data).toEqual(data);
    expect(simulator.journal[0]?.parts).toMatchObject([{ text }]);
  });

  test('has no digests when they are off', async () => {
    const simulator = await simulate({ digest: false });
    await create(simulator);
    expect(simulator.journal[0]?.parts).toMatchObject([{ bytes: 3, sha256: '' }, {}]);
  });

  test('numbers connections, and the simulator counts requests at the same time', async () => {
    const simulator = await simulate({
      faults: [{ on: 'scenarios', times: 3, do: { kind: 'cut', at: 'body', how: 'stall' } }],
    });
    const list = head('GET', '/openapi/v2/project/509/scenarios');
    const silent = [1, 2, 3].map(() => sendRaw(simulator, list));
    await until(() => simulator.journal.length === 3);
    const twice = await sendRaw(simulator, list + list, (text) => text.split('[101,102,103]').length === 3);
    expect(twice.end).toBe('still open');
    const [a, b, c, d, e] = simulator.journal.map(({ connection }) => connection);
    expect(new Set([a, b, c, d]).size).toBe(4);
    expect(e).toBe(d);
    expect(simulator.mostInFlight).toBeGreaterThanOrEqual(4);
    expect(simulator.mostInFlight).toBeLessThanOrEqual(5);
    await simulator.close();
    expect((await Promise.all(silent)).map(({ text }) => text)).toEqual(['', '', '']);
  });
});

test('requests one after the other are not counted as at the same time', async () => {
  const simulator = await simulate();
  const list = head('GET', '/openapi/v2/project/509/scenarios');
  for (let turn = 0; turn < 5; turn += 1) await sendRaw(simulator, list, (text) => text.includes('[101,102,103]'));
  expect(simulator.journal).toHaveLength(5);
  expect(simulator.mostInFlight).toBeLessThanOrEqual(2);
});

describe('an account', () => {
  test.each([
    { userId: 'developer@example.com', accessKey: 'key' },
    { userId: '', accessKey: '' },
    { userId: '개발자', accessKey: 'p:w "é"' },
  ])('%j is read back from its header', (account) => {
    expect(accountOf(authorizationOf(account))).toEqual(account);
  });

  test.each([undefined, '', 'Basic', 'Basic ', 'Bearer YTpi', 'Basic YWI=', 'Basic a:b'])(
    '%j is no account',
    (header) => {
      expect(accountOf(header)).toBeUndefined();
    },
  );
});
