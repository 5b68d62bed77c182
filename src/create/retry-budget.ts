import { formatSeconds } from '../model/words.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import { provesCredentials } from '../service/reply.ts';
import { createFailureTimer, MAX_FAILING_MS } from '../service/retry.ts';

/** How long failing creates are retried while nothing has responded in this step, in milliseconds: the address may be wrong. */
const NEVER_RESPONDED_MS = 5 * 60_000;
/** The same while the host name is not found. */
const NAME_BUDGET_MS = 60_000;

/** How long creates are retried. The creates of a step share it, so that 200 of them do not wait 15 minutes each. */
export interface RetryBudget {
  recordFailure(isNameNotFound: boolean): void;
  /** Starts anew, after a create that was not a failure of the connection. */
  reset(): void;
  /** Whether a retry after `waitMs` would be too late. */
  isExhausted(waitMs: number): boolean;
}

/** Creates an unused budget. */
export function createRetryBudget(
  clock: Pick<Clock, 'now'>,
  { hasResponded }: Pick<Service, 'hasResponded'>,
): RetryBudget {
  const failures = createFailureTimer(clock);
  const unknownNames = createFailureTimer(clock);
  return {
    recordFailure: (isNameNotFound) => {
      failures.recordFailure();
      if (isNameNotFound) unknownNames.recordFailure();
      else unknownNames.reset();
    },
    reset: () => {
      failures.reset();
      unknownNames.reset();
    },
    isExhausted: (waitMs) => {
      const limitMs = hasResponded() ? MAX_FAILING_MS : NEVER_RESPONDED_MS;
      return waitMs > Math.min(failures.leftMs(limitMs), unknownNames.leftMs(NAME_BUDGET_MS));
    },
  };
}

/** How long maintenance is waited for in total, and how often it is checked, in milliseconds (docs/design.md §3). */
const MAINTENANCE_BUDGET_MS = 15 * 60_000;
const MAINTENANCE_CHECK_MS = 60_000;

/**
 * Waits until maintenance is over, or the run is stopped. @returns `false` if that takes more than 15 minutes in total
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
      if (reply.kind === 'value' || provesCredentials(reply)) return true;
      // A page of a firewall says nothing about the service.
      if (reply.kind === 'unauthorized' && reply.error.rejection) return true;
      waitMs = Math.max(MAINTENANCE_CHECK_MS, reply.retryAfterMs);
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
