import { NO_COUNTS, sumCounts, type Counts } from '../model/counts.ts';
import type { TestsetError } from '../model/errors.ts';
import type { Complete, Status } from '../model/testset.ts';
import { joinPieces, MAX_IN_LOG_LINE, pluralize } from '../model/words.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { createProgressLine } from './progress-line.ts';

type KnownTestset = Pick<Complete, 'id' | 'scenario' | 'origin' | 'announcedDevices'>;

/** Shows the progress of all testsets of a step together, in one log line for all of them. */
export interface Progress {
  /** Further testsets are known, or may still be created. */
  expectTestsets(number: number): void;
  /** Adds a testset that is known from now on. */
  add(testset: KnownTestset): void;
  /** One of the expected testsets was not created. */
  notCreated(): void;
  update(id: number, status: Pick<Status, 'counts' | 'state' | 'word'>): void;
  /** @param failures in a row; only the 1st, 2nd, 4th, 8th … are logged */
  pollFailed(id: number, error: TestsetError, failures: number): void;
}

/** Creates the progress of a step that has no testset yet. */
export function createProgress(runtime: Pick<Runtime, 'clock' | 'log' | 'timeLeftMs'>): Progress {
  let testsets = 0;
  const line = createProgressLine(runtime, () => testsets);
  const countsById = new Map<number, Counts>();
  const complete = new Set<number>();
  let expected = 0;
  let created: string[] = [];
  let warnedOfWord = false;

  const logCreated = (): void => {
    if (created.length > 0) runtime.log.info(`Created ${created.join(', ')}.`);
    created = [];
  };
  return {
    expectTestsets: (number) => {
      testsets += number;
      expected += number;
    },
    add: ({ id, announcedDevices, origin, scenario }) => {
      countsById.set(id, { ...NO_COUNTS, total: announcedDevices });
      if (origin !== 'created') return;
      if (testsets === 1) runtime.log.info(describeCreated(id, announcedDevices));
      else created.push(joinPieces(' for scenario ', [`testset ${id}`, scenario !== undefined && `${scenario}`]));
      if (created.length >= MAX_IN_LOG_LINE || countsById.size === expected) logCreated();
    },
    notCreated: () => {
      expected -= 1;
      if (countsById.size === expected) logCreated();
    },
    update: (id, status) => {
      countsById.set(id, status.counts);
      // `Complete` may come too early.
      if (status.state === 'complete') complete.add(id);
      else complete.delete(id);
      if (!warnedOfWord && status.state === 'other') {
        warnedOfWord = true;
        runtime.log.warning(`Testset ${id} has the unknown status "${status.word}". Waiting for "Complete".`);
      }
      const before = describeTestsets(expected, countsById.size, complete.size);
      line.show(sumCounts([...countsById.values()]), before, complete.size === expected, logCreated);
    },
    pollFailed: (id, error, failures) => {
      if (!Number.isInteger(Math.log2(failures))) return;
      const inARow = failures > 1 ? ` ${failures} times in a row` : '';
      line.note(`Testset ${id}: poll failed${inARow}: ${error.message}`);
    },
  };
}

function describeCreated(id: number, devices: number): string {
  if (devices === 0) return `Created testset ${id}.`;
  return `Created testset ${id} with ${pluralize(devices, 'device')}.`;
}

/** How many of several testsets are complete; empty for one. */
function describeTestsets(expected: number, known: number, complete: number): string {
  if (expected === 1) return '';
  if (known < expected) return `${known} of ${expected} testsets created · ${complete} complete · `;
  return `${complete} of ${expected} testsets complete · `;
}
