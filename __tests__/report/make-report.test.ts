import { describe, expect, test } from '@jest/globals';

import { NO_COUNTS } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import { createReport, createTestset } from '../support/reports.ts';
import { endedCreate } from '../../src/wait/wait.ts';
import type { TestsetResult } from '../../src/model/testset-result.ts';
import { judgeTestsets } from '../../src/verdict/judge.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { outcomeOf, type Report } from '../../src/model/report.ts';
import { makeReport } from '../../src/report/make-report.ts';

function report(...testsetResults: TestsetResult[]): Report {
  const limits = { fail: 0, error: 0, stop: 0 };
  return makeReport({
    judged: judgeTestsets(testsetResults, { limits, quarantine: [] }),
    limits,
    run: createReport().run,
    request: { kind: 'automated', name: 'n' },
    elapsedMs: 61_499,
  });
}

/** A testset of two devices, of which so many passed. */
function complete(id: number, passed: number) {
  const counts = { ...NO_COUNTS, total: 2, pass: passed, fail: 2 - passed };
  const status = { isComplete: true, word: 'Complete', counts, active: 0, missingFields: [] } as const;
  const documents = (['xml', 'json'] as const).map((source) => {
    return { source, state: 'read' as const, passed, notPassed: 0, why: '' };
  });
  const results = { documents, suites: [], warnings: ['a warning'], isCancelled: false };
  return { id, announcedDevices: 0, status, results };
}

const ERROR = new TestsetError({ code: 'credentials', message: 'It went wrong.', hint: 'Fix it.' });
const passed = (id: number): TestsetResult => complete(id, 2);
const failed = (id: number) => complete(id, 1);
const running = (id: number, outcome: 'started' | 'timed-out'): TestsetResult =>
  createTestset({ id, ...outcomeOf(outcome), status: 'Running', counts: { ...NO_COUNTS, total: 2, pass: 1 } });
const notCreated = (outcome: 'refused' | 'unknown-start'): TestsetResult => endedCreate({ outcome, error: ERROR });

describe('the report of a run', () => {
  test.each<[string, TestsetResult, Outcome, Report['testsets'][0]['status']]>([
    ['passed', passed(1), 'passed', 'Complete'],
    ['failed', failed(1), 'failed', 'Complete'],
    ['not waited for', running(1, 'started'), 'started', 'Running'],
    ['the deadline', running(1, 'timed-out'), 'timed-out', 'Running'],
    ['a refused create', notCreated('refused'), 'refused', 'Unknown'],
    ['an unknown start', notCreated('unknown-start'), 'unknown-start', 'Unknown'],
  ])('%s', (_what, testset, outcome, word) => {
    const made = report(testset);
    expect(made.outcome).toBe(outcome);
    expect(made.testsets).toMatchObject([{ outcome, status: word }]);
    expect(made.sentence).not.toBe('');
    expect(made.hint === '').toBe(outcome === 'passed');
  });

  test('sums the counts', () => {
    const made = report(passed(1), failed(2), running(3, 'started'));
    expect(made.counts).toEqual({ total: 6, pass: 4, fail: 1, error: 0, stop: 0 });
    expect(made.durationSeconds).toBe(61);
  });

  test('takes the worst outcome of several', () => {
    const made = report(passed(1), failed(2), running(3, 'timed-out'), running(4, 'timed-out'));
    expect(made).toMatchObject({ outcome: 'timed-out', hint: expect.stringContaining('testset-id: 3,4') });
  });

  test('says of a failed testset, too, that its documents name different devices', () => {
    const testset = failed(1);
    const results = { ...testset.results, difference: 'Only one has A.' };
    expect(report({ ...testset, results }).testsets).toMatchObject([{ outcome: 'failed', devicesDiffer: true }]);
    expect(report(testset).testsets[0]?.devicesDiffer).toBeUndefined();
  });

  test('is not green without testsets', () => {
    expect(report()).toMatchObject({ outcome: 'not-started', testsets: [] });
  });

  test('has the status, then the documents, and what went wrong', () => {
    const [testset] = report(passed(1)).testsets;
    expect(testset?.sources.map(({ source, passed: number }) => [source, number])).toEqual([
      ['status', 2],
      ['xml', 2],
      ['json', 2],
    ]);
    expect(testset?.warnings).toEqual(['a warning']);
    expect(report(notCreated('refused'))).toMatchObject({
      sentence: 'Not accepted: wrong user id or access key. It went wrong. No testset was created.',
      hint: 'Fix it.',
      testsets: [{ problem: { code: 'credentials', message: 'It went wrong.', hint: 'Fix it.' } }],
    });
  });

  test('does not pass if two scenarios have the same testset', () => {
    expect(report(passed(1), passed(1)).outcome).toBe('inconclusive');
  });
});
