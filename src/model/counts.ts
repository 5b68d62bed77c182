import { keysOf, pluralize } from './words.ts';

/** Devices by how they ended, as the status operation counts them. Whole numbers, 0 or more. */
export interface Counts {
  readonly total: number;
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
  readonly stop: number;
  /** In preparation: they have not started. */
  readonly initializing: number;
}

/** Counts of nothing. */
export const NO_COUNTS: Counts = { total: 0, pass: 0, fail: 0, error: 0, stop: 0, initializing: 0 };

/** How many devices failed, had an error or were stopped. */
export function failureCount({ fail, error, stop }: Counts): number {
  return fail + error + stop;
}

/** How many devices have ended, in whatever way. */
export function endedCount(counts: Counts): number {
  return counts.pass + failureCount(counts);
}

/** How many devices have not ended yet; 0 when the service counts more results than devices. */
export function unfinishedCount(counts: Counts): number {
  return Math.max(0, counts.total - endedCount(counts));
}

/** The sum of all counts of a list. */
export function sumCounts(list: readonly Counts[]): Counts {
  const sum: Record<keyof Counts, number> = { ...NO_COUNTS };
  for (const counts of list) for (const kind of keysOf(NO_COUNTS)) sum[kind] += counts[kind];
  return sum;
}

/** Whether all devices are in preparation. */
export function hasNoneStarted(counts: Counts): boolean {
  return counts.total > 0 && counts.initializing >= counts.total && endedCount(counts) === 0;
}

/** `60 devices` or `3 more devices`; `60 device runs` where several testsets may run on the same device. */
export function countDevices(number: number, testsets: number, adjective = ''): string {
  return pluralize(number, `${adjective} ${testsets > 1 ? 'device run' : 'device'}`.trimStart());
}
