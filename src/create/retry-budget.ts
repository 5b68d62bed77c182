import { formatSeconds } from '../model/words.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import { provesCredentials } from '../service/reply.ts';
import { createFailureTimer, describeRetry, MAX_FAILING_MS } from '../service/retry.ts';

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

/**
 * Waits before a request is sent again, or until the run is stopped. Several callers share one wait. @returns `false` if it may not be sent
 * again
 *
 * @param minimumMs the least time to wait, from `Retry-After`, in milliseconds
 */
export type SharedWait = (minimumMs: number) => Promise<boolean>;

function shareWait(wait: SharedWait): SharedWait {
  let waiting: Promise<boolean> | undefined;
  return (minimumMs) => {
    waiting ??= wait(minimumMs).finally(() => {
      waiting = undefined;
    });
    return waiting;
  };
}

/** How long maintenance is waited for in total, and how often it is checked, in milliseconds (docs/design.md §3). */
const MAINTENANCE_BUDGET_MS = 15 * 60_000;
const MAINTENANCE_CHECK_MS = 60_000;

/** Creates a wait for the end of maintenance that checks once a minute with the scenario list, for 15 minutes in total. */
export function createMaintenanceWait(service: Service, runtime: Runtime, projectId: number): SharedWait {
  // Only waiting time counts: an upload between two maintenance periods is not maintenance.
  let waitedMs = 0;
  return shareWait(async (minimumMs) => {
    let waitMs = Math.max(MAINTENANCE_CHECK_MS, minimumMs);
    while (waitedMs + waitMs <= MAINTENANCE_BUDGET_MS) {
      runtime.log.info(`The service is under maintenance. Next check in ${formatSeconds(waitMs)}.`);
      waitedMs += waitMs;
      await runtime.clock.sleep(waitMs, runtime.signal);
      if (runtime.signal.aborted) return true;
      const reply = await service.fetchScenarios({ projectId }, runtime.signal);
      if (reply.kind === 'value' || provesCredentials(reply)) return true;
      // A page of a firewall says nothing about the service.
      if (reply.kind === 'unauthorized' && reply.error.rejection) return true;
      waitMs = Math.max(MAINTENANCE_CHECK_MS, reply.retryAfterMs);
    }
    return false;
  });
}

/** The pauses until a device may be available, in minutes. Only the next create shows whether there is one. */
const DEVICE_PAUSES = [1, 3, 6, 10];
/** The same while the service limits requests: most limits pass within a minute. */
const LIMIT_PAUSES = [1 / 12, 1 / 4, ...DEVICE_PAUSES];

/** Creates a wait after code 4081. */
export function createDeviceWait(runtime: Runtime): SharedWait {
  return createPauses(runtime, 'No free device (4081).', DEVICE_PAUSES);
}

/** Creates a wait after 425 and 429. */
export function createLimitWait(runtime: Runtime): SharedWait {
  return createPauses(runtime, 'Too many requests.', LIMIT_PAUSES);
}

/** Creates a wait that uses each pause once in a step. */
function createPauses(runtime: Runtime, why: string, pauses: readonly number[]): SharedWait {
  const left = [...pauses];
  return shareWait(async (minimumMs) => {
    const minutes = left.shift();
    if (minutes === undefined) return false;
    const waitMs = Math.max(minutes * 60_000, minimumMs);
    runtime.log.info(`${why} No testset was created. ${describeRetry(waitMs, runtime)}`);
    if (waitMs >= runtime.timeLeftMs()) return false;
    await runtime.clock.sleep(waitMs, runtime.signal);
    return true;
  });
}
