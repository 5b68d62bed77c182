import { formatSeconds } from '../model/words.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import { provesCredentials } from '../service/reply.ts';
import { createFailureTimer, describeRetry, MAX_FAILING_MS } from '../service/retry.ts';
import type { RetryReason } from './classify.ts';

/** How long failing creates are retried while nothing has responded in this step, in milliseconds: the address may be wrong. */
const NEVER_RESPONDED_MS = 5 * 60_000;
/** The same while the host name is not found. */
const NAME_BUDGET_MS = 60_000;

/** How long creates are retried. The creates of a step share it, so that 200 of them do not wait 15 minutes each. */
export type RetryBudget = ReturnType<typeof createRetryBudget>;

/** Creates an unused budget. */
export function createRetryBudget(clock: Pick<Clock, 'now'>, { hasResponded }: Pick<Service, 'hasResponded'>) {
  const failures = createFailureTimer(clock);
  const unknownNames = createFailureTimer(clock);
  return {
    recordFailure: (isNameNotFound: boolean): void => {
      failures.recordFailure();
      if (isNameNotFound) unknownNames.recordFailure();
      else unknownNames.reset();
    },
    /** Starts anew, after a create that was not a failure of the connection. */
    reset: (): void => {
      failures.reset();
      unknownNames.reset();
    },
    /** Whether a retry after `waitMs` would be too late. */
    isExhausted: (waitMs: number): boolean => {
      const limitMs = hasResponded() ? MAX_FAILING_MS : NEVER_RESPONDED_MS;
      return waitMs > Math.min(failures.leftMs(limitMs), unknownNames.leftMs(NAME_BUDGET_MS));
    },
  };
}

/** Waits before a request is sent again, at least as long as `Retry-After` asked; callers share one wait. @returns whether it may be sent */
type SharedWait = (minimumMs: number) => Promise<boolean>;

/** The waits before a retry after a response that rejects the create, by its reason. */
export type RetryWaits = Readonly<Partial<Record<RetryReason, SharedWait>> & Record<'maintenance', SharedWait>>;

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

/** The pauses until a device may be available, in minutes. Only the next create shows whether there is one. */
const DEVICE_PAUSES = [1, 3, 6, 10];
/** The same while the service limits requests: most limits pass within a minute. */
const LIMIT_PAUSES = [1 / 12, 1 / 4, ...DEVICE_PAUSES];

/** Creates the waits of a step. */
export function createWaits(service: Service, runtime: Runtime, projectId: number): RetryWaits {
  return {
    maintenance: createMaintenanceWait(service, runtime, projectId),
    'no-device': createPauses(runtime, 'No free device (4081).', DEVICE_PAUSES),
    limit: createPauses(runtime, 'Too many requests.', LIMIT_PAUSES),
  };
}

/** Checks once a minute with the scenario list whether maintenance is over, for 15 minutes in total. */
function createMaintenanceWait(service: Service, runtime: Runtime, projectId: number): SharedWait {
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
