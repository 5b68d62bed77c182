import { unfinishedCount } from '../model/counts.ts';
import { CODES } from '../model/error-codes.ts';
import type { ErrorCode } from '../model/errors.ts';
import { RECEIPT_DAYS } from '../model/receipts.ts';
import type { Report } from '../model/report.ts';
import { quoteName } from '../model/testset-name.ts';
import { idsOf, sentenceOf, shownReason } from '../model/testset.ts';
import { cleanText } from '../model/text.ts';
import { devicesOf, hasPassed, listRan, type TestVerdict } from '../model/verdict.ts';
import {
  formatLimit,
  formatNumber,
  joinPieces,
  listFirst,
  MAX_IN_SENTENCE,
  nounFor,
  pluralize,
} from '../model/words.ts';
import { isRunning, isUnread, mayStillRun, type Facts } from './facts.ts';

const MAX_REASONS = 2;

/** How long a testset takes, if devices are free. */
const USUAL_SECONDS = 25 * 60;

/** What a heading does not say of an outcome. */
export interface Explanation {
  /** Which testsets the others are about; '' if all, or nothing is said. */
  readonly about: string;
  /** Why, as far as the heading does not say it; '' if it does. */
  readonly why: string;
  /** To open the result pages of devices, which their rows link; '' if that does not help. */
  readonly open: string;
  /** What else to do next; '' if nothing. */
  readonly next: string;
}

/** Explains the outcome of a step, or of one testset. */
export function explain(facts: Facts): Explanation {
  const { outcome, testsets, report } = facts;
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const why = explainOutcome(facts, concerned);
  const onTestsets = adviseOn(facts, concerned);
  const pages = onTestsets ? 0 : countPages(testsets);
  const open = pages > 0 ? `Open the result page of ${nounFor(pages, 'the failed device', 'each failed device')}.` : '';
  const advice = onTestsets ?? [];
  const again = `If this job is run again, ${nounFor(concerned.length, 'a new testset is', 'new testsets are')} created.`;
  const isNew = outcome === 'started' && report.request.kind !== 'attached';
  const none = outcome === 'rejected' && idsOf(testsets).length === 0 && 'No testset was created.';
  const [first, last] = adviseOnOpen(facts);
  const next = joinPieces(' ', [first, ...advice, last, isNew && again, none]);
  const isNothingSaid = [why, open, ...advice].every((text) => text === '');
  const isAboutAll = concerned.length === testsets.length || outcome === 'failed' || isNothingSaid;
  const about = isAboutAll ? '' : nameTestsets(concerned);
  // Advice that differs names its testsets.
  if (advice.length > 1) return { about: '', why: joinPieces(': ', [why && about, why]), open, next };
  return { about, why, open, next };
}

function explainOutcome(facts: Facts, concerned: readonly TestVerdict[]): string {
  const { outcome } = facts;
  const sentences = outcome === 'failed' ? explainFailed(facts) : concerned.flatMap(listReasons);
  const different = [...new Set(sentences)];
  const reasons = different.slice(0, MAX_REASONS);
  if (different.length > MAX_REASONS) reasons.push(`And ${pluralize(different.length - MAX_REASONS, 'more reason')}.`);
  const areUnnamed = concerned.some(({ counted, counts }) => counted > 0 && unfinishedCount(counts) > 0);
  if (isTooShort(facts, concerned)) reasons.push('A testset takes about 25 minutes: raise `timeout`.');
  if (outcome === 'timed-out' && areUnnamed) reasons.push('The service names devices when all have ended.');
  if (outcome === 'inconclusive' && concerned.every(({ isReliable }) => !isReliable)) {
    const isAnyFailed = facts.failed > 0 || !concerned.flatMap(devicesOf).every(hasPassed);
    const end = isAnyFailed ? '.' : '; this says nothing about your app.';
    reasons.push(`The results of the service are incomplete or contradictory${end}`);
  }
  return reasons.join(' ');
}

/** Whether the wait was shorter than a testset usually takes. Not with `time-limit`, which may be shorter. */
function isTooShort({ outcome, report }: Facts, concerned: readonly TestVerdict[]): boolean {
  const { durationSeconds, request } = report;
  const isShort = durationSeconds < USUAL_SECONDS && request.timeLimitMinutes === undefined;
  const isUnderWay = (each: TestVerdict): boolean =>
    each.origin === 'created' && isRunning(each) && !each.problem && unfinishedCount(each.counts) > 0;
  return outcome === 'timed-out' && isShort && concerned.some(isUnderWay);
}

