import { describe, expect, test } from '@jest/globals';

import type { Counts } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import type { Status } from '../../src/service/wire.ts';
import { Progress } from '../../src/wait/progress.ts';
import { createHandClock, createRecordingLog } from '../support/runtime.ts';

function status(counts: Partial<Counts>, word = 'Running'): Status {
  const all = { total: 4, pass: 0, fail: 0, error: 0, stop: 0, ...counts };
  return { complete: word === 'Complete', word, counts: all, busy: 0, gaps: [] };
}

function openProgress(testsets: number) {
  const [clock, log] = [createHandClock(), createRecordingLog()];
  const titles: string[] = [];
  const checkRun = { update: ({ title }: { title: string }) => void titles.push(title) };
  return { clock, lines: log.lines, titles, progress: new Progress({ clock, log }, testsets, checkRun) };
}

const created = (id: number, announced = 0) => ({ id, announced, created: true, scenario: 100 + id });

describe('the progress in the log', () => {
  test('of one testset: a line for each change, and one a minute', async () => {
    const { clock, lines, progress } = openProgress(1);
    progress.add({ id: 1, announced: 4, created: true });
    progress.update(1, status({}));
    await clock.pass(20_000);
    progress.update(1, status({}));
    progress.update(1, status({ pass: 1, error: 1 }));
    await clock.pass(49_000);
    progress.update(1, status({ pass: 1, error: 1 }));
    await clock.pass(1_000);
    progress.update(1, status({ pass: 1, error: 1 }));
    progress.update(1, status({ pass: 1, fail: 1, error: 1, stop: 1 }, 'Complete'));
    expect(lines).toEqual([
      'info: Testset 1 is created with 4 devices.',
      'info: 0 of 4 devices done: 4 still running (0s)',
      'info: 2 of 4 devices done: 1 passed, 1 with an error, 2 still running (20s)',
      'info: 2 of 4 devices done: 1 passed, 1 with an error, 2 still running (1m 10s)',
      'info: 4 of 4 devices done: 1 passed, 1 failed, 1 with an error, 1 stopped (1m 10s)',
    ]);
  });

  test('of several testsets: one line for all of them at most every 30 s, and one at the end', async () => {
    const { clock, lines, progress } = openProgress(2);
    for (const id of [1, 2]) progress.add({ id, announced: 0, created: false });
    progress.update(1, status({ pass: 1 }));
    progress.update(2, status({ pass: 2 }));
    await clock.pass(30_000);
    progress.update(1, status({ pass: 4 }, 'Complete'));
    progress.update(2, status({ pass: 4 }, 'Complete'));
    expect(lines).toEqual([
      'info: 0 of 2 testsets complete; 1 of 4 device runs done: 1 passed, 3 still running (0s)',
      'info: 1 of 2 testsets complete; 6 of 8 device runs done: 6 passed, 2 still running (30s)',
      'info: 2 of 2 testsets complete; 8 of 8 device runs done: 8 passed (30s)',
    ]);
  });

  test('names created testsets together, and counts those that are not created yet', async () => {
    const { clock, lines, titles, progress } = openProgress(22);
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
      'info: Created: testset 1 for scenario 101, ….',
      'info: 2 of 22 testsets known, 0 complete; 1 of 4 device runs done: 1 passed, 3 still running (0s)',
      'info: Created: testset 3 for scenario 103, ….',
      'info: 21 of 22 testsets known, 1 complete; 2 of 42 device runs done: 2 passed, 40 still running (30s)',
      'info: Created: testset 22 for scenario 122.',
    ]);
    expect(titles.at(-1)).toMatch(/^2 of 44 /);
  });

  test('does not wait for testsets that are not created', () => {
    const { lines, progress } = openProgress(3);
    progress.add(created(1));
    progress.notCreated();
    progress.add(created(2));
    progress.update(1, status({ pass: 4 }, 'Complete'));
    progress.update(2, status({ pass: 4 }, 'Complete'));
    expect(lines).toEqual([
      'info: Created: testset 1 for scenario 101, testset 2 for scenario 102.',
      'info: 1 of 2 testsets complete; 4 of 4 device runs done: 4 passed (0s)',
      'info: 2 of 2 testsets complete; 8 of 8 device runs done: 8 passed (0s)',
    ]);
    const last = openProgress(2);
    last.progress.add(created(3));
    last.progress.notCreated();
    expect(last.lines).toEqual(['info: Created: testset 3 for scenario 103.']);
  });

  test('shows failed polls ever more seldom, and warns once of an unknown status', () => {
    const { lines, progress } = openProgress(1);
    const error = new TestsetError('unreachable', 'No response.', '');
    for (let failures = 1; failures <= 5; failures += 1) progress.pollFailed(1, error, failures);
    progress.update(1, status({ total: 0 }, 'Paused'));
    progress.update(1, status({ total: 0 }, 'Paused'));
    expect(lines).toEqual([
      'info: Testset 1: poll failed: No response. (0s)',
      'info: Testset 1: poll failed 2 times in a row: No response. (0s)',
      'info: Testset 1: poll failed 4 times in a row: No response. (0s)',
      'warning: Testset 1 has the unknown status "Paused"; it is treated as running.',
      'info: 0 of 0 devices done (0s)',
    ]);
  });
});
