import { describe, expect, test } from '@jest/globals';

import { isGreen, OUTCOMES, worstOutcome } from '../../src/model/outcome.ts';

/** As docs/design.md lists them, worst first, with the step's colour. */
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

describe('the word for several testsets', () => {
  test.each(WORST_FIRST.map(([word], place) => [word, place] as const))(
    '%s wins over all that are better',
    (word, place) => {
      const better = OUTCOMES.filter((other) => WORST_FIRST.slice(place + 1).some(([each]) => each === other));
      expect(worstOutcome([...better, word, ...better])).toBe(word);
    },
  );

  test('nothing at all is not green', () => {
    expect(worstOutcome([])).toBe('not-started');
  });
});

test.each(WORST_FIRST)('a step that %s is %s', (word, colour) => {
  expect(isGreen(word)).toBe(colour === 'green');
});
