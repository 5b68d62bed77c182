import type { World } from './world.ts';

/** Runs work that may go on for `graceMs` beyond the deadline, or from now when that has come already; a cancel ends it at once. */
export async function withGrace<T>(
  { clock, signal, cancelled }: Pick<World, 'clock' | 'signal' | 'cancelled'>,
  graceMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const late = new AbortController();
  const startGrace = (): void => {
    void clock.sleep(graceMs, over.signal).then(() => {
      late.abort();
    });
  };
  if (signal.aborted) startGrace();
  else signal.addEventListener('abort', startGrace, { once: true, signal: over.signal });
  try {
    return await work(AbortSignal.any([cancelled, late.signal]));
  } finally {
    over.abort();
  }
}
