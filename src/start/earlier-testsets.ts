import type { LeftReceipts } from '../receipts/receipts.ts';
import type { Adopted } from '../report/report.ts';
import type { Creation } from '../service/create.ts';

/** A testset that was created, now or in an earlier attempt. */
export type Created = Extract<Creation, { kind: 'created' }>;

/** A testset that an earlier attempt created, with what its create announced, so that it is judged as if this step had created it. */
export interface Earlier {
  readonly adopted: Adopted;
  readonly creation: Created;
}

/** What earlier attempts left, by scenario; 0 stands for an automated test. */
export interface EarlierTestsets {
  readonly testsets: ReadonlyMap<number, Earlier>;
  /** Scenarios of which nobody can tell whose testset is whose. */
  readonly ambiguous: readonly number[];
}

/**
 * Chooses from the receipts under one key. Of several attempts the last one counts. Where one attempt left several testsets for a
 * scenario, two jobs share the key, as in a reusable workflow that a matrix calls: both would take up the same testset, and so neither
 * does. Receipts of this very attempt are another's in any case.
 *
 * @param attempt the present one
 */
export function earlierTestsets(left: readonly LeftReceipts[], attempt: number): EarlierTestsets {
  const earlier = left.filter((one) => one.attempt < attempt).sort((a, b) => a.attempt - b.attempt);
  const testsets = new Map<number, Earlier>();
  const ambiguous = new Set<number>();
  for (const { attempt: from, receipts } of earlier) {
    for (const { scenario, testsetId, unitTests } of receipts) {
      const other = testsets.get(scenario)?.adopted;
      if (other?.attempt === from && other.testsetId !== testsetId) ambiguous.add(scenario);
      const creation = { kind: 'created', id: testsetId, ...(unitTests !== undefined && { unitTests }) } as const;
      testsets.set(scenario, { adopted: { testsetId, attempt: from }, creation });
    }
  }
  for (const scenario of ambiguous) testsets.delete(scenario);
  return { testsets, ambiguous: [...ambiguous] };
}
