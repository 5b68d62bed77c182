import type { Outcome } from '../../../src/model/outcome.ts';
import { countsOf, expectVerdict, isOverLimit } from './expected-verdict.ts';
import { createsOf, knownAt, MINUTE, requestsFor, type Reading, type ObservedRun, type Reply } from './interpret.ts';
import { findEnding, readingsOf } from './readings.ts';

/** What may have come of one testset. */
export interface ExpectedTestset {
  readonly scenario: number;
  /** The outcomes that the responses allow; none where the run should have continued. */
  readonly outcomes: readonly Outcome[];
  /** With `unknown-start`, the one that came with an error: it is named, but not waited for. */
  readonly id: number | undefined;
  /** A testset that the run may know or not, because it was stopped before its first poll. */
  readonly possibleId?: number | undefined;
  /** How many devices its create announced; 0 when unknown. */
  readonly announced?: number;
  /** The requests for the results by which it is judged; absent if that of another testset may stand there. */
  readonly results?: readonly Reply[];
  /** The requests of all readings that had results: later ones replace files, and remove none. */
  readonly saved?: readonly Reply[];
  /** Set for a testset that is not judged: no warning says why a file of it was not saved. */
  readonly mayLackFiles?: true;
}

const DOUBTFUL: readonly Outcome[] = ['inconclusive', 'timed-out', 'cancelled'];
const ANY_VERDICT: readonly Outcome[] = [...DOUBTFUL, 'passed', 'failed'];

/** Which outcomes docs/design.md allows for the requests of a run. How long it retried is checked elsewhere, and generously. */
export function expectRun(run: ObservedRun): readonly ExpectedTestset[] {
  const found = run.scenarios.map((scenario) => findTestset(scenario, run));
  const ids = found.flatMap(({ id }) => id ?? []);
  const all = found.map(({ wait }) => countsOf((wait?.judged ?? wait?.last)?.status.data));
  return found.map(({ wait, ...testset }) => {
    const { id } = testset;
    if (id === undefined || !wait) return testset;
    // One testset cannot stand for two scenarios; how its polls went belongs to neither of them.
    const isShared = found.filter((one) => one.id === id && one.wait).length > 1;
    if (new Set(ids).size < ids.length) return { ...testset, outcomes: isShared ? DOUBTFUL : ANY_VERDICT };
    const { outcomes, judged, last, saved } = wait;
    if (!judged) return { ...testset, outcomes, results: [], saved, mayLackFiles: true };
    const files = { results: judged.results, saved };
    if (wait.isEarly) return { ...testset, outcomes: [], ...files };
    const verdict = expectVerdict(run, judged, all);
    if (run.cancelledAt === undefined) return { ...testset, outcomes: verdict ? [verdict] : [], ...files };
    // A cancel may come between the last status and its results.
    const counts = [judged, last ?? judged].map(({ status }) => countsOf(status.data));
    const failed = counts.filter((one) => isOverLimit(run, one, all)).length;
    const stopped: Outcome[] = [
      ...(failed < 2 ? (['cancelled'] as const) : []),
      ...(failed > 0 ? (['failed'] as const) : []),
    ];
    return { ...testset, outcomes: [...stopped, ...(verdict ? [verdict] : [])], ...files };
  });
}

interface FoundTestset extends ExpectedTestset {
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
    return { scenario, id, outcomes: [], announced, wait: expectWait(id, last.endedAt ?? last.at, announced, run) };
  }
  if (earlier === undefined) return { ...none, outcomes: withoutCreate(run) };
  const lists = run.requests.filter(({ operation }) => operation === 'scenarios');
  const wait = expectWait(earlier, lists.at(-1)?.at ?? run.began, 0, run);
  if (wait.isPolled) return { scenario, id: earlier, outcomes: [], wait };
  return { ...none, outcomes: [...withoutCreate(run), ...wait.outcomes], possibleId: earlier };
}

/** What the polls of a testset say. */
interface ExpectedWait extends ReturnType<typeof findEnding> {
  readonly isPolled: boolean;
  /** If it is not over. */
  readonly outcomes: readonly Outcome[];
  readonly last: Reading | undefined;
}

/** docs/design.md §4: for so long polls must fail before the wait may end. */
const MIN_FAILING_MS = 15 * MINUTE;

/** @param from when the polls could begin */
function expectWait(id: number, from: number, announced: number, run: ObservedRun): ExpectedWait {
  const { ended, deadline, cancelledAt, failedConnections } = run;
  const polls = requestsFor(run.requests, 'status', id);
  const readings = readingsOf(id, run);
  const last = readings.at(-1);
  const unconnected = failedConnections.filter((at) => at >= from);
  const outcomes: Outcome[] = cancelledAt === undefined ? [] : ['cancelled'];
  const hasFailedFor = ended - (last ? (knownAt(last.status) ?? last.status.at) : from);
  const hasFailed = unconnected.length > 0 || polls.at(-1) !== last?.status;
  if (ended >= deadline || (hasFailed && hasFailedFor >= MIN_FAILING_MS)) outcomes.push('timed-out');
  return { ...findEnding(readings, announced, run), isPolled: polls.length > 0, outcomes, last };
}

/** How a run without any create may have ended: not at all while nothing is wrong. */
function withoutCreate(run: ObservedRun): readonly Outcome[] {
  const last = run.requests.filter(({ operation }) => operation === 'scenarios').at(-1);
  const hasList = last?.kind === 'ok' && Array.isArray(last.data['scenarios']);
  const hasFailed = !hasList || run.failedConnections.length > 0 || run.changedAt !== undefined;
  return [...(hasFailed ? NOT_CREATED : []), ...stopsOf(run)];
}

/** Which of them depends on what failed last, and how often. */
const NOT_CREATED: readonly Outcome[] = ['rejected', 'not-started'];

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
