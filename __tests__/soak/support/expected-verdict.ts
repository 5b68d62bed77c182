import type { Outcome } from '../../../src/model/outcome.ts';
import { fieldsOf, type Fields, type Judged, type ObservedRun, type Reply } from './interpret.ts';
import { COUNT_FIELDS, ODD_ATTRIBUTES } from './schedule.ts';

/** The counts of a status; a garbled one is 0 and makes it incomplete, as does a missing one unless the others add up. */
export type Counts = Readonly<Record<(typeof COUNT_FIELDS)[number], number>> & { readonly isComplete: boolean };

/** Reads the counts of a status. */
export function countsOf(status: Fields | undefined): Counts {
  const detail = fieldsOf(status?.['testset_status_detail']);
  const isCount = (field: string): boolean => /^\d+$/.test(String(detail[field]));
  const [total = 0, ...others] = COUNT_FIELDS.map((field) => (isCount(field) ? Number(detail[field]) : 0));
  const isWhole = total > 0 && others.reduce((sum, count) => sum + count, 0) === total;
  const isComplete = COUNT_FIELDS.every((field) => isCount(field) || (isWhole && !(field in detail)));
  const counts = COUNT_FIELDS.map((field, at) => [field, [total, ...others][at]]);
  return { ...Object.fromEntries(counts), isComplete } as Counts;
}

/**
 * The outcome of a complete testset by docs/design.md §5; `undefined` where the run should have continued.
 *
 * @param all the counts of all testsets of the step
 */
export function expectVerdict(run: ObservedRun, reading: Judged, all: readonly Counts[]): Outcome | undefined {
  const counts = countsOf(reading.status.data);
  if (isOverLimit(run, counts, all)) return 'failed';
  if (!isAnswered(reading.results) && !mayGiveUp(reading.results, run)) return undefined;
  return isCertain(reading) && all.some((one) => one.pass_cnt > 0) ? 'passed' : 'inconclusive';
}

/** Whether a testset has failures, and those of all testsets are more than `max-failures`. */
export function isOverLimit({ schedule }: ObservedRun, counts: Counts, all: readonly Counts[]): boolean {
  const failures = all.reduce((total, one) => total + failuresOf(one), 0);
  return failuresOf(counts) > 0 && failures > schedule.maxFailures;
}

/** How many devices failed, had an error or were stopped. */
export function failuresOf(counts: Counts): number {
  return counts.fail_cnt + counts.error_cnt + counts.stop_cnt;
}

/** Whether status and XML leave no doubt. No other document counts. */
export function isCertain(reading: Judged): boolean {
  const counts = countsOf(reading.status.data);
  const { total_test_cnt: total, pass_cnt: passed } = counts;
  const isSound =
    counts.isComplete &&
    total >= Math.max(1, reading.announced) &&
    passed + failuresOf(counts) === total &&
    failuresOf(counts) >= reading.failures &&
    counts.initializing_cnt + counts.running_cnt === 0;
  const xml = reading.results.flatMap((reply) => documentIn(reply, 'xml') ?? []).at(-1) ?? '';
  const shown = /<\/testsuites?>\s*$/.test(xml) ? countTestcases(xml) : undefined;
  return isSound && shown?.passed === passed && shown.notPassed <= total - passed;
}

/** Whether the results could be had, whatever they are: the XML, or an answer to the request for it alone that has none. */
export function isAnswered(results: readonly Reply[]): boolean {
  const last = results.at(-1);
  const isAbsent = last?.type === 'xml' && isComplete(last);
  return isAbsent || results.some((reply) => documentIn(reply, 'xml') !== undefined);
}

/** Whether a request for results delivered what there is. */
function isComplete({ kind, data: { complete } }: Reply): boolean {
  return kind === 'ok' && (complete === undefined || complete === true || complete === 1 || complete === 'true');
}

/** A document that a response delivered: a text that is not blank. */
export function documentIn(reply: Reply, name: string): string | undefined {
  const text = isComplete(reply) ? reply.data[`result_${name}`] : undefined;
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** An attribute in an XML of which it is not known that a testcase with it passed, as junit.xml names it. */
export function oddAttributeIn(xml = ''): string | undefined {
  return withoutFailure(xml).flatMap((one) => findOdd(one) ?? [])[0];
}

function findOdd(testcase: string): string | undefined {
  const found = ODD_ATTRIBUTES.find(([name, value]) => testcase.includes(` ${name}="${value}"`));
  return found && `${found[0]} &quot;${found[1]}&quot;`;
}

/** The testcases that no element shows to have failed. */
function withoutFailure(xml: string): readonly string[] {
  const all = xml.split('<testcase').slice(1);
  return all.filter((one) => !/<(failure|error|skipped)\b/.test(one));
}

/** Counts the testcases of an XML of the simulator. */
function countTestcases(xml: string): { readonly passed: number; readonly notPassed: number } {
  const others = withoutFailure(xml);
  const passed = others.filter((one) => findOdd(one) === undefined).length;
  return { passed, notPassed: xml.split('<testcase').length - 1 - others.length };
}

/** The XML may be missing only if a request failed or came too late. */
function mayGiveUp(results: readonly Reply[], { deadline, ended, failedConnections }: ObservedRun): boolean {
  return ended >= deadline || failedConnections.length > 0 || !results.every(isComplete);
}
