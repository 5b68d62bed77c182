import { isRunning } from '../model/unfinished.ts';
import { countDevices, describeNoneStarted, endedCount, unfinishedCount, type Counts } from '../model/counts.ts';
import type { Report } from '../model/report.ts';
import {
  countExcusedFailures,
  devicesOf,
  EXCUSES,
  FAILURE_KINDS,
  isExcusedFailure,
  type Excuse,
  type TestVerdict,
} from '../model/verdict.ts';
import { idsOf } from '../model/testset.ts';
import { formatLimit, formatNumber, joinPieces, keysOf, MAX_IN_SENTENCE, nounFor, pluralize } from '../model/words.ts';

type Testsets = readonly TestVerdict[];

/** `a, b and c` */
function formatList(words: readonly string[]): string {
  return joinPieces(' and ', [words.slice(0, -1).join(', '), words.at(-1)]);
}

/** `2 of 8 devices did not pass` */
export function formatNotPassed({ total, pass }: Pick<Counts, 'total' | 'pass'>): string {
  if (total === 1 && pass === 0) return 'The only device did not pass';
  return `${formatNumber(Math.max(0, total - pass))} of ${countDevices(total, 1)} did not pass`;
}

/** `8 of 8 devices passed` */
export function formatPassed({ pass, total }: Counts, testsets = 1): string {
  return `${formatNumber(pass)} of ${countDevices(total, testsets)} passed`;
}

/** `5 of 8 devices done`, or `none of 8 devices has started` */
export function formatDone(counts: Counts, testsets = 1): string {
  const notStarted = describeNoneStarted(counts, testsets);
  return notStarted || `${formatNumber(endedCount(counts))} of ${countDevices(counts.total, testsets)} done`;
}

/** `1 did not pass so far`; empty where all that ended passed. */
function formatFailedSoFar(counts: Counts): string {
  const failed = endedCount(counts) - counts.pass;
  if (failed > 0) return `${formatNumber(failed)} did not pass so far`;
  return '';
}

/** The same after the step has ended, when no device is named. */
export function describeFailedSoFar(counts: Counts): string {
  const failed = formatFailedSoFar(counts);
  return failed && `${failed}; the results name them when the testset is complete`;
}

/**
 * How many device runs of several testsets did not pass, with `more` about them, and how many do not count; while some are running, how
 * many are done.
 */
export function describeRuns({ counts, testsets }: Pick<Report, 'counts' | 'testsets'>, more = ''): string {
  if (testsets.some(isRunning)) {
    return joinPieces(' · ', [formatDone(counts, testsets.length), formatFailedSoFar(counts)]);
  }
  const counted = countFailures(testsets);
  const runs = countDevices(counts.total, testsets.length);
  const notPassed = counted > 0 && `${formatNumber(counted)} of ${runs} did not pass${more}`;
  return joinPieces(' · ', [notPassed, ...listExcused(testsets)]);
}

/** How many device runs have not passed and count; those that have not ended are among them. */
export function countFailures(testsets: Testsets): number {
  return testsets.reduce((sum, { counts }) => sum + counts.total - counts.pass, -countExcusedFailures(testsets));
}

/** `2 flaky`, `1 quarantined`: the device runs that do not count. */
export function listExcused(testsets: Testsets): readonly string[] {
  return countExcused(testsets).map(([kind, number]) => `${formatNumber(number)} ${EXCUSES[kind].words}`);
}

function countExcused(testsets: Testsets): (readonly [Excuse['kind'], number])[] {
  const numbers = new Map<Excuse['kind'], number>();
  const add = ({ kind }: Excuse, number: number): void => void numbers.set(kind, (numbers.get(kind) ?? 0) + number);
  for (const testset of testsets) {
    // No document may name the devices of a scenario that is quarantined as a whole.
    let unnamed = testset.excuse ? countExcusedFailures([testset]) : 0;
    for (const device of devicesOf(testset)) {
      const { excuse } = device;
      if (!excuse) continue;
      if (isExcusedFailure(device)) unnamed -= 1;
      add(excuse, 1);
    }
    if (testset.excuse && unnamed > 0) add(testset.excuse, unnamed);
  }
  return keysOf(EXCUSES).flatMap((kind) => {
    const number = numbers.get(kind);
    return number === undefined ? [] : [[kind, number] as const];
  });
}

type JudgedReport = Pick<Report, 'counts' | 'testsets' | 'maxFailures'>;

/** The heading of a green step: which devices passed, what does not count or is allowed, and what failed before a retry. */
export function describePassed(report: JudgedReport): string {
  const { counts, testsets } = report;
  const runs = countDevices(counts.total, testsets.length);
  const excused = countExcused(testsets).map(([kind, number], at) => {
    const those = joinPieces(' of ', [formatNumber(number), at === 0 && runs]);
    const [one, many] = EXCUSES[kind].is;
    return `${those} ${nounFor(number, one, many)}`;
  });
  const allowed = describeAllowed(report);
  const before = describeBeforeRetry(testsets);
  const passed = joinPieces(': ', ['Passed', excused.join(', ')]);
  if (excused.length > 0 || allowed !== '') {
    return joinPieces('; ', [joinPieces(', ', [passed, allowed]), before && `${before} before the retry`]);
  }
  return before === '' ? describeAllPassed(report) : `Passed after a retry: ${before}`;
}

