import type { World } from './world.ts';

/** Runs work that may go on for `extraMs` beyond the deadline, or from now when that has come already; a cancel ends it at once. */
export async function withExtraTime<T>(
  { clock, signal, cancelled }: Pick<World, 'clock' | 'signal' | 'cancelled'>,
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
