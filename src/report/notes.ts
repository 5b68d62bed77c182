import type { Report } from '../model/report.ts';
import { idsOf } from '../model/testset.ts';
import type { TestVerdict } from '../model/verdict.ts';
import { joinPieces, listFirst, MAX_IN_SENTENCE, nounFor, pluralize } from '../model/words.ts';

/** Says which testsets of an earlier attempt were resumed, and how to prevent it. */
export function describeResumed(resumed: NonNullable<Report['resumed']>): string {
  const attempts = [...new Set(resumed.map(({ attempt }) => attempt))].sort((a, b) => a - b);
  const ids = resumed.map(({ testsetId }) => testsetId);
  return (
    `${nounFor(attempts.length, 'Attempt')} ${attempts.join(', ')} ended without a result: this step waits for ` +
    `${nounFor(ids.length, 'testset')} ${listFirst(ids, MAX_IN_SENTENCE)} instead of creating ${nounFor(ids.length, 'a new one', 'new ones')}. ` +
    `Set \`resume: false\` to create new testsets.`
  );
}

const MAX_OTHERS = 3;

/** The warnings of all testsets, in order. Those with the same topic become one, so that hundreds of testsets do not fill the log with it. */
export function groupWarnings(testsets: readonly Pick<TestVerdict, 'id' | 'warnings'>[]): readonly string[] {
  const all = testsets.flatMap(({ id, warnings }) => warnings.map((warning) => ({ ...warning, id })));
  const groups = Map.groupBy(all, ({ topic, sentence }) => topic ?? sentence);
  return [...groups.values()].flatMap((group) => {
    const others = [...new Set(idsOf(group))].slice(1);
    const named = `The same applies to ${pluralize(others.length, 'other testset')}: ${listFirst(others, MAX_OTHERS)}.`;
    return group.slice(0, 1).map(({ sentence }) => joinPieces(' ', [sentence, others.length > 0 && named]));
  });
}
