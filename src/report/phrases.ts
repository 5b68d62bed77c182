import { isRunning } from '../model/unfinished.ts';
import { formatVersion } from '../model/app-facts.ts';
import {
  countDevices,
  describeNoneStarted,
  endedCount,
  FAILURE_KINDS,
  unfinishedCount,
  type Counts,
} from '../model/counts.ts';
import type { AppInfo, Report } from '../model/report.ts';
import {
  countExcusedFailures,
  devicesOf,
  EXCUSES,
  isExcusedFailure,
  type Excuse,
  type Limits,
  type TestVerdict,
} from '../model/verdict.ts';
import { idsOf } from '../model/testset.ts';
import { cleanText } from '../model/text.ts';
import { formatNumber, joinPieces, keysOf, nounFor, pluralize } from '../model/words.ts';

type Testsets = readonly TestVerdict[];

/** The name of an app, with its version if it is known: `Wallet 3.2.1 (321)`. Not escaped. */
export function nameApp({ name, inspection }: AppInfo): string {
  const version = inspection && formatVersion(inspection);
  return joinPieces(' ', [inspection?.name ?? cleanText(name), version]);
}

/** `a, b and c` */
export function formatList(words: readonly string[]): string {
  return joinPieces(' and ', [words.slice(0, -1).join(', '), words.at(-1)]);
}

/** `2 of 8 devices did not pass` */
export function formatNotPassed({ total, pass }: Counts): string {
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

/** `2 flaky`, `1 quarantined`: the device runs that do not count. @param onlyFailed leaves out those that passed at last */
export function listExcused(testsets: Testsets, onlyFailed = false): readonly string[] {
  const numbers = new Map<Excuse['kind'], number>();
  const add = ({ kind }: Excuse, number: number): void => void numbers.set(kind, (numbers.get(kind) ?? 0) + number);
  for (const testset of testsets) {
    // No document may name the devices of a scenario that is quarantined as a whole.
    let unnamed = testset.excuse ? countExcusedFailures([testset]) : 0;
    for (const device of devicesOf(testset)) {
      const { excuse } = device;
      if (!excuse) continue;
      const hasFailed = isExcusedFailure(device);
      if (hasFailed) unnamed -= 1;
      if (hasFailed || !onlyFailed) add(excuse, 1);
    }
    if (testset.excuse && unnamed > 0) add(testset.excuse, unnamed);
  }
  return keysOf(EXCUSES).flatMap((kind) => {
    const number = numbers.get(kind);
    return number === undefined ? [] : `${formatNumber(number)} ${EXCUSES[kind].words}`;
  });
}

/** `Passed with 2 flaky and 1 quarantined of 24 device runs`; empty if all results count. */
export function describeExcused({ testsets, counts }: Pick<Report, 'counts' | 'testsets'>): string {
  const words = listExcused(testsets);
  if (words.length === 0) return '';
  const others = countFailures(testsets);
  const allowed = others > 0 && `${formatNumber(others)} more did not pass, as allowed`;
  const runs = countDevices(counts.total, testsets.length);
  return joinPieces('; ', [`Passed with ${formatList(words)} of ${runs}`, allowed]);
}

/** One way in which devices did not pass. */
interface FailedCount {
  readonly number: number;
  /** `4 failed`, `15 errors` */
  readonly words: string;
  readonly verb: string;
  /** Absent for devices that did not finish. */
  readonly limit?: keyof Limits;
}

/** The ways in which devices did not pass that occur. */
export function listFailureKinds(counts: Counts): readonly FailedCount[] {
  const open = unfinishedCount(counts);
  const kinds = FAILURE_KINDS.map(({ kind, one, many }): FailedCount => {
    const number = counts[kind];
    const words = pluralize(number, ...KIND_NOUNS[kind]);
    return { number, words, verb: nounFor(number, one, many), limit: kind };
  });
  const unfinished = { number: open, words: `${formatNumber(open)} not finished`, verb: 'did not finish' };
  return [...kinds, unfinished].filter(({ number }) => number > 0);
}

const KIND_NOUNS: Readonly<Record<keyof Limits, readonly [one: string, many: string]>> = {
  fail: ['failed', 'failed'],
  error: ['error', 'errors'],
  stop: ['stopped', 'stopped'],
};

/** `Status: 7 of 12 devices passed, 1 failed, 4 are running.` */
export function describeCounts(counts: Counts, areRunning: boolean): string {
  const kinds = listFailureKinds(counts).map(({ number, verb, limit }) => {
    if (limit === undefined && areRunning) return pluralize(number, 'is running', 'are running');
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

const MAX_NAMED_BEFORE = 5;

/** `testset 7 did not pass before the retry`; empty if every testset before a retry passed. */
export function describeBeforeRetry(testsets: Testsets): string {
  const ids = idsOf(testsets.flatMap(({ earlier }) => earlier.filter(({ outcome }) => outcome !== 'passed')));
  const named = nameIds(ids, MAX_NAMED_BEFORE);
  return named && `${named} did not pass before ${nounFor(ids.length, 'the retry', 'the retries')}`;
}

/** `in attempt 1` for a testset that passed there; empty for one of this attempt. */
export function describeKept({ origin }: TestVerdict): string {
  return origin.kind === 'kept' ? `in attempt ${origin.attempt}` : '';
}
