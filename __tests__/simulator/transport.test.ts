import { gunzipSync } from 'node:zlib';

import { describe, expect, test } from '@jest/globals';

import { isJsonObject } from '../../src/model/fields.ts';
import type { Fault, Operation, Point } from '../../simulator/faults.ts';
import type { Simulator } from '../../simulator/server.ts';
import { createEagerClock, createHandClock } from '../support/runtime.ts';
import { simulate } from '../support/simulate.ts';
import { ask, create, head, sendRaw, sendAndClose, until } from './support.ts';

const LIST = '/openapi/v2/project/509/scenarios';
const BODY = [
  '--b',
  'content-disposition: form-data; name="app_file"; filename="app.apk"',
  '',
  'apk',
  '--b',
  'content-disposition: form-data; name="data"',
  '',
  '{"pid":509,"testset_name":"n","os_type":"ANDROID","source_type":"file"}',
  '--b--',
  '',
].join('\r\n');
const CREATE = `${head('POST', '/openapi/v2/testset', {
  'content-type': 'multipart/form-data; boundary=b',
  'content-length': `${BODY.length}`,
})}${BODY}`;

/** The codes of so many scenario lists. */
async function codes(simulator: Simulator, count: number): Promise<unknown[]> {
  const responses: unknown[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const { envelope } = await ask(simulator, '/project/509/scenarios');
    responses.push(envelope);
  }
  return responses.map((envelope) => (isJsonObject(envelope) ? envelope['result_code'] : undefined));
}

describe('when a fault comes', () => {
  const maintenance = { kind: 'code', code: 8000 } as const;
  test.each<[string, Fault[], number[]]>([
    ['once', [{ on: 'scenarios', do: maintenance }], [8000, 0, 0]],
    ['so many times', [{ on: 'scenarios', times: 2, do: maintenance }], [8000, 8000, 0]],
    ['never', [{ on: 'scenarios', times: 0, do: maintenance }], [0, 0, 0]],
    ['after a while', [{ on: 'scenarios', skip: 2, do: maintenance }], [0, 0, 8000, 0]],
    ['on another operation', [{ on: 'status', do: maintenance }], [0, 0]],
    [
      'in a row with others',
      [
        { on: 'scenarios', do: maintenance },
        { on: 'scenarios', do: { kind: 'code', code: 5005 } },
      ],
      [8000, 5005, 0],
    ],
  ])('%s', async (_title, faults, expected) => {
    const simulator = await simulate({ faults });
    expect(await codes(simulator, expected.length)).toEqual(expected);
  });
});

describe('a scripted response', () => {
  test('replaces the normal one', async () => {
    const fault = { kind: 'response', status: 502, body: '<html>', headers: { 'retry-after': '7' } } as const;
    const simulator = await simulate({ faults: [{ on: 'create', do: fault }] });
    const { status, text, headers } = await create(simulator);
    expect([status, text, headers.get('retry-after')]).toEqual([502, '<html>', '7']);
    expect(simulator.created).toEqual([]);
    expect(simulator.journal).toMatchObject([{ fault: 'response', status: 502, code: undefined, created: undefined }]);
  });

  test('is sent after the request was handled', async () => {
    const fault = { kind: 'response', status: 504, applied: true } as const;
    const simulator = await simulate({ faults: [{ on: 'create', do: fault }] });
    const { status, text } = await create(simulator);
    expect([status, text]).toEqual([504, '']);
    expect(simulator.created).toHaveLength(1);
    expect(simulator.journal).toMatchObject([{ status: 504, code: 0, created: 251929 }]);
  });

  test.each([undefined, 'close'] as const)('is sent before the body is read, and closes (%s)', async (then) => {
    const fault = { kind: 'response', status: 413, body: 'too large', early: true, ...(then && { then }) } as const;
    const simulator = await simulate({ faults: [{ on: 'create', do: fault }] });
    const heading = head('POST', '/openapi/v2/testset', { 'content-length': '1000000' });
    const { text, end } = await sendRaw(simulator, heading);
    expect(text).toMatch(/^HTTP\/1\.1 413 [^]*\r\n\r\ntoo large$/);
    expect(text.toLowerCase()).toContain('connection: close');
    expect(end).toBe('closed');
    expect(simulator.journal).toMatchObject([{ received: { bytes: 0, whole: false }, status: 413 }]);
  });

  test.each([
    ['early', 'too large', { early: true }],
    ['early, without a body', '', { early: true }],
    ['after the body', 'too large', {}],
    ['after the request was handled', 'too large', { applied: true }],
  ])('ends in a reset, %s', async (_title, body, more) => {
    const fault = { kind: 'response', status: 413, body, then: 'reset', ...more } as const;
    const simulator = await simulate({ faults: [{ on: 'create', do: fault }] });
    const { text, end } = await sendRaw(simulator, CREATE);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(body);
    expect(end).toBe('reset');
    expect(simulator.created).toHaveLength('applied' in more ? 1 : 0);
  });

  test('that does not close leaves the connection open', async () => {
    const fault = { kind: 'response', status: 502, body: 'later' } as const;
    const simulator = await simulate({ faults: [{ on: 'scenarios', do: fault }] });
    const { text } = await sendRaw(simulator, head('GET', LIST).repeat(2), (heard) => heard.includes('[101,102,103]'));
    expect(text).toMatch(/^HTTP\/1\.1 502 /);
    expect(new Set(simulator.journal.map(({ connection }) => connection)).size).toBe(1);
  });
});

