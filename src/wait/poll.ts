import type { TestsetError } from '../model/errors.ts';
import { outcomeOf, type TestsetOutcome } from '../model/report.ts';
import type { Status } from '../model/testset-result.ts';
import { capitalize, joinPieces } from '../model/words.ts';
import type { Clock } from '../runtime/clock.ts';
import { stopReason, STOP_WORDS, type Runtime, type StopReason } from '../runtime/runtime.ts';
import { withExtraTime } from '../runtime/time-limits.ts';
import type { Service, TestsetOfStep } from '../service/client.ts';
import { explain } from '../service/explain.ts';
import { afterCounts, afterFailure, afterNotReady, pollDelayMs, NO_POLLS, type PollHistory } from './poll-delay.ts';
import {
  isMaintenance,
  isNotReady,
  isRejection,
  isStopped,
  isUnauthorized,
  type ServiceFailure,
  type ServiceReply,
} from '../service/reply.ts';
import {
  createFailureTimer,
  MAX_FAILING_MS,
  MAX_NOT_READY_MS,
  NOT_READY_ONCE_MS,
  type FailureTimer,
} from '../service/retry.ts';

/** How the polling of one testset ended: with the status of a complete one, or with an outcome. */
export type PollResult = Status | TestsetOutcome;

/** Which testset to poll, and how. */
export interface PollOptions {
  readonly testset: TestsetOfStep;
  /** Number of devices that the create announced; 0 if unknown. */
  readonly announcedDevices: number;
  /** Whether the testset existed before this step: it may be complete, and this is the first contact with the service. */
  readonly existed: boolean;
  /** End with the first status instead of waiting for completion. */
  readonly once: boolean;
  readonly onStatus?: (status: Status) => void;
  readonly onFailure?: (error: TestsetError, failures: number) => void;
}

/** Rejections in a row after which a testset without any status is taken not to exist (docs/design.md §4). */
const MAX_REJECTIONS = 3;
/** Time for the last poll, at the deadline, in milliseconds. */
const LAST_POLL_MS = 3_000;

interface PollState {
  history: PollHistory;
  readonly lastStatus?: Status;
  /** Failed polls in a row. */
  failures: number;
  readonly failing: FailureTimer;
  /** Rejections in a row, up to the last poll. */
  rejections: number;
  /** Since when polls have been "not ready" in a row. */
  readonly notReady: FailureTimer;
  lastError?: TestsetError;
}

/** The state before the first failure. */
function startState(clock: Clock, history: PollHistory, lastStatus?: Status): PollState {
  const [failing, notReady] = [createFailureTimer(clock), createFailureTimer(clock)];
  return { history, lastStatus, failures: 0, failing, rejections: 0, notReady };
}

/** Polls a testset until it is complete or there is a reason to stop. Never throws. */
export async function pollTestset(service: Service, runtime: Runtime, options: PollOptions): Promise<PollResult> {
  const { clock, signal } = runtime;
  const { testset } = options;
  let state = startState(clock, { ...NO_POLLS, remaining: options.announcedDevices || 1 });
  const sleep = (): Promise<void> =>
    clock.sleep(
      pollDelayMs(state.history, () => clock.random()),
      signal,
    );
  const poll = (): Promise<ServiceReply<Status>> => {
    if (!signal.aborted) return service.status(testset, signal);
    return withExtraTime(runtime, LAST_POLL_MS, (late) => service.status(testset, late));
  };
  if (!options.existed) await sleep();
  for (;;) {
    if (stopReason(runtime) === 'cancelled') return stopped(state, options, 'cancelled');
    const isLast = signal.aborted;
    const reply = await poll();
    if ('value' in reply) {
      const status = reply.value;
      options.onStatus?.(status);
      if (status.isComplete) return status;
      if (options.once) return outcomeOf('started');
      state = startState(clock, afterCounts(state.history, status.counts), status);
    } else if (!isStopped(reply)) {
      const end = recordFailure(state, reply, options);
      if (end) return end;
    }
    if (isLast) return stopped(state, options, 'deadline');
    await sleep();
  }
}

/** Updates the state after a failed poll. @returns how the polling ended, if this failure ends it */
function recordFailure(state: PollState, reply: ServiceFailure, options: PollOptions): TestsetOutcome | undefined {
  const error = explain(reply, `the status of testset ${options.testset.id}`);
  // After a status the credentials are right: a firewall may have sent it, even in the service's format.
  if (isUnauthorized(reply) && !state.lastStatus) return outcomeOf('refused', error);

  state.lastError = error;
  state.failures += 1;
  state.failing.recordFailure();
  if (isNotReady(reply)) {
    state.notReady.recordFailure();
    state.history = afterNotReady(state.history);
  } else {
    state.notReady.reset();
    state.history = afterFailure(state.history, isMaintenance(reply));
  }
  if (isRejection(reply)) state.rejections += 1;
  else state.rejections = 0;
  options.onFailure?.(error, state.failures);
  if (!state.lastStatus && isNotThere(state, options)) return outcomeOf('refused', error);
  const isGivenUp = state.failing.leftMs(MAX_FAILING_MS) <= 0;
  if (!isGivenUp && (state.lastStatus || !isUnreachable(reply, options))) return undefined;
  const gaveUp = state.failures > 1 && `Gave up after ${state.failures} failed polls in a row.`;
  const message = joinPieces(' ', [error.message, gaveUp]);
  return outcomeOf('timed-out', error.rephrase(message), 'Its status could not be read.');
}

/** Whether a testset without any status is taken not to exist. */
function isNotThere({ rejections, notReady }: PollState, { once }: PollOptions): boolean {
  if (rejections >= MAX_REJECTIONS) return true;
  if (once) return notReady.leftMs(NOT_READY_ONCE_MS) <= 0;
  return notReady.leftMs(MAX_NOT_READY_MS) <= 0;
}

/** Whether the first contact with the service failed in a way that a retry cannot change, or that a single poll does not retry. */
function isUnreachable(reply: ServiceFailure, { existed, once }: PollOptions): boolean {
  if (!existed || !('error' in reply)) return false;
  return reply.error.isPermanent || (once && reply.error.kind === 'refused');
}

/** The run was stopped; a testset that this step created is running, one that was given by its identifier may not exist. */
function stopped({ lastStatus, lastError }: PollState, { existed }: PollOptions, reason: StopReason): TestsetOutcome {
  const when = existed && !lastStatus && 'before the service returned a status of the testset';
  const outcome = reason === 'cancelled' ? 'cancelled' : 'timed-out';
  return outcomeOf(outcome, lastError, `${joinPieces(' ', [capitalize(STOP_WORDS[reason]), when])}.`);
}
