import { describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { decideEarly, type Testset } from '../../src/model/testset.ts';
import { countExcusedFailures, type TestVerdict } from '../../src/model/verdict.ts';
import { agreesWith, type ResultSource } from '../../src/model/sources.ts';
import { lacksResult, mayStillRun } from '../../src/model/unfinished.ts';
import { complete, device, devices, judged, notCreated, unfinished, type GivenComplete } from '../support/testsets.ts';

const status: ResultSource = { source: 'status', state: 'read', passed: 5, notPassed: 2, why: '' };

test.each<[string, Partial<ResultSource>, boolean]>([
  ['the same in bare XML', { source: 'bare_xml' }, true],
  ['the same', {}, true],
  ['fewer that did not pass', { notPassed: 0 }, true],
  ['more that did not pass', { notPassed: 3 }, false],
  ['more that passed', { passed: 6 }, false],
  ['fewer that passed', { passed: 4, notPassed: 3 }, false],
  ['nothing because it is absent', { state: 'absent' }, false],
  ['nothing because it is unreadable', { state: 'unreadable' }, false],
])('a document that shows %s', (_, shown, expected) => {
  expect(agreesWith(status, { ...status, source: 'xml', ...shown })).toBe(expected);
});

test('an outcome has the message of its error as the last reason', () => {
  const reasons = [{ sentence: 'First.' }, { sentence: 'It failed.' }];
  const rejection = { code: 5, reason: '' };
  const problem = { code: 'service-refused', message: 'It failed.', hint: 'Try again.', rejection } as const;
  const error = new TestsetError(problem);
  expect(decideEarly('refused', error, 'First.')).toEqual({ outcome: 'refused', reasons, problem });
  expect(decideEarly('passed')).toEqual({ outcome: 'passed', reasons: [] });
});

test('device runs that did not pass may be excused: some, or all of a scenario', () => {
  const entry = { reason: 'r', owner: 'o', expires: '2026-12-15', line: 1 };
  const quarantine = [{ ...entry, device: device(2).device }];
  const first = complete(devices(4, { 1: 'failed', 3: 'error' }), { scenario: 1 });
  const again = complete(devices(4, { 0: 'failed', 2: 'error', 3: 'error' }), { scenario: 1, retry: 1 });
  expect(countExcusedFailures([judged([first, again], { quarantine })])).toBe(2);
  expect(countExcusedFailures([judged([first, again], { quarantine: [{ ...entry, scenarios: [1] }] })])).toBe(3);
});

type States = NonNullable<GivenComplete['documents']>;

/** A testset of two devices that passed, with these documents in place of those that agree. */
const withDocuments = (documents: States): Testset => complete(devices(2), { documents });
const PART = devices(2, { 1: 'failed' });

describe('whether a testset has no result, and may run', () => {
  const unseen = (outcome: Outcome): Testset => unfinished(outcome, { isRunning: false });

  test.each<[what: string, testset: TestVerdict, isResultLacking: boolean, mayRun?: boolean]>([
    ['all devices passed', judged(complete(devices(2))), false],
    ['it failed', judged(complete(PART)), false],
    ['it runs', judged(unfinished('timed-out')), true, true],
    ['it is not known how far it is', judged(unseen('timed-out')), true, true],
    ['it has no status because of a cancel', judged(unseen('cancelled')), true, true],
    ['it may have been created', judged(notCreated('unknown-start', { id: 5 })), true, true],
    ['its identifier is not known either', judged(notCreated('unknown-start')), true, true],
    ['none was created', judged(notCreated('refused')), false],
    ['it was complete before a cancel', judged(complete(devices(2), { isCancelled: true })), true],
    ['its documents contradict the status', judged(withDocuments({ xml: [] })), false],
    [
      'it has a part of the documents',
      judged(complete(devices(2), { documents: { xml: 'absent' }, active: 1 })),
      false,
    ],
    ['it has no document', judged(withDocuments({ xml: 'absent', json: 'absent' })), true],
    ['a document was not fetched', judged(withDocuments({ json: 'unfetched' })), true],
    ['it failed, and a document was not fetched', judged(complete(PART, { documents: { json: 'unfetched' } })), false],
  ])('if %s', (_what, testset, isResultLacking, mayRun = false) => {
    const found = [lacksResult(testset), mayStillRun(testset)];
    expect(found).toEqual([isResultLacking, mayRun]);
  });
});
