import { expect, test } from '@jest/globals';

import { hasWholeDuration, REPORT_BEGINNING, startOf } from '../../src/model/report.ts';
import type { Testset } from '../../src/model/testset.ts';
import { complete, devices, judged, notCreated, unfinished } from '../support/testsets.ts';

test('a report.json is known by its beginning, also one of a later version', () => {
  const beginning = '{"schema":12,"outcome":"not-started","heading":"';
  expect(beginning).toMatch(REPORT_BEGINNING);
  for (const other of [` ${beginning}`, beginning.replace('12', '')]) expect(other).not.toMatch(REPORT_BEGINNING);
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
