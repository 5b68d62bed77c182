import { isRunning } from '../model/unfinished.ts';
import { countDevices, endedCount, type Counts } from '../model/counts.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { sentencesOf } from '../model/testset.ts';
import type { TestVerdict } from '../model/verdict.ts';
import { cleanText } from '../model/text.ts';
import { testsetNameOf } from '../model/testset-name.ts';
import { capitalize, formatNumber, joinPieces, nounFor, pluralize } from '../model/words.ts';
import { adviseOnFailures, adviseOnProblem, adviseToFetch } from './advice.ts';
import {
  countFailures,
  describeWhyFailed,
  describePassed,
  formatDone,
  formatNotPassed,
  listExcused,
} from './phrases.ts';
import { describeCode, describeNotStarted, describeRejection } from './rejections.ts';

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
  readonly describe: (testset: TestVerdict, report: UndescribedReport) => TestsetText;
}

const NO_TESTSET = 'No testset was created.';

/** What is said about each outcome. */
export const OUTCOME_TEXTS: Readonly<Record<Outcome, OutcomeText>> = {
  passed: {
    icon: '✅',
    word: 'passed',
    verb: ['passed', 'passed'],
    describe: (_testset, report) => ({ heading: describePassed(report) }),
  },
  failed: {
    icon: '❌',
    word: 'failed',
    verb: ['failed', 'failed'],
    describe: (testset, report) => ({
      heading: describeFailed(testset),
      details: [describeWhyFailed(report)],
      advice: adviseOnFailures([testset]),
    }),
  },
  inconclusive: {
    icon: '⚠️',
    word: 'inconclusive',
    verb: ['is inconclusive', 'are inconclusive'],
    describe: (testset) => {
      const [first] = testset.reasons;
      const sentence = cleanText(first?.sentence ?? 'the result is not known');
      const reason = first?.words ?? sentence.replace(/\.$/, '');
      // Fetched again, a testset without a pass has none either.
      const find = testset.counts.pass === 0 ? adviseOnFailures : adviseToFetch;
      const advice = testset.problem?.hint ?? find([testset]);
      return {
        heading: `Inconclusive: ${reason}`,
        details: sentencesOf(testset).map((each) => dropBeginning(each, reason)),
        advice,
      };
    },
  },
  'unknown-start': {
    icon: '⚠️',
    word: 'unknown start',
    verb: ['may have started', 'may have started'],
    describe: (testset, { request }) => {
      const known = testset.id === undefined ? undefined : `testset ${testset.id}`;
      const place = request.projectId !== undefined && `in project ${request.projectId}`;
      const name = testsetNameOf(request.name, testset, false);
      const look = joinPieces(' ', ['Look', place, `for ${known ?? `the testset "${name}"`}`]);
      return {
        heading: `Unknown whether ${known ?? 'a testset'} was created`,
        details: [messagesOf(testset).join(' ')],
        advice: `The create is not repeated. ${look}: if it does not exist, run the step again.`,
        attachTo: 'If it exists',
      };
    },
  },
  'timed-out': {
    icon: '⏳',
    word: 'timed out',
    verb: ['timed out', 'timed out'],
    describe: (testset, { durationSeconds, request }) => ({
      heading: describeTimedOut(testset, durationSeconds),
      details: messagesOf(testset),
      advice: adviseOnProblem(testset, request),
    }),
  },
  cancelled: {
    icon: '🚫',
    word: 'cancelled',
    verb: ['was cancelled', 'were cancelled'],
    describe: (testset) => {
      const { id, counts } = testset;
      if (id === undefined) return { heading: 'Cancelled: no testset was created' };
      if (testset.kind === 'complete') {
        return { heading: `Cancelled before the results of testset ${id} were fetched`, attachTo: 'To fetch them' };
      }
      const state = isRunning(testset) ? 'is still running' : 'may still be running';
      return { heading: `Cancelled: testset ${id} ${state}`, details: describeDone(counts) };
    },
  },
  rejected: {
    icon: '🚫',
    word: 'rejected',
    verb: ['was rejected', 'were rejected'],
    describe: (testset, { request }) => {
      const { id, problem } = testset;
      const heading = `Rejected: ${describeRejection(problem, request)}`;
      let result = NO_TESTSET;
      if (id !== undefined) result = `Look at testset ${id} in the service.`;
      // Of another account, the user cannot see it.
      if (request.kind === 'attached') result = '';
      const advice = adviseOnProblem(testset, request);
      if (!problem?.rejection) return { heading, details: [...messagesOf(testset), result], advice };
      return { heading, details: [result, describeCode(problem.rejection)], advice };
    },
  },
  'not-started': {
    icon: '🚫',
    word: 'not started',
    verb: ['did not start', 'did not start'],
    describe: (testset, { request }) => {
      const heading = `Not started: ${describeNotStarted(testset.problem, request)}`;
      return { heading, details: [...messagesOf(testset), NO_TESTSET], advice: testset.problem?.hint };
    },
  },
  started: {
    icon: '▶️',
    word: 'started',
    verb: ['was started', 'were started'],
    describe: ({ id, counts }) => {
      const devices = counts.total > 0 && `on ${countDevices(counts.total, 1)}`;
      return {
        heading: joinPieces(' ', ['Started: testset', id?.toString(), devices]),
        details: ['This step does not wait for the results (`wait: false`).'],
        attachTo: 'To wait for them in another job',
      };
    },
  },
};

function describeFailed(testset: TestVerdict): string {
  const excused = listExcused([testset]).join(', ');
  const { total } = testset.counts;
  const notPassed = formatNotPassed({ total, pass: total - countFailures([testset]) });
  return joinPieces(' ', [notPassed, excused && `(not counted: ${excused})`]);
}

function describeTimedOut(testset: TestVerdict, durationSeconds: number): string {
  const { counts, reasons } = testset;
  const words = reasons.find((reason) => reason.words !== undefined)?.words;
  if (words !== undefined) return capitalize(words);
  const minutes = `${formatNumber(Math.round(durationSeconds / 60))} min`;
  if (!isRunning(testset)) {
    // A certificate that is not trusted ends the wait at once.
    return joinPieces(' within ', ['No status of the testset', durationSeconds >= 30 && minutes]);
  }
  return joinPieces(': ', [`Timed out after ${minutes}`, counts.total > 0 && formatDone(counts)]);
}

/** `3 of 8 devices were done, and all 3 had passed.` */
function describeDone(counts: Counts): readonly string[] {
  const done = endedCount(counts);
  if (counts.total === 0 || done === 0) return [];
  const of = `${formatNumber(done)} of ${pluralize(counts.total, 'device')} ${nounFor(done, 'was', 'were')} done`;
  const passed = joinPieces(' ', [counts.pass === done && 'all', formatNumber(counts.pass), 'had passed']);
  return [`${of}, and ${passed}.`];
}

/** The sentence without what the heading says already: `The results could not be fetched: HTTP 500.` */
function dropBeginning(sentence: string, said: string): string {
  if (sentence.slice(0, said.length).toLowerCase() !== said.toLowerCase()) return sentence;
  return capitalize(sentence.slice(said.length).replace(/^[.:] ?/, ''));
}

function messagesOf(testset: TestVerdict): readonly string[] {
  if (testset.problem) return [testset.problem.message];
  return sentencesOf(testset);
}
