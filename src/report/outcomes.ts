import { countDevices, endedCount, type Counts } from '../model/counts.ts';
import type { ErrorCode, Rejection } from '../model/errors.ts';
import { OUTCOMES, type Outcome } from '../model/outcome.ts';
import { countExcused, type Report, type TestsetReport } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { formatLimit, formatNumber, joinPieces, nounFor, pluralize } from '../model/words.ts';
import type { Conclusion } from '../runtime/platform.ts';
import { describeRejection } from './rejections.ts';
import { describeKept } from './testset-words.ts';
import { excusedAmong, excusedWords, formatDone, formatNotPassed, kindsOf } from './count-words.ts';

/** A report whose texts are still to be written. */
export type UndescribedReport = Omit<Report, 'sentence' | 'hint'>;

/** What is said about the only testset of a report. Texts may hold words of the service; not escaped. */
interface TestsetText {
  /** Begins the page and the log; without a full stop. */
  readonly heading: string;
  /** What the heading leaves open, a sentence each. */
  readonly details?: readonly string[];
  /** What to do next. */
  readonly advice?: string;
  /** Below the heading of a page in place of `details` and `advice`, because tables show the rest. */
  readonly onPage?: readonly string[];
  /** Why to attach to the testset; default: to wait for the results of one that may still run. */
  readonly attachTo?: string;
}

/** All that is said about an outcome. */
interface OutcomeText {
  /** Icons differ in shape; a word always follows. */
  readonly icon: string;
  /** For one of several testsets. */
  readonly word: string;
  /** After the number of scenarios: for one, and for several. */
  readonly verb: readonly [one: string, many: string];
  /** GitHub's conclusion of the check run; absent if it stays in progress, because `neutral` lets a branch be merged. */
  readonly conclusion?: Conclusion;
  readonly describe: (report: UndescribedReport, testset: TestsetReport) => TestsetText;
}

const NO_TESTSET = 'No testset was created.';

