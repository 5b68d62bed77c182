import { AsyncLocalStorage } from 'node:async_hooks';

import { codeOf, messageOf } from '../model/errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';

/** The two ways in which a step ends before its time, as signals. */
export interface StopSignals {
  /** Aborted by the first of them. */
  readonly signal: AbortSignal;
  /** Aborted by a cancel alone. */
  readonly cancelled: AbortSignal;
  /** From now on the step is to end when so many milliseconds have passed since it began. */
  readonly setTimeLimit: (timeoutMs: number) => void;
  /** Stops listening. */
  readonly stop: () => void;
}

/** Listens for the runner's wish (SIGINT, then SIGTERM), and for the deadline once there is one. The step begins now. */
export function listenForStop(clock: Clock): StopSignals {
  const cancelled = new AbortController();
  const late = new AbortController();
  const over = new AbortController();
  const began = clock.now();
  const cancel = (): void => {
    cancelled.abort();
  };
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  return {
    signal: AbortSignal.any([cancelled.signal, late.signal]),
    cancelled: cancelled.signal,
    setTimeLimit: (timeoutMs) => {
      void clock.sleep(began + timeoutMs - clock.now(), over.signal).then(() => {
        if (!over.signal.aborted) late.abort();
      });
    },
    stop: () => {
      over.abort();
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, ignore).on(name, ignore).off(name, cancel);
    },
  };
}

/** Without any listener, a signal that comes when all is done would end the process, and take its exit code away. */
function ignore(): void {
  // What the step had to say is said.
}

/** Errors that no code catches: thrown in an event handler, or by a promise that nobody awaits. */
export interface UncaughtErrors {
  /** Fails with the first of them. */
  readonly error: Promise<never>;
  /** From now on they are warnings. */
  readonly tolerate: () => void;
  /** Those of this work are debug lines, and nothing else. */
  readonly runOptional: <T>(work: () => T) => T;
  readonly stop: () => void;
}

/** Listens for them from now on. */
export function listenForUncaught(log: Log): UncaughtErrors {
  const first = Promise.withResolvers<never>();
  first.promise.catch(() => undefined);
  let tolerated = false;
  // Optional work runs beside the story, so only the async context in which an error began tells whose it is.
  const optional = new AsyncLocalStorage<true>();
  const take = (error: unknown): void => {
    // When nobody reads the log any more, saying so would only fail again.
    if (codeOf(error) === 'EPIPE') return;
    if (optional.getStore()) log.debug(`An unexpected error that changes nothing: ${messageOf(error)}`);
    else if (tolerated) log.warning(`An unexpected error after the outcome was decided: ${messageOf(error)}`);
    else first.reject(error);
  };
  process.on('uncaughtException', take);
  return {
    error: first.promise,
    tolerate: () => {
      tolerated = true;
    },
    runOptional: (work) => optional.run(true, work),
    stop: () => process.off('uncaughtException', take),
  };
}
