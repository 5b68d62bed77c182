import { afterAll, beforeAll } from '@jest/globals';

import { createVirtualClock, createVirtualTime, type VirtualClock, type VirtualTime } from './virtual-time.ts';

/** After so long on its own clock, a run counts as endless. */
const ENDLESS_MINUTES = 365 * 24 * 60;

let time: VirtualTime;
beforeAll(() => {
  time = createVirtualTime();
});
afterAll(() => {
  time.restore();
});

/** Does work that waits on a clock of its own, which jumps to the end of the next sleep whenever the process is idle. */
export function inVirtualTime<T>(work: (clock: VirtualClock) => Promise<T>, random = 0.5): Promise<T> {
  const clock = createVirtualClock(() => random);
  return time.run(clock, ENDLESS_MINUTES, () => work(clock));
}
