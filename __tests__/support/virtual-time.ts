import type { Clock } from '../../src/runtime/clock.ts';
import { replaceTimers, untilIdle } from './idle.ts';

/** A clock that moves only when somebody moves it on. */
export interface VirtualClock extends Clock {
  /** Pending sleeps. */
  readonly sleepers: number;
  /** Jumps in a row without any pending sleep: what is still awaited will never come. */
  readonly idleJumps: number;
  /** Moves on to the end of the next sleep. */
  jump(): void;
  /** Moves on by `ms`; sleeps that end until then resolve in order. */
  pass(ms: number): Promise<void>;
  /** Ignores jumps while something takes real time. @returns what ends that */
  hold(): () => void;
}

/** Makes a clock with the given random numbers. */
export function createVirtualClock(random: () => number): VirtualClock {
  let now = 1_000_000;
  let idleJumps = 0;
  let holds = 0;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const nextEnd = (): number => Math.min(...[...sleepers].map(({ until }) => until));
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => now,
    date: () => new Date(),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted || ms <= 0) {
          resolve();
          return;
        }
        const wake = (): void => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper = { until: now + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake);
      }),
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
      now = nextEnd();
      for (const sleeper of [...sleepers]) if (sleeper.until <= now) sleeper.wake();
    },
    pass: async (ms) => {
      const end = now + ms;
      await settle();
      while (nextEnd() <= end) {
        now = nextEnd();
        [...sleepers].find(({ until }) => until === now)?.wake();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}

/** Lets several runs share one process, each with a clock of its own. All clocks jump together, so that idleness is found once. */
export interface VirtualTime {
  /** Drives the clock while `work` runs, for so many minutes of it at most. @throws when the work hangs */
  run<T>(clock: VirtualClock, minutes: number, work: () => Promise<T>): Promise<T>;
  /** Gives the process its timers back. */
  restore(): void;
}

interface DrivenRun {
  /** When it must be over, on its own clock, in milliseconds. */
  readonly until: number;
  /** Fires when the process is not idle for too long. */
  readonly neverIdle: NodeJS.Timeout;
  readonly fail: (reason: Error) => void;
}

/** Jumps in a row without pending sleeps after which a run counts as hung. */
const HUNG_JUMPS = 100;
/** How long a process may be busy without a jump, in real milliseconds. */
const NEVER_IDLE_MS = 60_000;

/** Replaces the timers of the process, which has one virtual time at most. */
export function createVirtualTime(): VirtualTime {
  const timers = replaceTimers();
  const runs = new Map<VirtualClock, DrivenRun>();
  let isDriving = false;
  const drive = async (): Promise<void> => {
    if (isDriving) return;
    isDriving = true;
    while (runs.size > 0) {
      await untilIdle(timers, () => runs.size > 0);
      for (const [clock, run] of runs) advance(clock, run);
    }
    isDriving = false;
  };
  return {
    run: async (clock, minutes, work) => {
      const hung = Promise.withResolvers<never>();
      const neverIdle = setTimeout(hung.reject, NEVER_IDLE_MS, new Error('the run is never idle'));
      neverIdle.unref();
      runs.set(clock, { until: clock.now() + minutes * 60_000, neverIdle, fail: hung.reject });
      void drive();
      try {
        return await Promise.race([work(), hung.promise]);
      } finally {
        clearTimeout(neverIdle);
        runs.delete(clock);
      }
    },
    restore: timers.restore,
  };
}

function advance(clock: VirtualClock, { until, neverIdle, fail }: DrivenRun): void {
  neverIdle.refresh();
  clock.jump();
  if (clock.idleJumps > HUNG_JUMPS) fail(new Error('the run waits for something that never comes'));
  if (clock.now() > until) fail(new Error('the run does not end'));
}
