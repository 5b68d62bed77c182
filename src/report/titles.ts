import { countDevices, unfinishedCount, type Counts } from '../model/counts.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import type { TestResult } from '../model/results.ts';
import { formatNumber, pluralize } from '../model/words.ts';

/** The outcome as a reader sees it. */
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

/** Icons of different shapes, for readers who do not see colours; always shown with a word. */
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

/** How a device run ended, as the tables show it. The last three are counted by the status, and in no document. */
export const RESULT_WORDS: Readonly<Record<TestResult | 'stopped' | 'unfinished' | 'notPassed', string>> = {
  passed: '✅ passed',
  failed: '❌ failed',
  error: '⛔ error',
  skipped: '⏭️ skipped',
  stopped: '⏹️ stopped',
  unfinished: '⌛ not finished',
  notPassed: '❔ not passed',
};

/** The heading of a report: the outcome and what it means in numbers, `Failed: 3 of 60 devices failed, 1 was stopped`. */
export function reportTitle(report: Report): string {
  const words = explainOutcome(report);
  return words === '' ? OUTCOME_WORDS[report.outcome] : `${OUTCOME_WORDS[report.outcome]}: ${words}`;
}

/** All counts in one line, zeros included. */
export function countsLine(counts: Counts, testsets: number): string {
  const ends = [
    `${formatNumber(counts.pass)} passed`,
    `${formatNumber(counts.fail)} failed`,
    `${formatNumber(counts.error)} with an error`,
    `${formatNumber(counts.stop)} stopped`,
    `${formatNumber(unfinishedCount(counts))} not finished`,
  ];
  return `${countDevices(counts.total, testsets)}: ${ends.join(' · ')}`;
}

function explainOutcome(report: Report): string {
  const { counts, testsets } = report;
  const unfinished = unfinishedCount(counts);
  switch (report.outcome) {
    case 'passed': {
      const notPassed = notPassedShares(counts);
      const words = joinShares(report, [{ number: counts.pass, verb: 'passed' }, ...notPassed]);
      return notPassed.length === 0 ? words : `${words}, within the limits`;
    }
    case 'failed':
      return joinShares(report, notPassedShares(counts));
    case 'inconclusive':
      return explainInconclusive(report);
    case 'timed-out':
      if (unfinished > 0) return joinShares(report, [{ number: unfinished, verb: 'did not finish' }]);
      return testsets.some(({ status }) => status !== 'Unknown')
        ? 'a testset is still running'
        : 'the service returned no status';
    case 'cancelled':
      if (testsets.every(({ id }) => id === undefined)) return 'no testset was started';
      if (unfinished === 0) return 'the step did not wait for the end';
      return joinShares(report, [{ number: unfinished, verb: 'had not finished' }]);
    case 'started':
      return explainStarted(report);
    case 'refused':
      return `the service rejected ${countAffected(report) || 'the request'}`;
    case 'unknown-start':
      return `${countAffected(report) || 'a testset'} may have been created`;
    case 'not-started':
      return testsets.length > 1 ? `${countAffected(report)} could not be created` : 'no testset was created';
  }
}

function explainInconclusive({ counts, testsets }: Report): string {
  const devices = countDevices(counts.total, testsets.length);
  if (counts.total === 0) return 'there are no results';
  if (counts.pass === 0) return `none of ${devices} passed`;
  return `the status counts ${formatNumber(counts.pass)} of ${devices} as passed`;
}

function explainStarted(report: Report): string {
  const number = unfinishedCount(report.counts);
  if (number > 0) return joinShares(report, [{ number, verb: number === 1 ? 'is not finished' : 'are not finished' }]);
  const running = report.testsets.filter(({ status }) => status === 'Running').length;
  if (running === 0) return 'this step does not wait for the end';
  return running === 1 ? 'a testset is running' : `${pluralize(running, 'testset')} are running`;
}

/** One way in which devices ended, and how many did. */
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

/** `3 of 60 devices failed, 1 had an error`: the total follows the first number. Empty without shares. */
function joinShares({ counts, testsets }: Report, shares: readonly Share[]): string {
  const total = ` of ${countDevices(counts.total, testsets.length)}`;
  return shares.map(({ number, verb }, at) => `${formatNumber(number)}${at === 0 ? total : ''} ${verb}`).join(', ');
}

/** `2 of 3 testsets`, those that share the report's outcome; empty where there is only one testset. */
function countAffected({ outcome, testsets }: Report): string {
  if (testsets.length < 2) return '';
  const affected = testsets.filter((testset) => testset.outcome === outcome).length;
  return `${formatNumber(affected)} of ${pluralize(testsets.length, 'testset')}`;
}
