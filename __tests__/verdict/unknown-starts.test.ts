import { expect, test } from '@jest/globals';

import { unknownStartsHint } from '../../src/verdict/unknown-starts.ts';

const hint = (scenarios: number, name = 'Fix login #7'): string | undefined =>
  unknownStartsHint(
    Array.from({ length: scenarios }, (_, at) => ({ scenario: 101 + at })),
    { name },
  );

test('one testset is named by its own error, and none need not be', () => {
  expect([hint(0), hint(1), unknownStartsHint([{}], { name: 'n' })]).toEqual([undefined, undefined, undefined]);
});

test('each of a few is named as the service knows it', () => {
  expect(hint(2)).toContain('the testsets "Fix login #7 [101]", "Fix login #7 [102]": attach');
  expect(hint(3)).toBe(
    'None of these creates is sent again. ' +
      'Look in the service for the testsets "Fix login #7 [101]", "Fix login #7 [102]", "Fix login #7 [103]": ' +
      'attach to those that are there with `testset-id`, and run the scenarios of the others again with `scenario-id`.',
  );
});

test.each([
  [5, ' [104]" and likewise for the scenario 105: attach'],
  [6, ' [104]" and likewise for the scenarios 105, 106: attach'],
  [30, ' 117, 118, 119 and 11 more: attach'],
])('of %i the first are named, and of the others the scenarios', (scenarios, words) => {
  expect(hint(scenarios)?.replaceAll('Fix login #7', '')).toContain(words);
});

test('however long the names are, a summary has room for it', () => {
  expect(hint(256, `${'x'.repeat(90)} #7`)?.length).toBeLessThan(1_000);
});
