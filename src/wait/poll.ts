import { hasNoneStarted, unfinishedCount } from '../model/counts.ts';
import type { TestsetError } from '../model/errors.ts';
import { decideEarly, type Decision, type Origin, type Reason, type Status } from '../model/testset.ts';
import { capitalize, joinPieces, pluralize } from '../model/words.ts';
import type { Clock } from '../runtime/clock.ts';
import { stopReason, STOP_WORDS, type Runtime, type StopReason } from '../runtime/runtime.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import type { Service } from '../service/client.ts';
import { FAILURES } from '../service/failures.ts';
import { NetworkError } from '../service/http/network-error.ts';
import type { ServiceFailure, ServiceReply } from '../service/reply.ts';
import { createFailureTimer, MAX_FAILING_MS, MAX_NOT_READY_MS, NOT_READY_WITHOUT_WAIT_MS } from '../service/retry.ts';
import { afterCounts, afterFailure, afterNotReady, pollDelayMs, NO_POLLS, type PollPace } from './poll-delay.ts';

/** What the polling of one testset came to. `ended`: all its devices have; its status may be `Running` all the same. */
type PollResult =
  { readonly kind: 'ended'; readonly status: Status } | { readonly kind: 'unfinished'; readonly ending: Decision };

/** Which testset to poll, and how. */
export interface PollOptions {
  readonly testsetId: number;
  /** Number of devices that the create announced; 0 if unknown. */
  readonly announcedDevices: number;
  /** Who created it: if not this step, it may be complete, and the first poll may be the first contact with the service. */
  readonly origin: Origin;
  /** End with the first status instead of waiting for completion. */
  readonly once: boolean;
  readonly onStatus?: (status: Status) => void;
  readonly onFailure?: (error: TestsetError, failures: number) => void;
}

/** Rejections in a row after which a testset without any status is taken not to exist (docs/design.md §4). */
const MAX_REJECTIONS = 3;
/** Time for the last poll, at the deadline, in milliseconds. */
const LAST_POLL_MS = 3_000;
/** How long to wait for `Complete` after all devices have ended before the results are requested, in milliseconds. */
const QUIET_MS = 5 * 60_000;

type PollState = ReturnType<typeof startState> & { lastError?: TestsetError };

/** All numbers are of polls in a row, up to the last one. */
function startState(clock: Clock, pace: PollPace, lastStatus?: Status) {
  const [failing, notReady] = [createFailureTimer(clock), createFailureTimer(clock)];
  return { pace, lastStatus, failures: 0, failing, rejections: 0, notReady };
}

/**
 * Returns a function that polls a testset until it is complete, all devices have ended and nothing has changed for five minutes, or there is
 * a reason to stop. To go on, call it again. It never throws.
 */
export function createPolling(service: Service, runtime: Runtime, options: PollOptions): () => Promise<PollResult> {
  const { clock, signal } = runtime;
  const { testsetId, announcedDevices, once } = options;
  let state: PollState = startState(clock, { ...NO_POLLS, remaining: announcedDevices || 1 });
  let quietSince = clock.now();
  let pollsAtOnce = options.origin !== 'created';
  const poll = (): Promise<ServiceReply<Status>> => {
    if (!signal.aborted) return service.fetchStatus(testsetId, signal);
    return withTimeout(runtime, { ms: LAST_POLL_MS, from: signal }, (late) => service.fetchStatus(testsetId, late));
  };
  return async () => {
    for (;;) {
      if (!pollsAtOnce) await clock.sleep(pollDelayMs(state.pace, clock), signal);
      pollsAtOnce = false;
      if (stopReason(runtime) === 'cancelled') return stopped(state, options, 'cancelled');
      const isLast = signal.aborted;
      const reply = await poll();
      if (reply.kind === 'value') {
        const status = reply.value;
        options.onStatus?.(status);
        if (status.state === 'complete') return { kind: 'ended', status };
        if (once) return unfinished('started');
        if (!hasEnded(status, announcedDevices) || hasChanged(state.lastStatus, status)) quietSince = clock.now();
        state = startState(clock, afterCounts(state.pace, status.counts), status);
        // After the last poll no time is left for results.
        if (!isLast && clock.now() - quietSince >= QUIET_MS) {
          quietSince = clock.now();
          return { kind: 'ended', status };
        }
      } else if (reply.kind !== 'stopped') {
        const end = recordFailure(state, reply, options);
        if (end) return end;
      }
      if (isLast) return stopped(state, options, 'deadline');
    }
  };
}

