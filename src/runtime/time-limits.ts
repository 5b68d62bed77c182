import type { Runtime } from './runtime.ts';

/** Resolves when a signal aborts. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const onAbort = (): void => {
      resolve();
    };
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', onAbort);
  });
}

/** Runs work that may take `extraMs` longer than the deadline; a cancel aborts it at once. */
export async function withExtraTime<T>(
  { clock, signal, cancelled }: Pick<Runtime, 'clock' | 'signal' | 'cancelled'>,
  extraMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const late = new AbortController();
  void whenAborted(AbortSignal.any([signal, done.signal])).then(async () => {
    await clock.sleep(extraMs, done.signal);
    late.abort();
  });
  try {
    return await work(AbortSignal.any([cancelled, late.signal]));
  } finally {
    done.abort();
  }
}

/** Runs work with a runtime whose time is over after `limitMs`, or before. */
export async function withDeadline<T>(
  runtime: Runtime,
  limitMs: number,
  work: (limited: Runtime) => Promise<T>,
): Promise<T> {
  const [done, late] = [new AbortController(), new AbortController()];
  void runtime.clock.sleep(limitMs, done.signal).then(() => {
    late.abort();
  });
  try {
    return await work({ ...runtime, signal: AbortSignal.any([runtime.signal, late.signal]) });
  } finally {
    done.abort();
  }
}

/** How long work may take after a cancel, in milliseconds: a cancelled step should end within two seconds. */
const AFTER_CANCEL_MS = 800;

/**
 * Runs work for at most `limitMs`, or for `graceMs` after a cancel. @returns `undefined` if it takes longer
 *
 * @param work its signal aborts at the limit; it is not awaited any longer then
 */
export async function withTimeout<T>(
  { clock, cancelled }: Pick<Runtime, 'clock' | 'cancelled'>,
  limitMs: number,
  work: (late: AbortSignal) => Promise<T>,
  graceMs = AFTER_CANCEL_MS,
): Promise<T | undefined> {
  const done = new AbortController();
  const late = new AbortController();
  const timeout = async (): Promise<undefined> => {
    await clock.sleep(limitMs, AbortSignal.any([cancelled, done.signal]));
    if (cancelled.aborted) await clock.sleep(Math.min(graceMs, limitMs), done.signal);
    late.abort();
    return undefined;
  };
  try {
    return await Promise.race([work(late.signal), timeout()]);
  } finally {
    done.abort();
  }
}
