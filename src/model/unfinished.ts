import type { Outcome } from './outcome.ts';
import type { TestsetReport } from './report.ts';

/** What came of testsets without a status that may exist. */
const MAY_EXIST: ReadonlySet<Outcome> = new Set(['timed-out', 'cancelled', 'unknown-start']);

/** Whether to wait for a testset, if its identifier is known: it has not ended, and the service did not reject it. */
export function mayStillRun({ status, outcome }: TestsetReport): boolean {
  return status === 'Running' || (status === 'Unknown' && MAY_EXIST.has(outcome));
}

/**
 * What a later attempt does with a testset, with `resume: keep-passed`: waits for it, because it has no result, keeps it, because all devices
 * passed, or creates another.
 */
export function afterAttempt(testset: TestsetReport): 'continue' | 'keep' | 'create' {
  const { id, outcome, counts } = testset;
  if (id === undefined) return 'create';
  if (lacksResult(testset)) return 'continue';
  return outcome === 'passed' && counts.pass === counts.total ? 'keep' : 'create';
}

/** Whether a testset may exist or be running, or its results were not fetched. */
export function lacksResult({ id, status, outcome, sources }: TestsetReport): boolean {
  if (outcome === 'unknown-start') return true;
  if (status !== 'Complete' || outcome === 'cancelled') return id !== undefined;
  const documents = sources.slice(1);
  const isMissing =
    documents.every(({ state }) => state === 'absent') || documents.some(({ state }) => state === 'unfetched');
  return outcome === 'inconclusive' && isMissing;
}
