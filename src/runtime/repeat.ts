import type { Runtime } from './runtime.ts';

/** When and how often work is repeated. */
interface Repetition<T> {
  /** `Infinity` if only `pauseMs` ends it. */
  readonly maxTries: number;
  /** The pause before the next try; `undefined` if the result is final. */
  readonly pauseMs: (result: T, tries: number) => number | undefined;
}

/** Repeats work until its result is final, all tries are used, or the run is cancelled. @returns the last result */
export async function repeat<T>(
  { clock, cancelled }: Pick<Runtime, 'clock' | 'cancelled'>,
  { maxTries, pauseMs }: Repetition<T>,
  work: (tries: number) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const result = await work(tries);
    if (tries >= maxTries || cancelled.aborted) return result;
    const pause = pauseMs(result, tries);
    if (pause === undefined) return result;
    await clock.sleep(pause, cancelled);
  }
}
