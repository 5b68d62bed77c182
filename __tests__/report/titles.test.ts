import { describe, expect, test } from '@jest/globals';

import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import { OUTCOMES, type Outcome } from '../../src/model/outcome.ts';
import type { TestsetReport } from '../../src/model/report.ts';
import { OUTCOME_ICONS, OUTCOME_WORDS, RESULT_WORDS, countsLine, reportTitle } from '../../src/report/titles.ts';
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

function title(outcome: Outcome, counts: Partial<Counts>, ...testsets: TestsetReport[]): string {
  const all = { ...NO_COUNTS, ...counts };
  return reportTitle(createReport({ outcome, counts: all, testsets }));
}

describe('the title', () => {
  test.each([
    [allPassed(), 'Passed: 3 of 3 devices passed'],
    [oneFailed(), 'Failed: 1 of 3 devices failed'],
    [mixed60(), 'Failed: 3 of 60 devices failed, 1 had an error, 1 was stopped'],
    [timedOut(), 'Timed out: 4 of 12 devices did not finish'],
    [inconclusive(), 'Inconclusive: the status counts 12 of 12 devices as passed'],
    [severalTestsets(), 'Refused: the service rejected 1 of 3 testsets'],
  ])('of a report: %#', (report, words) => {
    expect(reportTitle(report)).toBe(words);
  });

  const running = createTestset({ status: 'Running' });
  const withoutStatus = createTestset({ status: 'Unknown' });
  test.each<[Outcome, Partial<Counts>, TestsetReport, string]>([
    ['passed', { total: 1_500, pass: 1_500 }, running, '1,500 of 1,500 devices passed'],
    [
      'passed',
      { total: 5, pass: 2, fail: 1, stop: 2 },
      running,
      '2 of 5 .*, 1 failed, 2 were stopped, within the limits',
    ],
    ['failed', { total: 2, pass: 1, error: 1 }, running, '1 of 2 devices had an error'],
    ['failed', { total: 3, stop: 1, pass: 1 }, running, '1 of 3 devices was stopped, 1 did not finish'],
    ['failed', {}, running, '^Failed$'],
    ['inconclusive', {}, running, 'there are no results'],
    ['inconclusive', { total: 1 }, running, 'none of 1 device passed'],
    ['timed-out', { total: 3, pass: 3 }, running, 'a testset is still running'],
    ['timed-out', {}, withoutStatus, 'no status'],
    ['cancelled', { total: 3, pass: 1 }, running, '2 of 3 devices had not finished'],
    ['cancelled', {}, running, 'the step did not wait'],
    ['cancelled', {}, NOT_CREATED, 'no testset was started'],
    ['started', { total: 60 }, running, '60 of 60 devices are not finished'],
    ['started', { total: 60, pass: 59 }, running, '1 of 60 devices is not finished'],
    ['started', {}, running, 'a testset is running'],
    ['started', {}, withoutStatus, 'this step does not wait'],
    ['refused', {}, NOT_CREATED, 'the service rejected the request'],
    ['unknown-start', {}, NOT_CREATED, 'a testset may have been created'],
    ['not-started', {}, NOT_CREATED, 'no testset was created'],
  ])('of %s with %j: %#', (outcome, counts, testset, words) => {
    expect(title(outcome, counts, { ...testset, outcome })).toMatch(new RegExp(`^${OUTCOME_WORDS[outcome]}`));
    expect(title(outcome, counts, { ...testset, outcome })).toMatch(new RegExp(words));
  });

  test.each<[Outcome, string]>([
    ['started', '2 testsets are running'],
    ['unknown-start', '1 of 2 testsets may have been created'],
    ['not-started', '1 of 2 testsets could not be created'],
    ['timed-out', 'a testset is still running'],
    ['inconclusive', 'there are no results'],
  ])('of several testsets: %s', (outcome, words) => {
    const other = outcome === 'started' ? running : { ...NOT_CREATED, outcome };
    expect(title(outcome, {}, running, other)).toBe(`${OUTCOME_WORDS[outcome]}: ${words}`);
  });
});

test('the counts include zeros', () => {
  expect(countsLine(mixed60().counts, 1)).toBe(
    '60 devices: 55 passed · 3 failed · 1 with an error · 1 stopped · 0 not finished',
  );
  expect(countsLine(severalTestsets().counts, 3)).toMatch(/^8 device runs: 7 passed · 1 failed /);
});

test('every word and every icon is used once', () => {
  expect(new Set(OUTCOMES.map((outcome) => OUTCOME_WORDS[outcome])).size).toBe(OUTCOMES.length);
  expect(new Set(OUTCOMES.map((outcome) => OUTCOME_ICONS[outcome])).size).toBe(OUTCOMES.length);
  expect(new Set(Object.values(RESULT_WORDS).map((words) => words.split(' ')[0])).size).toBe(7);
});
