import { worstOutcome } from '../model/outcome.ts';
import type { TestsetReport } from '../model/report.ts';

/** Which testsets stand for more than one of what was to run, by their identifiers. */
export function duplicateIds(testsets: readonly TestsetReport[]): readonly number[] {
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
export function rejectDuplicateIds(testsets: readonly TestsetReport[]): readonly TestsetReport[] {
  const shared = new Set(duplicateIds(testsets));
  return testsets.map((testset) => {
    if (testset.id === undefined || !shared.has(testset.id)) return testset;
    const outcome = worstOutcome([testset.outcome, 'inconclusive']);
    return { ...testset, outcome, reasons: [...new Set([...testset.reasons, duplicateIdReason(testset.id)])] };
  });
}

/** Why such a testset is inconclusive. */
export function duplicateIdReason(id: number): string {
  return `Testset ${id} stands for more than one of what was to run.`;
}
