import type { Complete, Reason } from '../model/testset.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { findDoubts } from '../verdict/decide.ts';

/** For how long status and results may contradict each other, and the pause between two looks, in milliseconds. */
const SETTLE_MS = 2 * 60_000;
const PAUSE_MS = 10_000;

/**
 * Looks at a testset again while its status and results contradict each other or themselves: a service may write them to different stores
 * (docs/design.md §4). Never fails.
 *
 * @param lookAgain reads status and results anew; `undefined` if that failed
 * @returns the last pair of them; the first one, at once, if it leaves no doubt
 */
export async function settle(
  { clock, log, signal, cancelled }: Pick<Runtime, 'clock' | 'log' | 'signal' | 'cancelled'>,
  first: Complete,
  lookAgain: () => Promise<Complete | undefined>,
): Promise<Complete> {
  const [doubt] = changeableDoubts(first);
  if (!doubt) return first;
  log.info(`Testset ${first.id}: ${doubt.sentence} Looking again every 10 s, for at most 2 min.`);
  const endsAt = clock.now() + SETTLE_MS;
  let last = first;
  while (changeableDoubts(last).length > 0 && clock.now() + PAUSE_MS <= endsAt) {
    await clock.sleep(PAUSE_MS, signal);
    if (cancelled.aborted) return { ...last, results: { ...last.results, isCancelled: true } };
    if (signal.aborted) return last;
    last = (await lookAgain()) ?? last;
  }
  return last;
}

/** Whether it is known how the devices of a testset ended. */
export function isCertain(testset: Complete): boolean {
  return !testset.results.isCancelled && findDoubts(testset, 1).length === 0;
}

/** Results that could not be fetched have been requested for long enough. */
function changeableDoubts(testset: Complete): readonly Reason[] {
  const { problem, isCancelled } = testset.results;
  return problem || isCancelled ? [] : findDoubts(testset, 1);
}
