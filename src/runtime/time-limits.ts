import type { Clock } from './clock.ts';
import type { Runtime } from './runtime.ts';

/** Resolves when a signal aborts; at once when it has. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}

/** Runs work that may go on for `extraMs` beyond the deadline, or from now when that has come already; a cancel ends it at once. */
export async function withExtraTime<T>(
  { clock, signal, cancelled }: Pick<Runtime, 'clock' | 'signal' | 'cancelled'>,
  extraMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const late = new AbortController();
  const giveExtraTime = (): void => {
    void clock.sleep(extraMs, done.signal).then(() => {
      late.abort();
    });
  };
  if (signal.aborted) giveExtraTime();
  else signal.addEventListener('abort', giveExtraTime, { once: true, signal: done.signal });
  try {
    return await work(AbortSignal.any([cancelled, late.signal]));
  } finally {
    done.abort();
  }
}

/** What it takes to give something up in time. */
export interface TimeContext {
  readonly clock: Clock;
  /** Aborted when the run is cancelled, and only then. */
  readonly cancelled: AbortSignal;
}

/** A cancelled step is to end within two seconds, and one thing may have to wait for another. */
const GRACE_MS = 800;

/**
 * Does something within `patienceMs`, or within a second of a cancel; `undefined` when it takes longer. The signal is aborted when it
 * is given up, and nobody waits for it any more.
 */
export async function withTimeout<T>(
  { clock, cancelled }: TimeContext,
  patienceMs: number,
  work: (late: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const done = new AbortController();
  const late = new AbortController();
  const givenUp = async (): Promise<undefined> => {
    await clock.sleep(patienceMs, AbortSignal.any([cancelled, done.signal]));
    if (cancelled.aborted) await clock.sleep(Math.min(GRACE_MS, patienceMs), done.signal);
    late.abort();
    return undefined;
  };
  try {
    return await Promise.race([work(late.signal), givenUp()]);
  } finally {
    done.abort();
  }
}
