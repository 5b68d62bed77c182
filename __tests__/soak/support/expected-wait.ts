import type { Outcome } from '../../../src/model/outcome.ts';
import { countsOf } from './expected-verdict.ts';
import { AT_ONCE_MS, knownAt, MINUTE, requestsFor, type Fields, type ObservedRun, type Reply } from './interpret.ts';

/** How the wait for one testset should have ended. */
export interface ExpectedWait {
  /** `complete`: the testset is; `undefined`: the wait should not have ended. */
  readonly end: Outcome | 'complete' | undefined;
  /** The last status that was received. */
  readonly status: Fields | undefined;
  /** The most devices that a status counted. */
  readonly mostDevices: number;
}

/** Applies docs/design.md §4 to the polls of a testset. @param from when they could begin */
export function expectWait(id: number, from: number, run: ObservedRun): ExpectedWait {
  let status: Fields | undefined;
  let mostDevices = 0;
  let rejections = 0;
  let failingSince: number | undefined;
  let notReadySince: number | undefined;
  const ended = (end: ExpectedWait['end']): ExpectedWait => ({ end, status, mostDevices });
  for (const { sentAt, at, kind, data } of pollsOf(id, from, run)) {
    // The deadline cut this poll off, even if its response came in the same millisecond; one more follows it.
    if (sentAt < run.deadline && at >= run.deadline) continue;
    if (kind === 'ok') {
      status = data;
      mostDevices = Math.max(mostDevices, countsOf(status).total_test_cnt);
      failingSince = notReadySince = undefined;
      if (wordOf(data) === 'complete') return ended('complete');
      continue;
    }
    // The scenario list was read before the first poll, even if both came in the same millisecond.
    const earlier = run.requests.filter((one) => one.operation === 'scenarios' || one.at < at);
    const isDenied = kind === 'denied' || (kind === 'page' && !earlier.some(isAccepted));
    if (isDenied && !status) return ended('refused');
    if (at >= run.deadline && kind === 'failed') continue;
    failingSince ??= at;
    rejections = kind === 'rejected' ? rejections + 1 : 0;
    notReadySince = kind === 'not ready' ? (notReadySince ?? at) : undefined;
    if (!status && (rejections >= 3 || at - (notReadySince ?? at) >= 10 * MINUTE)) return ended('refused');
    if (at - failingSince >= 15 * MINUTE - AT_ONCE_MS) return ended('timed-out');
  }
  return ended(run.ended >= run.deadline ? 'timed-out' : undefined);
}

interface Poll extends Pick<Reply, 'kind' | 'data'> {
  readonly sentAt: number;
  /** When the client knew the response, or that there is none. */
  readonly at: number;
}

/** The polls of a testset, with those for which no connection was made. */
function pollsOf(id: number, from: number, run: ObservedRun): readonly Poll[] {
  const polls = requestsFor(run.requests, 'status', id, run.deadline).map((reply): Poll => {
    const { kind, data } = reply;
    // A payload without a status word is no status.
    const isStatus = kind !== 'ok' || wordOf(data) !== '';
    return { sentAt: reply.at, at: knownAt(reply) ?? run.ended, kind: isStatus ? kind : 'failed', data };
  });
  const unconnected = run.failedConnections
    .filter((at) => at >= from)
    .map((at): Poll => ({ sentAt: at, at, kind: 'failed', data: {} }));
  // At the same time, the connection failed before the request was sent on another.
  return [...unconnected, ...polls].sort((a, b) => a.sentAt - b.sentAt);
}

function wordOf({ testset_status: word }: Fields): string {
  return typeof word === 'string' ? word.trim().toLowerCase() : '';
}

/** Whether the service has accepted the credentials: an envelope other than maintenance says so. */
function isAccepted({ response, code }: Reply): boolean {
  const isDenied = response?.status === 401 || response?.status === 403;
  return response?.whole === true && code !== undefined && code !== 8000 && !isDenied;
}