describe('a connection that is cut', () => {
  const heads = head('POST', '/openapi/v2/testset', { 'content-length': '100' });
  /** Where it is cut, what was sent, and how much of it was received, created and responded. */
  const points: [Point, string, { bytes: number; created: number; answered: string }][] = [
    ['head', heads, { bytes: 0, created: 0, answered: '' }],
    [{ bodyBytes: 5 }, `${heads}12345`, { bytes: 5, created: 0, answered: '' }],
    [{ bodyBytes: 1e6 }, CREATE, { bytes: BODY.length, created: 0, answered: '' }],
    ['body', CREATE, { bytes: BODY.length, created: 0, answered: '' }],
    ['applied', CREATE, { bytes: BODY.length, created: 1, answered: '' }],
    [{ answerBytes: 9 }, CREATE, { bytes: BODY.length, created: 1, answered: '{"data":{' }],
    [{ answerBytes: 0 }, CREATE, { bytes: BODY.length, created: 1, answered: '' }],
  ];
  const ways = ['close', 'reset'] as const;
  test.each(points.flatMap(([at, said, so]) => ways.map((how) => [at, how, said, so] as const)))(
    'at %j, by a %s',
    async (at, how, said, { bytes, created, answered }) => {
      const simulator = await simulate({ faults: [{ on: 'create', do: { kind: 'cut', at, how } }] });
      const { text, end } = await sendRaw(simulator, said);
      expect(text.slice(text.indexOf('\r\n\r\n') + (text === '' ? 1 : 4))).toBe(answered);
      expect(end).toBe(how === 'reset' ? 'reset' : 'closed');
      expect(simulator.created).toHaveLength(created);
      expect(simulator.journal).toMatchObject([{ fault: 'cut', received: { bytes } }]);
      expect(simulator.journal[0]?.status).toBe(typeof at === 'object' && 'answerBytes' in at ? 200 : 0);
    },
  );

  test.each<[Operation, Point, number]>([
    ['create', 'head', 0],
    ['create', 'applied', 1],
    ['create', { answerBytes: 9 }, 1],
  ])('on %s at %j, by a stall, stays open', async (on, at, created) => {
    const simulator = await simulate({ faults: [{ on, do: { kind: 'cut', at, how: 'stall' } }] });
    let ended = false;
    const heard = sendRaw(simulator, CREATE).finally(() => {
      ended = true;
    });
    await until(() => simulator.journal.length > 0);
    // A second request takes longer than the end of the first connection would.
    await ask(simulator, '/project/509/scenarios');
    expect(ended).toBe(false);
    expect(simulator.created).toHaveLength(created);
    await simulator.close();
    expect((await heard).text).not.toContain('}');
  });

  test('by the client, before the end of the body, is recorded and not handled', async () => {
    const simulator = await simulate();
    sendAndClose(simulator, CREATE.replace(`length: ${BODY.length}`, 'length: 100000'));
    await until(() => simulator.journal.length > 0);
    expect(simulator.journal).toMatchObject([{ received: { bytes: BODY.length, whole: false }, parts: [], status: 0 }]);
    expect(simulator.created).toEqual([]);
  });
});

