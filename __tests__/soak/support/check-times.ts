import { createsOf, knownAt, MINUTE, type ObservedRun } from './interpret.ts';

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

/** Creates of a scenario that are delayed with 425 or 429, or too slow for a proxy (408): docs/design.md §3 allows 4 and 3. */
const MAX_TRIES = 8;
/** Maintenance is waited for 15 minutes: a minute after each list that says so, or as long as its `Retry-After` says. */
const MAX_MAINTENANCE_MS = 16 * MINUTE;
/** Creates that fail, and the maintenance between them, have 15 minutes each. */
const MAX_CREATING_MS = 60 * MINUTE;
/** Polls may fail for 15 minutes in a row, and `Retry-After` may put the last one off. */
const MAX_FAILING_MS = 25 * MINUTE;

/** Generous limits: they find what is repeated for ever. The tests of each module check the exact ones. */
function checkBudgets({ requests, scenarios, began }: ObservedRun, find: Find): void {
  const lists = requests.filter(({ operation, code }) => operation === 'scenarios' && code === 8000);
  const waits = lists.slice(0, -1).map(({ response }) => Math.max(MINUTE, response?.retryAfterMs ?? 0));
  const maintenance = waits.reduce((sum, ms) => sum + ms, 0);
  find(maintenance > MAX_MAINTENANCE_MS, 'ends in time', `${maintenance} ms of maintenance`);
  for (const scenario of scenarios) {
    const creates = createsOf(scenario, requests);
    const delayed = creates.filter(({ response }) => [408, 425, 429].includes(response?.status ?? 0)).length;
    find(delayed > MAX_TRIES, 'ends in time', `${delayed} creates with 408, 425 or 429`);
    const creating = (creates.at(-1)?.at ?? began) - (creates[0]?.at ?? began);
    find(creating > MAX_CREATING_MS, 'ends in time', `creates for ${Math.round(creating)} ms`);
  }
  const polls = requests.filter(({ operation }) => operation === 'status');
  for (const own of Map.groupBy(polls, ({ id }) => id).values()) {
    let since = own[0]?.at ?? began;
    for (const { at, kind } of own) {
      const failing = Math.round(at - since);
      find(failing > MAX_FAILING_MS, 'ends in time', `polls failed for ${failing} ms`);
      if (kind === 'ok') since = at;
    }
  }
}

/** What a failure of the project check may take for a repetition to be certain: time and `Retry-After`, in milliseconds. */
const SOON_MS = { known: 5_000, retryAfter: 30_000 };

/** docs/design.md §3: before an app is sent, the list is repeated after 502, 503, 504 or a broken connection. */
function checkProjectCheck({ requests, failedConnections }: ObservedRun, find: Find): void {
  const [first, second] = requests;
  if (first?.operation !== 'scenarios' || second?.operation !== 'create' || failedConnections.length > 0) return;
  const { response, abandoned, at, code } = first;
  const isSoon = (knownAt(first) ?? Infinity) - at <= SOON_MS.known;
  const status = response?.status;
  const isBusy = status === undefined ? !abandoned : [502, 503, 504].includes(status) && code === undefined;
  const isPaused = (response?.retryAfterMs ?? 0) > SOON_MS.retryAfter;
  find(isSoon && isBusy && !isPaused, 'project checked', 'an app was sent after one 5xx');
}

/** docs/design.md §3: redirects on the same origin that are followed. */
const MAX_REDIRECTS = 3;

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
