import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import { countPassed, type TestResult } from '../../src/model/results.ts';
import { compareDocuments } from '../../src/results/compare-devices.ts';
import { CREATED } from '../../src/create/pending-testset.ts';
import { decideEarly, type Complete, type Testset } from '../../src/model/testset.ts';

/** How a device ended, and which documents show it. */
export interface Run {
  readonly name: string;
  readonly end: 'pass' | 'fail' | 'error' | 'stop';
  readonly shownBy: 'all' | 'xml' | 'none';
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
  readonly isDoubtful?: boolean;
  /** Whether the documents show `error` for each kind of failure, as those of the service do. */
  readonly areKindsHidden?: boolean;
  readonly runs: readonly Run[];
}

/** A device run that all documents show. */
export function run(name: string, end: Run['end'], shownBy: Run['shownBy'] = 'all'): Run {
  return { name, end, shownBy };
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
  };
}

const SHOWN: Readonly<Record<Run['end'], TestResult>> = {
  pass: 'passed',
  fail: 'failed',
  error: 'error',
  stop: 'skipped',
};

/** Makes what the code would know of the testset. */
export function testsetOf(given: Given): Testset {
  const { id, scenario, retry, ended, hasId = ended === 'timed-out', isDoubtful, areKindsHidden, runs } = given;
  const counts = ended ? NO_COUNTS : countsOf(given);
  if (ended) {
    const known = {
      scenario,
      retry,
      origin: CREATED,
      counts,
      ending: decideEarly(ended, undefined, 'It broke.', 'Twice.'),
    };
    return hasId ? { kind: 'unfinished', id, isRunning: false, ...known } : { kind: 'not-created', ...known };
  }
  const read = (source: 'xml' | 'json') => {
    const shown = runs.filter(({ shownBy }) => shownBy === 'all' || shownBy === source);
    const testcases = shown.map(({ name, end, seconds }) => ({
      device: name,
      result: end !== 'pass' && areKindsHidden ? ('error' as const) : SHOWN[end],
      url: `https://service.example/${id}/${name}`,
      seconds,
    }));
    return { source, suites: [{ name: 'S', testcases }] };
  };
  const documents = [read('xml'), read('json')] as const;
  return {
    kind: 'complete',
    id,
    scenario,
    retry,
    origin: CREATED,
    counts,
    announcedDevices: isDoubtful ? runs.length + 1 : 0,
    status: { isComplete: true, word: 'Complete', counts, active: 0, missingFields: [] },
    results: {
      documents: documents.map(({ source, suites }) => ({ source, state: 'read', ...countPassed(suites), why: '' })),
      suites: documents[0].suites,
      ...compareDocuments(documents),
      warnings: [],
      isCancelled: false,
    },
  };
}

/** The same of a testset that is complete. */
export function completeOf(given: Given): Complete {
  const result = testsetOf(given);
  if (result.kind !== 'complete') throw new Error(`Testset ${given.id} is not complete.`);
  return result;
}
