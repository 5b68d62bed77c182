import { countDevices, type Counts } from '../model/counts.ts';
import type { ErrorCode } from '../model/errors.ts';
import { worstOutcome } from '../model/outcome.ts';
import type { Limits, Report, TestsetReport } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { formatNumber, pluralize } from '../model/words.ts';
import { doneWords, kindsOf, limitWord, notPassedWords } from './count-words.ts';
import { ICONS, OUTCOME_WORDS, outcomeCounts, subjectOf } from './outcome-words.ts';

/** The verdict in one line. */
export interface Headline {
  readonly icon: string;
  /** May contain words of the service; not escaped. */
  readonly words: string;
}

/** The headline of a report; it never reads better than the outcome. */
export function headlineOf(report: Report): Headline {
  const { outcome, testsets } = report;
  const [only, ...others] = testsets;
  if (only && others.length === 0 && only.outcome === outcome) {
    return { icon: ICONS[outcome], words: singleWords(report, only) };
  }
  return isExplained(report) ? severalHeadline(report) : { icon: ICONS[outcome], words: unexplainedWords(report) };
}

/** Whether the testsets explain the outcome; a merged report can be inconclusive although each testset passed. */
export function isExplained({ outcome, testsets }: Report): boolean {
  return testsets.length > 0 && worstOutcome(testsets.map((testset) => testset.outcome)) === outcome;
}

function severalHeadline({ outcome, testsets }: Report): Headline {
  const what = pluralize(testsets.length, subjectOf(testsets));
  if (outcome === 'passed') return { icon: ICONS.passed, words: `All ${what} passed` };
  const counts = outcomeCounts(testsets);
  const hasFailed = counts.some(([word]) => word === 'failed');
  const words = counts.map(([word, number]) => `${formatNumber(number)} ${OUTCOME_WORDS[word]}`).join(', ');
  return { icon: ICONS[hasFailed ? 'failed' : outcome], words: `${what}: ${words}` };
}

function unexplainedWords({ outcome, testsets }: Report): string {
  const word = OUTCOME_WORDS[outcome];
  const about = testsets.length === 0 ? 'there is no testset' : 'not all results are certain';
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${about}`;
}

function singleWords(report: Report, testset: TestsetReport): string {
  const { counts, id } = testset;
  const [firstReason] = testset.reasons;
  const name = id === undefined ? 'the testset' : `testset ${id}`;
  switch (report.outcome) {
    case 'passed':
      return passedWords(counts, report.limits);
    case 'failed':
      return notPassedWords(counts);
    case 'inconclusive':
      return `Inconclusive: ${firstReason?.words ?? sentenceWords(firstReason?.sentence)}`;
    case 'timed-out':
      return timedOutWords(report, testset);
    case 'cancelled':
      if (id === undefined) return 'Cancelled: no testset was created';
      return testset.status === 'Complete'
        ? `Cancelled before the results of ${name} were fetched`
        : `Cancelled: ${name} is still running`;
    case 'refused': {
      const reason = cleanText(testset.problem?.rejection?.reason ?? '');
      return ['Rejected by the service', reason].filter(Boolean).join(': ');
    }
    case 'unknown-start':
      return `Unknown whether ${id === undefined ? 'a testset' : name} was created`;
    case 'not-started':
      return `Not started: ${CAUSES[testset.problem?.code ?? 'unexpected'] ?? 'no testset was created'}`;
    case 'started':
      return `Started: ${name}${counts.total > 0 ? ` on ${countDevices(counts.total, 1)}` : ''}`;
  }
}

/** A sentence that may be of another report. */
function sentenceWords(sentence = 'the result is not known'): string {
  return cleanText(sentence).replace(/\.$/, '');
}

function passedWords(counts: Counts, limits: Limits): string {
  const others = counts.total - counts.pass;
  if (others <= 0) return counts.total === 1 ? 'The only device passed' : `All ${countDevices(counts.total, 1)} passed`;
  const [kind, another] = kindsOf(counts);
  const allowed = kind && !another && kind.limit !== undefined ? ` (allowed: ${limitWord(limits[kind.limit])})` : '';
  const verb = kind && !another ? kind.verb : 'did not pass';
  return `Passed, though ${formatNumber(others)} of ${countDevices(counts.total, 1)} ${verb}${allowed}`;
}

function timedOutWords({ durationSeconds }: Report, { counts, status, problem }: TestsetReport): string {
  const minutes = `${formatNumber(Math.round(durationSeconds / 60))} min`;
  if (status === 'Unknown') return `No status of the testset within ${minutes}`;
  const state = problem ? 'Not over' : 'Still running';
  const done = counts.total > 0 ? `: ${doneWords(counts)}` : '';
  return `${state} after ${minutes}${done}`;
}

const CAUSES: Readonly<Partial<Record<ErrorCode, string>>> = {
  'bad-inputs': 'an input is wrong',
  'app-file': 'the app file cannot be used',
  unreachable: 'the service could not be reached',
  untrusted: 'the connection to the service is not trusted',
  proxy: 'the proxy did not connect to the service',
};
