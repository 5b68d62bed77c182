import { expect, test } from '@jest/globals';

import { lacksResult } from '../../src/create/step-receipts.ts';
import { NO_COUNTS } from '../../src/model/counts.ts';
import type { Testset } from '../../src/model/testset.ts';
import { testsetKey } from '../../src/report/devices.ts';
import { formatDone } from '../../src/report/outcomes.ts';
import { hasWholeDuration } from '../../src/report/view.ts';
import { isRunning, mayStillRun, startOf } from '../../src/report/facts.ts';
import { mayExist } from '../../src/verdict/judge.ts';
import { complete, devices, judged, NO_XML, notCreated, unfinished, type GivenComplete } from '../support/testsets.ts';

/** A testset of two devices that passed, with this XML in place of one that agrees. */
const withXml = (xml: GivenComplete['xml']): Testset => complete(devices(2), { xml });
const PART = devices(2, { 1: 'failed' });
const FACTS = { 'may exist': mayExist, 'lacks its result': lacksResult, 'may run': mayStillRun, runs: isRunning };

test.each<[what: string, facts: string, testset: Testset]>([
  ['passed', 'may exist', complete(devices(2))],
  ['failed', 'may exist', complete(PART)],
  ['runs', 'may exist, lacks its result, may run, runs', unfinished('timed-out')],
  ['was rejected while it ran', 'may exist, lacks its result, may run, runs', unfinished('rejected')],
  ['had no status', 'may exist, lacks its result, may run', unfinished('timed-out', { word: '' })],
  ['had no status before a cancel', 'may exist, lacks its result, may run', unfinished('cancelled', { word: '' })],
  ['is unknown to the service', 'may exist, lacks its result', unfinished('rejected', { word: '' })],
  ['may have been created', 'may exist, lacks its result, may run', notCreated('unknown-start', { id: 5 })],
  ['may have been created, without an id', 'may exist, lacks its result, may run', notCreated('unknown-start')],
  ['was not created before a cancel', 'may exist, may run', notCreated('cancelled')],
  ['was rejected', '', notCreated('rejected')],
  ['was not started', '', notCreated('not-started')],
  ['was complete before a cancel', 'may exist, lacks its result', complete(devices(2), { isCancelled: true })],
  ['has an XML that contradicts the status', 'may exist', withXml([])],
  ['has an unreadable XML', 'may exist', withXml({ state: 'unreadable', why: '' })],
  ['has too large results', 'may exist', withXml({ state: 'too-large', why: '' })],
  ['has no XML', 'may exist, lacks its result', withXml(NO_XML)],
  ['has results that were not fetched', 'may exist, lacks its result', withXml({ state: 'unfetched', why: '' })],
  ['failed, and has no XML', 'may exist', complete(PART, { xml: NO_XML })],
])('a testset that %s: %j', (_what, facts, testset) => {
  const found = Object.entries(FACTS).filter(([, isTrue]) => isTrue(judged(testset)));
  expect(found.map(([fact]) => fact).join(', ')).toBe(facts);
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

test.each([
  [{ total: 8, initializing: 8 }, '0 of 8 devices started'],
  [{ total: 8, initializing: 9 }, '0 of 8 devices started'],
  [{ total: 8, initializing: 7 }, '0 of 8 devices done'],
  [{ total: 8, initializing: 8, stop: 1 }, '1 of 8 devices done'],
  [{ total: 0 }, '0 of 0 devices done'],
  [{ total: 1_500, pass: 1_200 }, '1,200 of 1,500 devices done'],
])('%j: %s', (counts, words) => {
  expect(formatDone({ ...NO_COUNTS, ...counts })).toBe(words);
});

test('a testset is known by its scenario, or by its identifier', () => {
  expect([{ scenario: 1, id: 5 }, { id: 5 }, {}].map(testsetKey)).toEqual([1, 5, undefined]);
});