/** What is said about each outcome. */
export const OUTCOME_TEXTS: Readonly<Record<Outcome, OutcomeText>> = {
  passed: {
    icon: '✅',
    word: 'passed',
    verb: ['passed', 'passed'],
    conclusion: 'success',
    describe: (report, testset) => ({
      heading: joinPieces(' ', [describePassed(testset, report.limits), describeKept(testset)]),
    }),
  },
  failed: {
    icon: '❌',
    word: 'failed',
    verb: ['failed', 'failed'],
    conclusion: 'failure',
    describe: (_, testset) => ({
      heading: describeFailed(testset),
      details: sentencesOf(testset),
      advice: hasResultPages([testset]) ? OPEN_RESULT_PAGES : fetchAgain([testset]),
      onPage: [],
    }),
  },
  inconclusive: {
    icon: '⚠️',
    word: 'inconclusive',
    verb: ['is inconclusive', 'are inconclusive'],
    conclusion: 'failure',
    describe: (_, testset) => {
      const [first] = testset.reasons;
      const reason = first?.words ?? cleanText(first?.sentence ?? 'the result is not known').replace(/\.$/, '');
      const isSaid = (sentence: string): boolean => sentence.toLowerCase() === `${reason}.`.toLowerCase();
      const advice = testset.problem?.hint ?? fetchAgain([testset]);
      return {
        heading: `Inconclusive: ${reason}`,
        details: sentencesOf(testset).filter((sentence) => !isSaid(sentence)),
        advice,
        onPage: [...besideSources(testset).filter((sentence) => !isSaid(sentence)), advice],
      };
    },
  },
  'unknown-start': {
    icon: '⚠️',
    word: 'unknown start',
    verb: ['may have started', 'may have started'],
    conclusion: 'failure',
    describe: ({ request }, { id, problem, reasons }) => {
      const place = request.projectId === undefined ? '' : ` in project ${request.projectId}`;
      const what = id === undefined ? 'a testset' : `testset ${id}`;
      const name = id === undefined ? `the testset "${request.name}"` : `testset ${id}`;
      return {
        heading: `Unknown whether ${what} was created`,
        details: [problem?.message ?? reasons.map(({ sentence }) => sentence).join(' ')],
        advice: `The create is not repeated. Look${place} for ${name}: if it does not exist, run the step again.`,
        attachTo: 'If it exists, start no other',
      };
    },
  },
  'timed-out': {
    icon: '⏳',
    word: 'timed out',
    verb: ['timed out', 'timed out'],
    conclusion: 'timed_out',
    describe: (report, testset) => ({
      heading: describeTimedOut(report, testset),
      details: testset.problem ? [testset.problem.message] : [],
    }),
  },
  cancelled: {
    icon: '🚫',
    word: 'cancelled',
    verb: ['was cancelled', 'were cancelled'],
    conclusion: 'cancelled',
    describe: (_, { id, status, counts }) => {
      if (id === undefined) return { heading: 'Cancelled: no testset was created' };
      if (status === 'Complete') {
        return { heading: `Cancelled before the results of testset ${id} were fetched`, attachTo: 'To fetch them' };
      }
      const state = status === 'Unknown' ? 'may still be running' : 'is still running';
      return { heading: `Cancelled: testset ${id} ${state}`, details: describeDone(counts) };
    },
  },
  refused: {
    icon: '🚫',
    word: 'not accepted',
    verb: ['was not accepted', 'were not accepted'],
    conclusion: 'failure',
    describe: (report, testset) => {
      const { id, problem } = testset;
      const first = id === undefined ? NO_TESTSET : `Look at testset ${id} in the service.`;
      const advice = problem?.hint ?? '';
      const heading = `Not accepted: ${describeRejection(problem, report.request)}`;
      const rejection = problem?.rejection;
      if (!rejection) return { heading, details: [...messagesOf(testset), first], advice };
      return { heading, details: [first, describeCode(rejection)], advice };
    },
  },
  'not-started': {
    icon: '🚫',
    word: 'not started',
    verb: ['did not start', 'did not start'],
    conclusion: 'failure',
    describe: (_, testset) => ({
      heading: `Not started: ${NOT_STARTED[testset.problem?.code ?? 'unexpected'] ?? 'the service could not be used'}`,
      details: [...messagesOf(testset), NO_TESTSET],
      advice: testset.problem?.hint ?? '',
    }),
  },
  started: {
    icon: '▶️',
    word: 'started',
    verb: ['was started', 'were started'],
    describe: (_, { id, counts }) => {
      const devices = counts.total > 0 && `on ${countDevices(counts.total, 1)}`;
      return {
        heading: joinPieces(' ', ['Started: testset', id?.toString(), devices]),
        details: ['This step does not wait for the results (`wait: false`).'],
        attachTo: 'To wait for them in another step',
      };
    },
  },
};

/** `Passed with 2 flaky and 1 quarantined of 24 device runs`; empty if all results count. @param counts of all testsets */
export function describeExcused(testsets: readonly TestsetReport[], counts: Counts): string {
  const words = excusedWords(testsets);
  if (words.length === 0) return '';
  const listed = joinPieces(' and ', [words.slice(0, -1).join(', '), words.at(-1)]);
  const excused = testsets.reduce((sum, testset) => sum + countExcused(testset), 0);
  const others = counts.total - counts.pass - excused;
  const allowed = others > 0 && `${formatNumber(others)} more did not pass, as allowed`;
  return joinPieces('; ', [`Passed with ${listed} of ${countDevices(counts.total, testsets.length)}`, allowed]);
}

/** What to do when devices did not pass and their result pages are known. */
export const OPEN_RESULT_PAGES = 'Each device that did not pass links to its result page.';

/** Whether a device that did not pass is shown with a link to its result page. */
export function hasResultPages(testsets: readonly TestsetReport[]): boolean {
  return testsets
    .flatMap(({ suites }) => suites.flatMap(({ testcases }) => testcases))
    .some(({ result, url }) => result !== 'passed' && url !== undefined);
}

