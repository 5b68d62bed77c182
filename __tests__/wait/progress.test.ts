import { describe, expect, test } from '@jest/globals';

import type { Counts } from '../../src/model/counts.ts';
import { TestsetError } from '../../src/model/errors.ts';
import { createProgress } from '../../src/wait/progress.ts';
import type { Status } from '../../src/service/wire.ts';
import { logUpload } from '../../src/create/app-test.ts';
import { createHandClock, createRecordingLog } from '../support/runtime.ts';

function status(counts: Partial<Counts>, word = 'Running'): Status {
  return {
    complete: word === 'Complete',
    word,
    counts: { total: 4, pass: 0, fail: 0, error: 0, stop: 0, ...counts },
    busy: 0,
    gaps: [],
  };
}

describe('progress in the log', () => {
  test('one testset: a line on change, and one a minute otherwise', async () => {
    const [clock, log] = [createHandClock(), createRecordingLog()];
    const progress = createProgress({ clock, log }, 1);
    progress.began(1, { announced: 4, created: true });
    progress.heard(1, status({}));
    await clock.pass(20_000);
    progress.heard(1, status({}));
    progress.heard(1, status({ pass: 1, error: 1 }));
    await clock.pass(49_000);
    progress.heard(1, status({ pass: 1, error: 1 }));
    await clock.pass(1_000);
    progress.heard(1, status({ pass: 1, error: 1 }));
    progress.heard(1, status({ pass: 1, fail: 1, error: 1, stop: 1 }, 'Complete'));
    expect(log.lines).toEqual([
      'info: Testset 1 is created with 4 unit tests.',
      'info: 0 of 4 unit tests done: 4 still running (0s)',
      'info: 2 of 4 unit tests done: 1 passed, 1 with an error, 2 still running (20s)',
      'info: 2 of 4 unit tests done: 1 passed, 1 with an error, 2 still running (1m 10s)',
      'info: 4 of 4 unit tests done: 1 passed, 1 failed, 1 with an error, 1 stopped (1m 10s)',
    ]);
  });

  test('several testsets: one line for the whole, changes gathered, the end at once', async () => {
    const [clock, log] = [createHandClock(), createRecordingLog()];
    const progress = createProgress({ clock, log }, 2);
    for (const id of [1, 2]) progress.began(id, { announced: 0, created: false });
    progress.heard(1, status({ pass: 1 }));
    progress.heard(2, status({ pass: 2 }));
    await clock.pass(30_000);
    progress.heard(1, status({ pass: 4 }, 'Complete'));
    progress.heard(2, status({ pass: 4 }, 'Complete'));
    expect(log.lines).toEqual([
      'info: 0 of 2 testsets complete; 1 of 4 unit tests done: 1 passed, 3 still running (0s)',
      'info: 1 of 2 testsets complete; 6 of 8 unit tests done: 6 passed, 2 still running (30s)',
      'info: 2 of 2 testsets complete; 8 of 8 unit tests done: 8 passed (30s)',
    ]);
  });

  test('testsets that are created one after the other are told together, and counted from the start', async () => {
    const [clock, log] = [createHandClock(), createRecordingLog()];
    const shown: [number, number][] = [];
    const progress = createProgress({ clock, log }, 22, ({ total }, ids) => shown.push([total, ids.length]));
    const begin = (from: number, to: number): void => {
      for (let id = from; id <= to; id += 1) progress.began(id, { announced: 2, created: true, scenario: 100 + id });
    };
    begin(1, 2);
    progress.heard(1, status({ total: 2, pass: 1 }));
    begin(3, 21);
    await clock.pass(30_000);
    progress.heard(1, status({ total: 2, pass: 2 }, 'Complete'));
    begin(22, 22);
    progress.heard(22, status({ total: 3, pass: 2 }));
    expect(log.lines.map((line) => line.replace(/(?:, testset \d+ for scenario \d+)+/, ', …'))).toEqual([
      'info: Created: testset 1 for scenario 101, ….',
      'info: 2 of 22 testsets known, 0 complete; 1 of 4 unit tests done: 1 passed, 3 still running (0s)',
      'info: Created: testset 3 for scenario 103, ….',
      'info: 21 of 22 testsets known, 1 complete; 2 of 42 unit tests done: 2 passed, 40 still running (30s)',
      'info: Created: testset 22 for scenario 122.',
    ]);
    expect(shown.at(-1)).toEqual([45, 22]);
  });

  test('those that never come are waited for by no line', () => {
    const [clock, log] = [createHandClock(), createRecordingLog()];
    const progress = createProgress({ clock, log }, 3);
    progress.began(1, { announced: 0, created: true, scenario: 101 });
    progress.missing();
    progress.began(2, { announced: 0, created: true, scenario: 103 });
    progress.heard(1, status({ pass: 4 }, 'Complete'));
    progress.heard(2, status({ pass: 4 }, 'Complete'));
    expect(log.lines).toEqual([
      'info: Created: testset 1 for scenario 101, testset 2 for scenario 103.',
      'info: 1 of 2 testsets complete; 4 of 4 unit tests done: 4 passed (0s)',
      'info: 2 of 2 testsets complete; 8 of 8 unit tests done: 8 passed (0s)',
    ]);
    const last = createProgress({ clock, log }, 2);
    last.began(3, { announced: 0, created: true, scenario: 104 });
    last.missing();
    expect(log.lines.at(-1)).toBe('info: Created: testset 3 for scenario 104.');
  });

  test('tells of failed looks, and warns once of a word that it does not know', () => {
    const [clock, log] = [createHandClock(), createRecordingLog()];
    const progress = createProgress({ clock, log }, 1);
    const error = new TestsetError('unreachable', 'No answer.', '');
    progress.failed(1, error, 1);
    progress.failed(1, error, 2);
    progress.heard(1, status({ total: 0 }, 'Paused'));
    progress.heard(1, status({ total: 0 }, 'Paused'));
    expect(log.lines).toEqual([
      'info: Testset 1 could not be looked at: No answer. (0s)',
      'info: Testset 1 could not be looked at (2 times in a row): No answer. (0s)',
      'warning: The service calls testset 1 "Paused", a word that it does not document; taken as still running.',
      'info: 0 of 0 unit tests done (0s)',
    ]);
  });
});

describe('an upload in the log', () => {
  test('shows rate and time left every five seconds, and the end', async () => {
    const [clock, log] = [createHandClock(), createRecordingLog()];
    const sent = logUpload({ clock, log }, 100_000_000);
    sent(1_000_000);
    await clock.pass(5_000);
    sent(10_000_000);
    await clock.pass(4_000);
    sent(15_000_000);
    await clock.pass(36_000);
    sent(90_000_000);
    await clock.pass(5_000);
    sent(100_000_000);
    expect(log.lines).toEqual([
      'info: Sent 10.0 MB of 100.0 MB, 2.0 MB/s, about 45s left.',
      'info: Sent 90.0 MB of 100.0 MB, 2.0 MB/s, about 5s left.',
      'info: Sent 100.0 MB in 50s.',
    ]);
  });
});
