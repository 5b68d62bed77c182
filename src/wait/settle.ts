import type { ResultSource } from '../model/sources.ts';
import type { Complete, Reason, Results } from '../model/testset.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { withDeadline } from '../runtime/time-limits.ts';
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
  runtime: Runtime,
  first: Complete,
  lookAgain: (limited: Runtime) => Promise<Complete | undefined>,
): Promise<Complete> {
  const [doubt] = changeableDoubts(first);
  if (!doubt) return first;
  const { clock, log, cancelled } = runtime;
  log.info(`Testset ${first.id}: ${doubt.sentence} Looking again every 10 s, for at most 2 min.`);
  const last = await withDeadline(runtime, SETTLE_MS, async (limited) => {
    let pair = first;
    while (changeableDoubts(pair).length > 0) {
      await clock.sleep(PAUSE_MS, limited.signal);
      if (limited.signal.aborted) break;
      const next = await lookAgain(limited);
      if (next) pair = withLostDocuments(next, pair);
    }
    return pair;
  });
  return cancelled.aborted ? { ...last, results: { ...last.results, isCancelled: true } } : last;
}

/** A document that an earlier look had is not absent: it may contradict the others. */
function withLostDocuments(next: Complete, before: Complete): Complete {
  const isThere = ({ documents }: Results, source: ResultSource['source']): boolean =>
    documents.some((each) => each.source === source && each.state !== 'absent');
  const lost = before.results.documents.filter(
    ({ source }) => isThere(before.results, source) && !isThere(next.results, source),
  );
  if (lost.length === 0) return next;
  const others = next.results.documents.filter(({ source }) => !lost.some((each) => each.source === source));
  const documents = [
    ...others,
    ...lost.map((each) => ({ ...each, state: 'unfetched' as const, passed: 0, notPassed: 0, why: '' })),
  ];
  return { ...next, results: { ...next.results, documents } };
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
