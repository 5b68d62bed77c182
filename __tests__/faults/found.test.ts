import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { openSandbox, type Stage } from './support/play.ts';
import type { Fault, Schedule } from './support/schedule.ts';

/** The smallest schedules that once broke a promise. */

let stage: Stage;
beforeAll(async () => {
  stage = await openSandbox();
});
afterAll(() => {
  stage.close();
});

const meeting = (...faults: readonly Fault[]): Schedule => ({
  seed: 0,
  tls: false,
  appBytes: 1,
  devices: [{ result: 'pass', seconds: 0 }],
  timeoutMinutes: 60,
  faults,
});

const said = { kind: 'status', status: 503, body: 'html' } as const;

test.each<[string, Fault]>([
  [
    'an early answer that comes slowly is no reason to send the end of the body',
    { on: 'create', nth: 1, at: 'head', act: { what: said, manner: { kind: 'drip', everyMs: 130 } } },
  ],
  [
    'maintenance is believed though the answer is shorter than it should be',
    {
      on: 'create',
      nth: 1,
      at: 'end',
      act: { what: { kind: 'code', code: 8000, status: 503 }, manner: { kind: 'length', by: -1 } },
    },
  ],
  [
    'a create waits for what the list of scenarios was told',
    { on: 'scenarios', nth: 1, at: 'end', act: { what: said, retryAfter: 7 } },
  ],
  [
    'the look at maintenance waits for what the create was told',
    { on: 'create', nth: 1, at: 'end', act: { what: { kind: 'code', code: 8000, status: 503 }, retryAfter: 400 } },
  ],
  [
    'a redirect is followed when it says so',
    {
      on: 'status',
      nth: 1,
      at: 'end',
      act: { what: { kind: 'redirect', status: 307, to: 'itself' }, retryAfter: 90 },
    },
  ],
  [
    'nobody is sent on at the deadline when the redirect asks for more time',
    {
      on: 'result',
      nth: 1,
      times: 60,
      at: 'end',
      act: { what: { kind: 'redirect', status: 308, to: 'itself' }, retryAfter: 90 },
    },
  ],
  [
    'an answer that is cut off has told when to come back',
    {
      on: 'result',
      nth: 1,
      at: 'end',
      act: { what: said, manner: { kind: 'length', by: 500 }, retryAfter: 90 },
    },
  ],
  [
    'a document that is not ready is waited for, though another one is there',
    { on: 'result', nth: 2, times: 3, at: 'end', act: { what: { kind: 'code', code: 6002, status: 200 } } },
  ],
  [
    'a document waits for what another one was told',
    {
      on: 'result',
      nth: 2,
      at: 'end',
      act: { what: { kind: 'status', status: 404, body: 'html' }, retryAfter: 90 },
    },
  ],
])('%s', async (_what, fault) => {
  const odd: Fault = { on: 'result', nth: 1, at: 'end', act: { what: { kind: 'odd', how: 'json alone' } } };
  const { record, findings } = await stage.play(meeting(fault, odd));
  expect(findings).toEqual([]);
  expect(record?.report?.testsets[0]?.id).toBe(251_929);
});
