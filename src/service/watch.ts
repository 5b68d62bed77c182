import type { Clock } from '../clock.ts';
import type { TestsetError } from '../errors.ts';
import type { Gate } from '../gate.ts';
import { graceAfterDeadline } from '../grace.ts';
import type { World } from '../world.ts';
import type { Service } from './client.ts';
import { MAINTENANCE, NO_DATA, STILL_RUNNING } from './codes.ts';
import { afterCounts, afterFailure, delayMs, FIRST_WATCH, type Watch } from './delay.ts';
import { explain } from './explain.ts';
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
export interface Errand {
  readonly testsetId: number;
  /** How many unit tests the create announced; 0 when unknown. */
  readonly unitTests: number;
  /** Whether the testset may be complete already, so that the first look comes at once. */
  readonly lookAtOnce: boolean;
  /** End with the first status heard instead of waiting for completion. */
  readonly once: boolean;
  /** Bounds the looks of all testsets together. */
  readonly gate: Gate;
  readonly onStatus: (status: Status) => void;
  readonly onFailure: (error: TestsetError, failures: number) => void;
}

/** Looks may fail in a row for this long, in milliseconds (CONTRACT: `timed-out`). */
const FAILING_MS = 15 * 60_000;
/** A testset of which nothing is known may be without data for this long, in milliseconds. */
const NOT_READY_MS = 10 * 60_000;
/** An error code that no good answer came before ends the wait after so many looks. */
const STRANGER_TRIES = 3;
/** The look that is taken when the deadline has come must not hold up the end, in milliseconds. */
const LAST_LOOK_MS = 3_000;

interface State {
  readonly watch: Watch;
  readonly heard: Status | undefined;
  /** When the present row of failures began, on the clock's scale. */
  readonly failingSince: number | undefined;
  /** Looks in a row that brought no status. */
  readonly failedLooks: number;
}

/** Looks at a testset until it is complete, or until there is a reason to stop. Nothing is thrown. */
export async function watchTestset(service: Service, world: World, errand: Errand): Promise<Ending> {
  const { clock, signal } = world;
  const began = clock.now();
  let state: State = {
    watch: { ...FIRST_WATCH, remaining: errand.unitTests || 1 },
    heard: undefined,
    failingSince: undefined,
    failedLooks: 0,
  };
  if (!errand.lookAtOnce)
    await clock.sleep(
      delayMs(state.watch, 0, () => clock.random()),
      signal,
    );
  for (;;) {
    if (signal.aborted && signal.reason !== 'deadline') return cut(state, 'cancelled');
    const last = signal.aborted;
    const reply = await look(service, world, errand, last);
    const step = take(state, reply, errand, clock);
    if ('ending' in step) return step.ending;
    state = step.state;
    if (last) return cut(state, 'deadline');
    await clock.sleep(
      delayMs(state.watch, clock.now() - began, () => clock.random()),
      signal,
    );
  }
}

/** One look. The one at the deadline has a few seconds of its own. */
async function look(service: Service, world: World, errand: Errand, last: boolean): Promise<Reply<Status>> {
  if (!last) return errand.gate(() => service.status(errand.testsetId, world.signal));
  const grace = graceAfterDeadline(world, LAST_LOOK_MS);
  try {
    return await service.status(errand.testsetId, grace.signal);
  } finally {
    grace.done();
  }
}

type Step = { readonly ending: Ending } | { readonly state: State };

function take(state: State, reply: Reply<Status>, errand: Errand, clock: Clock): Step {
  if (reply.kind === 'ok') return takeStatus(state, reply.value, errand);
  if (reply.kind === 'silence' && reply.fault.kind === 'stopped') return { state };
  return takeFailure(state, reply, errand, clock.now());
}

function takeFailure(state: State, reply: Refusal, errand: Errand, now: number): Step {
  const error = explain(reply, `the status of testset ${errand.testsetId}`);
  const known = state.heard ? { status: state.heard } : {};
  if (isDenied(reply)) return { ending: { kind: 'refused', error, ...known } };

  const failedLooks = state.failedLooks + 1;
  const failingSince = state.failingSince ?? now;
  errand.onFailure(error, failedLooks);
  if (!state.heard && isStranger(reply, failedLooks, now - failingSince, errand.once)) {
    return { ending: { kind: 'refused', error } };
  }
  if (now - failingSince >= FAILING_MS) return { ending: { kind: 'running', why: 'failing', error, ...known } };
  return { state: { ...state, watch: watchAfter(state.watch, reply), failingSince, failedLooks } };
}

/** Whether a testset that never gave a status is taken for one that is not there. */
function isStranger(reply: Refusal, failedLooks: number, silentMs: number, once: boolean): boolean {
  if (isNotReady(reply) && !once) return silentMs >= NOT_READY_MS;
  return isDefinite(reply) && failedLooks >= STRANGER_TRIES;
}

function watchAfter(watch: Watch, reply: Refusal): Watch {
  if (isNotReady(reply)) return { ...FIRST_WATCH, done: watch.done };
  const maintenance = reply.kind === 'code' && reply.envelope.code === MAINTENANCE;
  return afterFailure(watch, maintenance, reply.kind === 'silence' ? 0 : (reply.retryAfterMs ?? 0));
}

function takeStatus(state: State, status: Status, errand: Errand): Step {
  errand.onStatus(status);
  if (status.complete) return { ending: { kind: 'complete', status } };
  if (errand.once) return { ending: { kind: 'running', why: 'asked-once', status } };
  return {
    state: { watch: afterCounts(state.watch, status.counts), heard: status, failingSince: undefined, failedLooks: 0 },
  };
}

/** The service knows the testset but has nothing to tell yet (DESIGN §4: 6003 counts as not ready). */
function isNotReady(reply: Refusal): boolean {
  return reply.kind === 'code' && [NO_DATA, STILL_RUNNING].includes(reply.envelope.code);
}

/** An answer that will hardly change by asking again: an error code, or a status that blames the request. */
function isDefinite(reply: Refusal): boolean {
  if (reply.kind === 'code') return reply.envelope.code !== MAINTENANCE;
  return (
    reply.kind === 'status' && reply.status >= 300 && reply.status < 500 && ![408, 425, 429].includes(reply.status)
  );
}

function cut(state: State, why: 'deadline' | 'cancelled'): Ending {
  return { kind: 'running', why, ...(state.heard ? { status: state.heard } : {}) };
}