describe('the normal response', () => {
  test('is sent byte by byte with the clock of the simulator', async () => {
    const clock = createHandClock();
    const simulator = await simulate({ clock, faults: [{ on: 'scenarios', do: { kind: 'drip', everyMs: 60_000 } }] });
    const heard = sendRaw(simulator, head('GET', LIST, { connection: 'close' }));
    await until(() => clock.sleepers > 0);
    expect(simulator.journal).toHaveLength(1);
    await clock.pass(60_000 * 1000);
    const { text, end } = await heard;
    expect(text).toContain('"scenarios":[101,102,103]');
    expect(end).toBe('closed');
  });

  test('stops when the connection ends', async () => {
    const clock = createHandClock();
    const simulator = await simulate({ clock, faults: [{ on: 'scenarios', do: { kind: 'drip', everyMs: 60_000 } }] });
    await sendRaw(simulator, head('GET', LIST), (text) => text.includes('{'));
    await until(() => clock.sleepers === 0);
    expect(simulator.journal).toMatchObject([{ fault: 'drip', status: 200 }]);
  });

  test('waits between the bytes', async () => {
    const clock = createEagerClock();
    const simulator = await simulate({ clock, faults: [{ on: 'scenarios', do: { kind: 'drip', everyMs: 1000 } }] });
    const { text } = await ask(simulator, '/project/509/scenarios');
    expect(clock.slept).toEqual(Array.from({ length: Buffer.byteLength(text) }, () => 1000));
  });

  test.each([7, -7])('declares %i bytes too many, and then closes', async (by) => {
    const simulator = await simulate({ faults: [{ on: 'scenarios', do: { kind: 'wrong-length', by } }] });
    const { text, end } = await sendRaw(simulator, head('GET', LIST));
    const declared = Number(/content-length: (\d+)/i.exec(text)?.[1]);
    expect(declared - (text.length - text.indexOf('\r\n\r\n') - 4)).toBe(by);
    expect(end).toBe('closed');
  });

  test('is compressed', async () => {
    const simulator = await simulate({ faults: [{ on: 'scenarios', do: { kind: 'gzip' } }] });
    const { text } = await sendRaw(simulator, head('GET', LIST, { connection: 'close' }));
    expect(text.toLowerCase()).toContain('content-encoding: gzip');
    const body = gunzipSync(Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1')).toString();
    expect(JSON.parse(body)).toMatchObject({ data: { scenarios: [101, 102, 103] } });
  });
});

describe('interim responses', () => {
  const HEADS = /^((?:HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)*)HTTP\/1\.1 (\d+)/;

  test('come before the body of a create is read', async () => {
    const faults: Fault[] = [{ on: 'create', do: { kind: 'interim', statuses: [100, 102, 103], early: true } }];
    const simulator = await simulate({ faults });
    const { text } = await sendRaw(simulator, CREATE.slice(0, -5), (heard) => heard.split('\r\n\r\n').length > 3);
    expect(text).toMatch(/^HTTP\/1\.1 100 [^]*HTTP\/1\.1 102 [^]*HTTP\/1\.1 103 [^]*\r\n\r\n$/);
    expect(simulator.created).toEqual([]);
  });

  test.each<[Operation, string]>([
    ['create', CREATE],
    ['scenarios', head('GET', LIST)],
  ])('come before the normal response (%s)', async (on, said) => {
    const simulator = await simulate({ faults: [{ on, do: { kind: 'interim', statuses: [100, 100, 103] } }] });
    const { text } = await sendRaw(simulator, said, (heard) => heard.includes('"result_code":0'));
    const [, interim = '', status] = HEADS.exec(text) ?? [];
    expect(interim.match(/1\d\d/g)).toEqual(['100', '100', '103']);
    expect(status).toBe('200');
  });
});

describe('an identifier beside an error', () => {
  test.each([
    [8000, 503],
    [5001, 200],
    [4000, 425],
    [0, 202],
  ])('comes with code %i and HTTP %i', async (code, status) => {
    const simulator = await simulate({ faults: [{ on: 'create', do: { kind: 'code', code, status, applied: true } }] });
    const response = await create(simulator);
    expect([response.status, response.envelope]).toMatchObject([
      status,
      { data: { testset_id: 251929 }, result_code: code },
    ]);
    expect(simulator.created).toHaveLength(1);
    expect(simulator.journal).toMatchObject([{ status, code, created: 251929 }]);
  });

  test('is cut off after so many bytes', async () => {
    const fault = { kind: 'code', code: 8000, applied: true, bytes: 44 } as const;
    const simulator = await simulate({ faults: [{ on: 'create', do: fault }] });
    const { text, end } = await sendRaw(simulator, CREATE);
    expect(text).toMatch(/\r\n\r\n\{"data":\{"test_count":3,"testset_id":251929\}$/);
    expect(end).toBe('closed');
  });
});

test('a cache sends an earlier response again, with its age', async () => {
  const clock = createHandClock();
  const faults: Fault[] = [{ on: 'status', skip: 1, do: { kind: 'cached', age: 600 } }];
  const simulator = await simulate({ clock, faults });
  await create(simulator);
  const word = async (): Promise<unknown> => {
    const { envelope, headers } = await ask(simulator, '/testset/251929');
    return [envelope, headers.get('age')];
  };
  const running = { data: { testset_status: 'Running' } };
  expect(await word()).toMatchObject([running, null]);
  await clock.pass(3_600_000);
  expect(await word()).toMatchObject([running, '600']);
  expect(await word()).toMatchObject([{ data: { testset_status: 'Complete' } }, null]);
});
