import { systemClock, type Clock } from '../../src/runtime/clock.ts';
import type { Log } from '../../src/runtime/log.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { createVirtualClock, type VirtualClock } from './virtual-time.ts';

/** A clock that only the test moves on. @param random what `random()` returns */
export function createHandClock(random = 0.5): VirtualClock {
  return createVirtualClock(() => random);
}

/** A clock whose sleeps take no real time: each moves it on and returns. */
export function createEagerClock(random = 0.5): Clock & { readonly slept: readonly number[] } {
  let now = 1_000_000;
  const slept: number[] = [];
  return {
    now: () => now,
    date: () => new Date(),
    random: () => random,
    sleep: (ms, signal) => {
      if (signal?.aborted) return Promise.resolve();
      slept.push(ms);
      now += Math.max(0, ms);
      return new Promise((resolve) => setImmediate(resolve));
    },
    slept,
  };
}

/** The machine's clock, `factor` times as fast. */
export function createFastClock(factor: number, random = Math.random): Clock {
  return {
    now: () => performance.now() * factor,
    date: () => new Date(),
    random,
    sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
  };
}

/** A log that records its lines, each after its kind. */
export function createRecordingLog(): Log & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  const keep = (kind: string) => (line: unknown) => {
    lines.push(`${kind}: ${typeof line === 'string' ? line : JSON.stringify(line)}`);
  };
  return {
    lines,
    info: keep('info'),
    debug: (line) => {
      keep('debug')(typeof line === 'string' ? line : line());
    },
    notice: keep('notice'),
    warning: keep('warning'),
    group: async (title, work) => {
      lines.push(`group: ${title}`);
      try {
        return await work();
      } finally {
        lines.push(`end: ${title}`);
      }
    },
  };
}

/** A signal that does not abort. */
export const NEVER = new AbortController().signal;

/** A runtime for tests: by default its clock is fast, and it is never stopped. */
export function createRuntime(overrides: Partial<Runtime> = {}): Runtime {
  const signal = overrides.signal ?? new AbortController().signal;
  return {
    clock: createFastClock(1000),
    log: createRecordingLog(),
    signal,
    timeLeftMs: () => Infinity,
    cancelled: cancelOf(signal),
    graceOver: NEVER,
    redact: (text) => text,
    ...overrides,
  };
}

/** Every abort is a cancel, except with the reason `deadline`. */
function cancelOf(signal: AbortSignal): AbortSignal {
  const cancel = new AbortController();
  const follow = (): void => {
    if (signal.reason !== 'deadline') cancel.abort();
  };
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return cancel.signal;
}
