import { expect, test } from '@jest/globals';

import { NO_COUNTS } from '../../src/model/counts.ts';
import { createTimeline } from '../../src/wait/timeline.ts';

/** A timeline whose clock is set by hand, in seconds. */
function start(): { readonly timeline: ReturnType<typeof createTimeline>; readonly at: (seconds: number) => void } {
  let now = 7_000;
  return {
    timeline: createTimeline({ now: () => now }),
    at: (seconds) => {
      now = 7_000 + seconds * 1000;
    },
  };
}

test('sums the testsets, and keeps only what changes', () => {
  const { timeline, at } = start();
  const first = { counts: { ...NO_COUNTS, total: 8 }, active: 2 };
  timeline.record(1, first);
  at(20);
  timeline.record(1, first);
  at(40);
  timeline.record(2, { counts: { total: 4, pass: 1, fail: 1, error: 0, stop: 1 }, active: 1 });
  at(60);
  timeline.record(1, { counts: { ...NO_COUNTS, total: 8, pass: 8 }, active: 0 });
  expect(timeline.points()).toEqual([
    { seconds: 0, total: 8, passed: 0, notPassed: 0, active: 2 },
    { seconds: 40, total: 12, passed: 1, notPassed: 2, active: 3 },
    { seconds: 60, total: 12, passed: 9, notPassed: 2, active: 1 },
  ]);
});

test.each([
  ['more devices', { counts: { ...NO_COUNTS, total: 9 }, active: 2 }],
  ['a device that did not pass', { counts: { ...NO_COUNTS, total: 8, error: 1 }, active: 2 }],
  ['a device that passed', { counts: { ...NO_COUNTS, total: 8, pass: 1 }, active: 2 }],
  ['a device that began', { counts: { ...NO_COUNTS, total: 8 }, active: 3 }],
])('%s alone is a change', (_what, status) => {
  const { timeline } = start();
  timeline.record(1, { counts: { ...NO_COUNTS, total: 8 }, active: 2 });
  expect(timeline.points()).toBeUndefined();
  timeline.record(1, status);
  expect(timeline.points()).toHaveLength(2);
});

test('a long wait has at most 200 points, among them the first and the last', () => {
  const { timeline, at } = start();
  for (let done = 0; done <= 1_000; done += 1) {
    at(done * 10);
    timeline.record(1, { counts: { ...NO_COUNTS, total: 1_000, pass: done }, active: 0 });
    const points = timeline.points() ?? [];
    expect(points.length).toBeLessThanOrEqual(200);
    expect(done === 0 || points.at(-1)?.passed === done).toBe(true);
  }
  expect(timeline.points()?.[0]).toMatchObject({ seconds: 0, passed: 0 });
});
