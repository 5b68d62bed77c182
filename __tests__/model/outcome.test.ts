import { expect, test } from '@jest/globals';

import { isGreen, OUTCOMES, worstOutcome } from '../../src/model/outcome.ts';

/** As in docs/design.md, worst first, with the colour of the step. */
const WORST_FIRST = [
  ['unknown-start', 'red'],
  ['refused', 'red'],
  ['not-started', 'red'],
  ['cancelled', 'red'],
  ['timed-out', 'red'],
  ['inconclusive', 'red'],
  ['failed', 'red'],
  ['started', 'green'],
  ['passed', 'green'],
] as const;

test.each(WORST_FIRST)('%s is %s, and worse than all that follow', (word, colour) => {
  expect(isGreen(word)).toBe(colour === 'green');
  const place = WORST_FIRST.findIndex(([each]) => each === word);
  const better = OUTCOMES.filter((other) => WORST_FIRST.slice(place + 1).some(([each]) => each === other));
  expect(worstOutcome([...better, word, ...better])).toBe(word);
});

test('no testset is not green', () => {
  expect(worstOutcome([])).toBe('not-started');
});
