import { beforeAll, describe, expect, test } from '@jest/globals';

import { POLL_CLASSES, scorePolls } from './support/poll-score.ts';

/** docs/design.md §4: how soon the end of a testset is noticed, and with how many requests. `npm run poll-score` prints the table. */

describe('the wait for a testset', () => {
  let scores: Awaited<ReturnType<typeof scorePolls>>;
  beforeAll(async () => {
    scores = await scorePolls(2, 150);
  });

  test('notices the end within 5.5 seconds on average, and 19 ends of 20 within 13, with at most 70 requests', () => {
    const { lag, requests } = scores.mix;
    expect(lag.mean).toBeLessThanOrEqual(5.5);
    expect(lag.p95).toBeLessThanOrEqual(13);
    expect(requests).toBeLessThanOrEqual(70);
  });

  test.each(POLL_CLASSES)('is soon enough: $name', ({ name, maxLag }) => {
    const { lag, fixedLag } = scores.classes.find((each) => each.name === name) ?? scores.mix;
    expect(lag.mean).toBeLessThanOrEqual(maxLag ?? fixedLag.mean);
  });
});
