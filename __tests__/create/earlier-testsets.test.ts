import { describe, expect, test } from '@jest/globals';

import { describeAmbiguous, describeUncertain, earlierTestsets } from '../../src/create/earlier-testsets.ts';
import type { ReceiptFile } from '../../src/model/receipts.ts';
import { createReceipt } from '../support/memory-receipts.ts';

/**
 * What an attempt saved, such as `7: 101` for testset 7 of scenario 101, `8: 101.2` for its second retry, and `?: 101` for a create that may
 * have made a testset.
 */
function saved(attempt: number, ...lines: readonly string[]): ReceiptFile {
  return savedBy('a', attempt, ...lines);
}

function savedBy(stepId: string, attempt: number, ...lines: readonly string[]): ReceiptFile {
  const receipts = lines.map((line) => {
    const [, id, scenario, retry = 0] = /^(\S+): (\d+)(?:\.(\d))?$/.exec(line) ?? [];
    const testsetId = id === '?' ? undefined : Number(id);
    return { ...createReceipt({ scenario: Number(scenario), retry: Number(retry) }), testsetId };
  });
  return { attempt, stepId, receipts };
}

const NOTHING = { testsets: '', ambiguous: '', uncertain: '' };

/** What the fourth attempt finds, each testset with its attempt. */
function findInFourth(files: readonly ReceiptFile[]): typeof NOTHING {
  const { testsets, ambiguous, uncertain } = earlierTestsets(files, 4);
  return {
    testsets: testsets.map(({ testsetId, attempt }) => `${testsetId} of ${attempt}`).join(', '),
    ambiguous: ambiguous.toSorted().join(', '),
    uncertain: uncertain.map(({ scenario, attempt }) => `${scenario} of ${attempt}`).join(', '),
  };
}

type Row = readonly [what: string, files: readonly ReceiptFile[], found: Partial<typeof NOTHING>];

const RESUMED: readonly Row[] = [
  ['nothing was saved', [], {}],
  ['a testset of each scenario', [saved(1, '7: 101', '8: 102')], { testsets: '7 of 1, 8 of 1' }],
  ['one step in two attempts', [savedBy('a', 1, '7: 0'), savedBy('b', 2, '8: 0')], { testsets: '8 of 2' }],
  ['several attempts', [saved(3, '9: 0'), saved(1, '7: 0'), saved(2, '8: 0')], { testsets: '9 of 3' }],
  ['its own attempt and a later one', [saved(4, '9: 0', '?: 1'), saved(5, '10: 0', '?: 1')], {}],
  ['one testset in two files', [saved(1, '7: 0'), saved(1, '7: 0')], { testsets: '7 of 1' }],
  ['testsets of two steps', [savedBy('a', 1, '7: 0'), savedBy('b', 1, '8: 0')], { ambiguous: '0' }],
  [
    'those, and one of a later attempt',
    [savedBy('a', 1, '7: 0'), savedBy('b', 1, '8: 0'), savedBy('c', 3, '9: 0')],
    { ambiguous: '0' },
  ],
  ['other scenarios of two steps', [savedBy('a', 1, '7: 1'), savedBy('b', 1, '8: 2')], { ambiguous: '1, 2' }],
];

const RETRIES: readonly Row[] = [
  ['a testset and its retry', [saved(1, '8: 1.1', '7: 1')], { testsets: '7 of 1, 8 of 1' }],
  ['a retry in a second file', [saved(1, '7: 1'), saved(1, '8: 1.1')], { testsets: '7 of 1, 8 of 1' }],
  ['a retry of a later attempt', [saved(1, '7: 1'), saved(2, '8: 1.1')], { testsets: '7 of 1, 8 of 2' }],
  ['a later attempt that began anew', [saved(1, '7: 1', '8: 1.1'), saved(2, '9: 1')], { testsets: '9 of 2' }],
  ['a retry of an unknown testset', [saved(1, '8: 1.1')], { ambiguous: '1' }],
  ['a second retry, of which the first was rejected', [saved(1, '7: 1', '9: 1.2')], { testsets: '7 of 1, 9 of 1' }],
];

const UNCERTAIN: readonly Row[] = [
  ['twice in two files', [saved(1, '?: 1'), saved(1, '?: 1', '?: 2')], { uncertain: '1 of 1, 2 of 1' }],
  ['in two attempts', [saved(1, '?: 1'), saved(2, '?: 1')], { uncertain: '1 of 1, 1 of 2' }],
  ['before a testset', [saved(1, '?: 1', '?: 2'), saved(2, '7: 1')], { uncertain: '2 of 1', testsets: '7 of 2' }],
  ['after a testset', [saved(1, '7: 1'), saved(2, '?: 1')], { uncertain: '1 of 2', testsets: '7 of 1' }],
  ['in the attempt of a testset', [saved(1, '7: 1', '?: 1')], { testsets: '7 of 1' }],
  ['before a retry of a testset', [saved(1, '7: 1', '8: 1.1', '?: 1')], { testsets: '7 of 1, 8 of 1' }],
  ['as a retry, before another attempt', [saved(1, '?: 1.1'), saved(2, '7: 1')], { testsets: '7 of 2' }],
  ['as a retry of a testset', [saved(1, '7: 1', '?: 1.1')], { uncertain: '1 of 1', testsets: '7 of 1' }],
  [
    'beside testsets that are not used',
    [savedBy('a', 1, '7: 1'), savedBy('b', 1, '?: 1')],
    { uncertain: '1 of 1', ambiguous: '1' },
  ],
];

describe.each([
  ['testsets', RESUMED],
  ['retries', RETRIES],
  ['creates that may have made a testset', UNCERTAIN],
])('of %s', (_what, rows) => {
  test.each(rows)('%s', (_row, files, found) => {
    expect(findInFourth(files)).toEqual({ ...NOTHING, ...found });
    // The order in which receipts arrive says nothing.
    expect(findInFourth(files.toReversed())).toMatchObject({ ...found, uncertain: expect.anything() });
  });
});

test('the log says how many testsets are created, because earlier ones are not used', () => {
  expect(describeAmbiguous(1)).toContain(' 1 new testset is created.');
  expect(describeAmbiguous(2)).toContain(' 2 new testsets are created.');
});

test('the log names attempts and names of testsets that may exist', () => {
  const create = (at: number) => ({ ...createReceipt({ testsetName: `n${at}`, time: '12:34 UTC' }), attempt: at });
  const one = describeUncertain([create(1)]);
  expect(one).toMatch(/^Attempt 1 may .* a testset, .* another\. .* for "n1" \(12:34 UTC\)\.$/);
  const many = describeUncertain([1, 1, 2, 2, 2].map(create));
  expect(many).toMatch(/^Attempts 1, 2 may .* 5 testsets, .* others\. .*"n2" \S+ UTC\) and 1 more\.$/);
});
