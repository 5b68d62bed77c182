import { describe, expect, test } from '@jest/globals';

import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { TestsetResult } from '../../src/wait/wait.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Report } from '../../src/model/report.ts';
import type { Collected } from '../../src/results/collected.ts';
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

function report(...followed: TestsetResult[]): Report {
  return makeReport({
    followed,
    limits: { fail: 0, error: 0, stop: 0 },
    run: RUN,
    request: { kind: 'automated', name: 'n' },
    elapsedMs: 61_499,
  });
}

function status(counts: Partial<Counts>, word = 'Running'): Status {
  return { complete: word === 'Complete', word, counts: { ...NO_COUNTS, ...counts }, busy: 0, gaps: [] };
}

function collected(passed: number): Collected {
  const witness = { state: 'read', passed, notPassed: 0, why: '' } as const;
  return {
    documents: [
      { source: 'xml', ...witness },
      { source: 'json', ...witness },
    ],
    suites: [],
    warnings: ['a warning'],
    cancelled: false,
  };
}

const known = (id: number, announced = 0, created = true) => ({ id, announced, created });
const trouble = (code: 'credentials' | 'unknown-start' | 'cancelled' | 'unreachable') =>
  new TestsetError(code, 'It went wrong.', 'Mend it.');
const passed = (id: number): TestsetResult => ({
  kind: 'complete',
  ...known(id),
  status: status({ total: 2, pass: 2 }, 'Complete'),
  collected: collected(2),
});
const failed = (id: number): TestsetResult => ({
  kind: 'complete',
  ...known(id),
  status: status({ total: 2, pass: 1, fail: 1 }, 'Complete'),
  collected: collected(1),
});
const running = (id: number, why: 'polled-once' | 'deadline' | 'failing' | 'cancelled'): TestsetResult => ({
  kind: 'unfinished',
  ...known(id),
  ending: {
    kind: 'running',
    why,
    status: status({ total: 2, pass: 1 }),
    ...(why === 'failing' && { error: trouble('unreachable') }),
  },
});
const over = (outcome: 'refused' | 'unknown-start' | 'not-started' | 'cancelled'): TestsetResult => ({
  kind: 'not-created',
  over: { kind: 'not-created', outcome, error: trouble('credentials') },
});

describe('the report that is made of a run', () => {
  test.each<[string, TestsetResult, Outcome, Report['testsets'][0]['status']]>([
    ['passed', passed(1), 'passed', 'Complete'],
    ['failed', failed(1), 'failed', 'Complete'],
    ['asked once', running(1, 'polled-once'), 'started', 'Running'],
    ['not waited for', { kind: 'unwatched', ...known(1, 3) }, 'started', 'Running'],
    ['the deadline', running(1, 'deadline'), 'timed-out', 'Running'],
    ['failed looks', running(1, 'failing'), 'timed-out', 'Running'],
    [
      'failed looks without a word',
      { kind: 'unfinished', ...known(1), ending: { kind: 'running', why: 'failing' } },
      'timed-out',
      'Running',
    ],
    [
      'failed looks without a word at a testset that was named',
      { kind: 'unfinished', ...known(1, 0, false), ending: { kind: 'running', why: 'failing' } },
      'timed-out',
      'Unknown',
    ],
    ['a cancel', running(1, 'cancelled'), 'cancelled', 'Running'],
    [
      'a refused look',
      { kind: 'unfinished', ...known(1), ending: { kind: 'refused', error: trouble('credentials') } },
      'refused',
      'Running',
    ],
    [
      'a refused look at a testset that was named',
      { kind: 'unfinished', ...known(1, 0, false), ending: { kind: 'refused', error: trouble('credentials') } },
      'refused',
      'Unknown',
    ],
    ['a refused create', over('refused'), 'refused', 'Unknown'],
    ['an unknown create', over('unknown-start'), 'unknown-start', 'Unknown'],
    ['a create that never was', over('not-started'), 'not-started', 'Unknown'],
    ['a cancelled create', over('cancelled'), 'cancelled', 'Unknown'],
  ])('%s', (_what, testset, outcome, word) => {
    const made = report(testset);
    expect(made.outcome).toBe(outcome);
    expect(made.testsets).toMatchObject([{ outcome, status: word }]);
    expect(made.sentence).not.toBe('');
    expect(made.hint === '').toBe(outcome === 'passed' || outcome === 'started');
  });

  test('sums the counts, the announced ones where no status was heard', () => {
    const made = report(passed(1), failed(2), { kind: 'unwatched', ...known(3, 5) });
    expect(made.counts).toEqual({ total: 9, pass: 3, fail: 1, error: 0, stop: 0 });
    expect(made.durationSeconds).toBe(61);
  });

  test('takes the worst word of several, and names who is concerned', () => {
    const made = report(passed(1), failed(2), running(3, 'deadline'), running(4, 'deadline'));
    expect(made.outcome).toBe('timed-out');
    expect(made.sentence).toMatch(/^Testsets 3, 4 took too long: /);
    expect(made.hint).toContain('testset-id: 3,4');
  });

  test('names five testsets and three reasons at most', () => {
    const many = (make: (id: number) => TestsetResult): string => report(...[1, 2, 3, 4, 5, 6, 7].map(make)).sentence;
    expect(many(failed)).toBe(
      'Testsets 1, 2, 3, 4, 5 and 2 more failed: 1 unit test failed, 7 in all; `max-fail` allows 0.',
    );
    const refused = (id: number): TestsetResult => ({
      kind: 'unfinished',
      ...known(id),
      ending: { kind: 'refused', error: new TestsetError('credentials', `No ${id}.`, '') },
    });
    expect(many(refused)).toBe('Testsets 1, 2, 3, 4, 5 and 2 more were refused: No 1. No 2. No 3. And 4 more reasons.');
  });

  test('tells nobody to go on waiting for a testset that may not exist, unless nothing speaks against it', () => {
    const ending = { kind: 'refused', error: trouble('credentials') } as const;
    expect(report({ kind: 'unfinished', ...known(1, 0, false), ending }).hint).toBe('Mend it.');
    const failing = { kind: 'running', why: 'failing', error: trouble('unreachable') } as const;
    expect(report({ kind: 'unfinished', ...known(1, 0, false), ending: failing }).hint).toContain('testset-id: 1');
  });

  test('gives no word and nothing green for nothing', () => {
    expect(report()).toMatchObject({ outcome: 'not-started', testsets: [] });
  });

  test('shows the status beside the documents, with what trouble there was', () => {
    const [testset] = report(passed(1)).testsets;
    expect(testset?.sources.map(({ source, passed: number }) => [source, number])).toEqual([
      ['status', 2],
      ['xml', 2],
      ['json', 2],
    ]);
    expect(testset?.warnings).toEqual(['a warning']);
    expect(report(over('refused')).testsets[0]?.problem).toEqual({
      code: 'credentials',
      message: 'It went wrong.',
      hint: 'Mend it.',
    });
    expect(report(over('refused')).sentence).toBe('It went wrong.');
    expect(report(over('refused')).hint).toBe('Mend it.');
  });
});
