import { expect, test } from '@jest/globals';

import type { Testset } from '../../src/model/testset.ts';
import { isRunning, lacksResult, mayExist, mayStillRun } from '../../src/model/unfinished.ts';
import { complete, devices, judged, NO_XML, notCreated, unfinished, type GivenComplete } from '../support/testsets.ts';

/** A testset of two devices that passed, with this XML in place of one that agrees. */
const withXml = (xml: GivenComplete['xml']): Testset => complete(devices(2), { xml });
const PART = devices(2, { 1: 'failed' });
const FACTS = { 'may exist': mayExist, 'lacks its result': lacksResult, 'may run': mayStillRun, runs: isRunning };

test.each<[what: string, testset: Testset, facts: string]>([
  ['passed', complete(devices(2)), 'may exist'],
  ['failed', complete(PART), 'may exist'],
  ['runs', unfinished('timed-out'), 'may exist, lacks its result, may run, runs'],
  ['was rejected while it ran', unfinished('rejected'), 'may exist, lacks its result, may run, runs'],
  ['had no status', unfinished('timed-out', { word: '' }), 'may exist, lacks its result, may run'],
  ['had no status before a cancel', unfinished('cancelled', { word: '' }), 'may exist, lacks its result, may run'],
  ['is unknown to the service', unfinished('rejected', { word: '' }), 'may exist, lacks its result'],
  ['may have been created', notCreated('unknown-start', { id: 5 }), 'may exist, lacks its result, may run'],
  ['may have been created, without an id', notCreated('unknown-start'), 'may exist, lacks its result, may run'],
  ['was not created before a cancel', notCreated('cancelled'), 'may exist, may run'],
  ['was rejected', notCreated('rejected'), ''],
  ['was not started', notCreated('not-started'), ''],
  ['was complete before a cancel', complete(devices(2), { isCancelled: true }), 'may exist, lacks its result'],
  ['has an XML that contradicts the status', withXml([]), 'may exist'],
  ['has an unreadable XML', withXml({ state: 'unreadable', why: '' }), 'may exist'],
  ['has too large results', withXml({ state: 'too-large', why: '' }), 'may exist'],
  ['has no XML', withXml(NO_XML), 'may exist, lacks its result'],
  ['has results that were not fetched', withXml({ state: 'unfetched', why: '' }), 'may exist, lacks its result'],
  ['failed, and has no XML', complete(PART, { xml: NO_XML }), 'may exist'],
])('a testset that %s: %j', (_what, testset, facts) => {
  const found = Object.entries(FACTS).filter(([, isTrue]) => isTrue(judged(testset)));
  expect(found.map(([fact]) => fact).join(', ')).toBe(facts);
});