function explainFailed({ report: { maxFailures }, testsets, stopped, failed }: Facts): readonly string[] {
  const all = testsets.flatMap(({ reasons }) => reasons);
  return [
    stopped > 0 && stopped < failed ? `A user stopped ${formatNumber(stopped)} of them.` : '',
    maxFailures > 0 && failed > maxFailures ? `\`max-failures\` is ${formatLimit(maxFailures)}.` : '',
    ...all.map((reason) => {
      // The heading has the number of failures.
      if (reason.kind === 'cause') return '';
      return reason.kind === 'doubt' ? reason.sentence : `The service contradicts itself: ${reason.words}.`;
    }),
  ].filter((sentence) => sentence !== '');
}

/** What the heading of a testset does not say: the service's own words, and details of its reasons. */
function listReasons({ outcome, problem, reasons }: TestVerdict): readonly string[] {
  const shown = shownReason({ reasons });
  if (outcome === 'cancelled' && !shown) return [];
  if (problem?.rejection) {
    const { message = '', reason } = problem.rejection;
    const said = joinPieces(': ', [cleanText(message), cleanText(reason)]);
    return said === '' ? [] : [`The service said: ${said}.`];
  }
  if (problem) return [problem.message];
  return reasons.flatMap((reason) => (reason === shown && reason.kind === 'contradiction' ? [] : sentenceOf(reason)));
}

/** `Testsets 5, 6 and 3 more`; if one has no identifier, their scenarios; '' without these. */
function nameTestsets(testsets: readonly TestVerdict[]): string {
  const ids = [...new Set(idsOf(testsets))];
  if (testsets.every(({ id }) => id !== undefined))
    return `${nounFor(ids.length, 'Testset')} ${listFirst(ids, MAX_IN_SENTENCE)}`;
  const scenarios = testsets.flatMap(({ scenario }) => scenario ?? []);
  if (scenarios.length === 0) return '';
  return `${nounFor(scenarios.length, 'Scenario')} ${listFirst(scenarios, MAX_IN_SENTENCE)}`;
}

/** @returns `undefined` if the result pages of the devices show what to do */
function adviseOn(facts: Facts, concerned: readonly TestVerdict[]): readonly string[] | undefined {
  const { outcome, report } = facts;
  if (outcome === 'failed') return adviseOnFailures(facts);
  if (outcome === 'unknown-start') return [adviseOnUnknownStarts(concerned)];
  const byAdvice = Map.groupBy(concerned, (testset) => adviseOnProblem(testset, report) ?? '');
  const groups = [...byAdvice].filter(([advice]) => advice !== '').slice(0, MAX_REASONS);
  if (groups.length > 1) return groups.map(([advice, own]) => joinPieces(': ', [nameTestsets(own), advice]));
  if (groups.length > 0 || outcome !== 'inconclusive') return groups.map(([advice]) => advice);
  // Fetched again, a testset without a pass has none either.
  if (concerned.every(({ isReliable }) => isReliable)) return adviseOnFailures(facts);
  return [
    `Look at ${nounFor(concerned.length, 'the testset', 'the testsets')} in the service, or fetch the results again with ${attachTo(idsOf(concerned))}.`,
  ];
}

/** A testset that cannot be read is never replaced: its status may fail although it runs. */
function adviseOnUnread({ id, origin, problem }: TestVerdict, resumed: Report['resumed'] = []): string {
  const attempt = resumed.find(({ testsetId }) => testsetId === id)?.attempt ?? 1;
  const before = origin === 'resumed' ? ` of attempt ${attempt}` : '';
  const code = problem?.rejection ? ` (${problem.rejection.code})` : '';
  return (
    `Testset ${id}${before} cannot be read${code}. ` +
    'If it no longer exists in the service, start a new run: a re-run of this one looks for it again.'
  );
}

