import fc from 'fast-check';

import { anySchedule } from './any-schedule.ts';
import type { Stage } from './play.ts';
import type { Schedule } from './schedule.ts';

/** Schedules that come out the same for the same seed. */
export function schedulesOf(seed: number, count: number): readonly Schedule[] {
  return fc.sample(anySchedule(), { seed, numRuns: count });
}

/** How many smaller schedules are tried. */
const MOST_TRIES = 300;

/** The smallest schedule that can be found in which something goes wrong as in the one at a place among those of a seed. */
export async function smallestLike(stage: Stage, seed: number, at: number): Promise<Schedule | undefined> {
  let tries = 0;
  const holds = async (schedule: Schedule): Promise<boolean> => {
    tries += 1;
    return tries > MOST_TRIES || (await stage.play(schedule)).findings.length === 0;
  };
  const property = fc.asyncProperty(anySchedule(), holds);
  const { counterexample } = await fc.check(property, { seed, path: `${at}`, numRuns: 1 });
  return counterexample?.[0];
}
