import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openSandbox, playAll, type Played, type Stage } from './support/play.ts';
import { schedulesOf, smallestLike } from './support/smallest.ts';
import { createTally, CUTS } from './support/tally.ts';

/** The whole flow under thousands of schedules; `npm run soak` plays more of them. */

const SEED = 1;
const SCHEDULES = 2_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openSandbox();
});
afterAll(() => {
  stage.close();
});

describe('whatever goes wrong on the way', () => {
  const tally = createTally();
  const outcomes = new Map<string, number>();

  test('every promise is kept', async () => {
    const failed: [at: number, played: Played][] = [];
    await playAll(stage, schedulesOf(SEED, SCHEDULES), (played, at) => {
      const { record, findings } = played;
      tally.add(record?.played ?? []);
      const outcome = record?.report?.outcome ?? 'none';
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (findings.length > 0) failed.push([at, played]);
    });
    const [first] = failed;
    const smallest = first && (await smallestLike(stage, SEED, first[0]));
    const told = failed.slice(0, 5).map(([at, { findings, schedule }]) => ({ seed: SEED, at, findings, schedule }));
    expect({ told: JSON.stringify(told, undefined, 1), smallest: JSON.stringify(smallest) }).toEqual({ told: '[]' });
  }, 600_000);

  test('the schedules come to every outcome that one run can have', () => {
    const reached = [...outcomes].filter(([, count]) => count >= 5).map(([outcome]) => outcome);
    expect(reached.sort()).toEqual(
      ['failed', 'inconclusive', 'not-started', 'passed', 'refused', 'timed-out', 'unknown-start'].sort(),
    );
  });

  test.each(CUTS)('the schedules reach %s', (kind) => {
    expect(tally.get(kind) ?? 0).toBeGreaterThanOrEqual(5);
  });
});
