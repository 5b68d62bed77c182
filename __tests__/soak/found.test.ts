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
