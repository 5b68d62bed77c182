import type { Outcome } from '../../../src/model/outcome.ts';
import { fieldsOf, interpret, isCompleteResult, type Fields } from './interpret.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { ANOTHER_DEVICE } from './response-changes.ts';
import { COUNT_FIELDS, type Schedule } from './schedule.ts';

/** The counts of a status; a missing or garbled one is 0 and named in `gaps`. */
export interface StatusCounts {
  readonly total: number;
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
  readonly stop: number;
  /** In preparation or running. */
  readonly active: number;
  readonly missingFields: readonly string[];
}

/** Reads the counts of a status. */
export function countsOf(status: Fields | undefined): StatusCounts {
  const detail = fieldsOf(status?.['testset_status_detail']);
  const read = (field: string): number | undefined => {
    const value = detail[field];
    const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined;
  };
  const [total = 0, pass = 0, fail = 0, error = 0, stop = 0] = COUNT_FIELDS.map(read);
  const active = (read('initializing_cnt') ?? 0) + (read('running_cnt') ?? 0);
  return {
    total,
    pass,
    fail,
    error,
    stop,
    active,
    missingFields: COUNT_FIELDS.filter((field) => read(field) === undefined),
  };
}

/** A complete testset, and what is known of the whole step. */
export interface CompleteTestset {
  readonly counts: StatusCounts;
  /** How many devices the create announced; 0 when unknown. */
  readonly announced: number;
  readonly results: readonly RecordedRequest[];
  readonly all: readonly StatusCounts[];
  readonly limits: Schedule['limits'];
  readonly deadline: number;
  readonly ended: number;
}

const MINUTE = 60_000;

/** The outcome of a complete testset by docs/design.md §5; `undefined` where the run should have continued. */
export function expectVerdict(testset: CompleteTestset): Outcome | undefined {
  const { counts, announced, results, all, limits } = testset;
  const sum = (kind: 'fail' | 'error' | 'stop' | 'pass'): number => all.reduce((total, one) => total + one[kind], 0);
  const isOver = (['fail', 'error', 'stop'] as const).some((kind) => counts[kind] > 0 && sum(kind) > limits[kind]);
  if (isOver) return 'failed';
  const arrivals = [arrivalOf('xml', results), arrivalOf('json', results)];
  if (arrivals.includes('unfetched') && !mayGiveUp(testset)) return undefined;

  const ended = counts.pass + counts.fail + counts.error + counts.stop;
  const isSound =
    counts.missingFields.length === 0 &&
    counts.total >= Math.max(1, announced) &&
    ended === counts.total &&
    counts.active === 0;
  const documents = arrivals.filter((arrival) => arrival !== 'absent');
  const notPassed = counts.total - counts.pass;
  const agrees = (arrival: Arrival): boolean =>
    typeof arrival === 'object' && arrival.passed === counts.pass && arrival.notPassed <= notPassed;
  const isSame = new Set(documents.map((arrival) => typeof arrival === 'object' && arrival.hasAnother)).size === 1;
  const isPassed = isSound && sum('pass') > 0 && documents.every(agrees) && isSame;
  return isPassed ? 'passed' : 'inconclusive';
}

/** What came of a document. `unfetched`: no response said whether it exists. */
type Arrival = Figures | 'broken' | 'absent' | 'unfetched';

interface Figures {
  readonly passed: number;
  readonly notPassed: number;
  /** Whether it names a device that the testset does not have. */
  readonly hasAnother: boolean;
}

/** What came of a document in all responses: the last one that can be read counts. Bare XML stands in for XML. */
function arrivalOf(kind: 'xml' | 'json', results: readonly RecordedRequest[]): Arrival {
  const names = kind === 'xml' ? ['xml', 'bare_xml'] : ['json'];
  const texts = results.flatMap((request) => names.flatMap((name) => documentIn(request, name) ?? []));
  const first = texts.findIndex(isIntact);
  if (first >= 0) return countTestcases(kind, texts[first] ?? '');
  if (texts.length > 0) return 'broken';
  const asked = results.filter(({ type }) => names.includes(type));
  return asked.length > 0 && names.every((name) => isAnswered(name, asked)) ? 'absent' : 'unfetched';
}

function isAnswered(name: string, asked: readonly RecordedRequest[]): boolean {
  const last = asked.filter(({ type }) => type === name).at(-1);
  const meaning = interpret(last?.response);
  return meaning.kind === 'ok' && isCompleteResult(meaning.data);
}

/** A document that a response delivered: a text that is not blank. */
export function documentIn({ response }: RecordedRequest, name: string): string | undefined {
  const meaning = interpret(response);
  if (meaning.kind !== 'ok' || !isCompleteResult(meaning.data)) return undefined;
  const text = meaning.data[`result_${name}`];
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

/** The service breaks documents by leaving out their ends. */
function isIntact(text: string): boolean {
  return text.trimEnd().endsWith('</testsuites>') || text.endsWith('</testsuite>') || text.endsWith('"}}');
}

/** Counts the testcases of a document of the simulator. */
function countTestcases(kind: 'xml' | 'json', text: string): Figures {
  const cases =
    kind === 'xml'
      ? text.split('<testcase').slice(1)
      : (JSON.parse(text) as { testsuites: { testsuite: { testcase: unknown[] }[] } }).testsuites.testsuite
          .flatMap(({ testcase }) => testcase)
          .map((testcase) =>
            Object.keys(fieldsOf(testcase))
              .map((key) => `<${key}`)
              .join(' '),
          );
  const notPassed = cases.filter((one) => /<(failure|error|skipped)\b/.test(one)).length;
  return { passed: cases.length - notPassed, notPassed, hasAnother: text.includes(ANOTHER_DEVICE) };
}

/** Asking may end after a definite rejection, after ten minutes, or at the deadline. A proxy may have sent a page with 401 or 403. */
function mayGiveUp({ results, deadline, ended }: CompleteTestset): boolean {
  const last = results.at(-1);
  if (!last || ended >= deadline) return ended >= deadline;
  const named = results.filter(({ type }) => type !== 'all' && type !== 'html');
  const isDefinite = [...named, last].some(({ response }) => {
    const meaning = interpret(response);
    return meaning.kind === 'rejected' || (meaning.kind === 'denied' && !meaning.isPage);
  });
  return isDefinite || ended - (results[0]?.at ?? ended) >= 10 * MINUTE;
}
