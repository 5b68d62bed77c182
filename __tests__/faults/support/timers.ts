/** The HTTP client counts how long a connection takes to stand in ticks of so many real milliseconds, all by itself. */
const TICK_MS = 499;
const HURRIED_MS = 30;

/** The real timers of what is under test, and not those of a test runner. */
export interface Timers {
  /** Timers that will still fire, and that the process waits for. */
  underWay(): number;
  /** Brings back how it was before. */
  giveBack(): void;
}

type Task = (...given: unknown[]) => void;

/**
 * Counts timers, and lets the HTTP client's fifteen seconds for a connection pass in one. It must be called before the first connection is
 * made.
 */
export function takeOverTimers(): Timers {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const timers = new Set<NodeJS.Timeout>();
  const startCounted = (task: Task, ms?: number, ...given: unknown[]): NodeJS.Timeout => {
    const fire = (): void => {
      timers.delete(timer);
      task(...given);
    };
    const timer = start(fire, ms === TICK_MS ? HURRIED_MS : ms);
    timers.add(timer);
    return timer;
  };
  globalThis.setTimeout = Object.assign(startCounted, start);
  globalThis.clearTimeout = (timer) => {
    if (typeof timer === 'object') timers.delete(timer);
    stop(timer);
  };
  return {
    underWay: () => [...timers].filter((timer) => timer.hasRef()).length,
    giveBack: () => {
      Object.assign(globalThis, { setTimeout: start, clearTimeout: stop });
    },
  };
}
