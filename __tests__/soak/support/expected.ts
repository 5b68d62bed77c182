import type { Outcome } from '../../../src/model/outcome.ts';
import { countsOf, expectVerdict, type StatusCounts } from './expected-verdict.ts';
import { expectWait, type ExpectedWait, type Times } from './expected-wait.ts';
import {
  interpret,
  interpretCreate,
  isConnectionFailure,
  isUnexpectedSuccess,
  readEnvelope,
  type CreateMeaning,
} from './interpret.ts';
import { knownAt, requestsFor, type RecordedRequest, type SentResponse } from './recorded-request.ts';
import type { Schedule } from './schedule.ts';

/** What is known of a run from outside. */
export interface ObservedRun extends Times {
  readonly schedule: Schedule;
  readonly requests: readonly RecordedRequest[];
  /** What was to run: the scenarios, or 0 for the app. */
  readonly scenarios: readonly number[];
  /** Testsets of earlier attempts that should be resumed, by scenario. */
  readonly resumable: ReadonlyMap<number, number>;
  readonly began: number;
  /** When the app file was changed. */
  readonly changedAt: number | undefined;
}

/** What should have come of one testset. */
export interface ExpectedTestset {
  readonly scenario: number;
  /** The outcomes that are right; none where the run should have continued. */
  readonly outcomes: readonly Outcome[];
  /** With `unknown-start`, the one that came with an error: it is named, but not waited for. */
  readonly id: number | undefined;
  /** A testset that the run may know or not, because it was stopped before its first poll. */
  readonly possibleId?: number;
}

const MINUTE = 60_000;
/** The longest wait between two tries of a create, in milliseconds. */
const MAX_WAIT_MS = MINUTE;

