import { describe, expect, test } from '@jest/globals';

import type { Counts } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import { createProgress } from '../../src/wait/progress.ts';
import { createHandClock, createRecordingLog } from '../support/runtime.ts';
import { statusOf } from '../support/testsets.ts';

const status = (counts: Partial<Counts>, word = 'Running') => statusOf(word, { total: 4, ...counts });

function openProgress(testsets: number, timeoutMs = Infinity) {
  const [clock, log] = [createHandClock(), createRecordingLog()];
  const endsAt = clock.now() + timeoutMs;
  const runtime = { clock, log, timeLeftMs: () => endsAt - clock.now() };
  const progress = createProgress(runtime);
  progress.expectTestsets(testsets);
  return { clock, lines: log.lines, progress };
}

const NO_RESPONSE = new TestsetError({ code: 'unreachable', message: 'No response.', hint: '' });
const created = (id: number, announcedDevices = 0) =>
  ({ id, announcedDevices, origin: 'created', scenario: 100 + id }) as const;

describe('the progress in the log', () => {
  test('of one testset: a line for each change, and a reminder now and then', async () => {
    const { clock, lines, progress } = openProgress(1, 180 * 60_000);
    const poll = async (seconds: number, counts: Partial<Counts>, word?: string): Promise<void> => {
      await clock.pass(seconds * 1000);
      progress.update(1, status({ total: 8, ...counts }, word));
    };
    progress.add({ id: 1, announcedDevices: 8, origin: 'created' });
    await poll(0, {});
    await poll(60, {});
    await poll(42, { fail: 1 });
    await poll(136, { fail: 1, error: 1, pass: 4 });
    for (let minute = 0; minute < 21; minute += 1) await poll(60, { fail: 1, error: 1, pass: 4 });
    await poll(30, { fail: 1, error: 1, pass: 6 }, 'Complete');
    expect(lines).toEqual([
      'info: Created testset 1 with 8 devices.',
      'info:      0s  ........  8 devices',
      'info:  1m 42s  ✗.......  1 of 8 done · 1 failed',
      'info:  3m 58s  ✗✗✓✓✓✓..  6 of 8 done · 2 failed',
      'info:  8m 58s  ✗✗✓✓✓✓..  no change for 5 min · 171 min left',
      'info: 13m 58s  ✗✗✓✓✓✓..  no change for 10 min · 166 min left',
      'info: 23m 58s  ✗✗✓✓✓✓..  no change for 20 min · 156 min left',
      'info: 25m 28s  ✗✗✓✓✓✓✓✓  8 of 8 done · 2 failed',
    ]);
  });

  test.each<[what: string, counts: Partial<Counts>, shown: string]>([
    ['of 40 devices has a character for each', { total: 40 }, `${'.'.repeat(40)}  40 devices`],
    ['of more devices has no characters', { total: 41 }, '41 devices'],
    ['of more devices done than there are has no characters', { total: 3, pass: 4 }, '4 of 3 done'],
  ])('%s', (_what, counts, shown) => {
    const { lines, progress } = openProgress(1);
    progress.update(1, status(counts));
    expect(lines).toEqual([`info:      0s  ${shown}`]);
  });

  test('names created testsets by twenty, although others are still created', () => {
    const { lines, progress } = openProgress(30);
    for (let id = 1; id <= 21; id += 1) progress.add(created(id));
    const names = /^info: Created testset 1 for scenario 101, .*testset 20 for scenario 120\.$/;
    expect(lines).toEqual([expect.stringMatching(names)]);
  });

  test('of several testsets: one line for all of them at most every 30 s, and one at the end', async () => {
    const { clock, lines, progress } = openProgress(2);
    for (const id of [1, 2]) progress.add({ id, announcedDevices: 0, origin: 'attached' });
    progress.update(1, status({ pass: 1 }));
    progress.update(2, status({ pass: 2 }));
    progress.pollFailed(1, NO_RESPONSE, 1);
    await clock.pass(30_000);
    progress.update(1, status({ pass: 4 }, 'Complete'));
    progress.update(2, status({ pass: 4 }, 'Complete'));
    expect(lines).toEqual([
      'info:      0s  ✓...  0 of 2 testsets complete · 1 of 4 done',
      'info:     30s  ✓✓✓✓✓✓..  1 of 2 testsets complete · 6 of 8 done',
      'info:     30s  ✓✓✓✓✓✓✓✓  2 of 2 testsets complete · 8 of 8 done',
    ]);
  });

  test('names created testsets together, and counts those that are not created yet', async () => {
    const { clock, lines, progress } = openProgress(22);
    const add = (from: number, to: number): void => {
      for (let id = from; id <= to; id += 1) progress.add(created(id, 2));
    };
    add(1, 2);
    progress.update(1, status({ total: 2, pass: 1 }));
    add(3, 21);
    await clock.pass(30_000);
    progress.update(1, status({ total: 2, pass: 2 }, 'Complete'));
    add(22, 22);
    expect(lines.map((line) => line.replace(/(?:, testset \d+ for scenario \d+)+/, ', …'))).toEqual([
      'info: Created testset 1 for scenario 101, ….',
      'info:      0s  ✓...  2 of 22 testsets created · 0 complete · 1 of 4 done',
      'info: Created testset 3 for scenario 103, ….',
      'info:     30s  21 of 22 testsets created · 1 complete · 2 of 42 done',
      'info: Created testset 22 for scenario 122.',
    ]);
  });

  test('does not wait for testsets that are not created', () => {
    const { lines, progress } = openProgress(3);
    progress.add(created(1));
    progress.notCreated();
    progress.add(created(2));
    progress.update(1, status({ pass: 4 }, 'Complete'));
    progress.update(2, status({ pass: 4 }, 'Complete'));
    expect(lines).toEqual([
      'info: Created testset 1 for scenario 101, testset 2 for scenario 102.',
      'info:      0s  ✓✓✓✓  1 of 2 testsets complete · 4 of 4 done',
      'info:      0s  ✓✓✓✓✓✓✓✓  2 of 2 testsets complete · 8 of 8 done',
    ]);
    const [last, one] = [openProgress(2), openProgress(1)];
    last.progress.add(created(3));
    last.progress.notCreated();
    one.progress.add(created(4));
    expect([last.lines, one.lines]).toEqual([
      ['info: Created testset 3 for scenario 103.'],
      ['info: Created testset 4.'],
    ]);
  });

  test('shows failed polls ever more seldom, and warns once of an unknown status', () => {
    const { lines, progress } = openProgress(1);
    for (let failures = 1; failures <= 5; failures += 1) progress.pollFailed(1, NO_RESPONSE, failures);
    progress.update(1, status({ total: 0 }, 'Paused'));
    progress.update(1, status({ total: 0 }, 'Paused'));
    expect(lines).toEqual([
      'info:      0s  Testset 1: poll failed: No response.',
      'info:      0s  Testset 1: poll failed 2 times in a row: No response.',
      'info:      0s  Testset 1: poll failed 4 times in a row: No response.',
      'warning: Testset 1 has the unknown status "Paused". Waiting for "Complete".',
      'info:      0s  number of devices not known yet',
    ]);
  });
});
