import { expect, test } from '@jest/globals';

import { isPassedOrFailed, isGreen, OUTCOMES } from '../../src/model/outcome.ts';
import { worstOutcome } from '../../src/verdict/judge.ts';

/** As in docs/design.md, worst first. */
const RED = ['unknown-start', 'rejected', 'not-started', 'cancelled', 'timed-out', 'inconclusive', 'failed'] as const;
const WORST_FIRST = [...RED, 'started', 'passed'] as const;

test.each(WORST_FIRST.map((word, place) => [word, place] as const))(
  '%s is worse than all that follow',
  (word, place) => {
    expect(isGreen(word)).toBe(place >= RED.length);
    const better = OUTCOMES.filter((other) => WORST_FIRST.slice(place + 1).some((each) => each === other));
    expect(worstOutcome([...better, word, ...better])).toBe(word);
  },
);

test('only passed and failed are decided by the results', () => {
  expect(WORST_FIRST.filter(isPassedOrFailed)).toEqual(['failed', 'passed']);
});

test('no testset is not green', () => {
  expect(worstOutcome([])).toBe('not-started');
});
