import type { LeftReceipts, Receipt } from '../receipts/receipts.ts';
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

/** A testset that was created for the request, and by which attempt. */
interface Left {
  readonly from: number;
  readonly receipt: Receipt;
}

/**
 * Chooses from the receipts under one key. What was created under this step's own name goes before the rest, and of several attempts the
 * last one counts. Where one attempt left several testsets for a scenario all the same, two legs of a matrix share the key, or two steps:
 * both would take up the same testset, and so neither does. Receipts of this very attempt are another's in any case.
 *
 * @param present the attempt that looks, and the digest of its testset's name
 */
export function earlierTestsets(
  left: readonly LeftReceipts[],
  present: { readonly attempt: number; readonly nameDigest: string },
): EarlierTestsets {
  const testsets = new Map<number, Earlier>();
  const ambiguous: number[] = [];
  for (const [scenario, all] of byScenario(left.filter(({ attempt }) => attempt < present.attempt))) {
    const own = all.filter(({ receipt }) => receipt.nameDigest === present.nameDigest);
    const candidates = own.length > 0 ? own : all;
    const [last] = candidates.toSorted((a, b) => b.from - a.from);
    if (!last || candidates.some((one) => candidates.some((other) => isRival(one, other)))) ambiguous.push(scenario);
    else testsets.set(scenario, earlier(last));
  }
  return { testsets, ambiguous };
}

function byScenario(left: readonly LeftReceipts[]): ReadonlyMap<number, readonly Left[]> {
  const scenarios = new Map<number, Left[]>();
  for (const { attempt, receipts } of left) {
    for (const receipt of receipts) {
      const known = scenarios.get(receipt.scenario) ?? [];
      scenarios.set(receipt.scenario, [...known, { from: attempt, receipt }]);
    }
  }
  return scenarios;
}

function isRival(one: Left, other: Left): boolean {
  return one.from === other.from && one.receipt.testsetId !== other.receipt.testsetId;
}

function earlier({ from, receipt: { testsetId, unitTests } }: Left): Earlier {
  return {
    adopted: { testsetId, attempt: from },
    creation: { kind: 'created', id: testsetId, ...(unitTests !== undefined && { unitTests }) },
  };
}
