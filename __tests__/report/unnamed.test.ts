import { expect, test } from '@jest/globals';
import { unnamed } from '../../src/report/unnamed.ts';
import type { TestResult } from '../../src/results/document.ts';
import { createTestcase, createTestset } from '../support/reports.ts';

const counts = { total: 0, pass: 0, fail: 0, error: 0, stop: 0 };
const P: TestResult = 'passed';
const F: TestResult = 'failed';

test.each([
  ['all are named', { total: 2, pass: 2 }, [P, P], []],
  [
    'one was stopped',
    { total: 2, pass: 1, stop: 1 },
    [P],
    ['1 unit test was stopped and is not in the result documents.'],
  ],
  [
    'two were stopped',
    { total: 3, pass: 1, stop: 2 },
    [P],
    ['2 unit tests were stopped and are not in the result documents.'],
  ],
  [
    'one never finished',
    { total: 2, pass: 1 },
    [P],
    ['1 unit test did not finish and is not in the result documents.'],
  ],
  [
    'one of each',
    { total: 4, pass: 1, fail: 1, stop: 1 },
    [P, F],
    [
      '1 unit test was stopped and is not in the result documents.',
      '1 unit test did not finish and is not in the result documents.',
    ],
  ],
  [
    'which of the bad ones is missing cannot be told',
    { total: 3, pass: 1, fail: 1, stop: 1 },
    [P],
    ['2 unit tests that did not pass are not in the result documents.'],
  ],
  [
    'more ended than there were',
    { total: 2, pass: 1, stop: 3 },
    [P],
    ['1 unit test that did not pass is not in the result documents.'],
  ],
  [
    'one that passed is missing',
    { total: 3, pass: 3 },
    [P, P],
    ['1 unit test that the status counts is not in the result documents.'],
  ],
  ['as many are named, though not as the status counts them', { total: 2, pass: 2 }, [P, F], []],
  ['the documents name more', { total: 1, pass: 1 }, [P, P], []],
])('%s', (_, given, results, notes) => {
  const testset = createTestset(
    {},
    results.map((result, at) => createTestcase(at, { result })),
  );
  expect(unnamed({ ...testset, counts: { ...counts, ...given } })).toEqual(notes);
});

test('without a document nothing is missing from it', () => {
  const testset = createTestset({ counts: { ...counts, total: 5, pass: 5 } }, []);
  const witnesses = testset.witnesses.filter(({ source }) => source === 'status');
  expect(unnamed({ ...testset, witnesses })).toEqual([]);
});
