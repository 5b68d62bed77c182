import { countDevices, type Counts } from '../model/counts.ts';
import { isGreen, type Outcome } from '../model/outcome.ts';
import { mayStillRun, type Report, type TestsetReport } from '../model/report.ts';
import { scenarioTestsetName } from '../model/testset-name.ts';
import { formatNumber, listFirst, pluralize } from '../model/words.ts';

/** What to do when devices did not pass and their result pages are known. */
export const OPEN_RESULT_PAGES = 'Each device that did not pass links to its result page.';

const MAX_NAMED = 5;
const MAX_REASONS = 3;

/** What happened, to which testsets, and why. */
export function describeOutcome(outcome: Outcome, testsets: readonly TestsetReport[], counts: Counts): string {
  if (outcome === 'passed') return passedSentence(counts, testsets.length);
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  if (outcome === 'started') return `${namesOf(concerned)} started; this step does not wait for the end.`;
  const reasons = firstReasons(concerned.flatMap(({ reasons }) => reasons.map(({ sentence }) => sentence))).join(' ');
  const failed = testsets.filter((testset) => testset.outcome === 'failed').length;
  const others = outcome === 'failed' || failed === 0 ? '' : ` ${pluralize(failed, 'other testset')} failed.`;
  return `${addSubject(outcome, concerned, reasons)}${others}`;
}

/** `3 of 3 devices passed.` */
export function passedSentence({ pass, total }: Counts, testsets: number): string {
  return `${formatNumber(pass)} of ${countDevices(total, testsets)} passed.`;
}

/** The first three sentences, each once, and how many more there are. */
export function firstReasons(sentences: readonly string[]): readonly string[] {
  const different = [...new Set(sentences)];
  const more = different.length - MAX_REASONS;
  return more > 0 ? [...different.slice(0, MAX_REASONS), `And ${pluralize(more, 'more reason')}.`] : different;
}

function addSubject(outcome: Outcome, concerned: readonly TestsetReport[], reasons: string): string {
  const names = namesOf(concerned);
  if (names === '') return reasons;
  if (outcome === 'failed') return `${names} failed: ${reasons}`;
  if (outcome === 'inconclusive') return `${names} ${concerned.length === 1 ? 'is' : 'are'} inconclusive: ${reasons}`;
  if (outcome === 'unknown-start') return `${names}: unknown whether ${unknownStartWords(concerned)}. ${reasons}`;
  return `${names}: ${reasons}`;
}

function unknownStartWords(concerned: readonly TestsetReport[]): string {
  if (concerned.some(({ id }) => id === undefined)) return 'a testset was created';
  return concerned.length === 1 ? 'it was created' : 'they were created';
}

/** The testsets by identifier; if one has none, their scenarios. */
function namesOf(testsets: readonly TestsetReport[]): string {
  const ids = testsets.flatMap(({ id }) => id ?? []);
  if (ids.length > 0 && ids.length === testsets.length) {
    return `${ids.length === 1 ? 'Testset' : 'Testsets'} ${listFirst(ids, MAX_NAMED)}`;
  }
  const scenarios = testsets.flatMap(({ scenario }) => scenario ?? []);
  if (scenarios.length === 0) return '';
  return `${scenarios.length === 1 ? 'Scenario' : 'Scenarios'} ${listFirst(scenarios, MAX_NAMED)}`;
}

/** What to do next; empty when the outcome is green. */
export function suggestNextStep(
  outcome: Outcome,
  { testsets, counts, request }: Pick<Report, 'testsets' | 'counts' | 'request'>,
): string {
  if (isGreen(outcome)) return '';
  const concerned = testsets.filter((testset) => testset.outcome === outcome);
  const running = testsets.filter(mayStillRun).flatMap(({ id }) => id ?? []);
  const attach =
    running.length > 0 ? `To wait for the results, run a step with \`testset-id: ${running.join(',')}\`.` : '';
  const unknown = outcome === 'unknown-start' ? unknownStartsHint(concerned, request.name) : undefined;
  const hint = unknown ?? concerned.find(({ problem }) => problem)?.problem?.hint;
  if (hint !== undefined || attach !== '') return `${hint ?? ''} ${attach}`.trim();
  const isDecidedByDevices = outcome === 'failed' || (counts.total > 0 && counts.pass === 0);
  if (isDecidedByDevices && hasResultPages(testsets)) return OPEN_RESULT_PAGES;
  const ids = testsets.flatMap(({ id }) => id ?? []);
  const what = ids.length === 1 ? 'testset' : 'testsets';
  return `Look at the ${what} in the service, or fetch the results again with \`testset-id: ${ids.join(',')}\`.`;
}

/** Whether a device that did not pass is shown with a link to its result page. */
export function hasResultPages(testsets: readonly TestsetReport[]): boolean {
  return testsets
    .flatMap(({ suites }) => suites.flatMap(({ testcases }) => testcases))
    .some(({ result, url }) => result !== 'passed' && url !== undefined);
}

/** Names of up to 100 characters each: a job summary shows 1,000 characters of a hint. */
const MAX_NAMES = 4;
const MAX_SCENARIOS = 15;

/**
 * What to do about creates whose result is unknown: a testset without an identifier must be looked for by its name, because the service has
 * no list of testsets. For a single one the hint of its own error says so.
 */
function unknownStartsHint(testsets: readonly TestsetReport[], name: string): string | undefined {
  const unnamed = testsets.filter(({ id }) => id === undefined);
  if (unnamed.length === 0) return `${testsets.length === 1 ? 'The create is' : 'The creates are'} not repeated.`;
  const scenarios = unnamed.flatMap(({ scenario }) => scenario ?? []);
  if (scenarios.length < 2) return unnamed[0]?.problem?.hint;
  const names = scenarios.slice(0, MAX_NAMES).map((scenario) => `"${scenarioTestsetName(name, scenario)}"`);
  const others = scenarios.slice(MAX_NAMES);
  const what = others.length === 1 ? 'scenario' : 'scenarios';
  const more = others.length === 0 ? '' : `, and for those of ${what} ${listFirst(others, MAX_SCENARIOS)}`;
  return (
    'These creates are not repeated. ' +
    `Look in the service for the testsets ${names.join(', ')}${more}: attach to those that exist with \`testset-id\`, ` +
    'and run the scenarios of the others again with `scenario-id`.'
  );
}
