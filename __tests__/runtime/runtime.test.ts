import { expect, test } from '@jest/globals';

import { systemClock } from '../../src/runtime/clock.ts';
import { withExtraTime } from '../../src/runtime/time-limits.ts';
import { stopReason } from '../../src/runtime/runtime.ts';
import { createHandClock, createRuntime } from '../support/runtime.ts';

test('extra time lasts beyond the deadline, not beyond a cancel, and leaves no timer', async () => {
  const clock = createHandClock();
  const end = new AbortController();
  const seen: AbortSignal[] = [];
  const never = new Promise<string>(() => undefined);
  const work = (signal: AbortSignal): Promise<string> => {
    seen.push(signal);
    return never;
  };
  void withExtraTime(createRuntime({ clock, signal: end.signal }), 3_000, work);
  end.abort('deadline');
  await clock.pass(2_999);
  expect(seen[0]?.aborted).toBe(false);
  await clock.pass(1);
  expect(seen[0]?.aborted).toBe(true);

  void withExtraTime(createRuntime({ clock, signal: AbortSignal.abort('cancelled') }), 3_000, work);
  expect(seen[1]?.aborted).toBe(true);
  await clock.pass(3_000);
  const late = createRuntime({ clock, signal: AbortSignal.abort('deadline') });
  expect(await withExtraTime(late, 3_000, () => Promise.resolve('done'))).toBe('done');
  await clock.pass(0);
  expect(clock.sleepers).toBe(0);
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
  expect(systemClock.now() - before).toBeGreaterThan(4);
  const end = new AbortController();
  const sleep = systemClock.sleep(3_600_000, end.signal);
  end.abort();
  await expect(sleep).resolves.toBeUndefined();
  expect(systemClock.random()).toBeLessThan(1);
});
