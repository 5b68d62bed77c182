import type { Outcome } from '../../../src/model/outcome.ts';
import { countsOf } from './expected-verdict.ts';
import { hasAccepted, interpret, type Fields, type Meaning } from './interpret.ts';
import { knownAt, requestsFor, type RecordedRequest } from './recorded-request.ts';

/** When a run had to end and when it ended, on its clock, in milliseconds. */
export interface Times {
  readonly deadline: number;
  readonly ended: number;
  readonly cancelledAt: number | undefined;
  /** When connections ended, or stalled, before a request could arrive. */
  readonly failedConnections: readonly number[];
}

const MINUTE = 60_000;
/** What happens at once may take so long: the end of a connection, and another request after it. In milliseconds. */
const AT_ONCE_MS = 5;

/** How the wait for one testset should have ended. */
export interface ExpectedWait {
  /** `undefined`: the testset is complete, or the wait should not have ended. */
  readonly outcome: Outcome | undefined;
  /** The last status that was received. */
  readonly status: Fields | undefined;
  readonly isComplete: boolean;
  /** The most devices that a status counted. */
  readonly mostDevices: number;
}

/** Applies docs/design.md §4 to the polls of a testset. @param from when they could begin */
export function expectWait(id: number, from: number, requests: readonly RecordedRequest[], times: Times): ExpectedWait {
  const { deadline, ended } = times;
  let status: Fields | undefined;
  let mostDevices = 0;
  let rejections = 0;
  let failingSince: number | undefined;
  let notReadySince: number | undefined;
  const end = (outcome: Outcome | undefined, isComplete = false): ExpectedWait => ({
    outcome,
    status,
    isComplete,
    mostDevices,
  });
  for (const { at, meaning } of pollsOf(id, from, requests, times)) {
    if (meaning.kind === 'ok') {
      status = meaning.data;
      mostDevices = Math.max(mostDevices, countsOf(status).total);
      failingSince = notReadySince = undefined;
      if (isCompleteWord(status)) return end(undefined, true);
      continue;
    }
    // The scenario list was read before the first poll, even if both came in the same millisecond.
    const earlier = requests.filter((one) => one.operation === 'scenarios' || one.at < at);
    const isFirewall = meaning.kind === 'denied' && meaning.isPage && hasAccepted(earlier);
    if (meaning.kind === 'denied' && !isFirewall && !status) return end('refused');
    // The deadline cut this poll off; one more follows it.
    if (at >= deadline && meaning.kind === 'failed') continue;
    failingSince ??= at;
    rejections = meaning.kind === 'rejected' ? rejections + 1 : 0;
    if (!status && rejections >= 3) return end('refused');
    notReadySince = meaning.kind === 'not ready' ? (notReadySince ?? at) : undefined;
    if (!status && notReadySince !== undefined && at - notReadySince >= 10 * MINUTE) return end('refused');
    if (at - failingSince >= 15 * MINUTE - AT_ONCE_MS) return end('timed-out');
  }
  return end(ended >= deadline ? 'timed-out' : undefined);
}

interface Poll {
  /** When the client knew the response, or that there is none. */
  readonly at: number;
  readonly meaning: Meaning;
}

/** The polls of a testset, with those for which no connection was made. */
function pollsOf(
  id: number,
  from: number,
  requests: readonly RecordedRequest[],
  { ended, deadline, failedConnections }: Times,
): readonly Poll[] {
  const sent = requestsFor(requests, 'status', id, deadline);
  const polls = sent
    .filter((request, at) => !isSentAgain(request, sent[at + 1]))
    .map((request) => ({
      sentAt: request.at,
      at: knownAt(request) ?? ended,
      meaning: statusOf(interpret(request.response)),
    }));
  const unconnected = failedConnections
    .filter((at) => at >= from)
    .map((at) => ({ sentAt: at, at, meaning: { kind: 'failed' } as const }));
  // At the same time, the connection failed before the request was sent on another.
  return [...unconnected, ...polls].sort((a, b) => a.sentAt - b.sentAt);
}

/** Without any response on a connection that was used before, a poll is sent again at once (docs/design.md §3): both are one. */
function isSentAgain({ response, endedAt = -Infinity }: RecordedRequest, next: RecordedRequest | undefined): boolean {
  return response?.status === undefined && next !== undefined && next.at - endedAt <= AT_ONCE_MS;
}

/** A payload without a status word is no status. */
function statusOf(meaning: Meaning): Meaning {
  if (meaning.kind !== 'ok') return meaning;
  const word = meaning.data['testset_status'];
  return typeof word === 'string' && word.trim() !== '' ? meaning : { kind: 'failed' };
}

function isCompleteWord(status: Fields): boolean {
  return String(status['testset_status']).trim().toLowerCase() === 'complete';
}
