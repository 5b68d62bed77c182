import type { Adopted } from './report.ts';
import { testsetsWords } from './testset-label.ts';

/** As many testsets as are named. */
const MOST_NAMED = 5;

/** Says which testsets of an earlier attempt were taken up, why, and how to prevent it. */
export function adoptionWords(adopted: readonly Adopted[]): string {
  const ids = adopted.map(({ testsetId }) => testsetId);
  const attempts = [...new Set(adopted.map(({ attempt }) => attempt))].sort((a, b) => a - b);
  const from = `${attempts.length === 1 ? 'Attempt' : 'Attempts'} ${attempts.join(', ')}`;
  const testsets = testsetsWords(ids, MOST_NAMED).replace(/^T/, 't');
  return (
    `${from} ended without a verdict: this step takes up ${testsets} instead of paying for the same test again. ` +
    'Set `adopt: false` to have new ones created.'
  );
}
