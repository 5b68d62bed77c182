import { countDevices, endedCount, FAILURE_KINDS, unfinishedCount, type Counts } from '../model/counts.ts';
import type { Limits, Report, TestsetReport } from '../model/report.ts';
import { formatNumber, joinPieces, nounFor, pluralize } from '../model/words.ts';

/** `2 of 8 devices did not pass` */
export function formatNotPassed({ total, pass }: Counts, testsets = 1): string {
  if (total === 1 && pass === 0) return 'The only device did not pass';
  return `${formatNumber(Math.max(0, total - pass))} of ${countDevices(total, testsets)} did not pass`;
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
export function formatFailedSoFar(counts: Counts): string {
  const failed = endedCount(counts) - counts.pass;
  return failed > 0 ? `${formatNumber(failed)} did not pass so far` : '';
}

/** How many device runs of several testsets did not pass, with `more` about them; while some are running, how many are done. */
export function formatSeveral({ counts, testsets }: Pick<Report, 'counts' | 'testsets'>, more = ''): string {
  if (testsets.some(({ status }) => status === 'Running')) {
    return joinPieces(' · ', [formatDone(counts, testsets.length), formatFailedSoFar(counts)]);
  }
  return counts.total > counts.pass ? formatNotPassed(counts, testsets.length) + more : '';
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