/** Whether the testset is complete, or `Running` although every device has ended. Another word may mean that devices were given up. */
export function hasEnded(status: Status, announcedDevices: number): boolean {
  return status.state === 'complete' || (status.state === 'running' && haveDevicesEnded(status, announcedDevices));
}

function haveDevicesEnded({ counts, active, missingFields }: Status, announcedDevices: number): boolean {
  const isCertain = active === 0 && missingFields.length === 0;
  return isCertain && counts.total >= Math.max(1, announcedDevices) && unfinishedCount(counts) === 0;
}

function hasChanged(before: Status | undefined, { counts }: Status): boolean {
  return (['pass', 'fail', 'error', 'stop'] as const).some((kind) => counts[kind] !== before?.counts[kind]);
}

/** Updates the state after a failed poll. @returns how the polling ended, if this failure ends it */
function recordFailure(state: PollState, reply: ServiceFailure, options: PollOptions): PollResult | undefined {
  const { error } = reply;
  const meaning = FAILURES[reply.kind].poll;
  // One that this step created or resumes exists. Then a 401 or 403 proves no wrong credentials: a firewall may send one.
  const mayNotExist = !state.lastStatus && options.origin === 'attached';
  if (meaning === 'rejected' && mayNotExist) return unfinished('rejected', error);

  state.lastError = error;
  state.failures += 1;
  state.failing.recordFailure();
  if (meaning === 'not-ready') {
    state.notReady.recordFailure();
    state.pace = afterNotReady(state.pace);
  } else {
    state.notReady.reset();
    state.pace = afterFailure(state.pace, meaning === 'maintenance');
  }
  state.rejections = meaning === 'rejection' ? state.rejections + 1 : 0;
  options.onFailure?.(error, state.failures);
  const notReadyMs = options.once ? NOT_READY_WITHOUT_WAIT_MS : MAX_NOT_READY_MS;
  const isNotThere = state.rejections >= MAX_REJECTIONS || state.notReady.leftMs(notReadyMs) <= 0;
  if (mayNotExist && isNotThere) return unfinished('rejected', error);
  const isGivenUp = state.failing.leftMs(MAX_FAILING_MS) <= 0;
  if (!isGivenUp && (state.lastStatus || !isUnreachable(reply, options))) return undefined;
  const gaveUp = state.failures > 1 && `Gave up after ${state.failures} failed polls in a row.`;
  const message = joinPieces(' ', [error.message, gaveUp]);
  return unfinished('timed-out', error.rephrase(message), 'Its status could not be read.');
}

/** Whether the first contact with the service failed in a way that a retry cannot change, or that a single poll does not retry. */
function isUnreachable(reply: ServiceFailure, options: PollOptions): boolean {
  if (options.origin === 'created') return false;
  if (FAILURES[reply.kind].poll === 'permanent') return true;
  const { cause } = reply.error;
  return options.once && cause instanceof NetworkError && cause.kind === 'refused';
}

/** The run was stopped; a testset that this step created is running, one that was given by its identifier may not exist. */
function stopped({ lastStatus, lastError, failures }: PollState, options: PollOptions, reason: StopReason): PollResult {
  const outcome = reason === 'cancelled' ? 'cancelled' : 'timed-out';
  if (lastStatus) {
    const ending = decideEarly(outcome, failures < 2 ? undefined : lastError);
    return { kind: 'unfinished', ending: { ...ending, reasons: [...ending.reasons, ...whyOpen(lastStatus, options)] } };
  }
  const early = `${capitalize(STOP_WORDS[reason])} before the service returned a status of the testset.`;
  return options.origin === 'created' ? unfinished(outcome, lastError) : unfinished(outcome, lastError, early);
}

/** What the last status says of a testset that is not complete, beside how many devices have ended. */
function whyOpen(status: Status, { announcedDevices }: PollOptions): readonly Reason[] {
  const { counts, word } = status;
  if (hasNoneStarted(counts))
    return [{ kind: 'cause', sentence: 'Devices that do not start may be in use by other runs, or offline.' }];
  if (!haveDevicesEnded(status, announcedDevices)) return [];
  const devices = counts.total === 1 ? 'the device' : `all ${pluralize(counts.total, 'device')}`;
  return [{ kind: 'contradiction', words: `${devices} ended, status "${word}"`, hasNumber: true }];
}

function unfinished(...decision: Parameters<typeof decideEarly>): PollResult {
  return { kind: 'unfinished', ending: decideEarly(...decision) };
}
