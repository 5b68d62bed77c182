import { countDevices, endedCount, hasNoneStarted, type Counts } from '../model/counts.ts';
import { wordsFor } from '../model/error-codes.ts';
import type { ErrorCode, TestsetError } from '../model/errors.ts';
import { MARKS } from '../model/history.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Report } from '../model/report.ts';
import { shownReason } from '../model/testset.ts';
import { cleanText } from '../model/text.ts';
import { EXCUSES, type TestVerdict } from '../model/verdict.ts';
import { formatLimit, formatNumber, joinPieces, pluralize } from '../model/words.ts';
import { formatRuns, formatTestsets, isRunning, type Facts } from './facts.ts';

/** Parts of a heading: a number and a word, or a few words. Empty ones are left out. */
type Parts = readonly (string | false | undefined)[];

interface OutcomeText {
  /** Icons differ in shape; a word always follows. */
  readonly icon: string;
  /** After a number: `1 of 12 scenarios rejected`. */
  readonly word: string;
  /** How the heading of the only testset begins. */
  readonly begin: (testset: TestVerdict, facts: Facts) => Parts;
  /** The same for several; default: how many have which outcome. */
  readonly beginSeveral?: (facts: Facts) => Parts;
}

/** Every outcome with its icon, its word and how its heading begins. */
export const OUTCOME_TEXTS: Readonly<Record<Outcome, OutcomeText>> = {
  passed: {
    icon: '✅',
    word: 'passed',
    begin: (_testset, facts) => describePassed(facts),
    beginSeveral: describePassed,
  },
  failed: { icon: '❌', word: 'failed', begin: () => [] },
  inconclusive: {
    icon: '⚠️',
    word: 'inconclusive',
    begin: (testset) => ['Inconclusive', shownReason(testset)?.words],
    beginSeveral: ({ testsets, outcomes }) => {
      const reasons = testsets.filter(({ outcome }) => outcome === 'inconclusive').map(shownReason);
      const [first] = reasons;
      const areShared = !first?.hasNumber && reasons.every((each) => each?.words === first?.words);
      const share = formatTestsets(outcomes.get('inconclusive') ?? 0, testsets);
      return ['Inconclusive', joinPieces(', ', [share, areShared && first?.words])];
    },
  },
  'timed-out': {
    icon: '⏳',
    word: 'timed out',
    begin: (testset, facts) => {
      const minutes = formatMinutes(facts);
      if (!isRunning(testset)) return [`No status of testset ${testset.id} within ${minutes}`];
      const done = shownReason(testset)?.words ?? formatDone(testset.counts);
      return [`Timed out after ${minutes}`, done, testset.problem ? 'status unreadable' : ''];
    },
    beginSeveral: (facts) => {
      const done = facts.testsets.filter(({ kind }) => kind === 'complete').length;
      return [`Timed out after ${formatMinutes(facts)}`, `${formatTestsets(done, facts.testsets)} done`];
    },
  },
  cancelled: {
    icon: '🚫',
    word: 'cancelled',
    begin: (testset) => {
      const { id, kind, counts } = testset;
      if (id === undefined) return ['Cancelled', 'nothing started'];
      if (kind === 'complete')
        return ['Cancelled', shownReason(testset)?.words ?? `results of testset ${id} not fetched`];
      return ['Cancelled', `testset ${id} still running`, endedCount(counts) > 0 && formatDone(counts)];
    },
    beginSeveral: ({ testsets }) => {
      const running = testsets.filter(({ kind }) => kind === 'unfinished').length;
      const share = formatTestsets(running, testsets, 'testset');
      return ['Cancelled', running > 0 ? `${share} still running` : 'no testset running'];
    },
  },
  rejected: {
    icon: '🚫',
    word: 'rejected',
    begin: ({ problem }, { report }) => ['Rejected', formatProblem(problem, report.request)],
  },
  'not-started': {
    icon: '🚫',
    word: 'not started',
    begin: ({ problem }, { report }) => ['Not started', formatProblem(problem, report.request)],
  },
  'unknown-start': {
    icon: '⚠️',
    word: 'unknown',
    begin: ({ id }) => ['Start unknown', `${id === undefined ? 'a testset' : `testset ${id}`} may exist`],
    beginSeveral: (facts) => describeShares(facts, 'start'),
  },
  started: {
    icon: '▶️',
    word: 'started',
    begin: ({ id, counts: { total } }) => [
      'Started',
      joinPieces(' on ', [`testset ${id}`, total > 0 && countDevices(total, 1)]),
    ],
    beginSeveral: ({ testsets }) => ['Started', pluralize(testsets.length, 'testset')],
  },
};

/** The heading of a step that failed before it had a report, without its icon: `Not started · 2 wrong inputs`. Cleaned, not escaped. */
export function formatNotStarted(why: TestsetError | string): string {
  return cleanHeading(['Not started', typeof why === 'string' ? why : formatProblem(why, {})]);
}

const HEADING_LIMIT = 300;

function cleanHeading(parts: Parts): string {
  return cleanText(joinPieces(' · ', parts), HEADING_LIMIT);
}

