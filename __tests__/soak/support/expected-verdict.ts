import type { Outcome } from '../../../src/model/outcome.ts';
import { fieldsOf, requestsFor, type Fields, type ObservedRun, type Reply } from './interpret.ts';
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
 * @param announced the most devices that the create or a status announced; 0 when unknown
 * @param all the counts of all testsets of the step
 */
export function expectVerdict(
  run: ObservedRun,
  id: number,
  counts: Counts,
  announced: number,
  all: readonly Counts[],
): Outcome | undefined {
  const sum = (field: 'fail_cnt' | 'error_cnt' | 'stop_cnt' | 'pass_cnt'): number =>
    all.reduce((total, one) => total + one[field], 0);
  const { limits } = run.schedule;
  const isOver = (['fail', 'error', 'stop'] as const).some(
    (kind) => counts[`${kind}_cnt`] > 0 && sum(`${kind}_cnt`) > limits[kind],
  );
  if (isOver) return 'failed';
  const results = requestsFor(run.requests, 'result', id);
  const arrivals = [arrivalOf(['xml', 'bare_xml'], results), arrivalOf(['json'], results)];
  if (arrivals.includes('unfetched') && !mayGiveUp(results, run)) return undefined;

  const { total_test_cnt: total, pass_cnt: passed } = counts;
  const isSound =
    counts.isComplete &&
    total >= Math.max(1, announced) &&
    passed + counts.fail_cnt + counts.error_cnt + counts.stop_cnt === total &&
    counts.initializing_cnt + counts.running_cnt === 0;
  const documents = arrivals.filter((arrival) => arrival !== 'absent');
  const isAgreed = documents.every(
    (one) => typeof one === 'object' && one.passed === passed && one.notPassed <= total - passed,
  );
  const devices = new Set(documents.map((one) => typeof one === 'object' && one.hasAnother));
  return isSound && sum('pass_cnt') > 0 && isAgreed && devices.size === 1 ? 'passed' : 'inconclusive';
}

/** What a document shows, and whether it names a device that the testset does not have. */
interface Figures {
  readonly passed: number;
  readonly notPassed: number;
  readonly hasAnother: boolean;
}

/**
 * What came of a document in all responses: the first one that can be read counts. Bare XML stands in for XML. `unfetched`: no response
 * said whether it exists.
 */
function arrivalOf(names: readonly string[], results: readonly Reply[]): Figures | 'broken' | 'absent' | 'unfetched' {
  const texts = results.flatMap((reply) => names.flatMap((name) => documentIn(reply, name) ?? []));
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