/** Applies docs/design.md to the requests of a run. */
export function expectRun(run: ObservedRun): readonly ExpectedTestset[] {
  const found = run.scenarios.map((scenario) => findTestset(scenario, run));
  const ids = found.flatMap(({ id }) => id ?? []);
  const waited = found.flatMap(({ id, wait }) => (wait ? (id ?? []) : []));
  const isShared = (id: number): boolean => waited.indexOf(id) !== waited.lastIndexOf(id);
  const all = found.map(({ wait }) => countsOf(wait?.status));
  return found.map(({ wait, announced, ...testset }) => {
    const { scenario, id } = testset;
    if (id === undefined || !wait) return testset;
    // One testset cannot stand for two scenarios; how its polls went belongs to neither of them.
    if (new Set(ids).size < ids.length) return { scenario, id, outcomes: isShared(id) ? DOUBTFUL : ANY_VERDICT };
    return { scenario, id, outcomes: outcomesOf(run, { id, wait, announced }, all) };
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
  const list = expectBeforeCreate(run);
  const earlier = run.resumable.get(scenario);
  const creates = createsOf(scenario, run.requests);
  const last = creates.at(-1);
  if (!last && (earlier === undefined || list.isFinal))
    return { ...none, outcomes: list.outcomes, ...(earlier !== undefined && { possibleId: earlier }) };
  if (!last || earlier !== undefined) {
    const id = earlier ?? 0;
    const from = requestsFor(run.requests, 'scenarios').at(-1)?.at ?? run.began;
    return { scenario, id, outcomes: [], announced: 0, wait: expectWait(id, from, run.requests, run) };
  }
  const meaning = interpretCreate(last);
  if (typeof meaning === 'string') return { ...none, outcomes: withoutTestset(meaning, creates, run) };
  const { test_count: count } = readEnvelope(last.response?.text ?? '')?.data ?? {};
  const { id, isCreated } = meaning;
  if (!isCreated) return { scenario, id, outcomes: ['unknown-start'], announced: 0 };
  const announced = typeof count === 'number' ? count : 0;
  return { scenario, id, outcomes: [], announced, wait: expectWait(id, last.endedAt ?? last.at, run.requests, run) };
}

/** The creates for a scenario, or all of them for an app. */
export function createsOf(scenario: number, requests: readonly RecordedRequest[]): readonly RecordedRequest[] {
  const creates = requests.filter(({ operation }) => operation === 'create');
  if (scenario === 0) return creates;
  return creates.filter(({ parts }) => parts.some(({ text }) => text.includes(`"scenario_id":${scenario},`)));
}

function outcomesOf(
  run: ObservedRun,
  { id, wait, announced }: { readonly id: number; readonly wait: ExpectedWait; readonly announced: number },
  all: readonly StatusCounts[],
): readonly Outcome[] {
  const { requests, schedule, deadline, ended } = run;
  if (!wait.isComplete) {
    const outcomes = wait.outcome === undefined ? [] : [wait.outcome];
    return run.cancelledAt === undefined ? outcomes : ['cancelled', ...outcomes];
  }
  const results = requestsFor(requests, 'result', id);
  const counts = countsOf(wait.status);
  const devices = Math.max(announced, wait.mostDevices);
  const verdict = expectVerdict({ counts, announced: devices, results, all, limits: schedule.limits, deadline, ended });
  const outcomes = verdict === undefined ? [] : [verdict];
  return run.cancelledAt === undefined || verdict === 'failed' ? outcomes : ['cancelled', ...outcomes];
}

/** How many unexpected successes in a row mean that another server responds. */
const MAX_UNEXPECTED = 3;

/** How a run without any create should have ended, and whether the scenario list alone decides that. */
function expectBeforeCreate(run: ObservedRun): { readonly outcomes: readonly Outcome[]; readonly isFinal: boolean } {
  const { requests, deadline, ended, failedConnections, cancelledAt } = run;
  const asked = requestsFor(requests, 'scenarios');
  const response = asked.at(-1)?.response;
  const last = interpret(response);
  // A success without its list counts only if it is whole.
  const isOver = last.kind === 'ok' && (response?.whole === true || Array.isArray(last.data['scenarios']));
  const final = (outcome: Outcome) => ({ outcomes: [outcome], isFinal: true });
  if (last.kind === 'denied' || (last.kind === 'rejected' && [2001, 4051].includes(last.code ?? 0)))
    return final('refused');
  const isStopped = cancelledAt !== undefined || ended >= deadline;
  // A poll whose connection failed is no request.
  const listedAt = asked.at(-1)?.at ?? Infinity;
  const polls =
    requests.some(({ operation }) => operation === 'status') || failedConnections.some((at) => at > listedAt);
  const stopped: Outcome[] = [
    ...(cancelledAt === undefined ? [] : ['cancelled' as const]),
    ...(ended >= deadline ? ['not-started' as const] : []),
  ];
  if (isStopped) return { outcomes: stopped, isFinal: !polls };
  const first = asked.find(({ response }) => interpret(response).kind === 'maintenance');
  if (!isOver && first && isSpent(first.at, asked, ended)) return final('refused');
  // A redirect and what it leads to are one reply.
  const latest = asked.filter(({ response }) => !isRedirect(response)).slice(-MAX_UNEXPECTED);
  const isInARow = !failedConnections.some((at) => at > (latest[0]?.at ?? 0));
  const isOther = latest.length === MAX_UNEXPECTED && latest.every(({ response }) => isUnexpectedSuccess(response));
  // A 4xx without an envelope: the server does not know the operation, so it is not the service.
  const isWrongHost = last.kind === 'rejected' && last.code === undefined;
  if ((isInARow && isOther) || isWrongHost) return final('not-started');
  // The app was changed before anything was sent.
  return { outcomes: run.changedAt === undefined ? [] : ['not-started'], isFinal: false };
}

function isRedirect(response: SentResponse | undefined): boolean {
  return response?.status !== undefined && response.status >= 300 && response.status < 400;
}

/** Whether one more wait would exceed the 15 minutes of docs/design.md §3. */
function isSpent(since: number, requests: readonly RecordedRequest[], ended: number, minutes = 15): boolean {
  const wait = Math.max(MAX_WAIT_MS, ...requests.map(({ response }) => response?.retryAfterMs ?? 0));
  return ended - since + wait > minutes * MINUTE;
}

/** How long creates may fail to connect to an address that has not sent one HTTP response. */
export const MIN_CONNECT_MINUTES = 5;

/** The minutes in which creates may fail to connect: fewer for an address that has not sent one HTTP response. */
export function connectMinutes(requests: readonly RecordedRequest[]): number {
  return requests.some(({ response }) => response?.status !== undefined) ? 15 : MIN_CONNECT_MINUTES;
}

/** How long a step waited for the end of maintenance, in milliseconds. */
function maintenanceMs(requests: readonly RecordedRequest[], ended: number): number {
  const sequence = requests.filter(({ operation }) => operation === 'scenarios' || operation === 'create');
  return sequence.reduce((sum, request, index) => {
    const next = sequence[index + 1]?.at ?? ended;
    return sum + (isMaintenance(request) ? next - (request.endedAt ?? next) : 0);
  }, 0);
}

/** Whether a list or a create was answered with maintenance. */
export function isMaintenance(request: RecordedRequest): boolean {
  if (request.operation === 'create') return interpretCreate(request) === 'maintenance';
  return interpret(request.response).kind === 'maintenance';
}

/** How a create without a known testset should have ended; what is safe to repeat ends only when a budget is used up. */
function withoutTestset(
  meaning: Extract<CreateMeaning, string>,
  creates: readonly RecordedRequest[],
  { requests, deadline, ended, cancelledAt, changedAt, failedConnections }: ObservedRun,
): readonly Outcome[] {
  if (meaning === 'refused' || meaning === 'not-started' || meaning === 'unknown-start') return [meaning];
  if (cancelledAt !== undefined) return ['cancelled', ...(ended >= deadline ? ['not-started' as const] : [])];
  const shared = requests.filter(({ operation }) => operation === 'create');
  const isConnection = isConnectionFailure(meaning);
  // The time for maintenance is shared with the list, and is no part of the time for connections.
  const first = (meaning === 'maintenance' ? requests.find(isMaintenance) : undefined) ?? shared.at(0);
  const paused = first && isConnection ? maintenanceMs(requests.slice(requests.indexOf(first)), ended) : 0;
  const failedAt = isConnection ? failedConnections : [];
  const since = Math.min(first?.at ?? ended, ...failedAt) + paused;
  const last = creates.at(-1);
  const count = (kind: CreateMeaning): number => creates.filter((create) => interpretCreate(create) === kind).length;
  const isTooOften = meaning !== 'maintenance' && (count('limit') >= MAX_LIMITS || count('slow') >= MAX_SLOW);
  const givenUpAt = (at: number): readonly Outcome[] => {
    const minutes = isConnection ? connectMinutes(requests) : 15;
    const isOver = isSpent(since, [...shared, ...requestsFor(requests, 'scenarios')], at, minutes);
    if (!isTooOften && !isOver) return [];
    return isConnection ? ['not-started'] : ['refused'];
  };
  // The run may have waited for another testset until the deadline, after it gave this one up.
  if (ended >= deadline) {
    // The end of maintenance is looked for with the list.
    const lastTry = meaning === 'maintenance' ? (requestsFor(requests, 'scenarios').at(-1) ?? last) : last;
    return ['not-started', ...givenUpAt((lastTry && knownAt(lastTry)) ?? ended)];
  }
  if (isConnection && changedAt !== undefined) return ['not-started'];
  return givenUpAt(ended);
}

/** docs/design.md §3: tries of a create that the service delays with 425 or 429. */
export const MAX_LIMITS = 4;
/** Tries of a create that was too slow for a time limit of a proxy (408). */
export const MAX_SLOW = 3;
