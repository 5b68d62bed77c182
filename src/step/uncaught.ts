import { AsyncLocalStorage } from 'node:async_hooks';

import { codeOf, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';

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
