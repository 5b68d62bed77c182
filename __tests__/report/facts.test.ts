import { expect, test } from '@jest/globals';

import type { Testset } from '../../src/model/testset.ts';
import { hasWholeDuration, isRunning, mayStillRun, startOf } from '../../src/report/facts.ts';
import { complete, devices, judged, notCreated, unfinished } from '../support/testsets.ts';

test.each<[what: string, mayRun: boolean, isRunning: boolean, testset: Testset]>([
  ['runs', true, true, unfinished('timed-out')],
  ['was rejected while it ran', true, true, unfinished('rejected')],
  ['had no status', true, false, unfinished('timed-out', { word: '' })],
  ['is unknown to the service', false, false, unfinished('rejected', { word: '' })],
  ['may have been created', true, false, notCreated('unknown-start')],
  ['was not created before a cancel', true, false, notCreated('cancelled')],
  ['was rejected', false, false, notCreated('rejected')],
  ['was not started', false, false, notCreated('not-started')],
  ['was complete before a cancel', false, false, complete(devices(2), { isCancelled: true })],
])('a testset that %s may run: %p, runs: %p', (_what, mayRun, runs, testset) => {
  expect([mayStillRun, isRunning].map((isTrue) => isTrue(judged(testset)))).toEqual([mayRun, runs]);
});

test('the wait began as many seconds before its end as it took', () => {
  expect(startOf({ endedAt: '2026-11-26T14:10:21Z', durationSeconds: 81 })).toBe('2026-11-26T14:09:00.000Z');
});

const FAILED = devices(1, { 0: 'failed' });
const retry = complete(devices(1), { scenario: 1, retry: 1 });

test.each<[what: string, isWhole: boolean, testsets: readonly Testset[]]>([
  ['created, with its retry', true, [complete(FAILED, { scenario: 1 }), retry]],
  ['rejected', true, [notCreated('rejected')]],
  ['resumed, and retried', false, [complete(FAILED, { scenario: 1, origin: 'resumed' }), retry]],
  ['attached', false, [complete(devices(1), { origin: 'attached' })]],
  ['not complete', false, [unfinished('timed-out')]],
])('the time of a step with a testset that was %s is that of its tests: %j', (_what, isWhole, testsets) => {
  expect(hasWholeDuration({ testsets: [judged(testsets)] })).toBe(isWhole);
});
