import type { Find } from './check-times.ts';
import { countsOf, isAnswered, isCertain } from './expected-verdict.ts';
import { knownAt, MINUTE, type Reading, type ObservedRun } from './interpret.ts';
import {
  ABOUT_MS,
  endOf,
  findEnding,
  isComplete,
  isOver,
  longestPauseMs,
  readingsOf,
  PAUSE_MS,
  SETTLE_MS,
} from './readings.ts';
import { COUNT_FIELDS } from './schedule.ts';

/** docs/design.md §4, "All devices have ended", in milliseconds. */
const QUIET_MS = 5 * MINUTE;

/** Checks when a testset was read again, and when its results were requested. @param announced how many devices the create announced */
export function checkReadings(id: number, announced: number, run: ObservedRun, find: Find): void {
  const readings = readingsOf(id, run);
  const note = (condition: boolean, how: string): void => {
    find(condition, 'asks in time', `testset ${id} ${how}`);
  };
  const requests = run.requests.filter((request) => request.id === id && request.operation !== 'scenarios');
  const { judged } = findEnding(readings, announced, run);
  const isAgreed = judged !== undefined && isCertain(judged);
  note(isAgreed && requests.at(-1) !== (judged.results.at(-1) ?? judged.status), 'was read again without a doubt');
  const completeAt = readings.findIndex(isComplete);
  const [before, after] = completeAt < 0 ? [readings, []] : [readings.slice(0, completeAt), readings.slice(completeAt)];
  const mayGoOn = after.some((reading) => !isOver(reading, announced));
  // A testset may become complete while its results settle, and has the whole time then.
  note(after.length > (2 * SETTLE_MS) / PAUSE_MS + 2 && !mayGoOn, `was read ${after.length} times after its end`);
  checkQuiet(before, announced, run, note);
}

/** Checks the readings of a testset that is not complete: its results are requested when all devices have ended and no count changes. */
function checkQuiet(
  readings: readonly Reading[],
  announced: number,
  { requests, ended, deadline, cancelledAt = Infinity }: ObservedRun,
  note: (condition: boolean, how: string) => void,
): void {
  const pauseMs = longestPauseMs(requests);
  // The last status with other counts, and the first one with the same.
  let [changedAt, sameSince] = [0, 0];
  let settlesUntil = -Infinity;
  for (const [at, reading] of readings.entries()) {
    const before = readings[at - 1];
    const now = knownAt(reading.status) ?? ended;
    const hasEnded = isOver(reading, announced);
    if (!before || !isOver(before, announced) || countsIn(before) !== countsIn(reading)) {
      changedAt = before ? (knownAt(before.status) ?? now) : now;
      sameSince = now;
    }
    if (reading.status.at <= settlesUntil) continue;
    const isAsked = reading.results.length > 0;
    const isEarly = !hasEnded || now - changedAt < QUIET_MS - ABOUT_MS;
    // A pause that the service asked for may delay a reading that settles.
    const maySettle = reading.status.at <= settlesUntil + pauseMs;
    note(isAsked && isEarly && !maySettle, `was asked for results ${now - changedAt} ms after a change`);
    const isLate = hasEnded && now - sameSince > QUIET_MS + pauseMs + ABOUT_MS;
    const isStopped = now >= Math.min(cancelledAt, deadline);
    note(!isAsked && isLate && !isStopped, `was not asked for results ${now - sameSince} ms after a change`);
    if (!isAsked) continue;
    sameSince = now;
    if (!maySettle) changedAt = now;
    if (isAnswered(reading.results)) settlesUntil = endOf(reading) + SETTLE_MS;
  }
}

function countsIn(reading: Reading | undefined): string {
  const counts = countsOf(reading?.status.data);
  return COUNT_FIELDS.map((field) => counts[field]).join();
}
