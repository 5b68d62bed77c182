import type { ReceiptFile, UncertainCreate } from '../model/receipts.ts';
import type { ResumedTestset } from '../model/report.ts';
import { listFirst, nounFor, pluralize } from '../model/words.ts';
import type { CreateResult } from './create-testset.ts';

/** A testset of an earlier attempt, with what its create returned, so that it is judged as if this step had created it. */
export interface EarlierTestset {
  readonly resumed: ResumedTestset;
  readonly creation: Extract<CreateResult, { kind: 'created' }>;
}

/** An uncertain create of an earlier attempt. */
interface EarlierUncertain extends UncertainCreate {
  readonly attempt: number;
}

/** What earlier attempts left, by scenario; 0 stands for an automated test. */
interface EarlierTestsets {
  readonly testsets: ReadonlyMap<number, EarlierTestset>;
  /** Scenarios with several testsets of one attempt. */
  readonly ambiguous: readonly number[];
  /** Those for whose scenario there is no testset. */
  readonly uncertain: readonly EarlierUncertain[];
}

/**
 * Chooses among receipts under one key. Of several attempts the last one counts. Where one attempt left several testsets for a scenario,
 * two jobs share the key, as in a reusable workflow that a matrix calls: none is resumed, also later, because both jobs would resume the same.
 */
export function earlierTestsets(files: readonly ReceiptFile[], currentAttempt: number): EarlierTestsets {
  const earlier = files.filter(({ attempt }) => attempt < currentAttempt).sort((a, b) => a.attempt - b.attempt);
  const testsets = new Map<number, EarlierTestset>();
  const ambiguous = new Set<number>();
  // An attempt saves its first create twice.
  const uncertain = new Map<string, EarlierUncertain>();
  for (const { attempt, receipts, uncertain: creates } of earlier) {
    for (const create of creates) uncertain.set(`${attempt} ${create.scenario}`, { ...create, attempt });
    for (const { scenario, testsetId, announcedDevices } of receipts) {
      const other = testsets.get(scenario)?.resumed;
      if (other?.attempt === attempt && other.testsetId !== testsetId) ambiguous.add(scenario);
      const creation = { kind: 'created', id: testsetId, announcedDevices } as const;
      testsets.set(scenario, { resumed: { testsetId, attempt }, creation });
    }
  }
  for (const scenario of ambiguous) testsets.delete(scenario);
  return {
    testsets,
    ambiguous: [...ambiguous],
    uncertain: [...uncertain.values()].filter(({ scenario }) => !testsets.has(scenario)),
  };
}

/** Says why testsets of an earlier attempt are not resumed. @param testsets how many */
export function describeAmbiguous(testsets: number): string {
  const created = pluralize(testsets, 'new testset is', 'new testsets are');
  return `An earlier attempt left several testsets for the same request; it is unknown which belongs to this step. ${created} created.`;
}

const MAX_NAMED = 4;

/** Warns of testsets that earlier attempts may have created, before others are created. @param creates at least one */
export function describeUncertain(creates: readonly EarlierUncertain[]): string {
  const attempts = [...new Set(creates.map(({ attempt }) => attempt))];
  const names = creates.map(({ testsetName, time }) => `"${testsetName}" (${time})`);
  const [what, others] = creates.length === 1 ? ['a testset', 'another'] : [`${creates.length} testsets`, 'others'];
  return (
    `${nounFor(attempts.length, 'Attempt')} ${attempts.join(', ')} may have created ${what}, ` +
    `and this attempt creates ${others}. If it exists, you pay for both: look in the service for ${listFirst(names, MAX_NAMED)}.`
  );
}
