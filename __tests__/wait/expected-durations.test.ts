import { setImmediate } from 'node:timers/promises';

import { expect, test } from '@jest/globals';

import type { History } from '../../src/model/history.ts';
import type { Services } from '../../src/runtime/platform.ts';
import { expectDurations, type ExpectedDurations } from '../../src/wait/expected-durations.ts';
import { RUN } from '../support/platform.ts';

const MINUTE = 60_000;

/** The results of a device in runs 1, 2 and so on, by how many minutes it took. */
function took(device: string, minutes: readonly number[], scenario?: number): History {
  const results = minutes.map((each, at) => ({ run: at + 1, passed: true, seconds: each * 60 }));
  return { device, ...(scenario !== undefined && { scenario }), results };
}

function expectTest(limit: { readonly timeLimitMinutes?: number }, find?: Services['findHistory']): ExpectedDurations {
  return expectDurations({ run: RUN, request: { kind: 'automated', name: 'Test', ...limit } }, find);
}

test('the devices of a testset run as long as `time-limit` says, or as those of the same scenario in earlier runs', async () => {
  expect(expectTest({ timeLimitMinutes: 20 }).knownMs(7)).toBe(20 * MINUTE);
  const history = [took('A', [9, 10, 30]), took('B', [8, 8, 8]), took('A', [25], 7)];
  const expected = expectTest({}, () => Promise.resolve(history));
  expect(expected.knownMs(undefined)).toBeUndefined();
  await setImmediate();
  const known = [undefined, 7, 8].map((scenario) => expected.knownMs(scenario));
  expect(known).toEqual([10 * MINUTE, 25 * MINUTE, undefined]);
});

test('earlier runs are searched once, and not if there is a limit', () => {
  let searches = 0;
  const find = (): Promise<readonly History[]> => {
    searches += 1;
    return Promise.resolve([]);
  };
  expectTest({ timeLimitMinutes: 20 }, find).knownMs(undefined);
  expect(searches).toBe(0);
  const expected = expectTest({}, find);
  expected.knownMs(undefined);
  expected.knownMs(12);
  expect(searches).toBe(1);
});
