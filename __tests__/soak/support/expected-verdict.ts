import type { Outcome } from '../../../src/model/outcome.ts';
import { fieldsOf, type Fields, type Judged, type Reading, type ObservedRun, type Reply } from './interpret.ts';
import { ANOTHER_DEVICE } from './response-changes.ts';
import { COUNT_FIELDS } from './schedule.ts';

/** The counts of a status; a missing or garbled one is 0 and makes it incomplete. */
export type Counts = Readonly<Record<(typeof COUNT_FIELDS)[number], number>> & { readonly isComplete: boolean };

/** Reads the counts of a status. */
export function countsOf(status: Fields | undefined): Counts {
  const detail = fieldsOf(status?.['testset_status_detail']);
  const isCount = (field: string): boolean => /^\d+$/.test(String(detail[field]));
  const counts = COUNT_FIELDS.map((field) => [field, isCount(field) ? Number(detail[field]) : 0]);
  return { ...Object.fromEntries(counts), isComplete: COUNT_FIELDS.every(isCount) } as Counts;
}

/**
 * The outcome of a complete testset by docs/design.md §5; `undefined` where the run should have continued.
 *
 * @param all the counts of all testsets of the step
 */
export function expectVerdict(run: ObservedRun, reading: Judged, all: readonly Counts[]): Outcome | undefined {
  const counts = countsOf(reading.status.data);
  if (isOverLimit(run, counts, all)) return 'failed';
  if (lacksAnswers(reading) && !mayGiveUp(reading.results, run)) return undefined;
  return isCertain(reading) && all.some((one) => one.pass_cnt > 0) ? 'passed' : 'inconclusive';
}

/** Whether a testset has failures, and those of all testsets are more than `max-failures`. */
export function isOverLimit({ schedule }: ObservedRun, counts: Counts, all: readonly Counts[]): boolean {
  const failures = all.reduce((total, one) => total + failuresOf(one), 0);
  return failuresOf(counts) > 0 && failures > schedule.maxFailures;
}

function failuresOf(counts: Counts): number {
  return counts.fail_cnt + counts.error_cnt + counts.stop_cnt;
}

/** Whether status and results leave no doubt. A document that an earlier reading had may contradict the others, so it must not be absent. */
export function isCertain(reading: Judged): boolean {
  const counts = countsOf(reading.status.data);
  const { total_test_cnt: total, pass_cnt: passed } = counts;
  const isSound =
    counts.isComplete &&
    total >= Math.max(1, reading.announced) &&
    passed + failuresOf(counts) === total &&
    counts.initializing_cnt + counts.running_cnt === 0;
  const arrivals = arrivalsOf(reading);
  const hadMore = reading.earlier.some((one) =>
    arrivalsOf(one).some((arrival, at) => arrival !== 'absent' && arrivals[at] === 'absent'),
  );
  const documents = arrivals.filter((arrival) => arrival !== 'absent');
  const isAgreed = documents.every(
    (one) => typeof one === 'object' && one.passed === passed && one.notPassed <= total - passed,
  );
  const devices = new Set(documents.map((one) => typeof one === 'object' && one.hasAnother));
  return isSound && isAgreed && !hadMore && devices.size === 1;
}

/** Whether the results could be had, whatever they are. */
export function isAnswered(results: readonly Reply[]): boolean {
  const isDelivered = (['xml', 'bare_xml', 'json'] as const).some((name) =>
    results.some((reply) => documentIn(reply, name) !== undefined),
  );
  // The HTML is requested after all others have been answered.
  return isDelivered || results.slice(-1).some(isComplete) || results.some(({ type }) => type === 'html');
}

/** What a document shows, and whether it names a device that the testset does not have. */
interface Figures {
  readonly passed: number;
  readonly notPassed: number;
  readonly hasAnother: boolean;
}

/** Whether a document was not delivered, and no response said that it does not exist. */
function lacksAnswers(reading: Reading): boolean {
  return arrivalsOf(reading).includes('unfetched');
}

/** Whether another request would follow: for a document that no response had, or once more for one that cannot be read. */
export function wantsMore({ results }: Reading): boolean {
  const isOpen = (...names: readonly string[]): boolean => {
    const arrival = arrivalOf(names, results);
    return arrival === 'unfetched' || (arrival === 'broken' && textsOf(names, results).length < 2);
  };
  return isOpen('xml', 'bare_xml') || isOpen('json') || arrivalOf(['html'], results) === 'unfetched';
}

function arrivalsOf({ results }: Reading) {
  return [arrivalOf(['xml', 'bare_xml'], results), arrivalOf(['json'], results)];
}

/**
 * What came of a document in all responses of a reading: the first one that can be read counts. Bare XML stands in for XML. `unfetched`: no response
 * said whether it exists.
 */
function arrivalOf(names: readonly string[], results: readonly Reply[]): Figures | 'broken' | 'absent' | 'unfetched' {
  const texts = textsOf(names, results);
  const intact = texts.find((text) => /(<\/testsuites?>\s*|"\}\})$/.test(text));
  if (intact !== undefined) return countTestcases(intact);
  if (texts.length > 0) return 'broken';
  const isAnswered = names.every((name) =>
    results
      .filter(({ type }) => type === name)
      .slice(-1)
      .some(isComplete),
  );
  return isAnswered ? 'absent' : 'unfetched';
}

function textsOf(names: readonly string[], results: readonly Reply[]): readonly string[] {
  return results.flatMap((reply) => names.flatMap((name) => documentIn(reply, name) ?? []));
}

/** Whether a request for results delivered what there is. */
function isComplete({ kind, data: { complete } }: Reply): boolean {
  return kind === 'ok' && (complete === undefined || complete === true || complete === 'true');
}

/** A document that a response delivered: a text that is not blank. */
export function documentIn(reply: Reply, name: string): string | undefined {
  const text = isComplete(reply) ? reply.data[`result_${name}`] : undefined;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** Counts the testcases of a document of the simulator. */
function countTestcases(text: string): Figures {
  const cases = text.startsWith('{')
    ? (JSON.parse(text) as { testsuites: { testsuite: { testcase: object[] }[] } }).testsuites.testsuite
        .flatMap(({ testcase }) => testcase)
        .map((testcase) => `<${Object.keys(testcase).join(' <')}`)
    : text.split('<testcase').slice(1);
  const notPassed = cases.filter((one) => /<(failure|error|skipped)\b/.test(one)).length;
  return { passed: cases.length - notPassed, notPassed, hasAnother: text.includes(ANOTHER_DEVICE) };
}

/** Documents may be missing only if a request failed or came too late. */
function mayGiveUp(results: readonly Reply[], { deadline, ended, failedConnections }: ObservedRun): boolean {
  return ended >= deadline || failedConnections.length > 0 || !results.every(isComplete);
}
