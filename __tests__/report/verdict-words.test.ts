import { describe, expect, test } from '@jest/globals';

import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import { OUTCOMES, type Outcome } from '../../src/model/outcome.ts';
import type { TestsetReport } from '../../src/model/report.ts';
import {
  OUTCOME_ICONS,
  OUTCOME_WORDS,
  RESULT_WORDS,
  countDevices,
  countsLine,
  verdictTitle,
} from '../../src/report/verdict-words.ts';
import {
  allPassed,
  createReport,
  createTestset,
  inconclusive,
  mixed60,
  oneFailed,
  severalTestsets,
  timedOut,
  without,
} from '../support/reports.ts';

const NOT_CREATED = without(createTestset({ status: 'Unknown', suites: [] }), 'id');

function one(outcome: Outcome, counts: Partial<Counts>, testset: Partial<TestsetReport> = {}): string {
  const all = { ...NO_COUNTS, ...counts };
  return verdictTitle(
    createReport({ outcome, counts: all, testsets: [createTestset({ outcome, counts: all, ...testset })] }),
  );
}

describe('the heading', () => {
  test.each([
    [allPassed(), 'Passed: 3 of 3 devices passed'],
    [oneFailed(), 'Failed: 1 of 3 devices failed'],
    [mixed60(), 'Failed: 3 of 60 devices failed, 1 had an error, 1 was stopped'],
    [timedOut(), 'Timed out: 4 of 12 devices had not finished'],
    [inconclusive(), 'Inconclusive: the status counts 12 of 12 devices as passed'],
    [severalTestsets(), 'Refused: the service said no to 1 of 3 testsets'],
  ])('of a report is a verdict in words', (report, words) => {
    expect(verdictTitle(report)).toBe(words);
  });

  test.each<[Outcome, Partial<Counts>, string]>([
    ['passed', { total: 1, pass: 1 }, 'Passed: 1 of 1 device passed'],
    ['passed', { total: 1_500, pass: 1_500 }, 'Passed: 1,500 of 1,500 devices passed'],
    [
      'passed',
      { total: 5, pass: 2, fail: 1, stop: 2 },
      'Passed: 2 of 5 devices passed, 1 failed, 2 were stopped, within the limits',
    ],
    ['failed', { total: 2, pass: 1, error: 1 }, 'Failed: 1 of 2 devices had an error'],
    ['failed', { total: 3, stop: 1, pass: 1 }, 'Failed: 1 of 3 devices was stopped, 1 did not finish'],
    ['failed', {}, 'Failed'],
    ['inconclusive', {}, 'Inconclusive: no device is known'],
    ['inconclusive', { total: 1 }, 'Inconclusive: none of 1 device passed'],
    ['timed-out', { total: 3, pass: 3 }, 'Timed out: a testset was still running'],
    ['cancelled', { total: 3, pass: 1 }, 'Cancelled: 2 of 3 devices had not finished'],
    ['cancelled', {}, 'Cancelled: the step did not wait for the end'],
    ['refused', {}, 'Refused: the service said no'],
    ['unknown-start', {}, 'Unknown start: a testset may or may not have been created'],
    ['not-started', {}, 'Not started: no testset was created'],
  ])('%s with %j', (outcome, counts, words) => {
    expect(one(outcome, counts)).toBe(words);
  });

  test.each([
    [{ total: 60 }, 'Started: 60 of 60 devices are still to finish'],
    [{ total: 60, pass: 59 }, 'Started: 1 of 60 devices is still to finish'],
    [{}, 'Started: a testset is running'],
  ])('of a start with %j', (counts, words) => {
    expect(one('started', counts, { status: 'Running' })).toBe(words);
  });

  test('of several', () => {
    const testsets = (outcome: Outcome): TestsetReport[] => [
      createTestset({ status: 'Running' }),
      { ...NOT_CREATED, outcome },
    ];
    const several = (outcome: Outcome): string =>
      verdictTitle(createReport({ outcome, counts: NO_COUNTS, testsets: testsets(outcome) }));
    const running = [createTestset({ status: 'Running' }), createTestset({ status: 'Running' })];
    expect(verdictTitle(createReport({ outcome: 'started', counts: NO_COUNTS, testsets: running }))).toBe(
      'Started: 2 testsets are running',
    );
    expect(several('unknown-start')).toBe('Unknown start: 1 of 2 testsets may or may not have been created');
    expect(several('not-started')).toBe('Not started: 1 of 2 testsets could not be started');
    expect(several('timed-out')).toBe('Timed out: a testset was still running');
  });

  test('claims nothing of a testset that gave no status', () => {
    const unknown = { status: 'Unknown' } as const;
    expect(one('timed-out', {}, unknown)).toBe('Timed out: no status was ever heard');
    expect(one('started', {}, unknown)).toBe('Started: this step does not wait for the end');
    expect(one('cancelled', {}, unknown)).toBe('Cancelled: the step did not wait for the end');
    const started = [createTestset({ status: 'Running' }), createTestset(unknown), createTestset()];
    expect(verdictTitle(createReport({ outcome: 'started', counts: NO_COUNTS, testsets: started }))).toBe(
      'Started: a testset is running',
    );
    const nothing = createReport({ outcome: 'inconclusive', counts: NO_COUNTS, testsets: started });
    expect(verdictTitle(nothing)).toBe('Inconclusive: no unit test is known');
  });

  test('of a cancel before anything was created', () => {
    expect(verdictTitle(createReport({ outcome: 'cancelled', counts: NO_COUNTS, testsets: [NOT_CREATED] }))).toBe(
      'Cancelled: no testset was started',
    );
  });
});

test('the totals have noughts rather than gaps', () => {
  expect(countsLine(mixed60())).toBe('60 devices: 55 passed · 3 failed · 1 with an error · 1 stopped · 0 not finished');
  expect(countsLine(severalTestsets())).toBe(
    '8 unit tests: 7 passed · 1 failed · 0 with an error · 0 stopped · 0 not finished',
  );
  expect(countsLine(createReport())).toBe(
    '1 device: 1 passed · 0 failed · 0 with an error · 0 stopped · 0 not finished',
  );
});

test('there is one word for what is counted', () => {
  const some = (testsets: number): string => countDevices({ testsets: Array.from({ length: testsets }) }, 2, 'more');
  expect([0, 1, 2].map(some)).toEqual(['2 more devices', '2 more devices', '2 more unit tests']);
});

test('no two words, and no two signs, are the same', () => {
  expect(new Set(OUTCOMES.map((outcome) => OUTCOME_WORDS[outcome])).size).toBe(OUTCOMES.length);
  expect(new Set(OUTCOMES.map((outcome) => OUTCOME_ICONS[outcome])).size).toBe(OUTCOMES.length);
  expect(new Set(Object.values(RESULT_WORDS).map((words) => words.split(' ')[0])).size).toBe(7);
});
