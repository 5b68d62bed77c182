import { countDevices, unfinishedCount } from '../model/counts.ts';
import { MARKS, type Mark } from '../model/history.ts';
import { isNotCreated, OUTCOMES, type Outcome } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { devicesOf, EXCUSES, hasPassed, type Excuse, type TestVerdict } from '../model/verdict.ts';
import { formatNumber, keysOf, pluralize } from '../model/words.ts';
import { findSharedTraits, type SharedTraits } from './shared-traits.ts';

type Testsets = readonly TestVerdict[];

/** What a heading is made of: the numbers of all testsets of a step, or of one. */
export interface Facts {
  readonly report: Report;
  readonly outcome: Outcome;
  readonly testsets: Testsets;
  /** How many testsets have each outcome: failed first, passed last; none that is zero. */
  readonly outcomes: ReadonlyMap<Outcome, number>;
  /** Devices, of several testsets device runs. A testset that was not created has none. */
  readonly total: number;
  readonly passed: number;
  /** Failed, had an error or were stopped, and count. */
  readonly failed: number;
  readonly stopped: number;
  readonly unfinished: number;
  readonly shared: SharedTraits;
  /** Of the failed ones that the XML names. */
  readonly marks: ReadonlyMap<Mark, number>;
  /** Runs that do not count: a flaky one whichever of its runs failed. */
  readonly excused: ReadonlyMap<Excuse['kind'], number>;
}

/** Counts what the testsets of a report say, or one of them alone, also one before a retry. */
export function countFacts(report: Report, testsets: Testsets, outcome: Outcome): Facts {
  const sum = (count: (testset: TestVerdict) => number): number =>
    testsets.reduce((all, testset) => all + count(testset), 0);
  const failed = testsets.flatMap(devicesOf).filter((run) => !hasPassed(run) && !run.excuse);
  // The failures of a testset before a retry may be flaky.
  const isDeciding = testsets.every((testset) => report.testsets.includes(testset));
  const outcomes = testsets.map((testset) => testset.outcome);
  const marks = failed.map(({ mark }) => mark);
  const excuses = testsets.flatMap(({ excused }) => excused);
  return {
    report,
    outcome,
    testsets,
    outcomes: countEach(OUTCOME_ORDER, outcomes),
    total: sum(({ counts }) => counts.total),
    passed: sum(({ counts }) => counts.pass),
    failed: sum(({ counted }) => counted),
    stopped: sum(({ counts }) => counts.stop),
    unfinished: sum(({ counts }) => unfinishedCount(counts)),
    shared: findSharedTraits(isDeciding ? testsets : []),
    marks: countEach(keysOf(MARKS), marks),
    excused: countEach(keysOf(EXCUSES), excuses),
  };
}

const OUTCOME_ORDER: readonly Outcome[] = [...new Set<Outcome>(['failed', ...OUTCOMES])];

/** Failed first, passed last, else in the order of the report. */
export function sortByOutcome(testsets: Testsets): Testsets {
  return OUTCOME_ORDER.flatMap((outcome) => testsets.filter((testset) => testset.outcome === outcome));
}

function countEach<Key>(keys: readonly Key[], found: readonly (Key | undefined)[]): ReadonlyMap<Key, number> {
  const numbers = keys.map((key) => [key, found.filter((each) => each === key).length] as const);
  return new Map(numbers.filter(([, number]) => number > 0));
}

/** `scenario`, or `testset` where a scenario is not known. */
export function nameSubject(testsets: Testsets): 'scenario' | 'testset' {
  return testsets.every(({ scenario }) => scenario !== undefined) ? 'scenario' : 'testset';
}

/** `1 of 12 scenarios` */
export function formatTestsets(number: number, testsets: Testsets, subject: string = nameSubject(testsets)): string {
  return `${formatNumber(number)} of ${pluralize(testsets.length, subject)}`;
}

/** `2 of 8 devices`, `2 of 24 device runs` */
export function formatRuns(number: number, { total, testsets }: Pick<Facts, 'total' | 'testsets'>): string {
  return `${formatNumber(number)} of ${countDevices(total, testsets.length)}`;
}

/** Whether to wait for a testset, if its identifier is known: it has not ended, and the service did not reject it. */
export function mayStillRun(testset: TestVerdict): boolean {
  if (testset.kind === 'complete') return false;
  return isRunning(testset) || !isNotCreated(testset.ending.outcome);
}

/** Whether a testset was running when the wait ended. */
export function isRunning(testset: TestVerdict): boolean {
  return testset.kind === 'unfinished' && testset.word !== '';
}

/** What the service says of a testset that was deleted. */
const GONE = /\bnot found\b|\bnot exist\b|\bdeleted\b/i;

/** Whether the status of a testset could not be read: of an earlier attempt never, or not any more, because it is probably gone. */
export function isUnread(testset: TestVerdict): boolean {
  if (testset.kind !== 'unfinished' || testset.outcome !== 'timed-out') return false;
  const { message = '', reason = '' } = testset.problem?.rejection ?? {};
  return testset.word ? GONE.test(`${message} ${reason}`) : testset.origin === 'resumed';
}

/** When the wait began, in UTC (ISO 8601). */
export function startOf({ endedAt, durationSeconds }: Pick<Report, 'endedAt' | 'durationSeconds'>): string {
  return new Date(Date.parse(endedAt) - durationSeconds * 1000).toISOString();
}

/** Whether the step waited for all of its testsets from their start to their end, so that its duration is theirs. */
export function hasWholeDuration({ testsets }: Pick<Report, 'testsets'>): boolean {
  const all = testsets.flatMap((testset) => [...testset.earlier, testset]);
  return all.every(({ origin, kind }) => origin === 'created' && kind !== 'unfinished');
}
