import { NO_COUNTS, type Counts } from '../../src/model/counts.ts';
import type { Status } from '../../src/model/testset.ts';

/** A status with this word; the testset is complete if it is `Complete`. */
export function statusOf(word: string, counts: Partial<Counts>): Status {
  const known = { isComplete: word === 'Complete', word, counts: { ...NO_COUNTS, ...counts } };
  return { ...known, active: 0, missingFields: [] };
}
