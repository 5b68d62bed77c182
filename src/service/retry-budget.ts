import { formatSeconds } from '../model/words.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from './client.ts';
import { isMaintenance } from './reply.ts';

/** How long failing creates are retried, from the first failure, in milliseconds (docs/design.md §3). */
const BUDGET_MS = 15 * 60_000;
/** The same while there was no response at all in this step: the address may be wrong. */
const NEVER_REACHED_MS = 5 * 60_000;
/** The same while the host name is not found. */
const NAME_BUDGET_MS = 60_000;

/** How long creates are retried. The creates of a step share it, so that 200 of them do not wait 15 minutes each. */
export interface RetryBudget {
  /** @param what what failed: the search for the host name, the connection, or a request that got a response */
  recordFailure(what: 'name' | 'connection' | 'response'): void;
  /** Starts anew, after any response that is not a failed create. */
  reset(): void;
  /** Whether a retry after `waitMs` would be too late. */
  isExhausted(waitMs: number): boolean;
}

/** Creates an unused budget. */
export function createRetryBudget(clock: Pick<Clock, 'now'>): RetryBudget {
  let failingSince: number | undefined;
  let nameNotFoundSince: number | undefined;
  let wasReached = false;
  const isOver = (since: number | undefined, waitMs: number, budgetMs: number): boolean =>
    since !== undefined && clock.now() - since + waitMs > budgetMs;
  return {
    recordFailure: (what) => {
      failingSince ??= clock.now();
      nameNotFoundSince = what === 'name' ? (nameNotFoundSince ?? clock.now()) : undefined;
      wasReached ||= what === 'response';
    },
    reset: () => {
      failingSince = nameNotFoundSince = undefined;
      wasReached = true;
    },
    isExhausted: (waitMs) =>
      isOver(failingSince, waitMs, wasReached ? BUDGET_MS : NEVER_REACHED_MS) ||
      isOver(nameNotFoundSince, waitMs, NAME_BUDGET_MS),
  };
}

/** How long maintenance is waited for in total, and how often it is checked, in milliseconds (docs/design.md §3). */
const MAINTENANCE_BUDGET_MS = 15 * 60_000;
const MAINTENANCE_CHECK_MS = 60_000;

/**
 * Waits until maintenance is over. @returns `false` if that takes more than 15 minutes in total
 *
 * @param minimumMs time until the first check, from `Retry-After`, in milliseconds
 */
export type MaintenanceWait = (minimumMs: number) => Promise<boolean>;

/** Creates a wait that checks once a minute with the scenario list. Several callers share one wait and its requests. */
export function createMaintenanceWait(service: Service, runtime: Runtime, projectId: number): MaintenanceWait {
  // Only waiting time counts: an upload between two maintenance periods is not maintenance.
  let waitedMs = 0;
  let waiting: Promise<boolean> | undefined;
  const wait = async (minimumMs: number): Promise<boolean> => {
    let waitMs = Math.max(MAINTENANCE_CHECK_MS, minimumMs);
    while (waitedMs + waitMs <= MAINTENANCE_BUDGET_MS) {
      runtime.log.info(`The service is under maintenance. Next check in ${formatSeconds(waitMs)}.`);
      waitedMs += waitMs;
      await runtime.clock.sleep(waitMs, runtime.signal);
      if (runtime.signal.aborted) return true;
      const reply = await service.scenarios({ projectId }, runtime.signal);
      const isOver = reply.kind === 'code' ? !isMaintenance(reply) : reply.kind === 'status' && reply.isEnvelope;
      if (reply.kind === 'ok' || isOver) return true;
      waitMs = Math.max(MAINTENANCE_CHECK_MS, reply.retryAfterMs ?? 0);
    }
    return false;
  };
  return (minimumMs) => {
    waiting ??= wait(minimumMs).finally(() => {
      waiting = undefined;
    });
    return waiting;
  };
}

/** What the requests before the wait share: how long they are retried, and one wait for the end of maintenance. */
export interface SharedRetries {
  readonly retryBudget: RetryBudget;
  readonly waitForMaintenance: MaintenanceWait;
}

/** Creates what the requests of a step share. */
export function shareRetries(service: Service, runtime: Runtime, projectId: number): SharedRetries {
  return {
    retryBudget: createRetryBudget(runtime.clock),
    waitForMaintenance: createMaintenanceWait(service, runtime, projectId),
  };
}
