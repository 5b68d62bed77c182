import { createHook } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';

/** undici counts the seconds that a connection may take in ticks of so many real milliseconds. */
const TICK_MS = 499;
const SHORT_TICK_MS = 30;

/** The real timers of the code under test. */
export interface Timers {
  /** Timers that will still fire and that keep the process open, and work of scrypt, which no list of active resources names. */
  pending(): number;
  readonly restore: () => void;
}

type Task = (...args: unknown[]) => void;

/** Counts timers, and lets the 15 s that a connection may take pass in one. Call it before the first connection is made. */
export function replaceTimers(): Timers {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const timers = new Set<NodeJS.Timeout>();
  const startCounted = (task: Task, ms?: number, ...args: unknown[]): NodeJS.Timeout => {
    const fire = (): void => {
      timers.delete(timer);
      task(...args);
    };
    const timer = start(fire, ms === TICK_MS ? SHORT_TICK_MS : ms);
    timers.add(timer);
    return timer;
  };
  const jobs = new Set<number>();
  const end = (id: number): void => void jobs.delete(id);
  const init = (id: number, type: string): void => {
    if (type === 'SCRYPTREQUEST') jobs.add(id);
  };
  const hook = createHook({ init, after: end, destroy: end, trackPromises: false }).enable();
  globalThis.setTimeout = Object.assign(startCounted, start);
  globalThis.clearTimeout = (timer) => {
    if (typeof timer === 'object') timers.delete(timer);
    stop(timer);
  };
  return {
    pending: () => jobs.size + [...timers].filter((timer) => timer.hasRef()).length,
    restore: () => {
      hook.disable();
      Object.assign(globalThis, { setTimeout: start, clearTimeout: stop });
    },
  };
}

/** Turns of the event loop in a row without any event after which the process counts as idle. */
const IDLE_TURNS = 3;

/** Node's names for work that ends by itself: files, names, immediates. */
const WORK = /Req|^Immediate$/;

/**
 * Resolves when only the passing of time can make anything happen in this process: no socket received anything, no file and no
 * timer is pending. It takes a few turns of the event loop, and one real millisecond for what the kernel delays.
 *
 * @param isWanted read in each turn; `false` ends the wait
 */
export async function untilIdle({ pending }: Pick<Timers, 'pending'>, isWanted: () => boolean): Promise<void> {
  let isWorking = false;
  for (let idle = 0, seen = -1; idle <= IDLE_TURNS && isWanted();) {
    // Work that ends by itself needs the processor more than this loop does.
    await (isWorking || idle === IDLE_TURNS ? oneMillisecond() : oneTurn());
    const events = performance.nodeTiming.uvMetricsInfo.events;
    isWorking = pending() > 0 || process.getActiveResourcesInfo().some((name) => WORK.test(name));
    idle = events === seen && !isWorking ? idle + 1 : 0;
    seen = events;
  }
}

function oneTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function oneMillisecond(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
