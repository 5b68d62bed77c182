import { XML_STATES } from '../model/results.ts';
import { sentenceOf, type Complete, type Reason } from '../model/testset.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import { findDoubts } from '../verdict/decide.ts';

/** For how long status and results may contradict each other, and the pause between two readings, in milliseconds. */
const SETTLE_MS = 2 * 60_000;
const PAUSE_MS = 10_000;

/**
 * Reads status and results again while they contradict each other or themselves: a service may write them to different stores
 * (docs/design.md §4). Never fails. @param readAgain reads both anew; `undefined` if that failed @returns the last pair
 */
export async function settle(
  runtime: Runtime,
  first: Complete,
  readAgain: (limited: Runtime) => Promise<Complete | undefined>,
): Promise<Complete> {
  const [doubt] = openDoubts(first);
  if (!doubt) return first;
  const { clock, log, cancelled } = runtime;
  log.info(`Testset ${first.id}: ${sentenceOf(doubt)} Reading status and results again every 10 s, for at most 2 min.`);
  const last = await withTimeout(runtime, { ms: SETTLE_MS }, async (late) => {
    const signal = AbortSignal.any([runtime.signal, late]);
    let pair = first;
    while (openDoubts(pair).length > 0) {
      await clock.sleep(PAUSE_MS, signal);
      if (signal.aborted) break;
      const next = await readAgain({ ...runtime, signal });
      if (next) pair = keepWarnings(pair, next);
    }
    return pair;
  });
  const isCancelled = cancelled.aborted && openDoubts(last).length > 0;
  return isCancelled ? { ...last, results: { ...last.results, isCancelled } } : last;
}

/** A reading without an XML replaces none of the files before it: what was said of them still holds. */
function keepWarnings({ results: { warnings } }: Complete, next: Complete): Complete {
  if (next.results.suites.length > 0) return next;
  const known = new Set(next.results.warnings.map(({ sentence }) => sentence));
  const kept = warnings.filter(({ sentence }) => !known.has(sentence));
  return { ...next, results: { ...next.results, warnings: [...kept, ...next.results.warnings] } };
}

/** Whether status and results say how each device ended, so that nothing more is read. */
export function isSettled(testset: Complete): boolean {
  return !testset.results.isCancelled && findDoubts(testset).length === 0;
}

/** Results that could not be fetched have been requested for long enough. */
function openDoubts(testset: Complete): readonly Reason[] {
  const { xml, isCancelled } = testset.results;
  return XML_STATES[xml.state].isFinal || isCancelled ? [] : findDoubts(testset);
}
