import { expect, test } from '@jest/globals';

import { isGreen, isPassedOrFailed } from '../../src/model/outcome.ts';
import { worstOutcome } from '../../src/verdict/judge.ts';

/** As in docs/design.md, worst first. */
const RED = ['unknown-start', 'rejected', 'not-started', 'cancelled', 'timed-out', 'inconclusive', 'failed'] as const;
const WORST_FIRST = [...RED, 'started', 'passed'] as const;

test('each outcome is worse than all that follow, and no testset is not green', () => {
  const worst = WORST_FIRST.map((_, place) => worstOutcome(WORST_FIRST.slice(place).toReversed()));
  expect(worst).toEqual(WORST_FIRST);
  expect(worstOutcome([])).toBe('not-started');
});

test('only the last two are green, and only passed and failed are decided by the results', () => {
  expect(WORST_FIRST.filter(isGreen)).toEqual(['started', 'passed']);
  expect(WORST_FIRST.filter(isPassedOrFailed)).toEqual(['failed', 'passed']);
});
