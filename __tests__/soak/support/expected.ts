import type { Outcome } from '../../../src/model/outcome.ts';
import { countsOf, expectVerdict } from './expected-verdict.ts';
import { expectWait, type ExpectedWait } from './expected-wait.ts';
import { createsOf, isConnectionFailure, knownAt, requestsFor, type ObservedRun, type Reply } from './interpret.ts';

/** What should have come of one testset. */
export interface ExpectedTestset {
  readonly scenario: number;
  /** The outcomes that are right; none where the run should have continued. */
  readonly outcomes: readonly Outcome[];
  /** With `unknown-start`, the one that came with an error: it is named, but not waited for. */
  readonly id: number | undefined;
  /** A testset that the run may know or not, because it was stopped before its first poll. */
  readonly possibleId?: number | undefined;
}

const MINUTE = 60_000;

/** Applies docs/design.md to the requests of a run. */
export function expectRun(run: ObservedRun): readonly ExpectedTestset[] {
  const found = run.scenarios.map((scenario) => findTestset(scenario, run));
  const ids = found.flatMap(({ id }) => id ?? []);
  const waited = found.flatMap(({ id, wait }) => (wait ? (id ?? []) : []));
  const all = found.map(({ wait }) => countsOf(wait?.status));
  return found.map(({ wait, announced, ...testset }) => {
    const { id } = testset;
    if (id === undefined || !wait) return testset;
    // One testset cannot stand for two scenarios; how its polls went belongs to neither of them.
    const isShared = waited.indexOf(id) !== waited.lastIndexOf(id);
    if (new Set(ids).size < ids.length) return { ...testset, outcomes: isShared ? DOUBTFUL : ANY_VERDICT };
    const complete = {
      counts: countsOf(wait.status),
      announced: Math.max(announced, wait.mostDevices),
      results: requestsFor(run.requests, 'result', id),
      all,
    };
    const end = wait.end === 'complete' ? expectVerdict(complete, run) : wait.end;
    const outcomes = end === undefined ? [] : [end];
    return {
      ...testset,
      outcomes: run.cancelledAt === undefined || end === 'failed' ? outcomes : ['cancelled', ...outcomes],
    };
  });
}

const DOUBTFUL: readonly Outcome[] = ['inconclusive', 'timed-out', 'refused', 'cancelled'];
const ANY_VERDICT: readonly Outcome[] = [...DOUBTFUL, 'passed', 'failed'];

interface FoundTestset extends ExpectedTestset {
  readonly announced: number;
  /** Absent without a testset. */
  readonly wait?: ExpectedWait;
}

function findTestset(scenario: number, run: ObservedRun): FoundTestset {
  const none = { scenario, id: undefined, announced: 0 };
  const earlier = run.resumable.get(scenario);
  const creates = createsOf(scenario, run.requests);
  const last = creates.at(-1);
  if (earlier === undefined && last) {
    const { testset: id, kind, data } = last;
    if (id === undefined) return { ...none, outcomes: withoutTestset(last, creates, run) };
    if (kind !== 'created') return { ...none, id, outcomes: ['unknown-start'] };
    const announced = typeof data['test_count'] === 'number' ? data['test_count'] : 0;
    return { scenario, id, outcomes: [], announced, wait: expectWait(id, last.endedAt ?? last.at, run) };
  }
  const { outcomes, isFinal } = expectBeforeCreate(run);
  if (earlier === undefined || (isFinal && !last)) return { ...none, outcomes, possibleId: earlier };
  const from = requestsFor(run.requests, 'scenarios').at(-1)?.at ?? run.began;
  return { ...none, id: earlier, outcomes: [], wait: expectWait(earlier, from, run) };
}

/** How many unexpected successes in a row mean that another server responds. */
const MAX_UNEXPECTED = 3;

/** How a run without any create should have ended, and whether the scenario list alone decides that. */
function expectBeforeCreate(run: ObservedRun): { readonly outcomes: readonly Outcome[]; readonly isFinal: boolean } {
  const { requests, ended, failedConnections } = run;
  const asked = requestsFor(requests, 'scenarios');
  const last = asked.at(-1);
  const code = last?.envelope?.isWhole ? last.envelope.code : undefined;
  const final = (outcome: Outcome) => ({ outcomes: [outcome], isFinal: true });
  const isRejected = last?.kind === 'rejected';
  if (last?.kind === 'denied' || last?.kind === 'page' || (isRejected && (code === 2001 || code === 4051)))
    return final('refused');
  // A poll whose connection failed is no request.
  const isPolled =
    requests.some(({ operation }) => operation === 'status') ||
    failedConnections.some((at) => at > (last?.at ?? Infinity));
  const stopped = stopsOf(run);
  if (stopped.length > 0) return { outcomes: stopped, isFinal: !isPolled };
  // A success without its list counts only if it is whole.
  const isOver = last?.kind === 'ok' && (last.response?.whole === true || Array.isArray(last.data['scenarios']));
  const first = asked.find(({ kind }) => kind === 'maintenance');
  if (!isOver && first && isSpent(first.at, asked, ended, 15)) return final('refused');
  // A redirect and what it leads to are one reply.
  const latest = asked.filter(({ response }) => Math.floor((response?.status ?? 0) / 100) !== 3).slice(-MAX_UNEXPECTED);
  const isOther =
    latest.length === MAX_UNEXPECTED &&
    latest.every(isUnexpectedSuccess) &&
    !failedConnections.some((at) => at > (latest[0]?.at ?? 0));
  // A 4xx without an envelope: the server does not know the operation, so it is not the service.
  if (isOther || (isRejected && code === undefined)) return final('not-started');
  // The app was changed before anything was sent.
  return { outcomes: run.changedAt === undefined ? [] : ['not-started'], isFinal: false };
}

