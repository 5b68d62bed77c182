import { describe, expect, test } from '@jest/globals';

import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { TestsetResult } from '../../src/wait/wait.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Report } from '../../src/model/report.ts';
import type { Results } from '../../src/results/fetch-results.ts';
import type { Status } from '../../src/service/wire.ts';
import { makeReport } from '../../src/verdict/make-report.ts';

const RUN = {
  repository: '',
  workflow: '',
  job: '',
  step: 'run-testset',
  runId: '',
  runNumber: 1,
  attempt: 1,
  commit: '',
  url: '',
};

function report(...testsetResults: TestsetResult[]): Report {
  return makeReport({
    testsetResults,
    limits: { fail: 0, error: 0, stop: 0 },
    run: RUN,
    request: { kind: 'automated', name: 'n' },
    elapsedMs: 61_499,
  });
}

function status(counts: Partial<Counts>, word = 'Running'): Status {
  return { complete: word === 'Complete', word, counts: { ...NO_COUNTS, ...counts }, busy: 0, preparing: 0, gaps: [] };
}

function resultsWith(passed: number): Results {
  const read = { state: 'read', passed, notPassed: 0, why: '' } as const;
  return {
    documents: [
      { source: 'xml', ...read },
      { source: 'json', ...read },
    ],
    suites: [],
    warnings: ['a warning'],
    cancelled: false,
  };
}

const known = (id: number, announcedDevices = 0, existed = false) => ({ id, announcedDevices, existed });
const ERROR = new TestsetError('credentials', 'It went wrong.', 'Fix it.');
const passed = (id: number): TestsetResult => ({
  kind: 'complete',
  ...known(id),
  status: status({ total: 2, pass: 2 }, 'Complete'),
  results: resultsWith(2),
});
const failed = (id: number): TestsetResult => ({
  kind: 'complete',
  ...known(id),
  status: status({ total: 2, pass: 1, fail: 1 }, 'Complete'),
  results: resultsWith(1),
});
const running = (id: number, why: 'polled-once' | 'deadline' | 'failing' | 'cancelled'): TestsetResult => ({
  kind: 'unfinished',
  ...known(id),
  ending: {
    kind: 'running',
    why,
    status: status({ total: 2, pass: 1 }),
    ...(why === 'failing' && { error: ERROR }),
  },
});
const notCreated = (outcome: 'refused' | 'unknown-start' | 'not-started' | 'cancelled'): TestsetResult => ({
  kind: 'not-created',
  failure: { kind: 'not-created', outcome, error: ERROR },
});

describe('the report of a run', () => {
  test.each<[string, TestsetResult, Outcome, Report['testsets'][0]['status']]>([
    ['passed', passed(1), 'passed', 'Complete'],
    ['failed', failed(1), 'failed', 'Complete'],
    ['polled once', running(1, 'polled-once'), 'started', 'Running'],
    ['not waited for', { kind: 'unwatched', ...known(1, 3) }, 'started', 'Running'],
    ['the deadline', running(1, 'deadline'), 'timed-out', 'Running'],
    ['failed polls', running(1, 'failing'), 'timed-out', 'Running'],
    [
      'failed polls without a status',
      { kind: 'unfinished', ...known(1), ending: { kind: 'running', why: 'failing' } },
      'timed-out',
      'Running',
    ],
    [
      'failed polls without a status of a testset that existed',
      { kind: 'unfinished', ...known(1, 0, true), ending: { kind: 'running', why: 'failing' } },
      'timed-out',
      'Unknown',
    ],
    ['a cancel', running(1, 'cancelled'), 'cancelled', 'Running'],
    [
      'a refused poll',
      { kind: 'unfinished', ...known(1), ending: { kind: 'refused', error: ERROR } },
      'refused',
      'Running',
    ],
    [
      'a refused poll of a testset that existed',
      { kind: 'unfinished', ...known(1, 0, true), ending: { kind: 'refused', error: ERROR } },
      'refused',
      'Unknown',
    ],
    ['a refused create', notCreated('refused'), 'refused', 'Unknown'],
    ['an unknown create', notCreated('unknown-start'), 'unknown-start', 'Unknown'],
    ['a create that was not sent', notCreated('not-started'), 'not-started', 'Unknown'],
    ['a cancelled create', notCreated('cancelled'), 'cancelled', 'Unknown'],
  ])('%s', (_what, testset, outcome, word) => {
    const made = report(testset);
    expect(made.outcome).toBe(outcome);
    expect(made.testsets).toMatchObject([{ outcome, status: word }]);
    expect(made.sentence).not.toBe('');
    expect(made.hint === '').toBe(outcome === 'passed' || outcome === 'started');
  });

  test('has the identifier of a testset that may have been created, and says how to attach to it', () => {
    const failure = { kind: 'not-created', outcome: 'unknown-start', error: ERROR, id: 5 } as const;
    const made = report({ kind: 'not-created', failure });
    expect(made).toMatchObject({
      outcome: 'unknown-start',
      sentence: expect.stringContaining('Testset 5'),
      hint: expect.stringContaining('`testset-id: 5`'),
      testsets: [{ id: 5, outcome: 'unknown-start' }],
    });
  });

  test('sums the counts, and counts announced devices before the first status', () => {
    const made = report(passed(1), failed(2), { kind: 'unwatched', ...known(3, 5) });
    expect(made.counts).toEqual({ total: 9, pass: 3, fail: 1, error: 0, stop: 0 });
    expect(made.durationSeconds).toBe(61);
  });

  test('takes the worst outcome of several', () => {
    const made = report(passed(1), failed(2), running(3, 'deadline'), running(4, 'deadline'));
    expect(made).toMatchObject({ outcome: 'timed-out', hint: expect.stringContaining('testset-id: 3,4') });
  });

  test('says of several testsets that they are still running', () => {
    expect(report(running(1, 'cancelled'), running(2, 'cancelled')).sentence).toContain(
      'the testsets are still running.',
    );
    expect(report(running(1, 'cancelled'), passed(2)).sentence).toContain('the testset is still running.');
  });

  test.each<[why: 'deadline' | 'failing' | 'cancelled', reason: string]>([
    ['deadline', '`timeout` was reached'],
    ['cancelled', 'The run was cancelled'],
    ['failing', 'Its status could not be read.'],
  ])('says what ended the wait: %s', (why, reason) => {
    const withoutStatus: TestsetResult = {
      kind: 'unfinished',
      ...known(1, 0, true),
      ending: { kind: 'running', why },
    };
    expect(report(running(1, why)).testsets[0]?.reasons[0]?.sentence).toContain(reason);
    expect(report(withoutStatus).testsets[0]?.reasons[0]?.sentence).toContain(reason);
    expect(report(withoutStatus).sentence).not.toContain('still running');
  });

  test('has a few words for an error of this action', () => {
    const broken: TestsetResult = { kind: 'unfinished', ...known(1), ending: { kind: 'broken', error: ERROR } };
    const reasons = [{ words: 'an unexpected error occurred', sentence: 'It went wrong.' }];
    expect(report(broken).testsets).toMatchObject([{ outcome: 'inconclusive', reasons }]);
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
      sentence: 'It went wrong.',
      hint: 'Fix it.',
      testsets: [{ problem: { code: 'credentials', message: 'It went wrong.', hint: 'Fix it.' } }],
    });
  });

  test('does not pass if two scenarios have the same testset', () => {
    expect(report(passed(1), passed(1)).outcome).toBe('inconclusive');
  });
});
