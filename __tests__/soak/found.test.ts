import { afterAll, beforeAll, expect, test } from '@jest/globals';

import type { Fault, Schedule } from './support/schedule.ts';
import { openSoak, type Soak } from './support/soak.ts';

/** The smallest schedules that broke a promise at some time. */

let soak: Soak;
beforeAll(async () => {
  soak = await openSoak();
});
afterAll(() => {
  soak.close();
});

const scheduleWith = (...faults: readonly Fault[]): Schedule => ({
  seed: 0,
  tls: false,
  appBytes: 1,
  kind: 'app',
  testsets: [[{ result: 'pass', seconds: 0 }]],
  timeoutMinutes: 60,
  limits: { fail: 0, error: 0, stop: 0 },
  failElement: 'error',
  leak: 0,
  earlier: [],
  faults,
});

const busy = { kind: 'status', status: 503, body: 'html' } as const;

test.each<[string, Fault]>([
  [
    'a slow early response keeps the end of the body back',
    { on: 'create', nth: 1, at: 'head', action: { content: busy, delivery: { kind: 'drip', everyMs: 130 } } },
  ],
  [
    'maintenance counts although the response is shorter than its length',
    {
      on: 'create',
      nth: 1,
      at: 'end',
      action: { content: { kind: 'code', code: 8000, status: 503 }, delivery: { kind: 'length', by: -1 } },
    },
  ],
  [
    'a create waits for the Retry-After of the scenario list',
    { on: 'scenarios', nth: 1, at: 'end', action: { content: busy, retryAfter: 7 } },
  ],
  [
    'a maintenance check waits for the Retry-After of the create',
    {
      on: 'create',
      nth: 1,
      at: 'end',
      action: { content: { kind: 'code', code: 8000, status: 503 }, retryAfter: 400 },
    },
  ],
  [
    'the XML names another device than the JSON',
    {
      on: 'result',
      nth: 1,
      at: 'end',
      action: { content: { kind: 'changed', change: 'xml with another device' } },
    },
  ],
  [
    'a redirect is followed after its Retry-After',
    {
      on: 'status',
      nth: 1,
      at: 'end',
      action: { content: { kind: 'redirect', status: 307, to: 'itself' }, retryAfter: 90 },
    },
  ],
  [
    'a redirect whose Retry-After ends after the deadline is not followed',
    {
      on: 'result',
      nth: 1,
      times: 60,
      at: 'end',
      action: { content: { kind: 'redirect', status: 308, to: 'itself' }, retryAfter: 90 },
    },
  ],
  [
    'Retry-After counts in a response that is cut off',
    {
      on: 'result',
      nth: 1,
      at: 'end',
      action: { content: busy, delivery: { kind: 'length', by: 500 }, retryAfter: 90 },
    },
  ],
  [
    'a document that is not ready is waited for although another one was delivered',
    { on: 'result', nth: 2, times: 3, at: 'end', action: { content: { kind: 'code', code: 6002, status: 200 } } },
  ],
  [
    'a document waits for the Retry-After of another one',
    {
      on: 'result',
      nth: 2,
      at: 'end',
      action: { content: { kind: 'status', status: 404, body: 'html' }, retryAfter: 90 },
    },
  ],
])('%s', async (_title, fault) => {
  const odd: Fault = {
    on: 'result',
    nth: 1,
    at: 'end',
    action: { content: { kind: 'changed', change: 'json alone' } },
  };
  const { record, findings } = await soak.play(scheduleWith(fault, odd));
  expect(findings).toEqual([]);
  expect(record?.report?.testsets[0]?.id).toBe(251_929);
});

const page = (status: number) => ({ content: { kind: 'status', status, body: 'html with an id' } }) as const;
const code = (code: number, id?: true) =>
  ({ content: { kind: 'code', code, status: 200, ...(id && { id }) } }) as const;
const from = (on: 'scenarios' | 'create' | 'status' | 'result', nth: number, times = 1) =>
  ({ on, nth, times, at: 'end' }) as const;
const interim = { statuses: [100, 102, 100], early: true } as const;
const normal = { content: { kind: 'normal' } } as const;
const stale = { content: { kind: 'normal', age: 1_000_000 } } as const;

test.each<[string, Fault[]]>([
  [
    'interim responses change nothing',
    [
      ...(['scenarios', 'create', 'status', 'result'] as const).map((on) => ({
        ...from(on, 1, 60),
        action: normal,
        interim,
      })),
    ],
  ],
  ['an identifier beside maintenance ends the create', [{ ...from('create', 1, 60), action: code(8000, true) }]],
  ['an identifier beside 5001 is named', [{ ...from('create', 1), action: code(5001, true) }]],
  ['an identifier in a page is none', [{ ...from('create', 1), action: page(200) }]],
  ['a page before the end of the body created nothing', [{ on: 'create', nth: 1, at: 'held', action: page(200) }]],
  [
    'a testset that is not ready is not rejected',
    [
      { ...from('status', 1, 2), action: code(6003) },
      { ...from('status', 3), action: code(5002) },
    ],
  ],
  ['a firewall at the results is asked again', [{ ...from('result', 1, 2), action: page(403) }]],
  ['a status of a cache is not used', [{ ...from('status', 1, 2), action: stale }]],
  ['a result of a cache is not used', [{ ...from('result', 1, 2), action: stale }]],
  ['the project is checked again after a 503', [{ ...from('scenarios', 1), action: page(503) }]],
  [
    'an upload that is too slow for a proxy is tried three times',
    [{ on: 'create', nth: 1, times: 60, at: 'head', action: page(408) }],
  ],
  [
    'an address that never answers is tried for five minutes',
    [
      { ...from('scenarios', 1, 60), action: 'rst' },
      { on: 'create', nth: 1, times: 60, at: 'head', action: 'rst' },
    ],
  ],
  [
    'maintenance is no part of the time for connections',
    [
      { on: 'create', nth: 1, times: 2, at: 'head', action: 'rst' },
      { ...from('create', 3), action: code(8000) },
      { ...from('scenarios', 2, 12), action: code(8000) },
      { on: 'create', nth: 4, times: 8, at: 'head', action: 'rst' },
    ],
  ],
])('%s', async (_title, faults) => {
  const { findings, record } = await soak.play(scheduleWith(...faults));
  expect(findings).toEqual([]);
  expect(record?.played.length).toBeGreaterThan(0);
});
