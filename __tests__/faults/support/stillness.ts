import { performance } from 'node:perf_hooks';

import type { Timers } from './timers.ts';

/** Turns of the event loop in a row in which nothing may happen before everything counts as still. */
const QUIET_TURNS = 3;

/** What Node calls work that will end by itself: files, names, and the immediates of others. */
const WORK = /Req|^Immediate$/;

/**
 * Resolves when nothing happens in this process any more but by the passing of time: nothing came in over any socket, and no file and no
 * timer is under way. It takes a few turns of the event loop, and a real millisecond for what the kernel puts off.
 *
 * @param isWanted looked at in each turn: whoever goes on looking for nobody keeps others from finding stillness
 */
export async function untilStill({ underWay }: Pick<Timers, 'underWay'>, isWanted: () => boolean): Promise<void> {
  for (let quiet = 0, seen = -1; quiet <= QUIET_TURNS && isWanted();) {
    await (quiet === QUIET_TURNS ? aMillisecond() : aTurn());
    const events = performance.nodeTiming.uvMetricsInfo.events;
    const isWorking = underWay() > 0 || process.getActiveResourcesInfo().some((name) => WORK.test(name));
    quiet = events === seen && !isWorking ? quiet + 1 : 0;
    seen = events;
  }
}

function aTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function aMillisecond(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
}
