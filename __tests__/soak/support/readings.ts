import { countsOf, failuresOf, isAnswered, isCertain } from './expected-verdict.ts';
import { knownAt, MINUTE, wordOf, type Judged, type Reading, type ObservedRun, type Reply } from './interpret.ts';

/** docs/design.md §4, "Settle": for how long, and the pause between two readings. In milliseconds. */
export const SETTLE_MS = 2 * MINUTE;
export const PAUSE_MS = 10_000;
/** For responses that take a moment, in milliseconds. */
export const ABOUT_MS = 1_000;

/** Which reading decides, and whether it may. */
interface Ending {
  /** Absent if the testset is not over. */
  readonly judged: Judged | undefined;
  /** Whether the step should have read again. */
  readonly isEarly: boolean;
  /** The requests of the readings that had results. */
  readonly saved: readonly Reply[];
}

/** The readings of a testset, in order. */
export function readingsOf(id: number, run: ObservedRun): readonly Reading[] {
  const own = run.requests.filter(
    (request) => request.id === id && (request.operation === 'status' || request.operation === 'result'),
  );
  return own.flatMap((status, at) => {
    if (status.operation !== 'status' || !isStatus(status, run)) return [];
    const next = own.findIndex(({ operation }, other) => other > at && operation === 'status');
    return [{ status, results: own.slice(at + 1, next < 0 ? undefined : next) }];
  });
}

/** One that the deadline cut off says nothing, even if its response came in the same millisecond; another one follows it. */
function isStatus(poll: Reply, { deadline, ended }: ObservedRun): boolean {
  const isCutOff = poll.at < deadline && (knownAt(poll) ?? ended) >= deadline;
  return !isCutOff && poll.kind === 'ok' && wordOf(poll.data) !== '';
}

/**
 * docs/design.md §4: the first pair of status and results without a doubt, or else the last one after `Complete`, unless the last status
 * says that devices run.
 */
export function findEnding(readings: readonly Reading[], announced: number, run: ObservedRun): Ending {
  let most = announced;
  let failures = 0;
  let complete: Judged | undefined;
  // Readings that left a doubt, since results were first requested.
  let doubtful: Judged[] = [];
  let saved: readonly Reply[] = [];
  for (const [at, reading] of readings.entries()) {
    most = Math.max(most, countsOf(reading.status.data).total_test_cnt);
    failures = Math.max(failures, failuresOf(countsOf(reading.status.data)));
    const [first] = doubtful;
    const before = readings[at - 1];
    const wentOn = !complete || !before || !isOver(before, announced);
    if (first && wentOn && reading.status.at > endOf(first) + SETTLE_MS) {
      complete = undefined;
      doubtful = [];
    }
    const judged = { ...reading, announced: most, failures };
    if (isComplete(reading)) complete ??= judged;
    const settling = doubtful[0];
    const settlesUntil = settling ? Math.min(endOf(settling) + SETTLE_MS, run.deadline) : Infinity;
    if (!isAnswered(reading.results) || endOf(reading) >= settlesUntil) continue;
    saved = [...saved, ...reading.results];
    if (isCertain(judged)) return { judged, isEarly: false, saved };
    doubtful = [...doubtful, judged];
  }
  const last = readings.at(-1);
  if (!complete || !last || !isOver(last, announced)) return { judged: undefined, isEarly: false, saved };
  const [first] = doubtful;
  return { judged: doubtful.at(-1) ?? complete, isEarly: first !== undefined && isEarly(first, run), saved };
}

/** Whether a testset was given up before its status and results had two minutes to agree. */
function isEarly(first: Reading, { requests, failedConnections, ended, deadline, cancelledAt }: ObservedRun): boolean {
  if (ended >= deadline || cancelledAt !== undefined) return false;
  const own = requests.filter(({ id, operation }) => id === first.status.id && operation !== 'scenarios');
  const last = Math.max(...failedConnections, ...own.map((request) => knownAt(request) ?? ended));
  const settlesUntil = endOf(first) + SETTLE_MS - ABOUT_MS;
  // A `Retry-After` for another testset holds for this one, too.
  const others = requests.map((request) => (knownAt(request) ?? 0) + (request.response?.retryAfterMs ?? 0));
  const free = Math.max(last + longestPauseMs(requests), ...others);
  return ended < settlesUntil || free < settlesUntil - PAUSE_MS;
}

/** The longest `Retry-After`. */
export function longestPauseMs(requests: readonly Reply[]): number {
  return Math.max(0, ...requests.map(({ response }) => response?.retryAfterMs ?? 0));
}

/** When the last response of a reading was known. */
export function endOf({ status, results }: Reading): number {
  return knownAt(results.at(-1) ?? status) ?? Infinity;
}

/** Whether the service says that the testset is complete. */
export function isComplete({ status }: Reading): boolean {
  return wordOf(status.data) === 'complete';
}

/** Whether a testset is complete, or `Running` although the counts say that all of its devices have ended. */
export function isOver(reading: Reading, announced: number): boolean {
  if (isComplete(reading)) return true;
  if (wordOf(reading.status.data) !== 'running') return false;
  const counts = countsOf(reading.status.data);
  const ended = counts.pass_cnt + counts.fail_cnt + counts.error_cnt + counts.stop_cnt;
  const isActive = counts.initializing_cnt + counts.running_cnt > 0;
  const isWhole = counts.total_test_cnt >= Math.max(1, announced) && ended >= counts.total_test_cnt;
  return counts.isComplete && !isActive && isWhole;
}
