import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { QuarantineEntry } from '../../src/model/quarantine.ts';
import type { Testcase } from '../../src/model/results.ts';
import type { Complete, Testset } from '../../src/model/testset.ts';
import { complete, notCreated, unfinished } from '../support/testsets.ts';

/** How a device ended, and whether the XML shows it. */
export interface Run {
  readonly name: string;
  readonly end: 'pass' | 'fail' | 'error' | 'stop';
  readonly isShown: boolean;
  readonly seconds?: number;
}

/** A testset, as a test describes it. */
export interface Given {
  readonly id: number;
  readonly scenario: number;
  /** Default: the first testset of the scenario. */
  readonly retry?: number;
  /** The outcome of a testset that is not complete. */
  readonly ended?: Outcome;
  /** Whether a testset that is not complete has an identifier; default: only after `timed-out`. */
  readonly hasId?: boolean;
  /** Whether its create announced a device that it does not have. */
  readonly isUnconfirmed?: boolean;
  /** Whether the XML shows `error` for each kind of failure, as that of the service does. */
  readonly areKindsHidden?: boolean;
  readonly runs: readonly Run[];
}

/** An entry for every device. */
export const ENTRY: QuarantineEntry = { reason: 'r', owner: 'o', expires: '2026-12-15', line: 1 };

/** A device run, which the XML shows. */
export function run(name: string, end: Run['end'], isShown = true): Run {
  return { name, end, isShown };
}

export function countEnd(runs: readonly Run[], end: Run['end']): number {
  return runs.filter((each) => each.end === end).length;
}

export function countsOf({ runs }: Given): Counts {
  return {
    total: runs.length,
    pass: countEnd(runs, 'pass'),
    fail: countEnd(runs, 'fail'),
    error: countEnd(runs, 'error'),
    stop: countEnd(runs, 'stop'),
    initializing: 0,
  };
}

const SHOWN = { pass: 'passed', fail: 'failed', error: 'error', stop: 'skipped' } as const;

/** Makes what the code would know of the testset. */
export function testsetOf(given: Given): Testset {
  const { id, scenario, retry, ended, hasId = ended === 'timed-out' } = given;
  if (!ended) return completeOf(given);
  const known = { scenario, retry, sentences: ['It broke.', 'Twice.'] };
  return hasId ? unfinished(ended, { id, ...known, counts: NO_COUNTS, word: '' }) : notCreated(ended, known);
}

/** The same of a testset that is complete. */
export function completeOf(given: Given): Complete {
  const { id, scenario, retry, isUnconfirmed, areKindsHidden, runs } = given;
  const shown = runs
    .filter(({ isShown }) => isShown)
    .map(({ name, end, seconds }): Testcase => {
      return { device: name, result: end !== 'pass' && areKindsHidden ? 'error' : SHOWN[end], seconds };
    });
  const announcedDevices = isUnconfirmed ? runs.length + 1 : 0;
  return complete(shown, { id, scenario, retry, counts: countsOf(given), announcedDevices });
}
