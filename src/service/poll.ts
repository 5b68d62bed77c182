import type { Clock } from '../runtime/clock.ts';
import type { TestsetError } from '../model/errors.ts';
import { withExtraTime } from '../runtime/time-limits.ts';
import { stopReason, type Runtime } from '../runtime/runtime.ts';
import type { Service } from './client.ts';
import { afterCounts, afterFailure, pollDelayMs, NO_POLLS, type PollHistory } from './poll-delay.ts';
import { explain } from './explain.ts';
import { FAILING_MS, isPermanent, isMaintenance, isNotReady, NOT_READY_MS, requestedDelayMs } from './reply.ts';
import { isUnauthorized, type ServiceFailure, type ServiceReply } from './reply.ts';
import type { Status } from './wire.ts';

/** How the wait for one testset ended, with the last status that was heard. */
export type PollResult =
  | { readonly kind: 'complete'; readonly status: Status }
  | {
      readonly kind: 'running';
      readonly why: 'polled-once' | 'deadline' | 'failing' | 'cancelled';
      readonly status?: Status;
      readonly error?: TestsetError;
    }
  | { readonly kind: 'refused'; readonly status?: Status; readonly error: TestsetError };

/** What is waited for, and how. */
export interface PollOptions {
  readonly testsetId: number;
  /** How many unit tests the create announced; 0 when unknown. */
  readonly unitTests: number;
  /** Whether the testset may be complete already, so that the first look comes at once. */
  readonly pollImmediately: boolean;
  /** End with the first status instead of waiting for completion. */
  readonly once: boolean;
  readonly onStatus: (status: Status) => void;
  readonly onFailure: (error: TestsetError, failures: number) => void;
}

/** An error code that no good answer came before ends the wait when it was said so often in a row (docs/design.md §4). */
const MOST_REFUSALS = 3;
/** The look that is taken when the deadline has come must not hold up the end, in milliseconds. */
const LAST_LOOK_MS = 3_000;

interface State {
  readonly watch: PollHistory;
  readonly lastStatus: Status | undefined;
  /** When the present row of failures began, on the clock's scale. */
  readonly failingSince: number | undefined;
  /** Looks in a row that brought no status. */
  readonly failedLooks: number;
  /** How many of the last of them said that there is no such thing. */
  readonly refusals: number;
  /** Why the last look brought none; absent after one that did. */
  readonly lastError: TestsetError | undefined;
}

const NO_FAILURE = { failingSince: undefined, failedLooks: 0, refusals: 0, lastError: undefined } as const;

/** Looks at a testset until it is complete, or until there is a reason to stop. Nothing is thrown. */
export async function pollTestset(service: Service, runtime: Runtime, plan: PollOptions): Promise<PollResult> {
  const { clock, signal } = runtime;
  const began = clock.now();
  let state: State = {
    watch: { ...NO_POLLS, remaining: plan.unitTests || 1 },
    lastStatus: undefined,
    ...NO_FAILURE,
  };
  if (!plan.pollImmediately)
    await clock.sleep(
      pollDelayMs(state.watch, 0, () => clock.random()),
      signal,
    );
  for (;;) {
    if (stopReason(runtime) === 'cancelled') return stillRunning(state, 'cancelled');
    const last = signal.aborted;
    const reply = await look(service, runtime, plan, last);
    const step = take(state, reply, plan, clock);
    if ('ending' in step) return step.ending;
    state = step.state;
    if (last) return stillRunning(state, 'deadline');
    await clock.sleep(
      pollDelayMs(state.watch, clock.now() - began, () => clock.random()),
      signal,
    );
  }
}

/** One look. The one at the deadline has a few seconds of its own. */
async function look(
  service: Service,
  runtime: Runtime,
  plan: PollOptions,
  last: boolean,
): Promise<ServiceReply<Status>> {
  if (!last) return service.status(plan.testsetId, runtime.signal);
  return withExtraTime(runtime, LAST_LOOK_MS, (signal) => service.status(plan.testsetId, signal));
}

type Step = { readonly ending: PollResult } | { readonly state: State };

function take(state: State, reply: ServiceReply<Status>, plan: PollOptions, clock: Clock): Step {
  if (reply.kind === 'ok') return takeStatus(state, reply.value, plan);
  if (reply.kind === 'no-response' && reply.error.kind === 'stopped') return { state };
  return takeFailure(state, reply, plan, clock.now());
}

function takeFailure(state: State, reply: ServiceFailure, plan: PollOptions, now: number): Step {
  const error = explain(reply, `the status of testset ${plan.testsetId}`);
  const known = state.lastStatus ? { status: state.lastStatus } : {};
  if (isUnauthorized(reply)) return { ending: { kind: 'refused', error, ...known } };

  const failedLooks = state.failedLooks + 1;
  const failingSince = state.failingSince ?? now;
  const refusals = isNotReady(reply) || isPermanent(reply) ? state.refusals + 1 : 0;
  plan.onFailure(error, failedLooks);
  if (!state.lastStatus && isUnknownHere(reply, refusals, now - failingSince, plan.once)) {
    return { ending: { kind: 'refused', error } };
  }
  if (now - failingSince >= FAILING_MS) return { ending: { kind: 'running', why: 'failing', error, ...known } };
  return {
    state: { ...state, watch: watchAfter(state.watch, reply), failingSince, failedLooks, refusals, lastError: error },
  };
}

/** Whether a testset that never gave a status is taken for one that is not there. */
function isUnknownHere(reply: ServiceFailure, refusals: number, silentMs: number, once: boolean): boolean {
  if (isNotReady(reply) && !once) return silentMs >= NOT_READY_MS;
  return refusals >= MOST_REFUSALS;
}

function watchAfter(watch: PollHistory, reply: ServiceFailure): PollHistory {
  if (isNotReady(reply)) return { ...NO_POLLS, done: watch.done, retryAfterMs: requestedDelayMs(reply) };
  return afterFailure(watch, isMaintenance(reply), requestedDelayMs(reply));
}

function takeStatus(state: State, status: Status, plan: PollOptions): Step {
  plan.onStatus(status);
  if (status.complete) return { ending: { kind: 'complete', status } };
  if (plan.once) return { ending: { kind: 'running', why: 'polled-once', status } };
  return {
    state: { watch: afterCounts(state.watch, status.counts), lastStatus: status, ...NO_FAILURE },
  };
}

function stillRunning(state: State, why: 'deadline' | 'cancelled'): PollResult {
  const { lastStatus, lastError } = state;
  return { kind: 'running', why, ...(lastStatus && { status: lastStatus }), ...(lastError && { error: lastError }) };
}
