import { describe, expect, test } from '@jest/globals';

import { TestsetError } from '../../src/model/errors.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Report } from '../../src/model/report.ts';
import type { Testset } from '../../src/model/testset.ts';
import { reportOf } from '../support/reports.ts';
import { complete, devices, notCreated, unfinished } from '../support/testsets.ts';

const report = (...testsets: Testset[]): Report => reportOf(testsets, { durationSeconds: 61.499 });
const passed = (id: number) => complete(devices(2), { id, warnings: ['a warning'] });
const failed = (id: number) => complete(devices(2, { 1: 'failed' }), { id });
const running = (id: number, outcome: 'started' | 'timed-out') =>
  unfinished(outcome, { id, counts: { total: 2, pass: 1 } });
const error = new TestsetError({ code: 'credentials', message: 'It went wrong.', hint: 'Fix it.' });

describe('the report of a run', () => {
  test.each<[string, Testset, Outcome]>([
    ['passed', passed(1), 'passed'],
    ['failed', failed(1), 'failed'],
    ['not waited for', running(1, 'started'), 'started'],
    ['the deadline', running(1, 'timed-out'), 'timed-out'],
    ['a refused create', notCreated('refused', { error }), 'refused'],
    ['an unknown start', notCreated('unknown-start', { error }), 'unknown-start'],
  ])('%s', (_what, testset, outcome) => {
    const made = report(testset);
    expect(made.outcome).toBe(outcome);
    expect(made.testsets).toMatchObject([{ outcome, kind: testset.kind }]);
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

  test('is not green without testsets', () => {
    expect(report()).toMatchObject({ outcome: 'not-started', testsets: [] });
  });

  test('has what went wrong', () => {
    expect(report(passed(1)).testsets[0]?.warnings).toEqual(['a warning']);
    expect(report(notCreated('refused', { error }))).toMatchObject({
      sentence: 'Not accepted: wrong user id or access key. It went wrong. No testset was created.',
      hint: 'Fix it.',
      testsets: [{ problem: { code: 'credentials', message: 'It went wrong.', hint: 'Fix it.' } }],
    });
  });

  test('does not pass if two scenarios have the same testset', () => {
    expect(report(passed(1), passed(1)).outcome).toBe('inconclusive');
  });
});
