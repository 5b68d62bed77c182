import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { scenarioTestsetName } from '../../src/model/testset-name.ts';

describe('the name of one of several scenario tests', () => {
  test.each([
    ['Fix the login #7', 12, 'Fix the login #7 [12]'],
    [`${'가'.repeat(97)} #7`, 12, `${'가'.repeat(92)} #7 [12]`],
    [`${'x'.repeat(93)} #123.45`, 9_007_199_254_740_991, `${'x'.repeat(73)} #123.45 [9007199254740991]`],
    [`${'x'.repeat(92)} 👩‍🔬 night`, 1, `${'x'.repeat(92)} [1]`],
    ['#7', 1, '#7 [1]'],
  ])('%s [%i]', (name, scenario, full) => {
    expect(scenarioTestsetName(name, scenario)).toBe(full);
  });

  test('fits, and ends in the scenario', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }).filter((name) => name.length <= 100);
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (name, scenario) => {
        const full = scenarioTestsetName(name, scenario);
        expect(full.length).toBeLessThanOrEqual(100);
        expect(full.endsWith(`[${scenario}]`)).toBe(true);
      }),
    );
  });
});
