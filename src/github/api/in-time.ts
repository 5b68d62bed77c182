import type { Clock } from '../../clock.ts';

/** What it takes to give something up in time. */
export interface WaitContext {
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
export async function inTime<T>(
  { clock, cancelled }: WaitContext,
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
