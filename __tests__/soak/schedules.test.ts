import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { openSoak, playAll, schedulesOf, shrink, type Played, type Soak } from './support/soak.ts';

/** The whole step under some schedules of faults; `npm run soak` plays any number of them, and `.ci/run` 2,000 others. */

const SEED = 1;
const SCHEDULES = 20;

let soak: Soak;
beforeAll(async () => {
  soak = await openSoak();
});
afterAll(() => {
  soak.close();
});

test('whatever goes wrong, every promise is kept', async () => {
  const failed: [at: number, played: Played][] = [];
  await playAll(soak, schedulesOf(SEED, SCHEDULES), (played, at) => {
    if (played.findings.length > 0) failed.push([at, played]);
    return true;
  });
  const [first] = failed;
  const smallest = first && (await shrink(soak, SEED, first[0]));
  const shown = failed.slice(0, 5).map(([at, { findings, schedule }]) => ({ seed: SEED, at, findings, schedule }));
  expect({ shown: JSON.stringify(shown, undefined, 1), smallest: JSON.stringify(smallest) }).toEqual({ shown: '[]' });
}, 600_000);
