import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { openSoak, playAll, schedulesOf, shrink, type Played, type Soak } from './support/soak.ts';
import { createTally, CUTS } from './support/tally.ts';

/** The whole step under many schedules of faults; `npm run soak` plays any number of them. */

const SEED = 1;
const SCHEDULES = 1_500;

let soak: Soak;
beforeAll(async () => {
  soak = await openSoak();
});
afterAll(() => {
  soak.close();
});

describe('whatever goes wrong', () => {
  const tally = createTally();
  const outcomes = new Map<string, number>();

  test('every promise is kept', async () => {
    const failed: [at: number, played: Played][] = [];
    await playAll(soak, schedulesOf(SEED, SCHEDULES), (played, at) => {
      const { record, findings } = played;
      tally.add(record?.played ?? []);
      const outcome = record?.report?.outcome ?? 'none';
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (findings.length > 0) failed.push([at, played]);
      return true;
    });
    const [first] = failed;
    const smallest = first && (await shrink(soak, SEED, first[0]));
    const shown = failed.slice(0, 5).map(([at, { findings, schedule }]) => ({ seed: SEED, at, findings, schedule }));
    expect({ shown: JSON.stringify(shown, undefined, 1), smallest: JSON.stringify(smallest) }).toEqual({ shown: '[]' });
  }, 600_000);

  test('the schedules reach every outcome of a run that waits', () => {
    const reached = [...outcomes].filter(([, count]) => count >= 5).map(([outcome]) => outcome);
    expect(reached.sort()).toEqual(
      [
        ...['cancelled', 'failed', 'inconclusive', 'not-started', 'passed', 'refused', 'timed-out', 'unknown-start'],
      ].sort(),
    );
  });

  test.each(CUTS)('the schedules reach %s', (kind) => {
    expect(tally.get(kind) ?? 0).toBeGreaterThanOrEqual(3);
  });
});