function adviseOnFailures({ testsets, total, failed, stopped }: Facts): readonly string[] | undefined {
  if (failed === total && stopped < failed) {
    const areNamed = testsets.flatMap(devicesOf).length === total;
    if (areNamed && testsets.every((testset) => listRan(devicesOf(testset)).length === 0))
      return ['No device ran for a second: look at the service first.'];
    if (failed > 1) return ['Look at the app or its server first, not at the devices.'];
  }
  const red = testsets.filter(({ counted }) => counted > 0);
  if (red.length > 0 && red.every(failedOnAllDevices)) {
    const which = nounFor(red.length, 'the scenario that failed', 'the scenarios that failed');
    return [`Look at ${which}, the app or its server first, not at the devices.`];
  }
  if (countPages(testsets) > 0) return undefined;
  return [`Look at ${nounFor(testsets.length, 'the testset', 'the testsets')} in the service.`];
}

function failedOnAllDevices({ scenario, counted, counts: { total, stop } }: TestVerdict): boolean {
  return scenario !== undefined && total > 1 && counted === total && stop === 0;
}

/** How many of the devices that failed and count have a result page. */
function countPages(testsets: readonly TestVerdict[]): number {
  return testsets.flatMap(devicesOf).filter((run) => !hasPassed(run) && !run.excuse && run.url !== undefined).length;
}

/** The hints of these errors are about a create, or about a `testset-id` that was given. */
const ABOUT_OTHERS: readonly ErrorCode[] = ['service-rejected', 'maintenance', 'rate-limited'];

/** What to do about the error of a testset, which may exist; `undefined` if nothing is known. */
function adviseOnProblem(testset: TestVerdict, { request: { kind }, resumed }: Report): string | undefined {
  if (isUnread(testset)) return adviseOnUnread(testset, resumed);
  const { id, outcome, problem } = testset;
  if (problem?.rejection?.code === CODES.wrongParameter) {
    if (kind === 'automated') return `${problem.hint} Check \`app-file\`, too.`;
    if (kind === 'scenario')
      return `${problem.hint} If it is right, look at the scenario and its stored app in the service.`;
  }
  if (!problem || id === undefined || !ABOUT_OTHERS.includes(problem.code)) return problem?.hint;
  if (outcome === 'timed-out') return undefined;
  if (outcome === 'rejected' && kind !== 'attached') return `To get the results, run a step with ${attachTo([id])}.`;
  return problem.hint;
}

/** Names of up to 100 characters each: a job summary shows 1,000 characters of a hint. Every scenario has its row. */
const MAX_NAMES = 4;

/** A testset without an identifier must be looked for by its name, because the service has no list of testsets. */
function adviseOnUnknownStarts(concerned: readonly TestVerdict[]): string {
  const unnamed = concerned.filter(({ id }) => id === undefined);
  // Only scenarios can be several: an automated test has one testset.
  if (unnamed.length < 2) return (unnamed[0] ?? concerned[0])?.problem?.hint ?? '';
  const names = unnamed.flatMap((each) => (each.kind === 'not-created' && each.name ? quoteName(each.name) : []));
  return (
    `These creates are not repeated. Look in the service for the testsets ${listFirst(names, MAX_NAMES)}. To wait for those that exist, ` +
    'run a step with `testset-id`; run the scenarios of the others again with `scenario-id`.'
  );
}

/** What to do first, and at last, about testsets that may still run, or whose results were not fetched. */
function adviseOnOpen({ outcome, outcomes, testsets, report }: Facts): readonly [first: string, last: string] {
  const ids = idsOf(testsets.filter((each) => !isUnread(each) && (mayStillRun(each) || each.outcome === 'cancelled')));
  if (ids.length === 0) return ['', ''];
  const it = nounFor(ids.length, outcomes.has('unknown-start') ? `testset ${ids.join()}` : 'it', 'them');
  const attach = `, run a step with ${attachTo(ids)}.`;
  if (!report.canResume || (outcome !== 'cancelled' && outcome !== 'timed-out'))
    return ['', `To wait for ${it}${attach}`];
  return [
    `"Re-run failed jobs" continues ${it}, for ${RECEIPT_DAYS} days, with the same app and inputs.`,
    `To wait for ${it} elsewhere${attach}`,
  ];
}

/** As many identifiers as a reader may paste. */
const MAX_IDS = 100;

function attachTo(ids: readonly number[]): string {
  if (ids.length > MAX_IDS) return 'the output `testset-id` of this step as `testset-id`';
  return `\`testset-id: ${ids.join(',')}\``;
}
