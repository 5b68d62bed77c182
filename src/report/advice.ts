import type { ErrorCode } from '../model/errors.ts';
import { MARKS } from '../model/history.ts';
import { idsOf, sentenceOf } from '../model/testset.ts';
import { testsetNameOf } from '../model/testset-name.ts';
import { cleanText } from '../model/text.ts';
import { mayStillRun } from '../model/unfinished.ts';
import { DEVICE_LABELS, devicesOf, hasPassed, type DeviceRun, type TestVerdict } from '../model/verdict.ts';
import {
  formatLimit,
  formatNumber,
  joinPieces,
  listFirst,
  MAX_IN_SENTENCE,
  nounFor,
  pluralize,
} from '../model/words.ts';
import type { Facts } from './facts.ts';

const MAX_REASONS = 2;

/** Why a step is red, as far as the heading does not say it; '' if it does. */
export function explain(facts: Facts): string {
  const { outcome, testsets } = facts;
  if (outcome === 'passed' || outcome === 'cancelled') return '';
  if (outcome === 'started') return 'This step does not wait for the results (`wait: false`).';
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const sentences = outcome === 'failed' ? explainFailed(facts) : concerned.flatMap(listReasons);
  const different = [...new Set(sentences)];
  const reasons = different.slice(0, MAX_REASONS);
  if (different.length > MAX_REASONS) reasons.push(`And ${pluralize(different.length - MAX_REASONS, 'more reason')}.`);
  if (outcome === 'inconclusive' && concerned.every(({ isReliable }) => !isReliable)) reasons.push(SAYS_NOTHING);
  const names = testsets.length > 1 && outcome !== 'failed' && reasons.length > 0 && nameTestsets(concerned);
  return joinPieces(': ', [names, reasons.join(' ')]);
}

const SAYS_NOTHING = 'The results of the service are incomplete; this says nothing about your app.';

/** The limit, and other reasons than the number of failures. */
function explainFailed({ testsets, maxFailures, stopped, failed }: Facts): readonly string[] {
  const reasons = testsets.flatMap((testset) => (testset.outcome === 'failed' ? testset.reasons : []));
  return [
    stopped > 0 && stopped < failed ? `A user stopped ${formatNumber(stopped)} of them.` : '',
    maxFailures > 0 && failed > maxFailures ? `\`max-failures\` is ${formatLimit(maxFailures)}.` : '',
    // A reason without words is the number of failures.
    ...reasons.flatMap((reason) => (reason.words === undefined ? [] : sentenceOf(reason))),
  ].filter((sentence) => sentence !== '');
}

/** What the heading of a testset does not say: the service's own words, and details of its reasons. */
function listReasons({ problem, reasons }: TestVerdict): readonly string[] {
  if (problem?.rejection) {
    const { message = '', reason } = problem.rejection;
    const said = joinPieces(': ', [cleanText(message), cleanText(reason)]);
    return said === '' ? [] : [`The service said: ${said}.`];
  }
  if (problem) return [problem.message];
  const shown = reasons.find(({ words }) => words !== undefined);
  return reasons.flatMap((reason) => (reason === shown ? (reason.sentence ?? []) : sentenceOf(reason)));
}

/** `SAMSUNG Galaxy_A54 failed for the first time` */
export function describeDevice({ name, result, mark, past = [] }: DeviceRun): string {
  const isAgain = mark === 'new' && past.some(({ passed }) => !passed);
  const verb = mark ? MARKS[mark].verb : DEVICE_LABELS[result].verb;
  return `${cleanText(name, NAME_LIMIT)} ${isAgain ? 'failed again' : verb}`;
}

/** Longest name in a title, in UTF-16 units. */
const NAME_LIMIT = 54;

/** `Testsets 5, 6 and 3 more`; if one has no identifier, their scenarios; '' without these. */
function nameTestsets(testsets: readonly TestVerdict[]): string {
  const ids = [...new Set(idsOf(testsets))];
  if (testsets.every(({ id }) => id !== undefined)) {
    return `${nounFor(ids.length, 'Testset')} ${listFirst(ids, MAX_IN_SENTENCE)}`;
  }
  const scenarios = testsets.flatMap(({ scenario }) => scenario ?? []);
  if (scenarios.length === 0) return '';
  return `${nounFor(scenarios.length, 'Scenario')} ${listFirst(scenarios, MAX_IN_SENTENCE)}`;
}

/** What to do next; '' if nothing. */
export function advise(facts: Facts): string {
  const { outcome, testsets } = facts;
  if (outcome === 'passed') return '';
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const advice = adviseOn(facts, concerned);
  const others = concerned.length < testsets.length && outcome !== 'failed' && advice !== '' && nameTestsets(concerned);
  return joinPieces(' ', [joinPieces(': ', [others, advice]), adviseToAttach(testsets)]);
}

