import { countDevices, endedCount, type Counts } from '../model/counts.ts';
import type { ErrorCode, Rejection } from '../model/errors.ts';
import { OUTCOMES, type Outcome } from '../model/outcome.ts';
import type { Report, RequestInfo, TestsetReport } from '../model/report.ts';
import { cleanText } from '../model/text.ts';
import { formatLimit, formatNumber, joinPieces, nounFor, pluralize } from '../model/words.ts';
import type { Conclusion } from '../runtime/platform.ts';
import {
  describeKept,
  formatDone,
  formatList,
  formatNotPassed,
  listExcused,
  listFailureKinds,
  sumExcused,
} from './phrases.ts';

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
  readonly describe: (testset: TestsetReport, report: UndescribedReport) => TestsetText;
}

const NO_TESTSET = 'No testset was created.';

/** What is said about each outcome. */
export const OUTCOME_TEXTS: Readonly<Record<Outcome, OutcomeText>> = {
  passed: {
    icon: '✅',
    word: 'passed',
    verb: ['passed', 'passed'],
    conclusion: 'success',
    describe: (testset, { limits }) => ({
      heading: joinPieces(' ', [describePassed(testset, limits), describeKept(testset)]),
    }),
  },
  failed: {
    icon: '❌',
    word: 'failed',
    verb: ['failed', 'failed'],
    conclusion: 'failure',
    describe: (testset) => ({
      heading: describeFailed(testset),
      details: listSentences(testset),
      advice: adviseOnFailures([testset]),
      onPage: [],
    }),
  },
  inconclusive: {
    icon: '⚠️',
    word: 'inconclusive',
    verb: ['is inconclusive', 'are inconclusive'],
    conclusion: 'failure',
    describe: (testset) => {
      const [first] = testset.reasons;
      const sentence = cleanText(first?.sentence ?? 'the result is not known');
      const reason = first?.words ?? sentence.replace(/\.$/, '');
      const isNew = (other: string): boolean => other.toLowerCase() !== `${reason}.`.toLowerCase();
      const advice = testset.problem?.hint ?? adviseToFetch([testset]);
      return {
        heading: `Inconclusive: ${reason}`,
        details: listSentences(testset).filter(isNew),
        advice,
        onPage: [...listBesideSources(testset).filter(isNew), advice],
      };
    },
  },
  'unknown-start': {
    icon: '⚠️',
    word: 'unknown start',
    verb: ['may have started', 'may have started'],
    conclusion: 'failure',
    describe: (testset, { request: { name, projectId } }) => {
      const known = testset.id === undefined ? undefined : `testset ${testset.id}`;
      const place = projectId !== undefined && `in project ${projectId}`;
      const look = joinPieces(' ', ['Look', place, `for ${known ?? `the testset "${name}"`}`]);
      return {
        heading: `Unknown whether ${known ?? 'a testset'} was created`,
        details: [messagesOf(testset).join(' ')],
        advice: `The create is not repeated. ${look}: if it does not exist, run the step again.`,
        attachTo: 'If it exists, start no other',
      };
    },
  },
  'timed-out': {
    icon: '⏳',
    word: 'timed out',
    verb: ['timed out', 'timed out'],
    conclusion: 'timed_out',
    describe: (testset, { durationSeconds }) => ({
      heading: describeTimedOut(testset, durationSeconds),
      details: testset.problem && [testset.problem.message],
    }),
  },
  cancelled: {
    icon: '🚫',
    word: 'cancelled',
    verb: ['was cancelled', 'were cancelled'],
    conclusion: 'cancelled',
    describe: ({ id, status, counts }) => {
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
    describe: (testset, { request }) => {
      const { id, problem } = testset;
      const heading = `Not accepted: ${describeRejection(problem, request)}`;
      const result = id === undefined ? NO_TESTSET : `Look at testset ${id} in the service.`;
      const advice = problem?.hint;
      if (!problem?.rejection) return { heading, details: [...messagesOf(testset), result], advice };
      return { heading, details: [result, describeCode(problem.rejection)], advice };
    },
  },
  'not-started': {
    icon: '🚫',
    word: 'not started',
    verb: ['did not start', 'did not start'],
    conclusion: 'failure',
    describe: (testset) => {
      const { code = 'unexpected', hint } = testset.problem ?? {};
      const reason = NOT_STARTED[code] ?? 'the service could not be used';
      return { heading: `Not started: ${reason}`, details: [...messagesOf(testset), NO_TESTSET], advice: hint };
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
        attachTo: 'To wait for them in another step',
      };
    },
  },
};

/** `Passed with 2 flaky and 1 quarantined of 24 device runs`; empty if all results count. @param counts of all testsets */
export function describeExcused(testsets: readonly TestsetReport[], counts: Counts): string {
  const words = listExcused(testsets);
  if (words.length === 0) return '';
  const others = counts.total - counts.pass - sumExcused(testsets);
  const allowed = others > 0 && `${formatNumber(others)} more did not pass, as allowed`;
  const runs = countDevices(counts.total, testsets.length);
  return joinPieces('; ', [`Passed with ${formatList(words)} of ${runs}`, allowed]);
}

/** What to do when devices did not pass and their result pages are known. */
export const OPEN_RESULT_PAGES = 'Each device that did not pass links to its result page.';

/** Whether a device that did not pass is shown with a link to its result page. */
export function hasResultPages(testsets: readonly TestsetReport[]): boolean {
  return testsets
    .flatMap(({ suites }) => suites.flatMap(({ testcases }) => testcases))
    .some(({ result, url }) => result !== 'passed' && url !== undefined);
}

