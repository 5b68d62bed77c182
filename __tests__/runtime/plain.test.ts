import { inspect } from 'node:util';

import { expect, test } from '@jest/globals';

import { systemClock } from '../../src/runtime/clock.ts';
import { messageOf } from '../../src/model/errors.ts';
import { withExtraTime } from '../../src/runtime/time-limits.ts';
import { Secret } from '../../src/model/secret.ts';
import { stopReason } from '../../src/runtime/runtime.ts';
import { createHandClock, createRuntime } from '../support/runtime.ts';

test('extra time lasts beyond the deadline, not beyond a cancel, and leaves no timer', async () => {
  const clock = createHandClock();
  const end = new AbortController();
  const seen: AbortSignal[] = [];
  const never = new Promise<string>(() => undefined);
  const watch = (signal: AbortSignal): Promise<string> => {
    seen.push(signal);
    return never;
  };
  void withExtraTime(createRuntime({ clock, signal: end.signal }), 3_000, watch);
  end.abort('deadline');
  await clock.pass(2_999);
  expect(seen[0]?.aborted).toBe(false);
  await clock.pass(1);
  expect(seen[0]?.aborted).toBe(true);

  void withExtraTime(createRuntime({ clock, signal: AbortSignal.abort('cancelled') }), 3_000, watch);
  expect(seen[1]?.aborted).toBe(true);
  await clock.pass(3_000);
  const late = createRuntime({ clock, signal: AbortSignal.abort('deadline') });
  expect(await withExtraTime(late, 3_000, () => Promise.resolve('done'))).toBe('done');
  await clock.pass(0);
  expect(clock.sleepers).toBe(0);
});

test('a cancel after the deadline is a cancel all the same', () => {
  const signal = AbortSignal.abort('deadline');
  const cancel = new AbortController();
  const runtime = createRuntime({ signal, cancelled: cancel.signal });
  expect(stopReason(runtime)).toBe('deadline');
  cancel.abort();
  expect(stopReason(runtime)).toBe('cancelled');
  expect(stopReason(createRuntime())).toBeUndefined();
});

test("the machine's clock goes forward, sleeps, and wakes when nobody waits any more", async () => {
  const before = systemClock.now();
  await systemClock.sleep(5);
  expect(systemClock.now() - before).toBeGreaterThan(4);
  const end = new AbortController();
  const sleep = systemClock.sleep(3_600_000, end.signal);
  end.abort();
  await expect(sleep).resolves.toBeUndefined();
  expect(systemClock.random()).toBeLessThan(1);
});

test('a secret prints as stars wherever it is printed', () => {
  const secret = new Secret('hunter2');
  expect([String(secret), JSON.stringify({ secret }), inspect(secret), inspect({ secret })].join(' ')).not.toContain(
    'hunter2',
  );
  expect(secret.reveal()).toBe('hunter2');
});

test('anything that is thrown has words', () => {
  expect([messageOf(new Error('odd')), messageOf('odd'), messageOf(undefined)]).toEqual(['odd', 'odd', 'undefined']);
});
