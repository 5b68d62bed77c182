import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { openAttempts, type AttemptsPlayer } from './support/attempts.ts';

/** Attempts of a job that may be killed at any point; `npm run attempts` plays any number of them, and `.ci/run` 300 others. */
const RUNS = 6;

let player: AttemptsPlayer;
let workspace: string;
beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'attempts-'));
  player = openAttempts(workspace);
});
afterAll(async () => {
  player.close();
  await rm(workspace, { recursive: true, force: true });
});

test('whenever an attempt is killed, no scenario is paid twice without a reason, and green is green', async () => {
  const played = await Promise.all(Array.from({ length: RUNS }, (_, seed) => player.play(seed)));
  expect(played.flatMap(({ findings }) => findings)).toEqual([]);
  const sum = (what: 'kept' | 'resumed' | 'killed' | 'green'): number =>
    played.reduce((all, one) => all + one[what], 0);
  for (const what of ['kept', 'resumed', 'killed', 'green'] as const) expect(sum(what)).toBeGreaterThan(0);
}, 120_000);
