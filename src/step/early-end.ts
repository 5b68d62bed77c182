import type { Clock } from '../clock.ts';

/** The two ways in which a step ends before its time, as signals. */
export interface Ends {
  /** Aborted by the first of them. */
  readonly signal: AbortSignal;
  /** Aborted by a cancel alone. */
  readonly cancelled: AbortSignal;
  /** From now on the step is to end when so many milliseconds have passed since it began. */
  readonly limitTime: (timeoutMs: number) => void;
  /** Stops listening. */
  readonly stop: () => void;
}

/** Listens for the runner's wish (SIGINT, then SIGTERM), and for the deadline once there is one. The step begins now. */
export function listenForEnd(clock: Clock): Ends {
  const cancelled = new AbortController();
  const late = new AbortController();
  const over = new AbortController();
  const began = clock.now();
  const cancel = (): void => {
    cancelled.abort();
  };
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  return {
    signal: AbortSignal.any([cancelled.signal, late.signal]),
    cancelled: cancelled.signal,
    limitTime: (timeoutMs) => {
      void clock.sleep(began + timeoutMs - clock.now(), over.signal).then(() => {
        if (!over.signal.aborted) late.abort();
      });
    },
    stop: () => {
      over.abort();
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, ignore).on(name, ignore).off(name, cancel);
    },
  };
}

/** Without any listener, a signal that comes when all is done would end the process, and take its exit code away. */
function ignore(): void {
  // What the step had to say is said.
}
