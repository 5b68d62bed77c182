import type { Clock } from '../../runtime/clock.ts';
import { formatSeconds } from '../../model/words.ts';
import { NetworkError } from './network-error.ts';

/** How long an exchange may take, in milliseconds. */
export interface Timeouts {
  /** From one sign of life to the next. */
  readonly stallMs: number;
  /** From beginning to end, so that a slow drip ends, too. */
  readonly totalMs: number;
  /** From the head of the answer to its end; absent: nothing but `totalMs` counts. */
  readonly answerMs?: number;
}

/** Ends an exchange that has stalled, takes too long, or is no longer wanted. */
export interface RequestTimer {
  /** Aborted with a {@link NetworkError} as its reason. */
  readonly signal: AbortSignal;
  /** Tells that something moved. */
  recordActivity(): void;
  /** Tells that the head of the answer has come. */
  responseStarted(): void;
  /** To be called when the exchange is over. */
  stop(): void;
}

/** Watches from now on. `wanted` is the caller's signal: when it aborts, the exchange ends with a `stopped` fault. */
export function startTimer(clock: Clock, timeouts: Timeouts, wanted: AbortSignal): RequestTimer {
  const done = new AbortController();
  const bark = new AbortController();
  const began = clock.now();
  let alive = began;
  let end = { at: began + timeouts.totalMs, afterMs: timeouts.totalMs };

  const stopped = (): void => {
    bark.abort(new NetworkError('stopped', 'the request was stopped'));
  };
  if (wanted.aborted) stopped();
  else wanted.addEventListener('abort', stopped, { once: true, signal: done.signal });

  const watch = async (): Promise<void> => {
    while (!done.signal.aborted && !bark.signal.aborted) {
      const now = clock.now();
      const stall = alive + timeouts.stallMs;
      if (now >= end.at)
        bark.abort(new NetworkError('overtime', `no whole answer came within ${formatSeconds(end.afterMs)}`));
      else if (now >= stall)
        bark.abort(new NetworkError('stall', `nothing moved for ${formatSeconds(timeouts.stallMs)}`));
      else await clock.sleep(Math.min(stall, end.at) - now, done.signal);
    }
  };
  void watch();

  return {
    signal: bark.signal,
    recordActivity: () => {
      alive = clock.now();
    },
    responseStarted: () => {
      alive = clock.now();
      const { answerMs } = timeouts;
      if (answerMs !== undefined && alive + answerMs < end.at) end = { at: alive + answerMs, afterMs: answerMs };
    },
    stop: () => {
      done.abort();
    },
  };
}
