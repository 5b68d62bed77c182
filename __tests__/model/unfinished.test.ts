import { expect, test } from '@jest/globals';

import type { Testset } from '../../src/model/testset.ts';
import { isRunning, lacksResult, mayExist, mayStillRun } from '../../src/model/unfinished.ts';
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
