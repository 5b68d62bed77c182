import type { Clock } from '../clock.ts';
import type { TestsetError } from '../errors.ts';
import { withExtraTime } from '../extra-time.ts';
import { earlyEnd, type World } from '../world.ts';
import type { Service } from './client.ts';
import { afterCounts, afterFailure, delayMs, FIRST_WATCH, type Watch } from './delay.ts';
import { explain } from './explain.ts';
import { FAILING_MS, isDefinite, isMaintenance, isNotReady, NOT_READY_MS, pauseMs } from './refusals.ts';
import { isDenied, type Refusal, type Reply } from './reply.ts';
import type { Status } from './wire.ts';

/** How the wait for one testset ended, with the last status that was heard. */
export type Ending =
  | { readonly kind: 'complete'; readonly status: Status }
  | {
      readonly kind: 'running';
      readonly why: 'asked-once' | 'deadline' | 'failing' | 'cancelled';
      readonly status?: Status;
      readonly error?: TestsetError;
    }
  | { readonly kind: 'refused'; readonly status?: Status; readonly error: TestsetError };

/** What is waited for, and how. */
export interface WatchPlan {
  readonly testsetId: number;
  /** How many unit tests the create announced; 0 when unknown. */
  readonly unitTests: number;
  /** Whether the testset may be complete already, so that the first look comes at once. */
  readonly lookAtOnce: boolean;
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
  readonly watch: Watch;
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
export async function watchTestset(service: Service, world: World, plan: WatchPlan): Promise<Ending> {
  const { clock, signal } = world;
  const began = clock.now();
  let state: State = {
    watch: { ...FIRST_WATCH, remaining: plan.unitTests || 1 },
    lastStatus: undefined,
    ...NO_FAILURE,
  };
  if (!plan.lookAtOnce)
    await clock.sleep(
      delayMs(state.watch, 0, () => clock.random()),
      signal,
    );
  for (;;) {
    if (earlyEnd(world) === 'cancelled') return stillRunning(state, 'cancelled');
    const last = signal.aborted;
    const reply = await look(service, world, plan, last);
    const step = take(state, reply, plan, clock);
    if ('ending' in step) return step.ending;
    state = step.state;
    if (last) return stillRunning(state, 'deadline');
    await clock.sleep(
      delayMs(state.watch, clock.now() - began, () => clock.random()),
      signal,
    );
  }
}

/** One look. The one at the deadline has a few seconds of its own. */
async function look(service: Service, world: World, plan: WatchPlan, last: boolean): Promise<Reply<Status>> {
  if (!last) return service.status(plan.testsetId, world.signal);
  return withExtraTime(world, LAST_LOOK_MS, (signal) => service.status(plan.testsetId, signal));
}

type Step = { readonly ending: Ending } | { readonly state: State };

function take(state: State, reply: Reply<Status>, plan: WatchPlan, clock: Clock): Step {
  if (reply.kind === 'ok') return takeStatus(state, reply.value, plan);
  if (reply.kind === 'silence' && reply.fault.kind === 'stopped') return { state };
  return takeFailure(state, reply, plan, clock.now());
}

function takeFailure(state: State, reply: Refusal, plan: WatchPlan, now: number): Step {
  const error = explain(reply, `the status of testset ${plan.testsetId}`);
  const known = state.lastStatus ? { status: state.lastStatus } : {};
  if (isDenied(reply)) return { ending: { kind: 'refused', error, ...known } };

  const failedLooks = state.failedLooks + 1;
  const failingSince = state.failingSince ?? now;
  const refusals = isNotReady(reply) || isDefinite(reply) ? state.refusals + 1 : 0;
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
function isUnknownHere(reply: Refusal, refusals: number, silentMs: number, once: boolean): boolean {
  if (isNotReady(reply) && !once) return silentMs >= NOT_READY_MS;
  return refusals >= MOST_REFUSALS;
}

function watchAfter(watch: Watch, reply: Refusal): Watch {
  if (isNotReady(reply)) return { ...FIRST_WATCH, done: watch.done, retryAfterMs: pauseMs(reply) };
  return afterFailure(watch, isMaintenance(reply), pauseMs(reply));
}

function takeStatus(state: State, status: Status, plan: WatchPlan): Step {
  plan.onStatus(status);
  if (status.complete) return { ending: { kind: 'complete', status } };
  if (plan.once) return { ending: { kind: 'running', why: 'asked-once', status } };
  return {
    state: { watch: afterCounts(state.watch, status.counts), lastStatus: status, ...NO_FAILURE },
  };
}

function stillRunning(state: State, why: 'deadline' | 'cancelled'): Ending {
  const { lastStatus, lastError } = state;
  return { kind: 'running', why, ...(lastStatus && { status: lastStatus }), ...(lastError && { error: lastError }) };
}
