import { expect, test } from '@jest/globals';

import { testsetLabel, testsetNames } from '../../src/report/testset-words.ts';
import { createTestset, without } from '../support/reports.ts';

test.each([
  [{}, '251929'],
  [{ scenario: 12 }, '251929 · scenario 12'],
  [{ scenario: 12, scenarioName: ' Log\nin ' }, '251929 · Log in (scenario 12)'],
  [{ scenario: 12, scenarioName: 'x'.repeat(100) }, `251929 · ${'x'.repeat(59)}… (scenario 12)`],
  [{ scenarioName: 'Log in' }, '251929'],
])('a testset with %j is called %j', (facts, label) => {
  expect(testsetLabel(createTestset(facts))).toBe(label);
});

test('a testset that was never created is called by its scenario', () => {
  const refused = without(createTestset({ scenario: 12, scenarioName: 'Log in' }), 'id');
  expect(testsetLabel(refused)).toBe('none · Log in (scenario 12)');
});

test.each([
  [[], ''],
  [[5], 'Testset 5'],
  [[5, 6], 'Testsets 5, 6'],
  [[5, 6, 7], '3 testsets'],
])('%j are %j', (ids, words) => {
  expect(testsetNames(ids, 2)).toBe(words);
});
