import { describe, expect, test } from '@jest/globals';

import { createStillClock, createStillTime } from './support/still-time.ts';

/** A flow that never ends must not take everything with it. */

const time = createStillTime({ underWay: () => 0 });

describe('a flow', () => {
  test('takes no real time for what it sleeps', async () => {
    const clock = createStillClock(() => 0);
    const began = clock.now();
    await time.run(clock, 60, () => clock.sleep(3_000_000));
    expect(clock.now() - began).toBe(3_000_000);
  });

  test('that waits for nothing is noticed', async () => {
    const work = (): Promise<never> => new Promise(() => undefined);
    await expect(
      time.run(
        createStillClock(() => 0),
        1,
        work,
      ),
    ).rejects.toThrow('nothing is under way');
  });

  test('that goes on for ever is noticed', async () => {
    const clock = createStillClock(() => 0);
    const work = async (): Promise<void> => {
      while (clock.now() < Number.MAX_SAFE_INTEGER) await clock.sleep(10_000);
    };
    await expect(time.run(clock, 1, work)).rejects.toThrow('on and on');
  });

  test('stands still while something holds its clock, and others go on', async () => {
    const held = createStillClock(() => 0);
    const free = createStillClock(() => 0);
    const letGo = held.hold();
    const order: string[] = [];
    const first = time.run(held, 1, async () => {
      await held.sleep(1);
      order.push('held');
    });
    await time.run(free, 1, async () => {
      await free.sleep(1_000);
      order.push('free');
    });
    letGo();
    await first;
    expect(order).toEqual(['free', 'held']);
  });
});
