import { expect, test } from '@jest/globals';

import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import type { Testcase } from '../../src/model/results.ts';
import { countUnlisted, longestSeconds } from '../../src/model/verdict.ts';
import { namesAllFailures } from '../../src/verdict/excuse-devices.ts';
import { complete, device, devices, judged } from '../support/testsets.ts';

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

test('the longest duration that is known; none if none is known', () => {
  expect(longestSeconds([{ seconds: 5 }, {}, { seconds: 30 }, { seconds: 9 }])).toBe(30);
  expect(longestSeconds([{}])).toBeUndefined();
});
