import { describe, expect, test } from '@jest/globals';

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
  await expected.estimateMinutes();
  const known = [undefined, 7, 8].map((scenario) => expected.knownMs(scenario));
  expect(known).toEqual([10 * MINUTE, 25 * MINUTE, undefined]);
});

test('earlier runs are searched once, and not if there is a limit and no estimate is needed', async () => {
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
  await expected.estimateMinutes();
  expect(searches).toBe(1);
});

describe('the estimate', () => {
  test('is half an hour if nothing is known', async () => {
    expect(await expectTest({}).estimateMinutes()).toBe(30);
  });

  test.each<[what: string, limit: number | undefined, history: readonly History[], minutes: number]>([
    ['there is a limit', 12, [], 10],
    ['the limit is between two values', 25, [], 30],
    ['earlier runs are known', 30, [took('A', [12, 14, 13]), took('B', [16, 17, 90])], 15],
    ['a device took longer than the longest value', undefined, [took('A', [400])], 120],
    ['a device took a second', undefined, [took('A', [1 / 60])], 5],
    ['durations are unknown', 20, [{ device: 'A', results: [{ run: 1, passed: true }] }], 20],
  ])('when %s', async (_what, limit, history, minutes) => {
    const request = limit === undefined ? {} : { timeLimitMinutes: limit };
    expect(await expectTest(request, () => Promise.resolve(history)).estimateMinutes()).toBe(minutes);
  });
});
