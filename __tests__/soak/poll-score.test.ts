import { beforeAll, describe, expect, test } from '@jest/globals';

import { scorePolls, type PollScores } from './support/poll-score.ts';
import { POLL_CLASSES } from './support/poll-classes.ts';

/** docs/design.md §4: how soon the end of a testset is noticed, and with how many requests. `npm run poll-score` prints the table. */

describe('the wait for a testset', () => {
  let scores: PollScores;
  beforeAll(async () => {
    scores = await scorePolls();
  }, 60_000);

  test('notices the end within 8 seconds on average, and 19 ends of 20 within 20 seconds', () => {
    expect(scores.mix.lag.mean).toBeLessThanOrEqual(8);
    expect(scores.mix.lag.p95).toBeLessThanOrEqual(20);
  });

  test('sends at most 65 requests a run', () => {
    expect(scores.mix.requests).toBeLessThanOrEqual(65);
  });

  test('notices within a minute when all devices end together', () => {
    expect(scores.together.lag.longest).toBeLessThanOrEqual(66);
  });

  test.each(POLL_CLASSES.filter(({ counted }) => counted))(
    'is at most a second later than a poll every 15 seconds: $name',
    ({ name }) => {
      const score = scores.classes.find((each) => each.name === name);
      expect(score?.lag.mean).toBeLessThanOrEqual((score?.fixedLag.mean ?? 0) + 1);
    },
  );
});
