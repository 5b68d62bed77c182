import { areTriesSpent, hasResponded, maintenanceMs, MIN_CONNECT_MINUTES } from './expected.ts';
import { createsOf, knownAt, MAX_REDIRECTS, MINUTE, type ObservedRun, type Reply } from './interpret.ts';

/** What a broken promise is about, for counting. */
export type Promised =
  | ('no duplicate create' | 'no create after the final one' | 'nothing lost' | 'one origin only' | 'few redirects')
  | ('right verdict' | 'right files' | 'right testset' | 'right receipts' | 'Retry-After kept' | 'project checked')
  | ('ends in time' | 'nothing left open' | 'no secret shown' | 'no hang');

/** Notes a broken promise where a condition holds. */
export type Find = (condition: boolean, broken: Promised, how: string) => void;

/** How long after `timeout` a run may end: 3 s for a last poll or response, 30 s for results. In milliseconds. */
const LATE_MS = 40_000;
/** docs/design.md §3: 60 s without any byte, and a little more. */
const STALL_MS = 65_000;
/** docs/design.md §3: after its end was sent, a create that is stopped waits 3 s for its response. */
const GRACE_MS = 2_990;

/** Checks when requests were sent, how long they took and how often they were repeated. */
export function checkTimes(run: ObservedRun, find: Find): void {
  checkRetryAfter(run, find);
  checkDurations(run, find);
  checkBudgets(run, find);
  if (run.schedule.kind === 'app') checkProjectCheck(run, find);
  checkRedirects(run, find);
}

/** After a failure no request is sent before the time in `Retry-After`, except when the run is ending. */
function checkRetryAfter({ requests, deadline, cancelledAt = Infinity }: ObservedRun, find: Find): void {
  for (const request of requests) {
    const { response, operation, kind } = request;
    const known = knownAt(request);
    if (!response || response.retryAfterMs === 0 || known === undefined || kind === 'created' || kind === 'ok')
      continue;
    const until = Math.min(response.sentAt + response.retryAfterMs, deadline, cancelledAt);
    const next = requests.find(({ at }) => at > known && at < until);
    const how = `${next?.operation ?? ''} came ${Math.round(until - (next?.at ?? 0))} ms too early after ${operation}`;
    find(next !== undefined, 'Retry-After kept', how);
  }
}

const MAX_MS = { scenarios: 61_000, status: 61_000, create: 126_000, result: 601_000 };

function checkDurations({ requests, ended, deadline, cancelledAt = Infinity }: ObservedRun, find: Find): void {
  const stoppedAt = Math.min(cancelledAt, deadline);
  for (const { operation, at, response, endedAt = ended, whole, abandoned } of requests) {
    const silent = Math.round(endedAt - (response?.sentAt ?? at));
    const took = Math.round(endedAt - at);
    find(silent > STALL_MS, 'ends in time', `${operation} stalled for ${silent} ms`);
    find(took > MAX_MS[operation], 'ends in time', `${operation} took ${took} ms`);
    const grace = Math.round(endedAt - stoppedAt);
    const isCutShort = operation === 'create' && whole && abandoned && grace >= 0 && grace < GRACE_MS && took < 59_000;
    find(isCutShort, 'nothing lost', `a create was given up after ${grace} ms`);
  }
  const late = Math.round(ended - deadline);
  find(late > LATE_MS, 'ends in time', `${late} ms after the deadline`);
}

/** docs/design.md §3: tries with 425, 429 and 408, minutes without an HTTP response, 15 minutes of maintenance. */
function checkBudgets({ requests, scenarios }: ObservedRun, find: Find): void {
  for (const scenario of scenarios) {
    const creates = createsOf(scenario, requests);
    find(areTriesSpent(creates, 1), 'ends in time', `${creates.length} creates, too many with 408, 425 or 429`);
  }
  const creates = createsOf(0, requests);
  const connecting = (creates.at(-1)?.at ?? 0) - (creates[0]?.endedAt ?? Infinity);
  // An interim response is one, too.
  const isSilent = !hasResponded(requests) && !requests.some(({ fault }) => fault?.interim);
  const isTooLong = isSilent && connecting > MIN_CONNECT_MINUTES * MINUTE;
  find(isTooLong, 'ends in time', `${Math.round(connecting)} ms of creates at an address that never answered`);
  // A pause that another response asked for does not count.
  const waited = maintenanceMs(requests, undefined, ({ response }) => Math.max(MINUTE, response?.retryAfterMs ?? 0));
  find(waited > 16 * MINUTE, 'ends in time', `${Math.round(waited)} ms of maintenance`);
}

/** What a failure of the project check may take for a repetition to be certain: time and `Retry-After`, in milliseconds. */
const SOON_MS = { known: 5_000, retryAfter: 30_000 };

/** docs/design.md §3: before an app is sent, the list is repeated for about a minute after 502, 503, 504 or a broken connection. */
function checkProjectCheck({ requests, failedConnections }: ObservedRun, find: Find): void {
  const create = requests.findIndex(({ operation }) => operation === 'create');
  const lists = requests.slice(0, Math.max(0, create)).filter(({ operation }) => operation === 'scenarios');
  const [first] = lists;
  const createdAt = requests[create]?.at;
  if (!first || createdAt === undefined) return;
  const isRepeated = lists.length > 1 || failedConnections.some((at) => at >= first.at && at <= createdAt);
  find(isBusy(first) && !isRepeated, 'project checked', 'an app was sent after one 5xx');
  const took = (lists.at(-1)?.at ?? 0) - first.at;
  find(lists.every(isBusy) && took > 1.2 * MINUTE, 'ends in time', `the check took ${Math.round(took)} ms`);
}

/** Whether a list failed at once in a way that may soon be over. */
function isBusy(request: Reply): boolean {
  const { response, abandoned, at, code } = request;
  const isSlow = (knownAt(request) ?? Infinity) - at > SOON_MS.known;
  if (isSlow || (response?.retryAfterMs ?? 0) > SOON_MS.retryAfter) return false;
  if (response?.status === undefined) return !abandoned;
  return [502, 503, 504].includes(response.status) && code === undefined;
}

/** Without `Retry-After` at most three redirects are followed at once, by each scenario that has the testset. */
function checkRedirects({ requests }: ObservedRun, find: Find): void {
  const followed = new Map<string, number>();
  for (const [at, { operation, id, response }] of requests.entries()) {
    const next = requests.slice(at + 1).find((other) => other.operation === operation && other.id === id);
    const isFollowed = response?.redirect !== undefined && next?.at === response.sentAt;
    const key = `${operation} ${id}`;
    const inARow = isFollowed ? (followed.get(key) ?? 0) + 1 : 0;
    followed.set(key, inARow);
    const owners = createsOf(0, requests).filter(({ testset }) => testset === id).length;
    const most = Math.max(1, owners) * (1 + MAX_REDIRECTS) - 1;
    find(inARow > most, 'few redirects', `${inARow} in a row at ${operation}`);
  }
}
