import type { Outcome } from '../../../src/model/outcome.ts';
import { countsOf, expectVerdict } from './expected-verdict.ts';
import { expectWait, type ExpectedWait } from './expected-wait.ts';
import { createsOf, knownAt, MINUTE, requestsFor, type ObservedRun, type Reply } from './interpret.ts';

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

const DOUBTFUL: readonly Outcome[] = ['inconclusive', 'timed-out', 'refused', 'cancelled'];
const ANY_VERDICT: readonly Outcome[] = [...DOUBTFUL, 'passed', 'failed'];

/** Applies docs/design.md to the requests of a run. */
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
    const { end, status, mostDevices } = wait;
    const outcome =
      end === 'complete' ? expectVerdict(run, id, countsOf(status), Math.max(announced, mostDevices), all) : end;
    const outcomes = outcome === undefined ? [] : [outcome];
    const mayBeCancelled = run.cancelledAt !== undefined && outcome !== 'failed';
    return { ...testset, outcomes: mayBeCancelled ? ['cancelled', ...outcomes] : outcomes };
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
  const creates = createsOf(scenario, run.requests);
  const last = creates.at(-1);
  if (earlier === undefined && last) {
    const { testset: id, kind, data } = last;
    if (id === undefined) return { ...none, outcomes: withoutTestset(last, creates, run) };
    if (kind !== 'created') return { ...none, id, outcomes: ['unknown-start'] };
    const announced = Number(data['test_count'] ?? 0);
    return { scenario, id, outcomes: [], announced, wait: expectWait(id, last.endedAt ?? last.at, run) };
  }
  const { outcomes, isFinal = false } = expectBeforeCreate(run);
  if (earlier === undefined || (isFinal && !last)) return { ...none, outcomes, possibleId: earlier };
  const from = requestsFor(run.requests, 'scenarios').at(-1)?.at ?? run.began;
  return { scenario, id: earlier, outcomes: [], wait: expectWait(earlier, from, run) };
}

/** How many unexpected successes in a row mean that another server responds. */
const MAX_UNEXPECTED = 3;

/** How a run without any create should have ended, and whether the scenario list alone decides that. */
function expectBeforeCreate(run: ObservedRun): { readonly outcomes: readonly Outcome[]; readonly isFinal?: boolean } {
  const { requests, ended, failedConnections } = run;
  const asked = requestsFor(requests, 'scenarios');
  const last = asked.at(-1);
  const isRejected = last?.kind === 'rejected';
  const isWrongProject = isRejected && (last.code === 2001 || last.code === 4051);
  if (last?.kind === 'denied' || last?.kind === 'page' || isWrongProject)
    return { outcomes: ['refused'], isFinal: true };
  const stopped = stopsOf(run);
  if (stopped.length > 0) {
    // A poll whose connection failed is no request.
    const isPolled = requests.some(({ operation }) => operation === 'status');
    return { outcomes: stopped, isFinal: !isPolled && !failedConnections.some((at) => at > (last?.at ?? Infinity)) };
  }
  // A success without its list counts only if it is whole.
  const isOver = last?.kind === 'ok' && (last.response?.whole === true || Array.isArray(last.data['scenarios']));
  const maintenance = asked.find(isMaintenance);
  if (!isOver && maintenance && isSpent(maintenance.at, asked, ended, 15))
    return { outcomes: ['refused'], isFinal: true };
  // A redirect and what it leads to are one reply.
  const latest = asked.filter(({ response }) => Math.floor((response?.status ?? 0) / 100) !== 3).slice(-MAX_UNEXPECTED);
  const isOther =
    latest.length === MAX_UNEXPECTED &&
    latest.every(isUnexpectedSuccess) &&
    !failedConnections.some((at) => at > (latest[0]?.at ?? 0));
  // A 4xx without an envelope: the server does not know the operation, so it is not the service.
  if (isOther || (isRejected && last.code === undefined)) return { outcomes: ['not-started'], isFinal: true };
  // The app was changed before anything was sent.
  return { outcomes: run.changedAt === undefined ? [] : ['not-started'] };
}

/** Whether a response reports success without the service's envelope: another server responded. */
function isUnexpectedSuccess({ kind, response }: Reply): boolean {
  const status = response?.status ?? 500;
  // A 204 has no body (RFC 9110 §15.3.5): its head is the whole response.
  return kind === 'failed' && status < 300 && (response?.whole === true || status === 204);
}

