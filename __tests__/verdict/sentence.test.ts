import { describe, expect, test } from '@jest/globals';

import type { Outcome } from '../../src/model/outcome.ts';
import type { Reason, TestsetReport } from '../../src/model/report.ts';
import { describeOutcome, suggestNextStep } from '../../src/verdict/sentence.ts';
import { createReport, createTestcase, createTestset, oneFailed, without } from '../support/reports.ts';

const toReasons = (sentences: readonly string[]): Reason[] => sentences.map((sentence) => ({ sentence }));
const testset = (id: number, outcome: Outcome, ...reasons: string[]): TestsetReport =>
  createTestset({ id, outcome, reasons: toReasons(reasons) });
const scenario = (number: number, outcome: Outcome, ...reasons: string[]): TestsetReport =>
  without(
    createTestset({
      scenario: number,
      outcome,
      reasons: toReasons(reasons),
      status: 'Unknown',
      suites: [],
      sources: [],
    }),
    'id',
  );
const describeAll = (outcome: Outcome, ...testsets: TestsetReport[]): string =>
  describeOutcome(outcome, testsets, createReport({ testsets }).counts);

const problem = { code: 'credentials', message: '', hint: 'Check the key.' } as const;

describe('the sentence', () => {
  test.each<[Outcome, readonly TestsetReport[], string]>([
    ['passed', [testset(1, 'passed')], '1 of 1 device passed.'],
    ['passed', [testset(1, 'passed'), testset(2, 'passed')], '2 of 2 device runs passed.'],
    ['started', [testset(1, 'started')], 'Testset 1 started; this step does not wait for the end.'],
    ['failed', [testset(1, 'failed', 'Why.'), testset(2, 'passed')], 'Testset 1 failed: Why.'],
    ['inconclusive', [testset(1, 'inconclusive', 'Why.')], 'Testset 1 is inconclusive: Why.'],
    ['timed-out', [3, 4].map((id) => testset(id, 'timed-out', 'Why.')), 'Testsets 3, 4: Why.'],
    ['timed-out', [testset(1, 'timed-out', 'Why.'), testset(2, 'failed')], 'Testset 1: Why. 1 other testset failed.'],
    ['refused', [scenario(101, 'refused', 'Why.')], 'Scenario 101: Why.'],
    ['refused', [without(testset(1, 'refused', 'Why.'), 'id')], 'Why.'],
    ['refused', [testset(5, 'refused', 'Like testset 51.')], 'Testset 5: Like testset 51.'],
    [
      'unknown-start',
      [scenario(7, 'unknown-start', 'Why.')],
      'Scenario 7: unknown whether a testset was created. Why.',
    ],
    ['unknown-start', [testset(5, 'unknown-start', 'Why.')], 'Testset 5: unknown whether it was created. Why.'],
    [
      'unknown-start',
      [{ ...scenario(6, 'unknown-start', 'Why.'), id: 5 }, scenario(7, 'unknown-start', 'Why.')],
      'Scenarios 6, 7: unknown whether a testset was created. Why.',
    ],
  ])('of %s', (outcome, testsets, sentence) => {
    expect(describeAll(outcome, ...testsets)).toBe(sentence);
  });

  test('names five testsets and three reasons, each once', () => {
    const ids = [1, 2, 3, 4, 5, 6, 7];
    expect(describeAll('failed', ...ids.map((id) => testset(id, 'failed', 'Why.')))).toBe(
      'Testsets 1, 2, 3, 4, 5 and 2 more failed: Why.',
    );
    expect(describeAll('refused', ...ids.map((id) => testset(id, 'refused', `No ${id}.`)))).toBe(
      'Testsets 1, 2, 3, 4, 5 and 2 more: No 1. No 2. No 3. And 4 more reasons.',
    );
  });
});

describe('the next step', () => {
  const suggest = (outcome: Outcome, testsets: readonly TestsetReport[], name = 'Fix login #7'): string =>
    suggestNextStep(outcome, createReport({ testsets, request: { kind: 'scenario', name } }));

  test.each(['passed', 'started'] as const)('is empty for %s', (outcome) => {
    expect(suggest(outcome, [testset(1, outcome)])).toBe('');
  });

  test('names result pages only if a device that did not pass has one', () => {
    const pages = /result page/;
    expect(suggest('failed', oneFailed().testsets)).toMatch(pages);
    const failed = without(createTestcase(0, { result: 'failed' }), 'url');
    const withoutPage = createTestset({ outcome: 'failed' }, [failed, createTestcase(1)]);
    expect(suggest('failed', [withoutPage])).not.toMatch(pages);
    expect(suggest('failed', [withoutPage])).toContain('testset-id: 251929');
  });

  test('is to attach to the testsets that may still run', () => {
    const running = { ...testset(1, 'timed-out'), status: 'Running' } as const;
    const withoutStatus = { ...testset(2, 'cancelled'), status: 'Unknown' } as const;
    expect(suggest('timed-out', [running, withoutStatus, testset(3, 'passed')])).toContain('`testset-id: 1,2`');
    const refused = { ...testset(4, 'refused'), status: 'Unknown', problem } as const;
    expect(suggest('refused', [refused])).toBe('Check the key.');
    expect(suggest('refused', [refused, running])).toMatch(/^Check the key\. .*`testset-id: 1`/);
  });

  test('is to look for each testset that may have been created by its name', () => {
    const unknown = (number: number): TestsetReport[] =>
      Array.from({ length: number }, (_, at) => ({ ...scenario(101 + at, 'unknown-start'), problem }));
    expect(suggest('unknown-start', unknown(1))).toBe('Check the key.');
    expect(suggest('unknown-start', unknown(2))).toContain('the testsets "Fix login #7 [101]", "Fix login #7 [102]":');
    expect(suggest('unknown-start', unknown(5))).toContain('[104]", and for those of scenario 105:');
    expect(suggest('unknown-start', unknown(30))).toContain('118, 119 and 11 more:');
    expect(suggest('unknown-start', unknown(256), `${'x'.repeat(90)} #7`).length).toBeLessThan(1_000);
  });

  test('is to attach to a testset that may have been created, if its identifier is known', () => {
    const known = (number: number, id: number): TestsetReport => ({
      ...scenario(number, 'unknown-start'),
      id,
      problem,
    });
    const unknown = (number: number): TestsetReport => ({ ...scenario(number, 'unknown-start'), problem });
    expect(suggest('unknown-start', [known(101, 5), known(102, 6)])).toContain('`testset-id: 5,6`');
    const one = suggest('unknown-start', [known(101, 5), unknown(102)]);
    expect(one).toContain('Check the key.');
    expect(one).toContain('`testset-id: 5`');
    const two = suggest('unknown-start', [unknown(102), known(101, 5), unknown(103)]);
    expect(two).toContain('the testsets "Fix login #7 [102]", "Fix login #7 [103]":');
    expect(two).toContain('`testset-id: 5`');
  });
});
