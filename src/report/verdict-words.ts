import { unfinishedCount, type Counts } from '../model/counts.ts';
import type { Outcome } from '../model/outcome.ts';
import type { TestResult } from '../model/results.ts';
import type { Report } from '../model/report.ts';
import type { UnnamedDevices } from './devices.ts';
import { pluralize, formatNumber } from '../model/words.ts';

/** The outcome as a reader sees it, without what it means. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  'unknown-start': 'Unknown start',
  refused: 'Refused',
  'not-started': 'Not started',
  cancelled: 'Cancelled',
  'timed-out': 'Timed out',
  inconclusive: 'Inconclusive',
  failed: 'Failed',
  started: 'Started',
  passed: 'Passed',
};

/** Signs that differ in shape, for those who do not see colours; a word always stands beside them. */
export const OUTCOME_ICONS: Readonly<Record<Outcome, string>> = {
  'unknown-start': '⚠️',
  refused: '✋',
  'not-started': '🚫',
  cancelled: '⏹️',
  'timed-out': '⌛',
  inconclusive: '❓',
  failed: '❌',
  started: '▶️',
  passed: '✅',
};

/** How one unit test ended, as the tables show it: a sign and a word. The last three are only counted, in no document. */
export const RESULT_WORDS: Readonly<Record<TestResult | Exclude<keyof UnnamedDevices, 'unclear'>, string>> = {
  passed: '✅ passed',
  failed: '❌ failed',
  error: '⛔ error',
  skipped: '⏭️ skipped',
  stopped: '⏹️ stopped',
  unfinished: '⌛ not finished',
  notPassed: '❔ not passed',
};

/** The heading of every drawing: the outcome and what it means in numbers, `Failed: 3 of 60 devices failed, 1 was stopped`. */
export function verdictTitle(report: Report): string {
  const words = meaning(report);
  return words === '' ? OUTCOME_WORDS[report.outcome] : `${OUTCOME_WORDS[report.outcome]}: ${words}`;
}

/** What says how many testsets there are: a report, or the identifiers of testsets that still run. */
interface Testsets {
  readonly testsets: { readonly length: number };
}

/** All counts in one line, zeros included. */
export function countsLine(concerned: Testsets & { readonly counts: Counts }): string {
  const { counts } = concerned;
  const ends = [
    `${formatNumber(counts.pass)} passed`,
    `${formatNumber(counts.fail)} failed`,
    `${formatNumber(counts.error)} with an error`,
    `${formatNumber(counts.stop)} stopped`,
    `${formatNumber(unfinishedCount(counts))} not finished`,
  ];
  return `${countDevices(concerned, counts.total)}: ${ends.join(' · ')}`;
}

/** `60 devices`, or with a word before the thing `3 more devices`; with several testsets, which may share devices, `60 unit tests`. */
export function countDevices({ testsets }: Testsets, number: number, before = ''): string {
  return pluralize(number, `${before} ${testsets.length > 1 ? 'unit test' : 'device'}`.trimStart());
}

function meaning(report: Report): string {
  switch (report.outcome) {
    case 'passed':
      return passedWords(report);
    case 'failed':
      return shares(report, notPassedShares(report.counts));
    case 'inconclusive':
      if (report.counts.total > 0 && report.counts.pass === 0) {
        return `none of ${countDevices(report, report.counts.total)} passed`;
      }
      return report.counts.total === 0
        ? `no ${report.testsets.length > 1 ? 'unit test' : 'device'} is known`
        : `the status counts ${formatNumber(report.counts.pass)} of ${countDevices(report, report.counts.total)} as passed`;
    case 'timed-out':
      return unfinishedWords(report, 'had not finished') || timedOutWords(report);
    case 'cancelled':
      return cancelledWords(report);
    case 'started':
      return startedWords(report);
    case 'refused':
      return `the service said no${ofSeveral(report, ' to $')}`;
    case 'unknown-start':
      return `${ofSeveral(report, '$') || 'a testset'} may or may not have been created`;
    case 'not-started':
      return ofSeveral(report, '$ could not be started') || 'no testset was created';
  }
}

function passedWords(report: Report): string {
  const tolerated = notPassedShares(report.counts);
  const words = shares(report, [{ number: report.counts.pass, verb: 'passed' }, ...tolerated]);
  return tolerated.length === 0 ? words : `${words}, within the limits`;
}

function timedOutWords(report: Report): string {
  const heard = report.testsets.some(({ status }) => status !== 'Unknown');
  return heard ? 'a testset was still running' : 'no status was ever heard';
}

function cancelledWords(report: Report): string {
  if (report.testsets.every(({ id }) => id === undefined)) return 'no testset was started';
  return unfinishedWords(report, 'had not finished') || 'the step did not wait for the end';
}

function startedWords(report: Report): string {
  const verb = unfinishedCount(report.counts) === 1 ? 'is still to finish' : 'are still to finish';
  const running = report.testsets.filter(({ status }) => status === 'Running').length;
  const words = running === 1 ? 'a testset is running' : `${pluralize(running, 'testset')} are running`;
  return unfinishedWords(report, verb) || (running === 0 ? 'this step does not wait for the end' : words);
}

/** One way in which unit tests ended, and how many did. */
interface Share {
  readonly number: number;
  readonly verb: string;
}

function notPassedShares(counts: Counts): Share[] {
  return [
    { number: counts.fail, verb: 'failed' },
    { number: counts.error, verb: 'had an error' },
    { number: counts.stop, verb: counts.stop === 1 ? 'was stopped' : 'were stopped' },
    { number: unfinishedCount(counts), verb: 'did not finish' },
  ].filter(({ number }) => number > 0);
}

/** `3 of 60 devices failed, 1 had an error`: the first tells of how many. Empty without shares. */
function shares(report: Report, list: readonly Share[]): string {
  const total = countDevices(report, report.counts.total);
  return list
    .map(({ number, verb }, at) =>
      at === 0 ? `${formatNumber(number)} of ${total} ${verb}` : `${formatNumber(number)} ${verb}`,
    )
    .join(', ');
}

function unfinishedWords(report: Report, verb: string): string {
  const number = unfinishedCount(report.counts);
  return number === 0 ? '' : shares(report, [{ number, verb }]);
}

/** Fills `2 of 3 testsets`, those that share the report's outcome, in for the dollar sign; empty when there is but one. */
function ofSeveral(report: Report, phrase: string): string {
  if (report.testsets.length < 2) return '';
  const alike = report.testsets.filter(({ outcome }) => outcome === report.outcome).length;
  return phrase.replace('$', () => `${formatNumber(alike)} of ${pluralize(report.testsets.length, 'testset')}`);
}
