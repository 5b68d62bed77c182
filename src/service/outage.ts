import type { Clock } from '../clock.ts';

/** For how long creates are tried again that fail on their way, from the first failure on, in milliseconds (docs/design.md §3). */
const BUDGET_MS = 15 * 60_000;
/** A name that is not found again and again for so long does not exist, in milliseconds. */
const NAME_BUDGET_MS = 60_000;

/**
 * A time in which no create gets through. The creates of a step share it: two hundred of them must not wait for a quarter of an hour each,
 * one after the other.
 */
export interface Outage {
  /** A create failed; `nameless`: because the service's name was not found. */
  failed(nameless: boolean): void;
  /** A create came to its end. */
  ended(): void;
  /** Whether another try after `waitMs` would be too late. */
  exhausted(waitMs: number): boolean;
}

/** No failure has been seen yet. */
export function createOutage(clock: Pick<Clock, 'now'>): Outage {
  let since: number | undefined;
  let namelessSince: number | undefined;
  const isOver = (from: number | undefined, waitMs: number, budgetMs: number): boolean =>
    from !== undefined && clock.now() - from + waitMs > budgetMs;
  return {
    failed: (nameless) => {
      since ??= clock.now();
      namelessSince = nameless ? (namelessSince ?? clock.now()) : undefined;
    },
    ended: () => {
      since = namelessSince = undefined;
    },
    exhausted: (waitMs) => isOver(since, waitMs, BUDGET_MS) || isOver(namelessSince, waitMs, NAME_BUDGET_MS),
  };
}
