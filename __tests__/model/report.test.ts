import { describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import { decideEarly } from '../../src/model/testset.ts';
import { countExcused } from '../../src/model/verdict.ts';
import { agreesWith, type ResultSource } from '../../src/model/sources.ts';
import { afterAttempt, lacksResult, mayStillRun } from '../../src/model/unfinished.ts';
import { createTestset, type GivenRun, type GivenTestset } from '../support/reports.ts';

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
  const testcases: readonly GivenRun[] = [
    { device: 'A', result: 'failed', excused: 'flaky' },
    { device: 'B', result: 'passed', excused: 'flaky' },
    { device: 'C', result: 'error', excused: 'quarantined' },
    { device: 'D', result: 'error' },
  ];
  const counts = { total: 10, pass: 1, fail: 2, error: 3, stop: 4 };
  const testset = createTestset({ counts, suites: [{ name: 'S', testcases }] });
  expect(countExcused(testset)).toBe(2);
  const quarantine = { reason: 'r', owner: 'o', expires: '2026-12-15' };
  expect(countExcused(createTestset({ counts, quarantine }))).toBe(5);
});

/** A testset of one device that passed, with documents in these states. */
function withDocuments(...states: readonly ResultSource['state'][]): GivenTestset {
  return { documents: states.map((state) => ({ source: 'xml', state, passed: 1, notPassed: 0, why: '' })) };
}

test.each<[what: string, testset: GivenTestset, expected: boolean]>([
  ['agree', withDocuments('read', 'read'), true],
  ['agree or are absent', withDocuments('absent', 'read'), true],
  ['agree or are unreadable', withDocuments('read', 'unreadable'), false],
  ['name other devices', { devicesDiffer: true }, false],
  ['are of a testset in doubt', { outcome: 'inconclusive' }, false],
  ['are not known', { status: 'Running' }, false],
])('whether documents can be believed that %s', (_what, testset, expected) => {
  expect(createTestset(testset).isConfirmed).toBe(expected);
});

describe('what a later attempt does with a testset', () => {
  type Then = ReturnType<typeof afterAttempt>;
  const part = { total: 2, pass: 1, fail: 1, error: 0, stop: 0 };
  const inDoubt = (...states: readonly ResultSource['state'][]): GivenTestset => ({
    outcome: 'inconclusive',
    ...withDocuments(...states),
  });

  test.each<[what: string, testset: GivenTestset, isResultLacking: boolean, then: Then, mayRun?: boolean]>([
    ['all devices passed', {}, false, 'keep'],
    ['it passed within the limits', { counts: part }, false, 'create'],
    ['it failed', { outcome: 'failed' }, false, 'create'],
    ['it runs', { status: 'Running', outcome: 'timed-out' }, true, 'continue', true],
    ['it is not known how far it is', { status: 'Unknown', outcome: 'timed-out' }, true, 'continue', true],
    ['it has no status because of a cancel', { status: 'Unknown', outcome: 'cancelled' }, true, 'continue', true],
    ['it may have been created', { status: 'Unknown', outcome: 'unknown-start' }, true, 'continue', true],
    ['its identifier is not known either', { id: undefined, outcome: 'unknown-start' }, true, 'create', true],
    ['none was created', { id: undefined, status: 'Unknown', outcome: 'refused' }, false, 'create'],
    ['it was complete before a cancel', { outcome: 'cancelled' }, true, 'continue'],
    ['its documents contradict the status', inDoubt('read', 'read'), false, 'create'],
    ['it has a part of the documents', inDoubt('absent', 'read'), false, 'create'],
    ['it has no document', inDoubt('absent', 'absent'), true, 'continue'],
    ['a document was not fetched', inDoubt('read', 'unfetched'), true, 'continue'],
    ['it failed, and a document was not fetched', { ...inDoubt('unfetched'), outcome: 'failed' }, false, 'create'],
  ])('if %s', (_what, given, isResultLacking, then, mayRun = false) => {
    const testset = createTestset(given);
    const found = [lacksResult(testset), afterAttempt(testset), mayStillRun(testset)];
    expect(found).toEqual([isResultLacking, then, mayRun]);
  });
});
