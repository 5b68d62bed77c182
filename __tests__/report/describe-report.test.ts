import { describe, expect, test } from '@jest/globals';

import { worstOutcome, type Outcome } from '../../src/model/outcome.ts';
import type { Reason, TestsetReport } from '../../src/model/report.ts';
import { describeReport, hintOf, sentenceOf, type ReportText } from '../../src/report/describe-report.ts';
import { OUTCOME_TEXTS } from '../../src/report/outcomes.ts';
import { createReport, createTestcase, createTestset, oneFailed, without } from '../support/reports.ts';

const problem = { code: 'credentials', message: 'Denied.', hint: 'Check the key.' } as const;

const rejection = { code: 4081, reason: 'None is free', message: 'Wrong' };

const testset = (id: number, outcome: Outcome, ...sentences: string[]): TestsetReport =>
  createTestset({ id, outcome, reasons: sentences.map((sentence): Reason => ({ sentence })) });

const scenario = (number: number, outcome: Outcome, ...sentences: string[]): TestsetReport => {
  const base = { ...testset(1, outcome, ...sentences), scenario: number, suites: [], sources: [] };
  return { ...without(base, 'id'), status: 'Unknown' };
};

function describeAll(testsets: readonly TestsetReport[], name = 'Fix login #7'): ReportText {
  const outcome = worstOutcome(testsets.map((each) => each.outcome));
  const report = createReport({ outcome, testsets, request: { kind: 'scenario', name } });
  return describeReport(without(report, 'hint'));
}

const hint = (testsets: readonly TestsetReport[], name?: string): string => hintOf(describeAll(testsets, name));

const failed = { outcome: 'failed', reasons: [{ sentence: 'Why.' }] } as const;
const code = "The service's code is 4081: Wrong: None is free.";

test.each<[sentence: string, testsets: readonly TestsetReport[]]>([
  ['The only device passed.', [testset(1, 'passed')]],
  ['All 2 testsets passed.', [testset(1, 'passed'), testset(2, 'passed')]],
  ['The only device did not pass. Why.', [createTestset(failed, [createTestcase(0, { result: 'failed' })])]],
  ['1 of 2 testsets failed. Testset 1: Why.', [testset(1, 'failed', 'Why.'), testset(2, 'passed')]],
  ['Inconclusive: No device passed.', [testset(1, 'inconclusive', 'No device passed.')]],
  ['Inconclusive: One. Two.', [testset(1, 'inconclusive', 'One.', 'Two.')]],
  [
    'Not accepted: wrong user id or access key. Denied. No testset was created.',
    [{ ...scenario(1, 'refused', 'Denied.'), problem }],
  ],
  [
    `Not accepted: no device of the project is free. No testset was created. ${code}`,
    [{ ...scenario(1, 'refused'), problem: { ...problem, rejection } }],
  ],
  [
    'Not started: the service could not be used. Denied. No testset was created.',
    [{ ...scenario(1, 'not-started'), problem }],
  ],
  ['2 of 2 scenarios were not accepted. Scenarios 6, 7: Why.', [6, 7].map((at) => scenario(at, 'refused', 'Why.'))],
])('%s', (sentence, testsets) => {
  expect(sentenceOf(describeAll(testsets))).toBe(sentence);
});

test('the sentence names five testsets and three reasons, each once', () => {
  const ids = [1, 2, 3, 4, 5, 6, 7];
  const alike = describeAll(ids.map((id) => testset(id, 'failed', 'Why.')));
  expect(alike.details).toEqual(['Testsets 1, 2, 3, 4, 5 and 2 more: Why.']);
  const different = describeAll(ids.map((id) => testset(id, 'refused', `No ${id}.`)));
  expect(different.details).toEqual(['Testsets 1, 2, 3, 4, 5 and 2 more: No 1. No 2. No 3. And 4 more reasons.']);
});

describe('the next step', () => {
  test('is empty if all passed', () => {
    expect(hint([testset(1, 'passed')])).toBe('');
    expect(hint([testset(1, 'passed'), testset(2, 'passed')])).toBe('');
  });

  test('names result pages only if a device that did not pass has one', () => {
    expect(hint(oneFailed().testsets)).toMatch(/result page/);
    const failed = without(createTestcase(0, { result: 'failed' }), 'url');
    const withoutPage = createTestset({ outcome: 'failed' }, [failed, createTestcase(1)]);
    expect(hint([withoutPage])).not.toMatch(/result page/);
    expect(hint([withoutPage])).toContain('testset-id: 251929');
  });

  test('is to attach to the testsets that may still run', () => {
    const running = { ...testset(1, 'timed-out'), status: 'Running' } as const;
    const withoutStatus = { ...testset(2, 'cancelled'), status: 'Unknown' } as const;
    expect(hint([running])).toMatch(/`testset-id: 1`/);
    expect(hint([running, withoutStatus, testset(3, 'passed')])).toContain('`testset-id: 1,2`');
    const refused = { ...testset(4, 'refused'), status: 'Unknown', problem } as const;
    expect(hint([refused])).toBe('Check the key.');
    expect(hint([refused, running])).toMatch(
      /^For the testset that was not accepted: Check the key\. .*`testset-id: 1`/,
    );
  });

  test('is to look for each testset that may have been created by its name', () => {
    const unknown = (number: number): TestsetReport[] =>
      Array.from({ length: number }, (_, at) => ({ ...scenario(101 + at, 'unknown-start'), problem }));
    expect(hint(unknown(1))).toContain('for the testset "Fix login #7"');
    expect(hint(unknown(2))).toContain('the testsets "Fix login #7 [101]", "Fix login #7 [102]":');
    expect(hint(unknown(5))).toContain('[104]", and for those of scenario 105:');
    expect(hint(unknown(30))).toContain('118, 119 and 11 more:');
    expect(hint(unknown(256), `${'x'.repeat(90)} #7`).length).toBeLessThan(1_000);
  });

  test('is to attach to a testset that may have been created, if its identifier is known', () => {
    const unknown = (number: number): TestsetReport => ({ ...scenario(number, 'unknown-start'), problem });
    const known = (number: number, id: number): TestsetReport => ({ ...unknown(number), id });
    expect(hint([known(101, 5)])).toContain('`testset-id: 5`');
    expect(hint([known(101, 5), known(102, 6)])).toContain('`testset-id: 5,6`');
    const one = hint([known(101, 5), unknown(102)]);
    expect(one).toContain('Check the key.');
    expect(one).toContain('`testset-id: 5`');
    const two = hint([unknown(102), known(101, 5), unknown(103)]);
    expect(two).toContain('the testsets "Fix login #7 [102]", "Fix login #7 [103]":');
    expect(two).toContain('`testset-id: 5`');
  });
});

test('every outcome has an icon and a word, and the check run ends as GitHub names it', () => {
  const conclusions = Object.entries(OUTCOME_TEXTS).map(([outcome, { conclusion }]) => [outcome, conclusion]);
  expect(Object.fromEntries(conclusions)).toEqual({
    passed: 'success',
    failed: 'failure',
    inconclusive: 'failure',
    'unknown-start': 'failure',
    'timed-out': 'timed_out',
    cancelled: 'cancelled',
    refused: 'failure',
    'not-started': 'failure',
    started: undefined,
  });
  for (const { icon, word } of Object.values(OUTCOME_TEXTS)) expect(icon !== '' && word !== '').toBe(true);
});
