import type { Clock } from '../../../src/runtime/clock.ts';
import { untilStill } from './stillness.ts';
import type { Timers } from './timers.ts';

/** A clock that stands while anything happens, and jumps to the end of its next sleep when everything is still. */
export interface StillClock extends Clock {
  /** Sleeps under way. */
  readonly sleepers: number;
  /** Jumps in a row that found nobody asleep: whoever is still waiting waits for nothing. */
  readonly idleJumps: number;
  jump(): void;
  /** Keeps it from jumping while something is under way that ends by the machine's own time. @returns what lets go of it */
  hold(): () => void;
}

/** Makes a clock; its chance is handed in. */
export function createStillClock(random: () => number): StillClock {
  let now = 1_000_000;
  let idleJumps = 0;
  let holds = 0;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const wake = (): void => {
        sleepers.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper = { until: now + Math.max(0, ms), wake };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', wake);
    });
  return {
    now: () => now,
    sleep,
    random,
    get sleepers() {
      return sleepers.size;
    },
    get idleJumps() {
      return idleJumps;
    },
    hold: () => {
      holds += 1;
      return () => {
        holds -= 1;
      };
    },
    jump: () => {
      if (holds > 0) return;
      idleJumps = sleepers.size === 0 ? idleJumps + 1 : 0;
      if (sleepers.size === 0) return;
      now = Math.min(...[...sleepers].map(({ until }) => until));
      for (const sleeper of [...sleepers]) if (sleeper.until <= now) sleeper.wake();
    },
  };
}

/** Lets several flows go on side by side, each on a clock of its own. All of them jump together, so that finding stillness costs once. */
export interface StillTime {
  /** Runs `work` while its clock is driven, for so many minutes of it at most. @throws when it hangs */
  run<T>(clock: StillClock, minutes: number, work: () => Promise<T>): Promise<T>;
}

interface Flow {
  /** When it should long have been over, on its own clock, in milliseconds. */
  readonly until: number;
  readonly hang: (why: Error) => void;
}

/** Jumps in a row without anybody asleep after which a flow is taken for hung. */
const HUNG_JUMPS = 100;
/** A flow that does not even come to rest is taken for hung after so long, in real milliseconds. */
const RESTLESS_MS = 180_000;

/** Makes the time of one process; more than one would disturb each other. */
export function createStillTime(timers: Pick<Timers, 'underWay'>): StillTime {
  const flows = new Map<StillClock, Flow>();
  let driving = false;
  const drive = async (): Promise<void> => {
    if (driving) return;
    driving = true;
    while (flows.size > 0) {
      await untilStill(timers, () => flows.size > 0);
      for (const [clock, flow] of flows) advance(clock, flow);
    }
    driving = false;
  };
  return {
    run: async (clock, minutes, work) => {
      const hung = Promise.withResolvers<never>();
      const timer = setTimeout(hung.reject, RESTLESS_MS, new Error('it never comes to rest'));
      timer.unref();
      flows.set(clock, { until: clock.now() + minutes * 60_000, hang: hung.reject });
      void drive();
      try {
        return await Promise.race([work(), hung.promise]);
      } finally {
        clearTimeout(timer);
        flows.delete(clock);
      }
    },
  };
}

function advance(clock: StillClock, { until, hang }: Flow): void {
  clock.jump();
  if (clock.idleJumps > HUNG_JUMPS) hang(new Error('nothing is under way, and nobody is asleep'));
  if (clock.now() > until) hang(new Error('it goes on and on'));
}
