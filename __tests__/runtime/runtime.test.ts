import { describe, expect, test } from '@jest/globals';

import { systemClock } from '../../src/runtime/clock.ts';
import { repeat, withTimeout } from '../../src/runtime/time-limits.ts';
import { stopReason } from '../../src/runtime/runtime.ts';
import { createEagerClock, createHandClock, createRuntime } from '../support/runtime.ts';

test('time that begins at the deadline lasts beyond it, not beyond a cancel, and leaves no timer', async () => {
  const clock = createHandClock();
  const start = (from: AbortSignal): AbortSignal => {
    let late = from;
    void withTimeout(createRuntime({ clock, signal: from }), { ms: 3_000, from }, (signal) => {
      late = signal;
      return new Promise(() => undefined);
    });
    return late;
  };
  const end = new AbortController();
  const late = start(end.signal);
  await clock.pass(5_000);
  end.abort('deadline');
  await clock.pass(2_999);
  expect(late.aborted).toBe(false);
  await clock.pass(1);
  expect(late.aborted).toBe(true);
  expect(start(AbortSignal.abort('cancelled')).aborted).toBe(true);
  const afterIt = start(AbortSignal.abort('deadline'));
  await clock.pass(3_000);
  expect([afterIt.aborted, clock.sleepers]).toEqual([true, 0]);
});

describe('work with a time limit', () => {
  const never = new Promise<string>(() => undefined);

  test.each<[what: string, limitMs: number, cancelAtMs: number, endsAtMs: number, endMs: number]>([
    ['ends at the limit', 3_000, Infinity, 3_000, 9_000],
    ['may take a moment after a cancel', 3_000, 1_000, 1_800, 9_000],
    ['does not get more time from a cancel', 500, 0, 500, 9_000],
    ['ends with the time of the step', 3_000, Infinity, 2_000, 2_000],
    ['ends with the time of the step after a cancel', 3_000, 1_000, 1_500, 1_500],
  ])('%s', async (_what, limitMs, cancelAtMs, endsAtMs, endMs) => {
    const clock = createHandClock();
    const abortAfter = (ms: number): AbortSignal => {
      const controller = new AbortController();
      void clock.sleep(ms).then(() => {
        controller.abort();
      });
      return controller.signal;
    };
    const [cancelled, graceOver] = [abortAfter(cancelAtMs), abortAfter(endMs)];
    let late: AbortSignal | undefined;
    const limit = { ms: limitMs, afterCancelMs: 800, onTimeout: () => 'too late' };
    const ended = withTimeout({ clock, cancelled, graceOver }, limit, (signal) => {
      late = signal;
      return never;
    });
    await clock.pass(endsAtMs - 1);
    expect(late?.aborted).toBe(false);
    await clock.pass(1);
    expect(late?.aborted).toBe(true);
    expect(await ended).toBe('too late');
  });

  test('that is done in time returns its result, is not aborted later, and leaves no timer', async () => {
    const clock = createHandClock();
    const signal = await withTimeout(createRuntime({ clock }), { ms: 3_000 }, (late) => Promise.resolve(late));
    await clock.pass(3_000);
    expect([signal.aborted, clock.sleepers]).toEqual([false, 0]);
  });
});

test.each<[ends: string, maxTries: number, finalAt: number, isCancelled: boolean, slept: readonly number[]]>([
  ['after all tries', 3, 9, false, [1_000, 2_000]],
  ['with a final result', Infinity, 2, false, [1_000]],
  ['on a cancel', 3, 9, true, []],
])('work is repeated until it ends: %s', async (_ends, maxTries, finalAt, isCancelled, slept) => {
  const clock = createEagerClock();
  const signal = isCancelled ? AbortSignal.abort() : new AbortController().signal;
  const pauseMs = (tries: number): number | undefined => (tries === finalAt ? undefined : tries * 1_000);
  const last = await repeat({ clock, signal }, { maxTries, pauseMs }, (tries) => Promise.resolve(tries));
  expect([last, clock.slept]).toEqual([slept.length + 1, slept]);
});

test('a cancel after the deadline is still a cancel', () => {
  const signal = AbortSignal.abort('deadline');
  const cancel = new AbortController();
  const runtime = createRuntime({ signal, cancelled: cancel.signal });
  expect(stopReason(runtime)).toBe('deadline');
  cancel.abort();
  expect(stopReason(runtime)).toBe('cancelled');
  expect(stopReason(createRuntime())).toBeUndefined();
});

test('the system clock moves forward, sleeps, and wakes on abort', async () => {
  const before = systemClock.now();
  await systemClock.sleep(5);
  const tookMs = systemClock.now() - before;
  expect(tookMs).toBeGreaterThan(4);
  expect(tookMs).toBeLessThan(60_000);
  const end = new AbortController();
  let isAwake = false;
  // Longer than a timer of Node.js may be.
  const sleep = systemClock.sleep(2 ** 31, end.signal).then(() => (isAwake = true));
  await systemClock.sleep(5);
  expect(isAwake).toBe(false);
  end.abort();
  await sleep;
  expect(systemClock.random()).toBeLessThan(1);
});
