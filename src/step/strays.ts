import { AsyncLocalStorage } from 'node:async_hooks';

import { codeOf, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';

/** Errors that come from nowhere: thrown within an event, or by a promise that nobody waits for. */
export interface Strays {
  /** Fails with the first of them. */
  readonly error: Promise<never>;
  /** From now on they are warnings. */
  readonly tolerate: () => void;
  /** Those that this work causes are told for debugging, and nothing else. */
  readonly bearWith: <T>(work: () => T) => T;
  readonly stop: () => void;
}

/** Listens for them from now on. */
export function listenForStrays(log: Log): Strays {
  const first = Promise.withResolvers<never>();
  first.promise.catch(() => undefined);
  let tolerated = false;
  // What is done without goes on beside the story: only where an error began tells them apart.
  const dispensable = new AsyncLocalStorage<true>();
  const stray = (error: unknown): void => {
    // When nobody reads the log any more, saying so would only fail again.
    if (codeOf(error) === 'EPIPE') return;
    if (dispensable.getStore()) log.debug(`An unexpected error that changes nothing: ${messageOf(error)}`);
    else if (tolerated) log.warning(`An unexpected error after the outcome was decided: ${messageOf(error)}`);
    else first.reject(error);
  };
  process.on('uncaughtException', stray);
  return {
    error: first.promise,
    tolerate: () => {
      tolerated = true;
    },
    bearWith: (work) => dispensable.run(true, work),
    stop: () => process.off('uncaughtException', stray),
  };
}
