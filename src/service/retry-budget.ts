import { formatSeconds } from '../model/words.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from './client.ts';
import { MAINTENANCE } from './error-codes.ts';
import { requestedDelayMs } from './reply.ts';

/** For how long creates are tried again that fail on their way, from the first failure on, in milliseconds (docs/design.md §3). */
const BUDGET_MS = 15 * 60_000;
/** A name that is not found again and again for so long does not exist, in milliseconds. */
const NAME_BUDGET_MS = 60_000;

/**
 * A time in which no create gets through. The creates of a step share it: two hundred of them must not wait for a quarter of an hour each,
 * one after the other.
 */
export interface RetryBudget {
  /** A create failed; `nameless`: because the service's name was not found. */
  recordFailure(nameless: boolean): void;
  /** A create came to its end. */
  reset(): void;
  /** Whether another try after `waitMs` would be too late. */
  isExhausted(waitMs: number): boolean;
}

/** No failure has been seen yet. */
export function createRetryBudget(clock: Pick<Clock, 'now'>): RetryBudget {
  let since: number | undefined;
  let namelessSince: number | undefined;
  const isOver = (from: number | undefined, waitMs: number, budgetMs: number): boolean =>
    from !== undefined && clock.now() - from + waitMs > budgetMs;
  return {
    recordFailure: (nameless) => {
      since ??= clock.now();
      namelessSince = nameless ? (namelessSince ?? clock.now()) : undefined;
    },
    reset: () => {
      since = namelessSince = undefined;
    },
    isExhausted: (waitMs) => isOver(since, waitMs, BUDGET_MS) || isOver(namelessSince, waitMs, NAME_BUDGET_MS),
  };
}

/** How long maintenance is waited for in all, and how often the service is asked meanwhile, in milliseconds (docs/design.md §3). */
const MAINTENANCE_BUDGET_MS = 15 * 60_000;
const LOOK_MS = 60_000;

/**
 * Waits for maintenance to end; resolves to `false` when that would take more than a quarter of an hour in all.
 *
 * @param askedMs how long the service wants to be left alone at least, in milliseconds
 */
export type MaintenanceWait = (askedMs: number) => Promise<boolean>;

/**
 * Looks once a minute, with a question that costs nothing, whether the service answers again. Whoever asks while another waits waits with
 * it: the minutes and the requests are spent once, however many testsets are held up.
 */
export function createMaintenanceWait(service: Service, runtime: Runtime, projectId: number): MaintenanceWait {
  // Counted is what was waited, not what passed: a long upload between two times of maintenance is no maintenance.
  let waitedMs = 0;
  let waiting: Promise<boolean> | undefined;
  const wait = async (askedMs: number): Promise<boolean> => {
    let waitMs = Math.max(LOOK_MS, askedMs);
    while (waitedMs + waitMs <= MAINTENANCE_BUDGET_MS) {
      runtime.log.info(`The service is under maintenance. Next check in ${formatSeconds(waitMs)}.`);
      waitedMs += waitMs;
      await runtime.clock.sleep(waitMs, runtime.signal);
      if (runtime.signal.aborted) return true;
      const reply = await service.scenarios({ projectId }, runtime.signal);
      if (reply.kind === 'ok' || (reply.kind === 'code' && reply.envelope.code !== MAINTENANCE)) return true;
      waitMs = Math.max(LOOK_MS, requestedDelayMs(reply));
    }
    return false;
  };
  return (askedMs) => {
    waiting ??= wait(askedMs).finally(() => {
      waiting = undefined;
    });
    return waiting;
  };
}