/** `with 1 failure that max-failures allows`; empty if all that count passed. */
function describeAllowed({ testsets }: JudgedReport): string {
  const counted = sumCounted(testsets);
  return counted > 0 ? `with ${pluralize(counted, 'failure')} that max-failures allows` : '';
}

function sumCounted(testsets: Testsets): number {
  return testsets.reduce((sum, { counted }) => sum + counted, 0);
}

/** `All 8 devices passed`, `All 3 scenarios passed` */
function describeAllPassed({ counts, testsets }: JudgedReport): string {
  const ofDevices = counts.total === 1 ? 'The only device' : `All ${countDevices(counts.total, 1)}`;
  const all = testsets.length === 1 ? ofDevices : `All ${pluralize(testsets.length, nameSubject(testsets))}`;
  return `${all} passed`;
}

/** Beside the number of devices, why a step failed: the limit, and what is about more than it; empty if there is nothing to add. */
export function describeWhyFailed(report: JudgedReport): string {
  // The reason about the limit has no words for a heading.
  const others = report.testsets
    .filter(({ outcome }) => outcome === 'failed')
    .flatMap(({ reasons }) => reasons.flatMap(({ words, sentence }) => (words === undefined ? [] : sentence)));
  return joinPieces(' ', [describeLimit(report), ...new Set(others)]);
}

/** The limit, if it is set and exceeded. */
function describeLimit({ maxFailures, testsets }: JudgedReport): string {
  if (maxFailures === 0 || sumCounted(testsets) <= maxFailures) return '';
  return `\`max-failures\` allows ${formatLimit(maxFailures)}${testsets.length > 1 ? ' in all' : ''}.`;
}

/** One way in which devices did not pass. */
interface FailedCount {
  readonly number: number;
  /** `4 failed`, `15 errors` */
  readonly words: string;
  readonly verb: string;
  /** Set if they did not finish. */
  readonly isOpen?: true;
}

/** The ways in which devices did not pass that occur. */
export function listFailureKinds(counts: Counts): readonly FailedCount[] {
  const open = unfinishedCount(counts);
  const kinds = FAILURE_KINDS.map(({ count, words, manyWords, verb, manyVerb }): FailedCount => {
    const number = counts[count];
    return { number, words: pluralize(number, words, manyWords), verb: nounFor(number, verb, manyVerb) };
  });
  const words = `${formatNumber(open)} not finished`;
  const unfinished = { number: open, words, verb: 'did not finish', isOpen: true as const };
  return [...kinds, unfinished].filter(({ number }) => number > 0);
}

/** `1 failure and 2 errors`; empty without any. */
export function formatFailures(counts: Counts): string {
  const kinds = FAILURE_KINDS.filter(({ count }) => counts[count] > 0);
  return formatList(kinds.map(({ count, noun }) => pluralize(counts[count], noun)));
}

/** `Status: 7 of 12 devices passed, 1 failed, 4 are running.` */
export function describeCounts(counts: Counts, areRunning: boolean): string {
  const kinds = listFailureKinds(counts).map(({ number, verb, isOpen }) => {
    if (isOpen && areRunning) return pluralize(number, 'is running', 'are running');
    return `${formatNumber(number)} ${verb}`;
  });
  return `Status: ${[formatPassed(counts), ...kinds].join(', ')}.`;
}

/** `scenario`, or `testset` where a scenario is not known. */
export function nameSubject(testsets: Testsets): string {
  if (testsets.every(({ scenario }) => scenario !== undefined)) return 'scenario';
  return 'testset';
}

/** `testset 5`, `testsets 5, 6`, or `21 testsets` if there are more than `most`; empty without any. */
export function nameIds(ids: readonly number[], most: number): string {
  if (ids.length === 0) return '';
  if (ids.length > most) return pluralize(ids.length, 'testset');
  return `${nounFor(ids.length, 'testset')} ${ids.join(', ')}`;
}

/** `testset 7 had 1 error`, of the testsets before a retry that did not pass; empty without any. */
export function describeBeforeRetry(testsets: Testsets): string {
  const failed = testsets.flatMap(({ earlier }) => earlier.filter(({ outcome }) => outcome !== 'passed'));
  const [only, ...others] = failed;
  if (!only) return '';
  const had = others.length === 0 && only.outcome === 'failed' ? formatFailures(only.counts) : '';
  return `${nameIds(idsOf(failed), MAX_IN_SENTENCE)} ${had ? `had ${had}` : 'did not pass'}`;
}