/** The heading without its icon, such as `2 of 8 devices failed · 1 new`. Cleaned, not escaped. */
export function formatHeading(facts: Facts): string {
  const [only, ...others] = facts.testsets;
  const { begin, beginSeveral = describeShares } = OUTCOME_TEXTS[facts.outcome];
  const first = only && others.length === 0 ? begin(only, facts) : beginSeveral(facts);
  return cleanHeading([...first, ...describeFailed(facts), ...describeMarks(facts)]);
}

/** `1 of 12 scenarios rejected`, `2 failed`: how many testsets have which outcome, that of the step first. */
function describeShares({ outcome, outcomes, testsets }: Facts, subject?: string): Parts {
  const others = [...outcomes].filter(([other]) => other !== outcome && other !== 'passed');
  return [
    `${formatTestsets(outcomes.get(outcome) ?? 0, testsets, subject)} ${OUTCOME_TEXTS[outcome].word}`,
    ...others.map(([other, number]) => `${formatNumber(number)} ${OUTCOME_TEXTS[other].word}`),
  ];
}

/** With excuses there is no share of devices: a flaky run that passed at last is among those that passed. */
function describePassed(facts: Facts): Parts {
  const { report, testsets, total, failed, passed, excused, shared } = facts;
  if (failed > 0) {
    const share = excused.size > 0 ? formatNumber(failed) : formatRuns(failed, facts);
    return ['Passed', `${share} ${failedWord(facts)}, max-failures: ${formatLimit(report.maxFailures)}`, shared.words];
  }
  if (excused.size > 0) return ['Passed'];
  const retried = testsets.some(({ earlier }) => earlier.length > 0) && 'after a retry';
  if (testsets.length > 1) {
    return [`${formatTestsets(testsets.length, testsets)} passed`, countDevices(total, testsets.length), retried];
  }
  return [total === 1 ? 'The device passed' : `${formatRuns(passed, facts)} passed`, retried];
}

function describeFailed(facts: Facts): Parts {
  const { outcome, testsets, total, failed, stopped, unfinished, shared } = facts;
  if (outcome === 'passed') return [];
  if (outcome === 'timed-out' || outcome === 'cancelled' || outcome === 'started') {
    const red = testsets.filter(({ counted }) => counted > 0);
    const halted = red.filter(({ counted, counts }) => counted <= counts.stop).length;
    const [number, ended] = testsets.length === 1 ? [failed - stopped, stopped] : [red.length - halted, halted];
    const soFar = unfinished > 0 ? ' so far' : '';
    return [number > 0 && `${formatNumber(number)} failed${soFar}`, ended > 0 && `${formatNumber(ended)} stopped`];
  }
  const share = total === 1 ? 'The device' : formatRuns(failed, facts);
  const open = outcome === 'failed' && unfinished > 0 && `${formatNumber(unfinished)} not finished`;
  return [failed > 0 && `${share} ${failedWord(facts)}`, shared.words, open];
}

function failedWord({ failed, stopped }: Facts): string {
  return stopped === failed ? 'stopped by a user' : 'failed';
}

function describeMarks({ marks, excused }: Facts): Parts {
  return [
    ...[...marks].map(([mark, number]) => `${formatNumber(number)} ${MARKS[mark].words}`),
    ...[...excused].map(([kind, number]) => `${formatNumber(number)} ${EXCUSES[kind].words}`),
  ];
}

function formatDone(counts: Counts): string {
  const devices = pluralize(counts.total, 'device');
  if (hasNoneStarted(counts)) return `0 of ${devices} started`;
  return `${formatNumber(endedCount(counts))} of ${devices} done`;
}

function formatMinutes({ report: { durationSeconds } }: Facts): string {
  return `${formatNumber(Math.round(durationSeconds / 60))} min`;
}

/** An error in a few words: `no free device in project 509 (4081)`; those of the service where its code is not known. */
function formatProblem(problem: TestVerdict['problem'], { projectId }: Pick<Report['request'], 'projectId'>): string {
  if (!problem) return ERROR_WORDS.unexpected;
  const { code, rejection, words = ERROR_WORDS[code] } = problem;
  if (!rejection) return words;
  const project = projectId === undefined ? 'project' : `project ${projectId}`;
  const known = problem.words ?? wordsFor(rejection.code)?.replace('PROJECT', project);
  const said = cleanText(rejection.reason) && `"${cleanText(rejection.reason)}"`;
  return joinPieces(' ', [known ?? (said || words), `(${rejection.code})`]);
}

const ERROR_WORDS: Readonly<Record<ErrorCode, string>> = {
  'bad-inputs': 'wrong inputs',
  credentials: 'credentials rejected',
  'service-rejected': 'unexpected response of the service',
  redirected: 'request redirected',
  maintenance: 'service under maintenance',
  'rate-limited': 'too many requests',
  unreachable: 'service not reached',
  untrusted: 'connection not trusted',
  proxy: 'no connection through the proxy',
  'app-file': 'app file not usable',
  'unknown-start': 'no answer to the create',
  cancelled: 'run cancelled',
  deadline: 'timeout reached',
  unexpected: 'unexpected error',
};
