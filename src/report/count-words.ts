import { countDevices, endedCount, FAILURE_KINDS, unfinishedCount, type Counts } from '../model/counts.ts';
import {
  countExcused,
  isExcusedFailure,
  type Device,
  type Excuse,
  type Limits,
  type Report,
  type TestsetReport,
} from '../model/report.ts';
import { formatNumber, joinPieces, nounFor, pluralize } from '../model/words.ts';

/** `2 of 8 devices did not pass` */
export function formatNotPassed({ total, pass }: Counts, testsets = 1): string {
  if (total === 1 && pass === 0) return 'The only device did not pass';
  return `${formatNumber(Math.max(0, total - pass))} of ${countDevices(total, testsets)} did not pass`;
}

/** `2 flaky`, `1 quarantined`: the device runs that do not count, by the reason. @param isShown leaves some of them out */
export function excusedWords(
  testsets: readonly TestsetReport[],
  isShown: (device: Device) => boolean = () => true,
): readonly string[] {
  const devices = testsets.flatMap(({ suites }) => suites.flatMap(({ testcases }) => testcases.filter(isShown)));
  const numbers = new Map(
    [...Map.groupBy(devices, ({ excused }) => excused)].map(([excuse, all]) => [excuse, all.length]),
  );
  // No document may name the devices of a scenario that is quarantined as a whole.
  const unnamed = testsets
    .filter(({ quarantine }) => quarantine)
    .map((testset) => countExcused(testset) - namedCount(testset));
  const more = unnamed.reduce((sum, number) => sum + Math.max(0, number), 0);
  if (more > 0) numbers.set('quarantined', (numbers.get('quarantined') ?? 0) + more);
  return EXCUSES.flatMap((excuse) => {
    const number = numbers.get(excuse);
    return number === undefined ? [] : `${formatNumber(number)} ${EXCUSE_WORDS[excuse]}`;
  });
}

/** `(1 quarantined)` of those that did not pass; empty if all of them count. */
export function excusedAmong(testsets: readonly TestsetReport[]): string {
  const words = excusedWords(testsets, isExcusedFailure);
  return words.length > 0 ? `(${words.join(', ')})` : '';
}

const EXCUSES: readonly Excuse[] = ['flaky', 'quarantined', 'not-new'];

/** Why a result does not count, in the words of the reader. */
export const EXCUSE_WORDS: Readonly<Record<Excuse, string>> = {
  flaky: 'flaky',
  quarantined: 'quarantined',
  'not-new': 'not new',
};

function namedCount({ suites }: TestsetReport): number {
  return suites.flatMap(({ testcases }) => testcases.filter(isExcusedFailure)).length;
}

/** `8 of 8 devices passed` */
export function formatPassed({ pass, total }: Counts, testsets = 1): string {
  return `${formatNumber(pass)} of ${countDevices(total, testsets)} passed`;
}

/** `5 of 8 devices done` */
export function formatDone(counts: Counts, testsets = 1): string {
  return `${formatNumber(endedCount(counts))} of ${countDevices(counts.total, testsets)} done`;
}

/** `1 did not pass so far`; empty where all that ended passed. */
function formatFailedSoFar(counts: Counts): string {
  const failed = endedCount(counts) - counts.pass;
  return failed > 0 ? `${formatNumber(failed)} did not pass so far` : '';
}

/** The same, after the step has ended. */
export function formatUnnamed(counts: Counts): string {
  const failed = formatFailedSoFar(counts);
  return failed && `${failed}; the service says at the end which`;
}

/**
 * How many device runs of several testsets did not pass, with `more` about them, and how many do not count; while some are running, how
 * many are done.
 */
export function formatSeveral({ counts, testsets }: Pick<Report, 'counts' | 'testsets'>, more = ''): string {
  if (testsets.some(({ status }) => status === 'Running')) {
    return joinPieces(' · ', [formatDone(counts, testsets.length), formatFailedSoFar(counts)]);
  }
  const counted = counts.total - counts.pass - testsets.map(countExcused).reduce((sum, number) => sum + number, 0);
  const notPassed = `${formatNumber(counted)} of ${countDevices(counts.total, testsets.length)} did not pass${more}`;
  return joinPieces(' · ', [counted > 0 && notPassed, ...excusedWords(testsets)]);
}

/** One way in which devices did not pass. */
interface Kind {
  readonly number: number;
  /** `4 failed`, `15 errors` */
  readonly words: string;
  readonly verb: string;
  readonly limit?: keyof Limits;
}

/** The ways in which devices did not pass that occur. */
export function kindsOf(counts: Counts): readonly Kind[] {
  const open = unfinishedCount(counts);
  const kinds = FAILURE_KINDS.map(({ kind, one, many }): Kind => {
    const number = counts[kind];
    return { number, words: formatKind(kind, number), verb: nounFor(number, one, many), limit: kind };
  });
  const unfinished = { number: open, words: `${formatNumber(open)} not finished`, verb: 'did not finish' };
  return [...kinds, unfinished].filter(({ number }) => number > 0);
}

function formatKind(kind: keyof Limits, number: number): string {
  if (kind === 'error') return pluralize(number, 'error');
  return `${formatNumber(number)} ${kind === 'fail' ? 'failed' : 'stopped'}`;
}

/** `Status: 7 of 12 devices passed, 1 failed, 4 are running.` */
export function formatCounts(counts: Counts, status: TestsetReport['status']): string {
  const kinds = kindsOf(counts).map(({ number, verb, limit }) => {
    const isRunning = limit === undefined && status === 'Running';
    return isRunning ? pluralize(number, 'is running', 'are running') : `${formatNumber(number)} ${verb}`;
  });
  return `Status: ${[formatPassed(counts), ...kinds].join(', ')}.`;
}
