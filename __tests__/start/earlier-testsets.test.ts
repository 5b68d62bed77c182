import { describe, expect, test } from '@jest/globals';

import type { LeftReceipts } from '../../src/receipts/receipts.ts';
import { earlierTestsets } from '../../src/start/earlier-testsets.ts';

/** A receipt file of an attempt: testsets with their scenarios, and with the name if it is this step's own. */
const left = (
  attempt: number,
  ...testsets: readonly (readonly [testsetId: number, scenario: number, name?: 'own'])[]
): LeftReceipts => ({
  attempt,
  receipts: testsets.map(([testsetId, scenario, nameDigest = 'other']) => ({ testsetId, scenario, nameDigest })),
});

describe('of what attempts left, the fourth takes up', () => {
  test.each<[string, readonly LeftReceipts[], readonly string[], readonly number[]]>([
    ['nothing where nothing is', [], [], []],
    ['each scenario’s own', [left(1, [7, 101], [8, 102])], ['101: 7 of 1', '102: 8 of 1'], []],
    ['the last attempt’s', [left(3, [9, 0]), left(1, [7, 0]), left(2, [8, 0])], ['0: 9 of 3'], []],
    ['none of its own, or of one to come', [left(4, [9, 0]), left(5, [10, 0])], [], []],
    ['one that was told of twice', [left(1, [7, 0]), left(1, [7, 0])], ['0: 7 of 1'], []],
    ['none where one attempt left two', [left(1, [7, 0]), left(1, [8, 0])], [], [0]],
    ['none where an attempt had left two, whatever came later', [left(1, [7, 0], [8, 0]), left(3, [9, 0])], [], [0]],
    ['its own by name, of two', [left(1, [7, 0], [8, 0, 'own'])], ['0: 8 of 1'], []],
    ['its own by name, whatever came later', [left(1, [7, 0, 'own']), left(3, [9, 0])], ['0: 7 of 1'], []],
    ['none where two have its name', [left(1, [7, 0, 'own'], [8, 0, 'own'], [9, 0])], [], [0]],
    ['what is clear beside what is not', [left(1, [7, 101], [8, 102]), left(1, [9, 102])], ['101: 7 of 1'], [102]],
  ])('%s', (_what, receipts, taken, unclear) => {
    const { testsets, ambiguous } = earlierTestsets(receipts, { attempt: 4, nameDigest: 'own' });
    const words = [...testsets].map(
      ([scenario, { adopted, creation }]) => `${scenario}: ${creation.id} of ${adopted.attempt}`,
    );
    expect(words).toEqual(taken);
    expect(ambiguous).toEqual(unclear);
  });
});
