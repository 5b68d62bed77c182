import { expect, test } from '@jest/globals';

import { hasWholeDuration, startOf } from '../../src/model/report.ts';
import type { Testset } from '../../src/model/testset.ts';
import { complete, devices, judged, notCreated, unfinished } from '../support/testsets.ts';

test('the wait began as many seconds before its end as it took', () => {
  expect(startOf({ endedAt: '2026-11-26T14:10:21Z', durationSeconds: 81 })).toBe('2026-11-26T14:09:00.000Z');
});

const FAILED = devices(1, { 0: 'failed' });
const retry = complete(devices(1), { scenario: 1, retry: 1 });

test.each<[what: string, testsets: readonly Testset[], isWhole: boolean]>([
  ['created, with its retry', [complete(FAILED, { scenario: 1 }), retry], true],
  ['rejected', [notCreated('rejected')], true],
  ['resumed, and retried', [complete(FAILED, { scenario: 1, origin: 'resumed' }), retry], false],
  ['attached', [complete(devices(1), { origin: 'attached' })], false],
  ['not complete', [unfinished('timed-out')], false],
])('the time of a step with a testset that was %s is that of its tests: %j', (_what, testsets, isWhole) => {
  expect(hasWholeDuration({ testsets: [judged(testsets)] })).toBe(isWhole);
});
