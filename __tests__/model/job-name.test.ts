import { expect, test } from '@jest/globals';

import { formatJob, formatMatrix } from '../../src/model/job-name.ts';
import { RUN } from '../support/platform.ts';

test.each([
  [undefined, 'CI / test'],
  ['text', 'CI / test'],
  [{}, 'CI / test'],
  [{ shard: 'a', level: 34, fast: false, none: ' ', scenarios: [1, 2] }, 'CI / test (a, 34)'],
  [['x'.repeat(30), 'y'.repeat(30)], 'CI / test'],
  [{ a: 'x'.repeat(30), b: 'y'.repeat(30) }, `CI / test (${'x'.repeat(20)}, ${'y'.repeat(18)})`],
])('with the matrix %j the job is %s', (matrix, name) => {
  expect(formatJob({ ...RUN, matrix })).toBe(name);
});

test.each([
  [{ scenario: 7 }, ''],
  [{ scenario: 9 }, ' (9)'],
  [{ scenario: 7, level: 34 }, ' (7, 34)'],
])('beside scenarios that are known, the matrix %j is %j', (matrix, words) => {
  expect(formatMatrix(matrix, [7, 8])).toBe(words);
});

test('a run without a job has the name of its workflow', () => {
  expect(formatJob({ ...RUN, job: ' ', matrix: { level: 34 } })).toBe('CI');
});

test.each([
  ['__acme_run-testset_2', 'CI / test, step 2'],
  ['__self', 'CI / test'],
  ['ios__3', 'CI / test, step ios__3'],
])('a later step %s has a name of its own: %s', (step, name) => {
  expect([formatJob({ ...RUN, step }), formatJob({ ...RUN, step, isLaterStep: true })]).toEqual(['CI / test', name]);
});
