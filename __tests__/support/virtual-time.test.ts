import { afterAll, describe, expect, test } from '@jest/globals';

import { createVirtualClock, createVirtualTime } from './virtual-time.ts';

/** A run that never ends does not keep the others from ending. */

const time = createVirtualTime();
afterAll(() => {
  time.restore();
});

const createClock = () => createVirtualClock(() => 0);

describe('a run', () => {
  test('takes no real time to sleep', async () => {
    const clock = createClock();
    const began = clock.now();
    await time.run(clock, 60, () => clock.sleep(3_000_000));
    expect(clock.now() - began).toBe(3_000_000);
  });

  test('that waits for something that never comes is an error', async () => {
    const work = (): Promise<never> => new Promise(() => undefined);
    await expect(time.run(createClock(), 1, work)).rejects.toThrow('never comes');
  });

  test('that does not end is an error', async () => {
    const clock = createClock();
    const work = async (): Promise<void> => {
      while (clock.now() < Number.MAX_SAFE_INTEGER) await clock.sleep(10_000);
    };
    await expect(time.run(clock, 1, work)).rejects.toThrow('does not end');
  });

  test('stops while its clock is held, and others continue', async () => {
    const [held, free] = [createClock(), createClock()];
    const release = held.hold();
    const order: string[] = [];
    const first = time.run(held, 1, async () => {
      await held.sleep(1);
      order.push('held');
    });
    await time.run(free, 1, async () => {
      await free.sleep(1_000);
      order.push('free');
    });
    release();
    await first;
    expect(order).toEqual(['free', 'held']);
  });
});
