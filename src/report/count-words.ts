import { countDevices, endedCount, unfinishedCount, type Counts } from '../model/counts.ts';
import type { Limits, Report, TestsetReport } from '../model/report.ts';
import { formatNumber, pluralize } from '../model/words.ts';

/** `2 of 8 devices did not pass` */
export function notPassedWords({ total, pass }: Counts, testsets = 1): string {
  if (total === 1 && pass === 0) return `The only ${testsets > 1 ? 'device run' : 'device'} did not pass`;
  return `${formatNumber(Math.max(0, total - pass))} of ${countDevices(total, testsets)} did not pass`;
}

/** `5 of 8 devices done` */
export function doneWords(counts: Counts, testsets = 1): string {
  return `${formatNumber(endedCount(counts))} of ${countDevices(counts.total, testsets)} done`;
}

/** `1 did not pass so far`; empty where all that ended passed. */
export function failedSoFar(counts: Counts): string {
  const failed = endedCount(counts) - counts.pass;
  return failed > 0 ? `${formatNumber(failed)} did not pass so far` : '';
}

/** How many device runs of several testsets did not pass, with `more` about them; while some are running, how many are done. */
export function severalWords({ counts, testsets }: Pick<Report, 'counts' | 'testsets'>, more = ''): string {
  if (testsets.some(({ status }) => status === 'Running'))
    return [doneWords(counts, testsets.length), failedSoFar(counts)].filter(Boolean).join(' · ');
  return counts.total > counts.pass ? `${notPassedWords(counts, testsets.length)}${more}` : '';
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
  const { fail, error, stop } = counts;
  const open = unfinishedCount(counts);
  const kinds: readonly Kind[] = [
    {
      number: fail,
      words: `${formatNumber(fail)} failed`,
      verb: 'failed',
      limit: 'fail',
    },
    {
      number: error,
      words: pluralize(error, 'error'),
      verb: 'had an error',
      limit: 'error',
    },
    {
      number: stop,
      words: `${formatNumber(stop)} stopped`,
      verb: stop === 1 ? 'was stopped' : 'were stopped',
      limit: 'stop',
    },
    {
      number: open,
      words: `${formatNumber(open)} not finished`,
      verb: 'did not finish',
    },
  ];
  return kinds.filter(({ number }) => number > 0);
}

/** `Status: 7 of 12 devices passed, 1 failed, 4 are running.` */
export function countsSentence(counts: Counts, status: TestsetReport['status']): string {
  const kinds = kindsOf(counts).map(({ number, verb, limit }) => {
    const running = number === 1 ? 'is running' : 'are running';
    return `${formatNumber(number)} ${limit === undefined && status === 'Running' ? running : verb}`;
  });
  const passed = `${formatNumber(counts.pass)} of ${countDevices(counts.total, 1)} passed`;
  return `Status: ${[passed, ...kinds].join(', ')}.`;
}

/** A limit as the inputs have it. */
export function limitWord(limit: number): string {
  return limit === Infinity ? 'any' : formatNumber(limit);
}
