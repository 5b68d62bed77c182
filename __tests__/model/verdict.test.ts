import { expect, test } from '@jest/globals';

import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import type { Testcase } from '../../src/model/results.ts';
import {
  countExcusedFailures,
  countUnlisted,
  listExcuses,
  longestSeconds,
  namesAllFailures,
  testsetKey,
} from '../../src/model/verdict.ts';
import { complete, device, devices, judged } from '../support/testsets.ts';

const ENTRY = { reason: 'r', owner: 'o', expires: '2026-12-15', line: 1 };

test('device runs that failed may be excused: some, or all of a scenario', () => {
  const first = complete(devices(4, { 1: 'failed', 3: 'error' }), { scenario: 1 });
  const again = complete(devices(4, { 0: 'failed', 2: 'error', 3: 'error' }), { scenario: 1, retry: 1 });
  const some = judged([first, again], { quarantine: [{ ...ENTRY, device: device(2).device }] });
  const all = judged([first, again], { quarantine: [{ ...ENTRY, scenarios: [1] }] });
  expect([some, all].map((testset) => countExcusedFailures([testset]))).toEqual([2, 3]);
  expect(countExcusedFailures([some, all])).toBe(5);
  expect(listExcuses(some)).toEqual(['flaky', 'flaky', 'quarantined']);
  expect(listExcuses(all)).toEqual(['quarantined', 'flaky', 'quarantined', 'quarantined']);
});

test('of a scenario that is quarantined, a device that the XML does not name is excused too', () => {
  const counts = { ...NO_COUNTS, total: 3, pass: 1, fail: 2 };
  const testset = complete(devices(2, { 0: 'failed' }), { scenario: 1, counts });
  const excuses = listExcuses(judged(testset, { quarantine: [{ ...ENTRY, scenarios: [1] }] }));
  expect(excuses).toEqual(['quarantined', 'quarantined']);
});

const unnamed = (result: Testcase['result']): Testcase => device(0, { device: '(unnamed)', result });

test.each<[what: string, testcases: readonly Testcase[], counts: Partial<Counts>, unlisted: number, isEach: boolean]>([
  ['each', devices(3, { 1: 'failed', 2: 'error' }), { total: 3, pass: 1, fail: 2 }, 0, true],
  ['one that has no name', [unnamed('failed'), device(1)], { total: 2, pass: 1, fail: 1 }, 0, false],
  ['each, beside a device that passed and has no name', [unnamed('passed')], { total: 1, pass: 1 }, 0, true],
  ['one of three', devices(2, { 1: 'failed' }), { total: 4, pass: 1, fail: 1, stop: 1 }, 2, false],
  ['more than are counted', devices(2, { 1: 'failed' }), { total: 2, pass: 2 }, 0, true],
])('of the devices that did not pass the documents name %s', (_what, testcases, given, unlisted, isEach) => {
  const testset = judged(complete(testcases, { counts: { ...NO_COUNTS, ...given } }));
  expect([countUnlisted(testset), namesAllFailures(testset)]).toEqual([unlisted, isEach]);
});

test('a testset is known by its scenario, or by its identifier', () => {
  expect([{ scenario: 1, id: 5 }, { id: 5 }, {}].map(testsetKey)).toEqual([1, 5, undefined]);
});

test('the longest duration that is known; none if none is known', () => {
  expect(longestSeconds([{ seconds: 5 }, {}, { seconds: 30 }, { seconds: 9 }])).toBe(30);
  expect(longestSeconds([{}])).toBeUndefined();
});
