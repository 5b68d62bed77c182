import type { TestsetError } from '../model/errors.ts';
import { decideEarly, type Decision, type Status } from '../model/testset.ts';
import { capitalize, joinPieces } from '../model/words.ts';
import type { Clock } from '../runtime/clock.ts';
import { stopReason, STOP_WORDS, type Runtime, type StopReason } from '../runtime/runtime.ts';
import { withExtraTime } from '../runtime/time-limits.ts';
import type { Service, TestsetOfStep } from '../service/client.ts';
import { FAILURES } from '../service/failures.ts';
import { NetworkError } from '../service/http/network-error.ts';
import { afterCounts, afterFailure, afterNotReady, pollDelayMs, NO_POLLS, type PollHistory } from './poll-delay.ts';
import type { ServiceFailure, ServiceReply } from '../service/reply.ts';
import {
  createFailureTimer,
  MAX_FAILING_MS,
  MAX_NOT_READY_MS,
  NOT_READY_ONCE_MS,
  type FailureTimer,
} from '../service/retry.ts';

/** How the polling of one testset ended. */
export type PollResult =
  { readonly kind: 'complete'; readonly status: Status } | { readonly kind: 'ended'; readonly ending: Decision };

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
    if (reply.kind === 'value') {
      const status = reply.value;
      options.onStatus?.(status);
      if (status.isComplete) return { kind: 'complete', status };
      if (options.once) return ended('started');
      state = startState(clock, afterCounts(state.history, status.counts), status);
    } else if (reply.kind !== 'stopped') {
      const end = recordFailure(state, reply, options);
      if (end) return end;
    }
    if (isLast) return stopped(state, options, 'deadline');
    await sleep();
  }
}

/** Updates the state after a failed poll. @returns how the polling ended, if this failure ends it */
function recordFailure(state: PollState, reply: ServiceFailure, options: PollOptions): PollResult | undefined {
  const { error } = reply;
  const meaning = FAILURES[reply.kind].poll;
  // After a status the credentials are right: a firewall may have sent it, even in the service's format.
  if (meaning === 'refused' && !state.lastStatus) return ended('refused', error);

  state.lastError = error;
  state.failures += 1;
  state.failing.recordFailure();
  if (meaning === 'not-ready') {
    state.notReady.recordFailure();
    state.history = afterNotReady(state.history);
  } else {
    state.notReady.reset();
    state.history = afterFailure(state.history, meaning === 'maintenance');
  }
  if (meaning === 'rejection') state.rejections += 1;
  else state.rejections = 0;
  options.onFailure?.(error, state.failures);
  if (!state.lastStatus && isNotThere(state, options)) return ended('refused', error);
  const isGivenUp = state.failing.leftMs(MAX_FAILING_MS) <= 0;
  if (!isGivenUp && (state.lastStatus || !isUnreachable(reply, options))) return undefined;
  const gaveUp = state.failures > 1 && `Gave up after ${state.failures} failed polls in a row.`;
  const message = joinPieces(' ', [error.message, gaveUp]);
  return ended('timed-out', error.rephrase(message), 'Its status could not be read.');
}

/** Whether a testset without any status is taken not to exist. */
function isNotThere({ rejections, notReady }: PollState, { once }: PollOptions): boolean {
  if (rejections >= MAX_REJECTIONS) return true;
  if (once) return notReady.leftMs(NOT_READY_ONCE_MS) <= 0;
  return notReady.leftMs(MAX_NOT_READY_MS) <= 0;
}

/** Whether the first contact with the service failed in a way that a retry cannot change, or that a single poll does not retry. */
function isUnreachable(reply: ServiceFailure, { existed, once }: PollOptions): boolean {
  if (!existed) return false;
  if (FAILURES[reply.kind].poll === 'permanent') return true;
  const { cause } = reply.error;
  return once && cause instanceof NetworkError && cause.kind === 'refused';
}

/** The run was stopped; a testset that this step created is running, one that was given by its identifier may not exist. */
function stopped({ lastStatus, lastError }: PollState, { existed }: PollOptions, reason: StopReason): PollResult {
  const when = existed && !lastStatus && 'before the service returned a status of the testset';
  const outcome = reason === 'cancelled' ? 'cancelled' : 'timed-out';
  return ended(outcome, lastError, `${joinPieces(' ', [capitalize(STOP_WORDS[reason]), when])}.`);
}

function ended(...decision: Parameters<typeof decideEarly>): PollResult {
  return { kind: 'ended', ending: decideEarly(...decision) };
}
