import type { Clock } from '../../clock.ts';
import { Fault } from './fault.ts';

/** How long an exchange may take, in milliseconds. */
export interface Patience {
  /** From one sign of life to the next. */
  readonly stallMs: number;
  /** From beginning to end, so that a slow drip ends, too. */
  readonly totalMs: number;
}

/** Ends an exchange that has stalled, takes too long, or is no longer wanted. */
export interface Watchdog {
  /** Aborted with a {@link Fault} as its reason. */
  readonly signal: AbortSignal;
  /** Tells that something moved. */
  touch(): void;
  /** To be called when the exchange is over. */
  stop(): void;
}

/** Watches from now on. `wanted` is the caller's signal: when it aborts, the exchange ends with a `stopped` fault. */
export function startWatchdog(clock: Clock, patience: Patience, wanted: AbortSignal): Watchdog {
  const over = new AbortController();
  const bark = new AbortController();
  const began = clock.now();
  let alive = began;

  const stopped = (): void => {
    bark.abort(new Fault('stopped', 'the request was stopped'));
  };
  if (wanted.aborted) stopped();
  else wanted.addEventListener('abort', stopped, { once: true, signal: over.signal });

  const watch = async (): Promise<void> => {
    while (!over.signal.aborted && !bark.signal.aborted) {
      const fault = overdue(clock.now(), began, alive, patience);
      if (fault) bark.abort(fault);
      else await clock.sleep(Math.min(alive + patience.stallMs, began + patience.totalMs) - clock.now(), over.signal);
    }
  };
  void watch();

  return {
    signal: bark.signal,
    touch: () => {
      alive = clock.now();
    },
    stop: () => {
      over.abort();
    },
  };
}

function overdue(now: number, began: number, alive: number, { stallMs, totalMs }: Patience): Fault | undefined {
  if (now - began >= totalMs) return new Fault('overtime', `no whole answer came within ${seconds(totalMs)} s`);
  if (now - alive >= stallMs) return new Fault('stall', `nothing moved for ${seconds(stallMs)} s`);
  return undefined;
}

function seconds(ms: number): string {
  return String(Math.round(ms / 1000));
}
