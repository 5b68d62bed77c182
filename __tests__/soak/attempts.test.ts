import { expect, test } from '@jest/globals';

import { useFolder } from '../support/folder.ts';
import { openAttempts } from './support/attempts.ts';

/** Attempts of a job that may be killed at any point; `npm run soak -- --attempts 10000` plays any number of them, and `.ci/run` 300 others. */
const RUNS = 6;

const workspace = useFolder();

test('whenever an attempt is killed, no scenario is paid twice without a reason, and green is green', async () => {
  const player = openAttempts(workspace());
  const played = await Promise.all(Array.from({ length: RUNS }, (_, seed) => player.play(seed)));
  player.close();
  expect(played.flatMap(({ findings }) => findings)).toEqual([]);
  for (const what of ['resumed', 'killed', 'green'] as const)
    expect(played.reduce((sum, one) => sum + one[what], 0)).toBeGreaterThan(0);
});
