import { codeOf, messageOf } from '../model/errors.ts';
import type { Log } from '../runtime/log.ts';

/** Errors that no code catches: thrown in an event handler, or a rejected promise without a handler. */
export interface UncaughtErrors {
  /** Rejects with the first of them. */
  readonly first: Promise<never>;
  /** From now on they are warnings. */
  readonly outcomeIsDecided: () => void;
  readonly stopListening: () => void;
}

/** Listens for uncaught errors from now on. */
export function listenForUncaught(log: Log): UncaughtErrors {
  const first = Promise.withResolvers<never>();
  first.promise.catch(() => undefined);
  let isDecided = false;
  const handle = (error: unknown): void => {
    // The log can no longer be written to; logging this error would raise the next one.
    if (codeOf(error) === 'EPIPE') return;
    if (isDecided) log.warning(`An unexpected error after the outcome was decided: ${messageOf(error)}`);
    else first.reject(error);
  };
  process.on('uncaughtException', handle);
  return {
    first: first.promise,
    outcomeIsDecided: () => {
      isDecided = true;
    },
    stopListening: () => process.off('uncaughtException', handle),
  };
}
