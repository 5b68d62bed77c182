import type { Receipt, ReceiptFile, UncertainCreate } from '../model/receipts.ts';
import { listFirst, nounFor, pluralize } from '../model/words.ts';

/** A testset of an earlier attempt. */
export interface EarlierReceipt extends Receipt {
  /** From 1. */
  readonly attempt: number;
}

type EarlierUncertain = UncertainCreate & Pick<EarlierReceipt, 'attempt'>;

/** What earlier attempts left. */
export interface EarlierAttempts {
  /** Those to continue with, each scenario's in the order of their retries. */
  readonly testsets: readonly EarlierReceipt[];
  /** Scenarios with testsets of several steps, or with a retry of an unknown one. */
  readonly ambiguous: readonly number[];
  /** Those for whose scenario there is no testset. */
  readonly uncertain: readonly EarlierUncertain[];
}

/**
 * Chooses among receipts under one key. Of several attempts the last one counts. If several steps of one attempt left receipts, two jobs
 * share the key (a matrix that calls a reusable workflow). None is used, now or later: both jobs would use the same one.
 */
export function earlierTestsets(files: readonly ReceiptFile[], currentAttempt: number): EarlierAttempts {
  const earlier = files.filter(({ attempt }) => attempt < currentAttempt);
  // For each scenario a first testset and its retries.
  const testsets = new Map<number, readonly EarlierReceipt[]>();
  const ambiguous = new Set<number>();
  const receipts = earlier.flatMap((file) => file.receipts.map((receipt) => ({ ...receipt, attempt: file.attempt })));
  for (const receipt of receipts.sort(compareAge)) {
    const { scenario } = receipt;
    const known = testsets.get(scenario) ?? [];
    const before = known.filter((each) => retryOf(each) < retryOf(receipt));
    testsets.set(scenario, [...before, receipt]);
  }
  // A retry alone does not say which devices failed before it. Of two retries, the first may have been rejected.
  for (const [scenario, [first]] of testsets) if (first && retryOf(first) > 0) ambiguous.add(scenario);
  if (hasSeveralSteps(earlier)) for (const scenario of testsets.keys()) ambiguous.add(scenario);
  return {
    testsets: [...testsets].flatMap(([scenario, all]) => (ambiguous.has(scenario) ? [] : all)),
    ambiguous: [...ambiguous],
    uncertain: uncertainCreates(earlier).filter((create) => {
      const last = testsets.get(create.scenario)?.at(-1);
      return ambiguous.has(create.scenario) || last === undefined || compareAge(last, create) < 0;
    }),
  };
}

/** Each once, although an attempt saves its first create twice. */
function uncertainCreates(files: readonly ReceiptFile[]): readonly EarlierUncertain[] {
  const all = files.flatMap(({ attempt, uncertain }) => uncertain.map((create) => ({ ...create, attempt })));
  const named = all.map((create) => [`${create.attempt} ${create.scenario} ${create.retry}`, create] as const);
  return [...new Map(named).values()];
}

/** 0 for the first testset of a scenario. */
function retryOf({ retry = 0 }: { readonly retry?: number }): number {
  return retry;
}

type Created = Pick<EarlierReceipt, 'attempt' | 'retry'>;

/** Negative if one was created before the other. */
function compareAge(one: Created, other: Created): number {
  return one.attempt - other.attempt || retryOf(one) - retryOf(other);
}

/** Whether several steps saved something in one attempt: a step without a testset must not use that of another. */
function hasSeveralSteps(files: readonly ReceiptFile[]): boolean {
  const byAttempt = Map.groupBy(files, ({ attempt }) => attempt);
  return [...byAttempt.values()].some((own) => new Set(own.map(({ stepId }) => stepId)).size > 1);
}

/** Says why testsets of an earlier attempt are not used. @param testsets how many */
export function describeAmbiguous(testsets: number): string {
  const created = pluralize(testsets, 'new testset is', 'new testsets are');
  return `An earlier attempt created several testsets for the same request; it is unknown which belongs to this step. ${created} created.`;
}

const MAX_NAMES = 4;

/** Warns of testsets that earlier attempts may have created, before others are created. @param creates at least one */
export function describeUncertain(creates: readonly EarlierUncertain[]): string {
  const attempts = [...new Set(creates.map(({ attempt }) => attempt))];
  const names = creates.map(({ testsetName, time }) => `"${testsetName}" (${time})`);
  const [what, others] = creates.length === 1 ? ['a testset', 'another'] : [`${creates.length} testsets`, 'others'];
  return (
    `${nounFor(attempts.length, 'Attempt')} ${attempts.join(', ')} may have created ${what}, ` +
    `and this attempt creates ${others}. If it exists, you pay for both: look in the service for ${listFirst(names, MAX_NAMES)}.`
  );
}
