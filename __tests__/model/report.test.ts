import { describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { decideEarly, type Testset } from '../../src/model/testset.ts';
import { countExcusedFailures, type TestVerdict } from '../../src/model/verdict.ts';
import { lacksResult, mayStillRun } from '../../src/model/unfinished.ts';
import {
  complete,
  device,
  devices,
  judged,
  NO_XML,
  notCreated,
  unfinished,
  type GivenComplete,
} from '../support/testsets.ts';

test('an outcome has the message of its error as the last reason', () => {
  const reasons = [{ sentence: 'First.' }, { sentence: 'It failed.' }];
  const rejection = { code: 5, reason: '' };
  const error = new TestsetError({ code: 'service-rejected', message: 'It failed.', hint: 'Try again.', rejection });
  expect(decideEarly('rejected', error, 'First.')).toEqual({ outcome: 'rejected', reasons, problem: error });
  expect(decideEarly('passed')).toEqual({ outcome: 'passed', reasons: [] });
});

test('device runs that failed may be excused: some, or all of a scenario', () => {
  const entry = { reason: 'r', owner: 'o', expires: '2026-12-15', line: 1 };
  const quarantine = [{ ...entry, device: device(2).device }];
  const first = complete(devices(4, { 1: 'failed', 3: 'error' }), { scenario: 1 });
  const again = complete(devices(4, { 0: 'failed', 2: 'error', 3: 'error' }), { scenario: 1, retry: 1 });
  expect(countExcusedFailures([judged([first, again], { quarantine })])).toBe(2);
  expect(countExcusedFailures([judged([first, again], { quarantine: [{ ...entry, scenarios: [1] }] })])).toBe(3);
});

/** A testset of two devices that passed, with this XML in place of one that agrees. */
const withXml = (xml: GivenComplete['xml']): Testset => complete(devices(2), { xml });
const PART = devices(2, { 1: 'failed' });

describe('whether a testset has no result, and may run', () => {
  const unseen = (outcome: Outcome): Testset => unfinished(outcome, { word: '' });

  test.each<[what: string, testset: TestVerdict, isResultLacking: boolean, mayRun?: boolean]>([
    ['all devices passed', judged(complete(devices(2))), false],
    ['it failed', judged(complete(PART)), false],
    ['it runs', judged(unfinished('timed-out')), true, true],
    ['it is not known how far it is', judged(unseen('timed-out')), true, true],
    ['it has no status because of a cancel', judged(unseen('cancelled')), true, true],
    ['it may have been created', judged(notCreated('unknown-start', { id: 5 })), true, true],
    ['its identifier is not known either', judged(notCreated('unknown-start')), true, true],
    ['none was created', judged(notCreated('rejected')), false],
    ['it was complete before a cancel', judged(complete(devices(2), { isCancelled: true })), true],
    ['its XML contradicts the status', judged(withXml([])), false],
    ['its XML cannot be read', judged(withXml({ state: 'unreadable', why: '' })), false],
    ['it has no XML', judged(withXml(NO_XML)), true],
    ['its results were not fetched', judged(withXml({ state: 'unfetched', why: '' })), true],
    ['it failed, and it has no XML', judged(complete(PART, { xml: NO_XML })), false],
  ])('if %s', (_what, testset, isResultLacking, mayRun = false) => {
    const found = [lacksResult(testset), mayStillRun(testset)];
    expect(found).toEqual([isResultLacking, mayRun]);
  });
});
