import type { Clock } from '../../clock.ts';
import { inSeconds } from '../in-seconds.ts';
import { Fault } from './fault.ts';

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
export interface Watchdog {
  /** Aborted with a {@link Fault} as its reason. */
  readonly signal: AbortSignal;
  /** Tells that something moved. */
  touch(): void;
  /** Tells that the head of the answer has come. */
  answered(): void;
  /** To be called when the exchange is over. */
  stop(): void;
}

/** Watches from now on. `wanted` is the caller's signal: when it aborts, the exchange ends with a `stopped` fault. */
export function startWatchdog(clock: Clock, patience: Timeouts, wanted: AbortSignal): Watchdog {
  const done = new AbortController();
  const bark = new AbortController();
  const began = clock.now();
  let alive = began;
  let end = { at: began + patience.totalMs, afterMs: patience.totalMs };

  const stopped = (): void => {
    bark.abort(new Fault('stopped', 'the request was stopped'));
  };
  if (wanted.aborted) stopped();
  else wanted.addEventListener('abort', stopped, { once: true, signal: done.signal });

  const watch = async (): Promise<void> => {
    while (!done.signal.aborted && !bark.signal.aborted) {
      const now = clock.now();
      const stall = alive + patience.stallMs;
      if (now >= end.at) bark.abort(new Fault('overtime', `no whole answer came within ${inSeconds(end.afterMs)}`));
      else if (now >= stall) bark.abort(new Fault('stall', `nothing moved for ${inSeconds(patience.stallMs)}`));
      else await clock.sleep(Math.min(stall, end.at) - now, done.signal);
    }
  };
  void watch();

  return {
    signal: bark.signal,
    touch: () => {
      alive = clock.now();
    },
    answered: () => {
      alive = clock.now();
      const { answerMs } = patience;
      if (answerMs !== undefined && alive + answerMs < end.at) end = { at: alive + answerMs, afterMs: answerMs };
    },
    stop: () => {
      done.abort();
    },
  };
}
