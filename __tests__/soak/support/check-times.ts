import {
  connectMinutes,
  createsOf,
  isMaintenance,
  MAX_LIMITS,
  MAX_SLOW,
  MIN_CONNECT_MINUTES,
  type ObservedRun,
} from './expected.ts';
import { findWhen, type Finding } from './finding.ts';
import { interpret, kindOfCreate, readEnvelope } from './interpret.ts';
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
  return [
    ...checkRetryAfter(run),
    ...checkDurations(run),
    ...checkBudgets(run),
    ...checkProjectCheck(run),
    ...checkRedirects(run),
  ];
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

/** docs/design.md §3: tries with 425, 429 and 408, minutes without an HTTP response, 15 minutes of maintenance. */
function checkBudgets({ requests, scenarios }: ObservedRun): Finding[] {
  const most = (kind: string): number =>
    Math.max(
      ...scenarios.map((scenario) => createsOf(scenario, requests).filter((one) => kindOfCreate(one) === kind).length),
    );
  const creates = requests.filter(({ operation }) => operation === 'create');
  const connecting = (creates.at(-1)?.at ?? 0) - (creates[0]?.endedAt ?? Infinity);
  // An interim response is one, too.
  const isAnswered = connectMinutes(requests) > MIN_CONNECT_MINUTES || requests.some(({ fault }) => fault?.interim);
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
      most('limit') > MAX_LIMITS || most('slow') > MAX_SLOW,
      'ends in time',
      `${most('limit')} tries of a create with a limit, ${most('slow')} with HTTP 408`,
    ),
    ...findWhen(
      !isAnswered && connecting > MIN_CONNECT_MINUTES * MINUTE,
      'ends in time',
      `${Math.round(connecting)} ms of creates at an address that never answered`,
    ),
    ...findWhen(waited > 16 * MINUTE, 'ends in time', `${Math.round(waited)} ms of maintenance`),
  ];
}

/** What a failure of the project check may take for a repetition to be certain: time and `Retry-After`, in milliseconds. */
const SOON_MS = { known: 5_000, retryAfter: 30_000 };

/** docs/design.md §3: before an app is sent, the list is repeated for about a minute after 502, 503, 504 or a broken connection. */
function checkProjectCheck({ requests, schedule, failedConnections }: ObservedRun): Finding[] {
  const create = requests.findIndex(({ operation }) => operation === 'create');
  const createdAt = requests[create]?.at;
  if (schedule.kind !== 'app' || createdAt === undefined) return [];
  const lists = requests.slice(0, create).filter(({ operation }) => operation === 'scenarios');
  const [first] = lists;
  const isRepeated = lists.length > 1 || failedConnections.some((at) => at >= (first?.at ?? 0) && at <= createdAt);
  const took = (lists.at(-1)?.at ?? 0) - (first?.at ?? 0);
  return [
    ...findWhen(
      first !== undefined && isBusy(first) && !isRepeated,
      'project checked',
      'an app was sent after one 5xx',
    ),
    ...findWhen(lists.every(isBusy) && took > 1.2 * MINUTE, 'ends in time', `the check took ${Math.round(took)} ms`),
  ];
}

/** Whether a list failed at once in a way that may soon be over. */
function isBusy(request: RecordedRequest): boolean {
  const { response, abandoned, at } = request;
  if ((knownAt(request) ?? Infinity) - at > SOON_MS.known || (response?.retryAfterMs ?? 0) > SOON_MS.retryAfter)
    return false;
  if (response?.status === undefined) return !abandoned;
  return [502, 503, 504].includes(response.status) && readEnvelope(response.text) === undefined;
}

/** Without `Retry-After` at most three redirects are followed at once, by each scenario that has the testset. */
function checkRedirects({ requests }: ObservedRun): Finding[] {
  const count = new Map<string, number>();
  const mostOf = (id: number): number => {
    const named = new RegExp(String.raw`"testset_id":"?${id}\b`);
    const scenarios = requests.filter(
      ({ operation, response }) => operation === 'create' && named.test(response?.text ?? ''),
    );
    return Math.max(1, scenarios.length) * (1 + MAX_REDIRECTS) - 1;
  };
  return requests.flatMap((request, at) => {
    const { operation, id, response } = request;
    const next = requests.slice(at + 1).find((other) => other.operation === operation && other.id === id);
    const isFollowed = response?.redirect !== undefined && next?.at === response.sentAt;
    const key = `${operation} ${id}`;
    const followed = isFollowed ? (count.get(key) ?? 0) + 1 : 0;
    count.set(key, followed);
    return findWhen(followed > mostOf(id), 'few redirects', `${followed} in a row at ${operation}`);
  });
}
