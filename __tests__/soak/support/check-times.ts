import { createsOf, MAX_LIMITS, type ObservedRun } from './expected.ts';
import { findWhen, type Finding } from './finding.ts';
import { interpret, kindOfCreate } from './interpret.ts';
import { knownAt, MAX_REDIRECTS, type RecordedRequest } from './recorded-request.ts';

/** How long after `timeout` a run may end: 3 s for a last poll or response, 30 s for results. In milliseconds. */
const LATE_MS = 40_000;
/** docs/design.md §3: 60 s without any byte, and a little more. */
const STALL_MS = 65_000;
/** docs/design.md §3: after its end was sent, a create that is stopped waits 3 s for its response. */
const GRACE_MS = 2_990;
const MINUTE = 60_000;

/** Checks when requests were sent, how long they took and how often they were repeated. */
export function checkTimes(run: ObservedRun): readonly Finding[] {
  return [...checkRetryAfter(run), ...checkDurations(run), ...checkBudgets(run), ...checkRedirects(run)];
}

/** After a failure no request is sent before the time in `Retry-After`, except when the run is ending. */
function checkRetryAfter({ requests, deadline, cancelledAt = Infinity }: ObservedRun): Finding[] {
  return requests.flatMap((request) => {
    const { response, operation } = request;
    const known = knownAt(request);
    if (!response || response.retryAfterMs === 0 || known === undefined || isGood(request)) return [];
    const until = Math.min(response.sentAt + response.retryAfterMs, deadline, cancelledAt);
    const next = requests.find(({ at }) => at > known && at < until);
    const how = `${next?.operation ?? ''} came ${Math.round(until - (next?.at ?? 0))} ms too early after ${operation}`;
    return findWhen(next !== undefined, 'Retry-After kept', how);
  });
}

/** Whether a request returned what it was sent for. */
function isGood(request: RecordedRequest): boolean {
  return request.operation === 'create'
    ? kindOfCreate(request) === 'created'
    : interpret(request.response).kind === 'ok';
}

const MAX_MS = { scenarios: 61_000, status: 61_000, create: 126_000, result: 601_000 };

function checkDurations({ requests, ended, deadline, cancelledAt = Infinity }: ObservedRun): Finding[] {
  const late = Math.round(ended - deadline);
  return [
    ...requests.flatMap(({ operation, at, response, endedAt = ended, whole, abandoned }) => {
      const silent = Math.round(endedAt - (response?.sentAt ?? at));
      const took = Math.round(endedAt - at);
      const stoppedAt = Math.min(cancelledAt, deadline);
      const isCutShort = operation === 'create' && whole && abandoned && endedAt >= stoppedAt;
      const grace = Math.round(endedAt - stoppedAt);
      return [
        ...findWhen(silent > STALL_MS, 'ends in time', `${operation} stalled for ${silent} ms`),
        ...findWhen(took > MAX_MS[operation], 'ends in time', `${operation} took ${took} ms`),
        ...findWhen(
          isCutShort && grace < GRACE_MS && took < 59_000,
          'nothing lost',
          `a create was given up after ${grace} ms`,
        ),
      ];
    }),
    ...findWhen(late > LATE_MS, 'ends in time', `${late} ms after the deadline`),
  ];
}

/** docs/design.md §3: four tries with 425 or 429, 15 minutes of maintenance. */
function checkBudgets({ requests, scenarios }: ObservedRun): Finding[] {
  const limits = scenarios.map(
    (scenario) => createsOf(scenario, requests).filter((create) => kindOfCreate(create) === 'limit').length,
  );
  const sequence = requests.filter(({ operation }) => operation === 'scenarios' || operation === 'create');
  const waited = sequence.reduce((sum, { at }, index) => {
    const before = sequence[index - 1];
    if (!before || !isMaintenance(before)) return sum;
    // A pause that another response asked for does not count.
    const longest = Math.max(MINUTE, before.response?.retryAfterMs ?? 0);
    return sum + Math.min(longest, at - (before.endedAt ?? at));
  }, 0);
  return [
    ...findWhen(
      Math.max(...limits) > MAX_LIMITS,
      'ends in time',
      `${Math.max(...limits)} tries of a create with a limit`,
    ),
    ...findWhen(waited > 16 * MINUTE, 'ends in time', `${Math.round(waited)} ms of maintenance`),
  ];
}

function isMaintenance(request: RecordedRequest): boolean {
  if (request.operation === 'create') return kindOfCreate(request) === 'maintenance';
  return interpret(request.response).kind === 'maintenance';
}

/** Without `Retry-After` at most three redirects are followed at once. */
function checkRedirects({ requests }: ObservedRun): Finding[] {
  const count = new Map<string, number>();
  return requests.flatMap((request, at) => {
    const { operation, id, response } = request;
    const next = requests.slice(at + 1).find((other) => other.operation === operation && other.id === id);
    const isFollowed = response?.redirect !== undefined && next?.at === response.sentAt;
    const key = `${operation} ${id}`;
    const followed = isFollowed ? (count.get(key) ?? 0) + 1 : 0;
    count.set(key, followed);
    return findWhen(followed > MAX_REDIRECTS, 'few redirects', `${followed} in a row at ${operation}`);
  });
}
