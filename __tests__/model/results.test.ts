import { expect, test } from '@jest/globals';

import { countPassed } from '../../src/model/results.ts';
import { countResults } from '../../src/verdict/labels.ts';

test('testcases are counted by their results, over all suites', () => {
  const suites = [['passed'], ['error', 'passed', 'unknown', 'error', 'passed'], [], ['failed', 'skipped']] as const;
  const all = suites.map((results) => ({ name: 'S', testcases: results.map((result) => ({ device: 'A', result })) }));
  expect(countPassed(all)).toEqual({ passed: 3, notPassed: 5 });
  expect(countResults(all)).toEqual({ passed: 3, failed: 1, error: 2, skipped: 1, unknown: 1 });
});