/** Whether a response reports success without the service's envelope: another server responded. */
function isUnexpectedSuccess({ kind, response }: Reply): boolean {
  const status = response?.status ?? 500;
  // A 204 has no body (RFC 9110 §15.3.5): its head is the whole response.
  return kind === 'failed' && status < 300 && (response?.whole === true || status === 204);
}

/** What a run that was stopped may end as; nothing for one that was not. */
function stopsOf({ cancelledAt, ended, deadline }: ObservedRun): Outcome[] {
  return [
    ...(cancelledAt === undefined ? [] : ['cancelled' as const]),
    ...(ended >= deadline ? ['not-started' as const] : []),
  ];
}

/** Whether one more wait would exceed so many minutes. */
function isSpent(since: number, requests: readonly Reply[], ended: number, minutes: number): boolean {
  const wait = Math.max(MINUTE, ...requests.map(({ response }) => response?.retryAfterMs ?? 0));
  return ended - since + wait > minutes * MINUTE;
}

/** docs/design.md §3: tries of a create that the service delays with 425 or 429. */
export const MAX_LIMITS = 4;
/** Tries of a create that was too slow for a time limit of a proxy (408). */
export const MAX_SLOW = 3;
/** The minutes in which creates may fail to connect to an address that has not sent one HTTP response. */
export const MIN_CONNECT_MINUTES = 5;

/** Whether an address has sent an HTTP response. */
export function hasResponded(requests: readonly Reply[]): boolean {
  return requests.some(({ response }) => response?.status !== undefined);
}

/** Whether a list or a create was answered with maintenance. */
export function isMaintenance({ operation, kind }: Reply): boolean {
  return (operation === 'create' || operation === 'scenarios') && kind === 'maintenance';
}

/** How long a step waited for the end of maintenance, in milliseconds. */
function maintenanceMs(requests: readonly Reply[], ended: number): number {
  const sequence = requests.filter(({ operation }) => operation === 'scenarios' || operation === 'create');
  return sequence.reduce((sum, request, index) => {
    const next = sequence[index + 1]?.at ?? ended;
    return sum + (isMaintenance(request) ? next - (request.endedAt ?? next) : 0);
  }, 0);
}

/** How a create without a known testset should have ended; what is safe to repeat ends only when a budget is used up. */
function withoutTestset(last: Reply, creates: readonly Reply[], run: ObservedRun): readonly Outcome[] {
  const { requests, deadline, ended, cancelledAt, changedAt, failedConnections } = run;
  const { kind } = last;
  if (kind === 'refused' || kind === 'not-started' || kind === 'unknown-start') return [kind];
  if (cancelledAt !== undefined) return stopsOf(run);
  const shared = requests.filter(({ operation }) => operation === 'create');
  const isConnection = isConnectionFailure(last);
  // The time for maintenance is shared with the list, and is no part of the time for connections.
  const first = kind === 'maintenance' ? requests.find(isMaintenance) : shared[0];
  const paused = first && isConnection ? maintenanceMs(requests.slice(requests.indexOf(first)), ended) : 0;
  const since = Math.min(first?.at ?? ended, ...(isConnection ? failedConnections : [])) + paused;
  const count = (counted: Reply['kind']): number => creates.filter((create) => create.kind === counted).length;
  const isTooOften = kind !== 'maintenance' && (count('limit') >= MAX_LIMITS || count('slow') >= MAX_SLOW);
  const givenUpAt = (at: number): readonly Outcome[] => {
    const minutes = isConnection && !hasResponded(requests) ? MIN_CONNECT_MINUTES : 15;
    const isOver = isSpent(since, [...shared, ...requestsFor(requests, 'scenarios')], at, minutes);
    if (!isTooOften && !isOver) return [];
    return isConnection ? ['not-started'] : ['refused'];
  };
  // The run may have waited for another testset until the deadline, after it gave this one up.
  if (ended >= deadline) {
    // The end of maintenance is looked for with the list.
    const lastTry = kind === 'maintenance' ? (requestsFor(requests, 'scenarios').at(-1) ?? last) : last;
    return ['not-started', ...givenUpAt(knownAt(lastTry) ?? ended)];
  }
  if (isConnection && changedAt !== undefined) return ['not-started'];
  return givenUpAt(ended);
}
