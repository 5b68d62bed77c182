import type { Counts } from '../counts.ts';
import type { Host } from '../host.ts';

/** Shows the counts of all testsets together, and the identifiers of those that are known. */
export type ShowLive = (counts: Counts, testsetIds: readonly number[]) => void;

/** Returns the function that shows progress in the check run; it does nothing where there is none. */
export async function openLiveCheck({ checkRun }: Pick<Host, 'checkRun'>): Promise<ShowLive> {
  if (!checkRun) return () => undefined;
  const { liveText } = await import('../report/check-run.ts');
  return (counts, testsetIds) => {
    checkRun.update(liveText(counts, testsetIds));
  };
}