/** What to do when devices did not pass. */
export function adviseOnFailures(testsets: readonly TestsetReport[]): string {
  if (hasResultPages(testsets)) return OPEN_RESULT_PAGES;
  return adviseToFetch(testsets);
}

/** What to do about results that are not as they should be. */
export function adviseToFetch(testsets: readonly TestsetReport[]): string {
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

/** Failed first, passed last, else in the order of the report. */
export function sortByOutcome(testsets: readonly TestsetReport[]): readonly TestsetReport[] {
  return countOutcomes(testsets).flatMap(([outcome]) => testsets.filter((testset) => testset.outcome === outcome));
}

function describeFailed(testset: TestsetReport): string {
  const excused = listExcused([testset], true).join(', ');
  return joinPieces(' ', [formatNotPassed(testset.counts), excused && `(${excused})`]);
}

function describePassed(testset: TestsetReport, limits: Report['limits']): string {
  const { counts } = testset;
  const excused = describeExcused([testset], counts);
  if (excused !== '') return excused;
  const devices = countDevices(counts.total, 1);
  const others = counts.total - counts.pass;
  if (others > 0) return describeAllowed(`Passed, though ${formatNumber(others)} of ${devices}`, counts, limits);
  if (counts.total === 1) return 'The only device passed';
  return `All ${devices} passed`;
}

/** @param though how many did not pass */
function describeAllowed(though: string, counts: Counts, limits: Report['limits']): string {
  const [kind, another] = listFailureKinds(counts);
  if (!kind || another) return `${though} did not pass`;
  const allowed = kind.limit && `(allowed: ${formatLimit(limits[kind.limit])})`;
  return joinPieces(' ', [though, kind.verb, allowed]);
}

function describeTimedOut({ counts, status, problem }: TestsetReport, durationSeconds: number): string {
  const minutes = `${formatNumber(Math.round(durationSeconds / 60))} min`;
  if (status === 'Unknown') return `No status of the testset within ${minutes}`;
  const state = problem ? 'Not over' : 'Still running';
  return joinPieces(': ', [`${state} after ${minutes}`, counts.total > 0 && formatDone(counts)]);
}

/** `3 of 8 devices were done, and all 3 had passed.` */
function describeDone(counts: Counts): readonly string[] {
  const done = endedCount(counts);
  if (counts.total === 0 || done === 0) return [];
  const of = `${formatNumber(done)} of ${pluralize(counts.total, 'device')} ${nounFor(done, 'was', 'were')} done`;
  const passed = joinPieces(' ', [counts.pass === done && 'all', formatNumber(counts.pass), 'had passed']);
  return [`${of}, and ${passed}.`];
}

/** The service's own words. */
function describeCode({ code, reason, message = '' }: Rejection): string {
  const said = [cleanText(message), cleanText(reason)];
  return `${joinPieces(': ', [`The service's code is ${code}`, ...said])}.`;
}

/** The reasons; a table of figures takes the place of those that it shows. */
function listBesideSources({ reasons }: TestsetReport): readonly string[] {
  const others = reasons.filter(({ isInSources }) => !isInSources).map(({ sentence }) => sentence);
  if (others.length === reasons.length) return others;
  return [...others, 'The step fails because it is not known which source is right.'];
}

function listSentences({ reasons }: TestsetReport): readonly string[] {
  return reasons.map(({ sentence }) => sentence);
}

function messagesOf(testset: TestsetReport): readonly string[] {
  if (testset.problem) return [testset.problem.message];
  return listSentences(testset);
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

/** Why the service did not accept a request, for a heading; in its own words if its code is not known. */
export function describeRejection(problem: TestsetReport['problem'], { projectId }: RequestInfo): string {
  if (!problem) return 'the service rejected the request';
  const { code, rejection } = problem;
  const project = projectId === undefined ? 'the project' : `project ${projectId}`;
  const known = rejection && REJECTIONS.get(rejection.code)?.replace('PROJECT', project);
  const words = known ?? WITHOUT_CODE[code] ?? cleanText(rejection?.reason ?? '');
  return words || 'the service rejected the request';
}

/** What each code of the service means, in four to eight words; `PROJECT` stands for the project. */
const REJECTIONS: ReadonlyMap<number, string> = new Map([
  [2001, 'PROJECT does not exist for this account'],
  [4000, 'the request lacks a parameter'],
  [4030, "the app's Info.plist cannot be read"],
  [4031, 'the iOS app is no development build'],
  [4032, 'the app file is not valid'],
  [4040, "the app's AndroidManifest.xml cannot be read"],
  [4041, 'the app has no activity to launch'],
  [4050, 'this type of file is not supported'],
  [4051, 'the app file or project is missing'],
  [4052, 'PROJECT is not valid for this account'],
  [4053, 'the number of the testset is wrong'],
  [4055, 'PROJECT has devices of another OS'],
  [4080, 'PROJECT has no devices in its preset'],
  [4081, 'no device of PROJECT is free'],
  [5001, 'the service failed during the create'],
  [5002, 'the service cannot tell the status'],
  [5003, 'the service cannot produce the results'],
  [5005, 'the service cannot list the scenarios'],
  [6001, 'the service cannot store the app'],
  [6002, 'the testset is still running'],
  [6003, 'the service has no such test data'],
  [8000, 'the service is under maintenance'],
]);

/** The same for what is rejected without a code. */
const WITHOUT_CODE: Readonly<Partial<Record<ErrorCode, string>>> = {
  credentials: 'wrong user id or access key',
  redirected: 'the service is at another address',
  maintenance: 'the service is under maintenance',
  'rate-limited': 'too many requests to the service',
};
