import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';

import type { Clock } from './clock.ts';
import type { Runtime } from './runtime.ts';

/** Resolves when a signal aborts. */
export function whenAborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', resolve);
  });
}

interface TimeLimit<T> {
  /** In milliseconds. */
  readonly ms: number;
  /** The time begins when it aborts; absent: at once. */
  readonly from?: AbortSignal;
  /** How long the work may take after a cancel, in milliseconds, if that is less; 0 by default. */
  readonly afterCancelMs?: number;
  /** Makes the result when the time is over, of work that the signal does not end; absent: the work is awaited. */
  readonly onTimeout?: () => T;
}

/** Runs work with a signal that aborts when its time is over, or with `graceOver`. */
export async function withTimeout<T>(
  { clock, cancelled, graceOver }: Pick<Runtime, 'clock' | 'cancelled' | 'graceOver'>,
  { ms, from, afterCancelMs = 0, onTimeout }: TimeLimit<T>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const late = new AbortController();
  const abortLate = async (): Promise<void> => {
    const ends = AbortSignal.any([cancelled, done.signal, graceOver]);
    if (from) await whenAborted(AbortSignal.any([from, ends]));
    await clock.sleep(ms, ends);
    if (cancelled.aborted) await clock.sleep(Math.min(afterCancelMs, ms), AbortSignal.any([done.signal, graceOver]));
    if (!done.signal.aborted) late.abort();
  };
  if (cancelled.aborted && afterCancelMs === 0) late.abort();
  else void abortLate();
  try {
    const result = work(late.signal);
    if (!onTimeout) return await result;
    return await Promise.race([result, whenAborted(late.signal).then(onTimeout)]);
  } finally {
    done.abort();
  }
}

interface Repetition<T> {
  readonly maxTries?: number;
  /** The pause before the next try, in milliseconds; `undefined` if the result is final. */
  readonly pauseMs: (result: T, tries: number) => number | undefined;
}

/** Repeats work until its result is final, all tries are used, or the signal aborts: that ends the pause, and one last try follows. */
export async function repeat<T>(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  { maxTries = Infinity, pauseMs }: Repetition<T>,
  work: (tries: number) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const result = await work(tries);
    if (tries >= maxTries || signal.aborted) return result;
    const pause = pauseMs(result, tries);
    if (pause === undefined) return result;
    await clock.sleep(pause, signal);
  }
}

/** Gives each address of a host name 2.5 s, from this thread: 250 ms are too short for another continent (nodejs/node#54359). */
export function allowSlowConnections(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(2_500);
}
