import { describe, expect, test } from '@jest/globals';

import type { LeftReceipts } from '../../src/create/receipts.ts';
import { earlierTestsets } from '../../src/create/resume.ts';

/** A receipt file of an attempt: testsets with their scenarios. */
const left = (
  attempt: number,
  ...pairs: readonly (readonly [testsetId: number, scenario: number])[]
): LeftReceipts => ({
  attempt,
  receipts: pairs.map(([testsetId, scenario]) => ({ testsetId, scenario })),
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
    ['what is clear beside what is not', [left(1, [7, 101], [8, 102]), left(1, [9, 102])], ['101: 7 of 1'], [102]],
  ])('%s', (_what, receipts, taken, unclear) => {
    const { testsets, ambiguous } = earlierTestsets(receipts, 4);
    const words = [...testsets].map(
      ([scenario, { resumed, creation }]) => `${scenario}: ${creation.id} of ${resumed.attempt}`,
    );
    expect(words).toEqual(taken);
    expect(ambiguous).toEqual(unclear);
  });
});
