import type { Outcome } from './outcome.ts';
import { XML_STATES } from './results.ts';
import type { Testset } from './testset.ts';
import type { TestVerdict } from './verdict.ts';

const NOT_CREATED: ReadonlySet<Outcome> = new Set(['rejected', 'not-started']);

/** Whether a testset was created, or may have been. */
export function mayExist(testset: Testset): boolean {
  return testset.kind !== 'not-created' || !NOT_CREATED.has(testset.ending.outcome);
}

/** Whether to wait for a testset, if its identifier is known: it has not ended, and the service did not reject it. */
export function mayStillRun(testset: TestVerdict): boolean {
  if (testset.kind === 'complete') return false;
  return isRunning(testset) || !NOT_CREATED.has(testset.ending.outcome);
}

/** Whether a testset was running when the wait ended. */
export function isRunning(testset: TestVerdict): boolean {
  return testset.kind === 'unfinished' && testset.word !== '';
}

/** Whether a testset may exist or be running, or its results were not fetched. */
export function lacksResult(testset: TestVerdict): boolean {
  const { outcome, id } = testset;
  if (outcome === 'unknown-start') return true;
  if (testset.kind !== 'complete' || outcome === 'cancelled') return id !== undefined;
  return outcome === 'inconclusive' && XML_STATES[testset.results.xml.state].isMissing;
}
