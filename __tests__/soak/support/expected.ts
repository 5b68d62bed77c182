import type { Outcome } from '../../../src/model/outcome.ts';
import { countsOf, expectVerdict } from './expected-verdict.ts';
import { createsOf, knownAt, MINUTE, requestsFor, type Fields, type ObservedRun, type Reply } from './interpret.ts';

/** What may have come of one testset. */
export interface ExpectedTestset {
  readonly scenario: number;
  /** The outcomes that the responses allow; none where the run should have continued. */
  readonly outcomes: readonly Outcome[];
  /** With `unknown-start`, the one that came with an error: it is named, but not waited for. */
  readonly id: number | undefined;
  /** A testset that the run may know or not, because it was stopped before its first poll. */
  readonly possibleId?: number | undefined;
}

const DOUBTFUL: readonly Outcome[] = ['inconclusive', 'timed-out', 'refused', 'cancelled'];
const ANY_VERDICT: readonly Outcome[] = [...DOUBTFUL, 'passed', 'failed'];

/** Which outcomes docs/design.md allows for the requests of a run. How long it retried is checked elsewhere, and generously. */
export function expectRun(run: ObservedRun): readonly ExpectedTestset[] {
  const found = run.scenarios.map((scenario) => findTestset(scenario, run));
  const ids = found.flatMap(({ id }) => id ?? []);
  const all = found.map(({ wait }) => countsOf(wait?.status));
  return found.map(({ wait, announced = 0, ...testset }) => {
    const { id } = testset;
    if (id === undefined || !wait) return testset;
    // One testset cannot stand for two scenarios; how its polls went belongs to neither of them.
    const isShared = found.filter((one) => one.id === id && one.wait).length > 1;
    if (new Set(ids).size < ids.length) return { ...testset, outcomes: isShared ? DOUBTFUL : ANY_VERDICT };
    const { outcomes, status, mostDevices } = wait;
    if (!wait.isComplete) return { ...testset, outcomes };
    const verdict = expectVerdict(run, id, countsOf(status), Math.max(announced, mostDevices), all);
    const mayBeCancelled = run.cancelledAt !== undefined && verdict !== 'failed';
    return {
      ...testset,
      outcomes: [...(mayBeCancelled ? (['cancelled'] as const) : []), ...(verdict ? [verdict] : [])],
    };
  });
}

interface FoundTestset extends ExpectedTestset {
  /** Devices that its create announced. */
  readonly announced?: number;
  /** Absent without a testset. */
  readonly wait?: ExpectedWait;
}

function findTestset(scenario: number, run: ObservedRun): FoundTestset {
  const none = { scenario, id: undefined };
  const earlier = run.resumable.get(scenario);
  const last = createsOf(scenario, run.requests).at(-1);
  if (earlier === undefined && last) {
    const { testset: id, kind, response } = last;
    if (id === undefined) return { ...none, outcomes: withoutTestset(last, run) };
    if (kind !== 'created') return { ...none, id, outcomes: ['unknown-start'] };
    const announced = Number(/"test_count":(\d+)/.exec(response?.text ?? '')?.[1] ?? 0);
    return { scenario, id, outcomes: [], announced, wait: expectWait(id, last.endedAt ?? last.at, run) };
  }
  if (earlier === undefined) return { ...none, outcomes: withoutCreate(run) };
  const lists = run.requests.filter(({ operation }) => operation === 'scenarios');
  const wait = expectWait(earlier, lists.at(-1)?.at ?? run.began, run);
  if (wait.isPolled) return { scenario, id: earlier, outcomes: [], wait };
  return { ...none, outcomes: [...withoutCreate(run), ...wait.outcomes], possibleId: earlier };
}

/** What the polls of a testset say. */
interface ExpectedWait {
  readonly isComplete: boolean;
  readonly isPolled: boolean;
  /** If it is not complete. */
  readonly outcomes: readonly Outcome[];
  /** The last status that was received. */
  readonly status: Fields | undefined;
  /** The most devices that a status counted. */
  readonly mostDevices: number;
}

/** For so long polls must fail before the wait may end: the limits of docs/design.md §4 are 10 and 15 minutes. */
const MIN_FAILING_MS = 10 * MINUTE;
/** So many rejections say that a testset does not exist. */
const MIN_REJECTIONS = 3;

/** @param from when the polls could begin */
function expectWait(id: number, from: number, run: ObservedRun): ExpectedWait {
  const { ended, deadline, cancelledAt, failedConnections } = run;
  // One that the deadline cut off says nothing, even if its response came in the same millisecond; another one follows it.
  const polls = requestsFor(run.requests, 'status', id).filter(
    (poll) => poll.at >= deadline || (knownAt(poll) ?? ended) < deadline,
  );
  const statuses = polls.filter(({ kind, data }) => kind === 'ok' && wordOf(data) !== '');
  const completeAt = statuses.findIndex(({ data }) => wordOf(data) === 'complete');
  const isComplete = completeAt >= 0;
  const seen = isComplete ? statuses.slice(0, completeAt + 1) : statuses;
  const last = seen.at(-1);
  const unconnected = failedConnections.filter((at) => at >= from);
  const outcomes: Outcome[] = cancelledAt === undefined ? [] : ['cancelled'];
  const hasFailedFor = ended - (last ? (knownAt(last) ?? last.at) : from);
  const hasFailed = unconnected.length > 0 || polls.at(-1) !== last;
  if (ended >= deadline || (hasFailed && hasFailedFor >= MIN_FAILING_MS)) outcomes.push('timed-out');
  const rejected = polls.filter(({ kind }) => kind === 'rejected');
  const isDenied = rejected.some(({ response }) => response?.status === 401 || response?.status === 403);
  if (!last && (isDenied || rejected.length >= MIN_REJECTIONS)) outcomes.push('refused');
  return {
    isComplete,
    isPolled: polls.length + unconnected.length > 0,
    outcomes,
    status: last?.data,
    mostDevices: Math.max(0, ...seen.map(({ data }) => countsOf(data).total_test_cnt)),
  };
}

function wordOf({ testset_status: word }: Fields): string {
  return typeof word === 'string' ? word.trim().toLowerCase() : '';
}

/** How a run without any create may have ended: not at all while nothing is wrong. */
function withoutCreate(run: ObservedRun): readonly Outcome[] {
  const last = run.requests.filter(({ operation }) => operation === 'scenarios').at(-1);
  const hasList = last?.kind === 'ok' && Array.isArray(last.data['scenarios']);
  const hasFailed = !hasList || run.failedConnections.length > 0 || run.changedAt !== undefined;
  return [...(hasFailed ? NOT_CREATED : []), ...stopsOf(run)];
}

/** Which of them depends on what failed last, and how often. */
const NOT_CREATED: readonly Outcome[] = ['refused', 'not-started'];

/** What a run that was stopped may end as; nothing for one that was not. */
function stopsOf({ cancelledAt, ended, deadline }: ObservedRun): Outcome[] {
  const stopped: Outcome[] = cancelledAt === undefined ? [] : ['cancelled'];
  return ended >= deadline ? [...stopped, 'not-started'] : stopped;
}

/** How a create without an identifier may have ended. A testset may exist once the end was sent, but a 3xx or 4xx says that none does. */
function withoutTestset({ created, early, endArrived, response }: Reply, run: ObservedRun): readonly Outcome[] {
  const { status = 0 } = response ?? {};
  const isRejected = status >= 300 && status < 500;
  if (created !== undefined && !isRejected) return ['unknown-start'];
  return [...(endArrived && !early ? (['unknown-start'] as const) : []), ...NOT_CREATED, ...stopsOf(run)];
}
