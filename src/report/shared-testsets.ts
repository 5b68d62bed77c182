import { worstOutcome } from '../outcome.ts';
import type { TestsetReport } from './report.ts';

/** Which testsets stand for more than one of what was to run, by their identifiers. */
export function sharedTestsets(testsets: readonly TestsetReport[]): readonly number[] {
  const seen = new Set<number>();
  const shared = new Set<number>();
  for (const { id } of testsets) {
    if (id === undefined) continue;
    if (seen.has(id)) shared.add(id);
    seen.add(id);
  }
  return [...shared];
}

/** One testset cannot bear witness for two scenarios: somebody on the way gave the same answer twice. */
export function doubtShared(testsets: readonly TestsetReport[]): readonly TestsetReport[] {
  const shared = new Set(sharedTestsets(testsets));
  return testsets.map((testset) => {
    if (testset.id === undefined || !shared.has(testset.id)) return testset;
    const outcome = worstOutcome([testset.outcome, 'inconclusive']);
    return { ...testset, outcome, reasons: [...new Set([...testset.reasons, sharedReason(testset.id)])] };
  });
}

/** Why such a testset is inconclusive. */
export function sharedReason(id: number): string {
  return `Testset ${id} stands for more than one of what was to run.`;
}