/** What a run that was stopped may end as; nothing for one that was not. */
function stopsOf({ cancelledAt, ended, deadline }: ObservedRun): Outcome[] {
  const stopped: Outcome[] = cancelledAt === undefined ? [] : ['cancelled'];
  return ended >= deadline ? [...stopped, 'not-started'] : stopped;
}

/** Whether one more wait would exceed so many minutes. */
function isSpent(since: number, requests: readonly Reply[], ended: number, minutes: number): boolean {
  const wait = Math.max(MINUTE, ...requests.map(({ response }) => response?.retryAfterMs ?? 0));
  return ended - since + wait > minutes * MINUTE;
}

/** docs/design.md §3: tries of a create that the service delays with 425 or 429, and of one that is too slow for a proxy (408). */
const MAX_TRIES = { limit: 4, slow: 3 };
/** The minutes in which creates may fail to connect to an address that has not sent one HTTP response. */
export const MIN_CONNECT_MINUTES = 5;

/** Whether creates were tried as often as a limit of {@link MAX_TRIES} allows, or `extra` times more. */
export function areTriesSpent(creates: readonly Reply[], extra = 0): boolean {
  const isSpentFor = (reason: 'limit' | 'slow'): boolean =>
    creates.filter(({ kind }) => kind === reason).length >= MAX_TRIES[reason] + extra;
  return isSpentFor('limit') || isSpentFor('slow');
}

/** Whether an address has sent an HTTP response. */
export function hasResponded(requests: readonly Reply[]): boolean {
  return requests.some(({ response }) => response?.status !== undefined);
}

/** Whether a list or a create was answered with maintenance. */
function isMaintenance({ operation, kind }: Reply): boolean {
  return (operation === 'create' || operation === 'scenarios') && kind === 'maintenance';
}

/**
 * How long a step waited for the end of maintenance, in milliseconds.
 *
 * @param ended when the wait after the last request ended; without it, that wait does not count
 * @param longestOf limits the wait after a request: another response may have asked for more
 */
export function maintenanceMs(
  requests: readonly Reply[],
  ended?: number,
  longestOf: (request: Reply) => number = () => Infinity,
): number {
  const sequence = requests.filter(({ operation }) => operation === 'scenarios' || operation === 'create');
  const waits = sequence.map((request, index) => {
    const next = sequence[index + 1]?.at ?? ended;
    if (!isMaintenance(request) || next === undefined) return 0;
    return Math.min(longestOf(request), next - (request.endedAt ?? next));
  });
  return waits.reduce((sum, ms) => sum + ms, 0);
}

/** How a create without a known testset should have ended; what is safe to repeat ends only when a budget is used up. */
function withoutTestset(last: Reply, creates: readonly Reply[], run: ObservedRun): readonly Outcome[] {
  const { requests, deadline, ended, cancelledAt, changedAt, failedConnections } = run;
  const { kind } = last;
  if (kind === 'refused' || kind === 'not-started' || kind === 'unknown-start') return [kind];
  if (cancelledAt !== undefined) return stopsOf(run);
  // Nothing was created because there was no connection or none that worked.
  const isConnection = kind === 'safe' || kind === 'slow';
  const shared = createsOf(0, requests);
  const lists = requestsFor(requests, 'scenarios');
  // The time for maintenance is shared with the list, and is no part of the time for connections.
  const first = kind === 'maintenance' ? requests.find(isMaintenance) : shared[0];
  const paused = first && isConnection ? maintenanceMs(requests.slice(requests.indexOf(first)), ended) : 0;
  const since = Math.min(first?.at ?? ended, ...(isConnection ? failedConnections : [])) + paused;
  const minutes = isConnection && !hasResponded(requests) ? MIN_CONNECT_MINUTES : 15;
  const givenUpAt = (at: number): readonly Outcome[] => {
    const isTooOften = kind !== 'maintenance' && areTriesSpent(creates);
    if (!isTooOften && !isSpent(since, [...shared, ...lists], at, minutes)) return [];
    return isConnection ? ['not-started'] : ['refused'];
  };
  // The run may have waited for another testset until the deadline, after it gave this one up.
  if (ended >= deadline) {
    // The end of maintenance is looked for with the list.
    const lastTry = kind === 'maintenance' ? (lists.at(-1) ?? last) : last;
    return ['not-started', ...givenUpAt(knownAt(lastTry) ?? ended)];
  }
  return isConnection && changedAt !== undefined ? ['not-started'] : givenUpAt(ended);
}
