import { beforeAll, describe, expect, test } from '@jest/globals';

import { scorePolls, type PollScores } from './support/poll-score.ts';
import { POLL_CLASSES } from './support/poll-classes.ts';

/** docs/design.md §4: how soon the end of a testset is noticed, and with how many requests. `npm run poll-score` prints the table. */

describe('the wait for a testset', () => {
  let scores: PollScores;
  beforeAll(async () => {
    scores = await scorePolls(2, 150);
  }, 60_000);

  const lagOf = (name: string): number => scores.classes.find((each) => each.name === name)?.lag.mean ?? NaN;

  test('notices the end within 5.5 seconds on average, and 19 ends of 20 within 13 seconds', () => {
    expect(scores.mix.lag.mean).toBeLessThanOrEqual(5.5);
    expect(scores.mix.lag.p95).toBeLessThanOrEqual(13);
  });

  test('sends at most 70 requests a run', () => {
    expect(scores.mix.requests).toBeLessThanOrEqual(70);
  });

  test('notices soon when all devices end together', () => {
    expect(lagOf('devices that end together, with `time-limit`')).toBeLessThanOrEqual(6);
    expect(lagOf('devices that end together')).toBeLessThanOrEqual(10);
  });

  test.each(POLL_CLASSES.filter(({ name }) => !name.startsWith('devices that end together')))(
    'is not later than a poll every 15 seconds: $name',
    ({ name }) => {
      const fixed = scores.classes.find((each) => each.name === name)?.fixedLag.mean;
      expect(lagOf(name)).toBeLessThanOrEqual(fixed ?? NaN);
    },
  );
});