/** What to do about results that are not as they should be. */
export function fetchAgain(testsets: readonly TestsetReport[]): string {
  const ids = testsets.flatMap(({ id }) => id ?? []);
  const what = nounFor(ids.length, `testset ${ids.join('')}`, 'the testsets');
  return `Look at ${what} in the service, or fetch the results again with \`testset-id: ${ids.join(',')}\`.`;
}

/** How many testsets have each outcome: failed first, passed last. */
export function countOutcomes(testsets: readonly TestsetReport[]): (readonly [Outcome, number])[] {
  const order = [...new Set<Outcome>(['failed', ...OUTCOMES])];
  return order
    .map((outcome) => [outcome, testsets.filter((testset) => testset.outcome === outcome).length] as const)
    .filter(([, number]) => number > 0);
}

function describeFailed(testset: TestsetReport): string {
  return joinPieces(' ', [formatNotPassed(testset.counts), excusedAmong([testset])]);
}

function describePassed(testset: TestsetReport, limits: Report['limits']): string {
  const { counts } = testset;
  const excused = describeExcused([testset], counts);
  if (excused !== '') return excused;
  const others = counts.total - counts.pass;
  if (others <= 0) return counts.total === 1 ? 'The only device passed' : `All ${countDevices(counts.total, 1)} passed`;
  const though = `Passed, though ${formatNumber(others)} of ${countDevices(counts.total, 1)}`;
  const [kind, another] = kindsOf(counts);
  if (!kind || another) return `${though} did not pass`;
  const allowed = kind.limit && `(allowed: ${formatLimit(limits[kind.limit])})`;
  return joinPieces(' ', [though, kind.verb, allowed]);
}

function describeTimedOut({ durationSeconds }: UndescribedReport, { counts, status, problem }: TestsetReport): string {
  const minutes = `${formatNumber(Math.round(durationSeconds / 60))} min`;
  if (status === 'Unknown') return `No status of the testset within ${minutes}`;
  const state = problem ? 'Not over' : 'Still running';
  return joinPieces(': ', [`${state} after ${minutes}`, counts.total > 0 && formatDone(counts)]);
}

/** `3 of 8 devices were done, and all 3 had passed.` */
function describeDone(counts: Counts): readonly string[] {
  const done = endedCount(counts);
  if (counts.total === 0 || done === 0) return [];
  const all = counts.pass === done ? 'all ' : '';
  const verb = nounFor(done, 'was', 'were');
  return [
    `${formatNumber(done)} of ${pluralize(counts.total, 'device')} ${verb} done, and ${all}${formatNumber(counts.pass)} had passed.`,
  ];
}

/** The service's own words. */
function describeCode({ code, reason, message = '' }: Rejection): string {
  const said = joinPieces(': ', [cleanText(message), cleanText(reason)]);
  return `${joinPieces(': ', [`The service's code is ${code}`, said])}.`;
}

/** The reasons; a table of figures takes the place of those that it shows. */
function besideSources({ reasons }: TestsetReport): readonly string[] {
  const others = reasons.filter(({ isInSources }) => !isInSources).map(({ sentence }) => sentence);
  if (others.length === reasons.length) return others;
  return [...others, 'The step fails because it is not known which source is right.'];
}

function sentencesOf({ reasons }: TestsetReport): readonly string[] {
  return reasons.map(({ sentence }) => sentence);
}

function messagesOf({ problem, reasons }: TestsetReport): readonly string[] {
  return problem ? [problem.message] : reasons.map(({ sentence }) => sentence);
}

const NOT_STARTED: Readonly<Partial<Record<ErrorCode, string>>> = {
  'bad-inputs': 'an input is wrong',
  'app-file': 'the app file cannot be used',
  unreachable: 'the service could not be reached',
  untrusted: 'the connection to the service is not trusted',
  proxy: 'the proxy did not connect to the service',
  deadline: 'the time was over',
  unexpected: 'an unexpected error occurred',
};
