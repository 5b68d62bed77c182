import { knownAt, type ObservedRun } from './interpret.ts';

/** What a broken promise is about, for counting. */
export type Promised =
  | ('no duplicate create' | 'no create after the final one' | 'nothing lost' | 'one origin only')
  | ('right verdict' | 'right files' | 'right testset' | 'right receipts' | 'Retry-After kept')
  | ('asks in time' | 'ends in time' | 'nothing left open' | 'no secret shown' | 'no hang');

/** Notes a broken promise where a condition holds. */
export type Find = (condition: boolean, broken: Promised, how: string) => void;

/** How long after `timeout` a run may end: 3 s for a last poll or response, 30 s for results. In milliseconds. */
const LATE_MS = 40_000;
/** docs/design.md §3: how long a request may get no byte, and a little more; a create may have been sent whole. */
const STALL_MS = { scenarios: 305_000, status: 305_000, create: Infinity, result: 305_000 };
/** docs/design.md §3: after its end was sent, a create that is stopped waits 3 s for its response. */
const GRACE_MS = 2_990;

/** Checks when requests were sent, and how long they took. */
export function checkTimes(run: ObservedRun, find: Find): void {
  checkRetryAfter(run, find);
  checkDurations(run, find);
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

const MAX_MS = { scenarios: 301_000, status: 301_000, create: Infinity, result: 601_000 };

function checkDurations({ requests, ended, deadline, cancelledAt = Infinity }: ObservedRun, find: Find): void {
  const stoppedAt = Math.min(cancelledAt, deadline);
  for (const { operation, at, response, endedAt = ended, whole, abandoned } of requests) {
    const silent = Math.round(endedAt - (response?.sentAt ?? at));
    const took = Math.round(endedAt - at);
    find(silent > STALL_MS[operation], 'ends in time', `${operation} stalled for ${silent} ms`);
    find(took > MAX_MS[operation], 'ends in time', `${operation} took ${took} ms`);
    const grace = Math.round(endedAt - stoppedAt);
    const isCutShort = operation === 'create' && whole && abandoned && grace >= 0 && grace < GRACE_MS && took < 59_000;
    find(isCutShort, 'nothing lost', `a create was given up after ${grace} ms`);
  }
  const late = Math.round(ended - deadline);
  find(late > LATE_MS, 'ends in time', `${late} ms after the deadline`);
}
