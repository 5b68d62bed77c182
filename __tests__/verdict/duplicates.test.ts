import { describe, expect, test } from '@jest/globals';

import type { TestsetReport } from '../../src/model/report.ts';
import { findDuplicates, rejectDuplicate } from '../../src/verdict/duplicates.ts';
import { createTestcase, createTestset, without } from '../support/reports.ts';

function rejectDuplicates(testsets: readonly TestsetReport[]): readonly TestsetReport[] {
  const duplicatesOf = findDuplicates(testsets);
  return testsets.map((testset) => rejectDuplicate(testset, duplicatesOf(testset)));
}

function outcomesOf(testsets: readonly TestsetReport[]): readonly string[] {
  return rejectDuplicates(testsets).map(({ outcome }) => outcome);
}

test('testsets with the same identifier are inconclusive, or what is worse', () => {
  const [one, other] = [createTestset({ id: 5 }), createTestset({ id: 6, suites: [] })];
  const unknown = without({ ...other }, 'id');
  const rejected = rejectDuplicates([one, other, { ...one, outcome: 'refused' }, unknown, unknown]);
  expect(rejected.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'passed', 'refused', 'passed', 'passed']);
  expect(rejected[0]?.reasons).toEqual([{ sentence: 'The service returned testset 5 for more than one scenario.' }]);
});

describe('testsets with identical results', () => {
  const linked = [createTestcase(0), createTestcase(1)] as const;

  test('and links are inconclusive, and the reason names them', () => {
    const [first, second, other] = [
      createTestset({ id: 5 }, linked),
      createTestset({ id: 6 }, linked),
      createTestset({ id: 7 }, [createTestcase(0), createTestcase(1, { url: 'https://app.example.com/7' })]),
    ];
    const named = { ...second, id: 8, suites: second.suites.map((suite) => ({ ...suite, name: 'scenario 8' })) };
    expect(outcomesOf([first, other, second, named])).toEqual(['inconclusive', 'passed', 'inconclusive', 'passed']);
    expect(rejectDuplicates([first, second])[1]?.reasons).toEqual([
      { sentence: 'Testsets 5, 6 have identical results and result links.' },
    ]);
    expect(outcomesOf([first])).toEqual(['passed']);
  });

  test('are found whatever their labels, also beside an empty suite', () => {
    const testsets = (['failed', 'stopped'] as const).map((result, id) => {
      const testcases = linked.map((each, at) => ({ ...each, result: at === 0 ? ('passed' as const) : result }));
      const suites = [[], testcases].map((named) => ({ name: 'S', testcases: named }));
      return createTestset({ id, outcome: 'failed', suites });
    });
    expect(outcomesOf(testsets)).toEqual(['inconclusive', 'inconclusive']);
  });

  test.each([
    ['without links', linked.map((testcase) => without(testcase, 'url'))],
    ['without devices', []],
  ])('but %s may be equal by chance', (_what, testcases) => {
    const testsets = [5, 6].map((id) => createTestset({ id }, testcases));
    expect(outcomesOf(testsets)).toEqual(['passed', 'passed']);
  });

  test('are not those in which another device passed', () => {
    const testsets = [0, 1].map((failing) => {
      const testcases = linked.map((each, at) => (at === failing ? { ...each, result: 'failed' as const } : each));
      return createTestset({ id: failing, outcome: 'failed' }, testcases);
    });
    expect(outcomesOf(testsets)).toEqual(['failed', 'failed']);
  });
});
