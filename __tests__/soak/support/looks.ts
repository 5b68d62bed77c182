import { countsOf, isAnswered, isCertain } from './expected-verdict.ts';
import type { Find } from './check-times.ts';
import { knownAt, MINUTE, requestsFor, wordOf, type Look, type ObservedRun, type Reply } from './interpret.ts';
import { COUNT_FIELDS } from './schedule.ts';

/** docs/design.md §4, "Settle" and "All devices have ended". */
const SETTLE_MS = 2 * MINUTE;
const PAUSE_MS = 10_000;
const QUIET_MS = 5 * MINUTE;
/** For responses that take a moment, in milliseconds. */
const ABOUT_MS = 1_000;

/** The look that decides about a testset. */
interface Judged extends Look {
  /** The most devices that its create or a status announced. */
  readonly announced: number;
}

/** Which look decides, and whether it may. */
interface Ending {
  /** Absent if the testset is not over. */
  readonly judged: Judged | undefined;
  /** Whether the step should have looked again. */
  readonly isEarly: boolean;
}

/** The looks at a testset, in order. */
export function looksAt(id: number, run: ObservedRun): readonly Look[] {
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

/** docs/design.md §4: the first pair of status and results without a doubt, or else the last one after `Complete`. */
export function findEnding(looks: readonly Look[], announced: number, run: ObservedRun): Ending {
  let most = announced;
  let complete: Judged | undefined;
  const doubtful: Judged[] = [];
  for (const look of looks) {
    most = Math.max(most, countsOf(look.status.data).total_test_cnt);
    const judged = { ...look, announced: most };
    if (isComplete(look)) complete ??= judged;
    if (!isAnswered(look.results)) continue;
    if (isCertain(look, most)) return { judged, isEarly: false };
    if (complete) doubtful.push(judged);
  }
  const [first] = doubtful;
  return { judged: doubtful.at(-1) ?? complete, isEarly: first !== undefined && isEarly(first, run) };
}

/** Whether a testset was given up before its status and results had two minutes to agree. */
function isEarly(first: Look, { requests, failedConnections, ended, deadline, cancelledAt }: ObservedRun): boolean {
  if (ended >= deadline || cancelledAt !== undefined) return false;
  const own = requests.filter(({ id, operation }) => id === first.status.id && operation !== 'scenarios');
  const last = Math.max(...failedConnections, ...own.map((request) => knownAt(request) ?? ended));
  return last < endOf(first) + SETTLE_MS - PAUSE_MS - ABOUT_MS;
}

function endOf({ status, results }: Look): number {
  return knownAt(results.at(-1) ?? status) ?? Infinity;
}

function isComplete({ status }: Look): boolean {
  return wordOf(status.data) === 'complete';
}

/** Checks when results were requested. @param announced how many devices the create announced */
export function checkLooks(id: number, announced: number, run: ObservedRun, find: Find): void {
  const looks = looksAt(id, run);
  const note = (condition: boolean, how: string): void => {
    find(condition, 'asks in time', `testset ${id} ${how}`);
  };
  const { judged } = findEnding(looks, announced, run);
  if (judged && isCertain(judged, judged.announced)) {
    const last = judged.results.at(-1) ?? judged.status;
    const more = run.requests.filter((request) => request.id === id && request.operation !== 'scenarios');
    note(more.at(-1) !== last, 'was looked at again without a doubt');
  }
  const completeAt = looks.findIndex(isComplete);
  const polls = requestsFor(run.requests, 'status', id);
  const again = completeAt < 0 ? 0 : polls.length - polls.indexOf(looks[completeAt]?.status ?? ({} as Reply)) - 1;
  note(again > SETTLE_MS / PAUSE_MS + 1, `was looked at ${again} times more after its end`);

  // Since when no count has changed, and until when the looks settle that began after five quiet minutes.
  let quietSince = Infinity;
  let settlesUntil = -Infinity;
  for (const [at, look] of looks.slice(0, completeAt < 0 ? undefined : completeAt).entries()) {
    const now = knownAt(look.status) ?? run.ended;
    if (!isOver(look, announced)) quietSince = Infinity;
    else if (quietSince === Infinity || countsIn(look) !== countsIn(looks[at - 1])) quietSince = now;
    const isAsked = look.results.length > 0;
    if (look.status.at <= settlesUntil) continue;
    const quietMs = now - quietSince;
    note(isAsked && !(quietMs >= QUIET_MS - ABOUT_MS), `was asked for results after ${quietMs / MINUTE} quiet minutes`);
    const isStopped = now >= Math.min(run.cancelledAt ?? Infinity, run.deadline);
    note(!isAsked && quietMs > QUIET_MS + ABOUT_MS && !isStopped, `was not asked for results after its devices ended`);
    if (!isAsked) continue;
    quietSince = now;
    settlesUntil = isAnswered(look.results) ? endOf(look) + SETTLE_MS : now;
  }
}

/** Whether all devices of a testset have ended. */
function isOver({ status }: Look, announced: number): boolean {
  const counts = countsOf(status.data);
  const ended = counts.pass_cnt + counts.fail_cnt + counts.error_cnt + counts.stop_cnt;
  const isActive = counts.initializing_cnt + counts.running_cnt > 0;
  const isWhole = counts.total_test_cnt >= Math.max(1, announced) && ended >= counts.total_test_cnt;
  return counts.isComplete && !isActive && isWhole;
}

function countsIn(look: Look | undefined): string {
  const counts = countsOf(look?.status.data);
  return COUNT_FIELDS.map((field) => counts[field]).join();
}