function adviseOn({ outcome, testsets, request, resumed }: Facts, concerned: readonly TestVerdict[]): string {
  if (outcome === 'failed') return adviseOnFailures(testsets);
  if (outcome === 'unknown-start') return adviseOnUnknownStarts(concerned, request.name);
  const [first] = concerned;
  if (first && isUnread(first)) return adviseOnUnread(first, resumed);
  const found = first && adviseOnProblem(first, request);
  if (found !== undefined || outcome !== 'inconclusive') return found ?? '';
  // Fetched again, a testset without a pass has none either.
  if (concerned.every(({ isReliable }) => isReliable)) return adviseOnFailures(concerned);
  return `Look at ${nounFor(concerned.length, 'the testset', 'the testsets')} in the service, or fetch the results again with ${attachTo(idsOf(concerned))}.`;
}

/** Whether a testset of an earlier attempt had no status at all. */
function isUnread(testset: TestVerdict): boolean {
  return (
    testset.kind === 'unfinished' && testset.origin === 'resumed' && testset.outcome === 'timed-out' && !testset.word
  );
}

/** It is never replaced: its status may fail although it runs. */
function adviseOnUnread({ id, problem }: TestVerdict, resumed: Facts['resumed'] = []): string {
  const attempt = resumed.find(({ testsetId }) => testsetId === id)?.attempt ?? 1;
  const code = problem?.rejection ? ` (${problem.rejection.code})` : '';
  return (
    `Testset ${id} of attempt ${attempt} cannot be read${code}. ` +
    'If it no longer exists in the service, start a new run: a re-run of this one looks for it again.'
  );
}

/** What to do when devices failed. */
function adviseOnFailures(testsets: readonly TestVerdict[]): string {
  const failed = testsets.flatMap(devicesOf).filter((run) => !hasPassed(run) && !run.excuse);
  const pages = failed.filter(({ url, result }) => url !== undefined && result !== 'stopped').length;
  if (pages === 0) return '';
  return `Open the result page of ${nounFor(pages, 'the failed device', 'each failed device')}.`;
}

/** The hints of these errors are about a create, or about a `testset-id` that was given. */
const ABOUT_OTHERS: readonly ErrorCode[] = ['service-rejected', 'maintenance', 'rate-limited'];

/** What to do about the error of a testset, which may exist; `undefined` if nothing is known. */
function adviseOnProblem({ id, outcome, problem }: TestVerdict, { kind }: Facts['request']): string | undefined {
  if (!problem || id === undefined || !ABOUT_OTHERS.includes(problem.code)) return problem?.hint;
  if (outcome === 'timed-out') return undefined;
  if (outcome === 'rejected' && kind !== 'attached') return `Fetch its results later with \`testset-id: ${id}\`.`;
  return problem.hint;
}

/** Names of up to 100 characters each: a job summary shows 1,000 characters of a hint. */
const MAX_NAMES = 4;
const MAX_SCENARIOS = 15;

/** A testset without an identifier must be looked for by its name, because the service has no list of testsets. */
function adviseOnUnknownStarts(concerned: readonly TestVerdict[], name: string): string {
  const unnamed = concerned.filter(({ id }) => id === undefined);
  const ofScenarios = unnamed.filter(({ scenario }) => scenario !== undefined);
  if (ofScenarios.length < 2) return (unnamed[0] ?? concerned[0])?.problem?.hint ?? '';
  const names = ofScenarios.slice(0, MAX_NAMES).map((testset) => `"${testsetNameOf(name, testset, true)}"`);
  const others = ofScenarios.slice(MAX_NAMES).flatMap(({ scenario }) => scenario ?? []);
  const ofOthers = `those of ${nounFor(others.length, 'scenario')} ${listFirst(others, MAX_SCENARIOS)}`;
  const testsets = joinPieces(', and for ', [names.join(', '), others.length > 0 && ofOthers]);
  return (
    `These creates are not repeated. Look in the service for the testsets ${testsets}: attach to those that exist with ` +
    '`testset-id`, and run the scenarios of the others again with `scenario-id`.'
  );
}

/** For testsets that may still run, or whose results were not fetched; '' without any. */
function adviseToAttach(testsets: readonly TestVerdict[]): string {
  const open = testsets.filter(
    (testset) => !isUnread(testset) && (mayStillRun(testset) || testset.outcome === 'cancelled'),
  );
  const ids = idsOf(open);
  if (ids.length === 0) return '';
  return `To wait for ${nounFor(ids.length, 'it', 'them')}, run a step with ${attachTo(ids)}.`;
}

/** As many identifiers as a reader may paste. */
const MAX_IDS = 100;

function attachTo(ids: readonly number[]): string {
  if (ids.length > MAX_IDS) return 'the output `testset-id` of this step as `testset-id`';
  return `\`testset-id: ${ids.join(',')}\``;
}
