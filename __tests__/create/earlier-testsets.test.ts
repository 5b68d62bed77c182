import { describe, expect, test } from '@jest/globals';

import { earlierTestsets, warningsOf, type EarlierAttempts } from '../../src/create/earlier-testsets.ts';
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

const named = (jobName: string, file: ReceiptFile): ReceiptFile => ({ ...file, jobName });
const end = (attempt: number, stepId = 'a'): ReceiptFile => ({ attempt, stepId, receipts: [], isEnd: true });
const unread = (attempt: number, stepId = 'a'): ReceiptFile => ({ attempt, stepId, receipts: [], unread: '404' });

const NOTHING = { testsets: '', ambiguous: '', uncertain: '', unread: '' };

/** What the fourth attempt of the job `android / test` finds, each testset with its attempt. */
function findInFourth(files: readonly ReceiptFile[]): typeof NOTHING {
  const { testsets, ambiguous, uncertain, ...found } = earlierTestsets(files, 4, 'android / test');
  return {
    testsets: testsets.map(({ testsetId, attempt }) => `${testsetId} of ${attempt}`).join(', '),
    ambiguous: ambiguous.toSorted().join(', '),
    uncertain: uncertain.map(({ scenario, attempt }) => `${scenario} of ${attempt}`).join(', '),
    unread: found.unread.map(({ attempt }) => `of ${attempt}`).join(', '),
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

const [MINE, OTHER] = ['android / test', 'ios / test'];

const JOBS: readonly Row[] = [
  [
    'two jobs, of which one has the name',
    [named(MINE, savedBy('a', 1, '7: 0')), named(OTHER, savedBy('b', 1, '8: 0', '?: 1'))],
    { testsets: '7 of 1' },
  ],
  [
    'two jobs, of which the name of the other is not known',
    [named(MINE, savedBy('a', 1, '7: 0')), savedBy('b', 1, '8: 0')],
    { testsets: '7 of 1' },
  ],
  [
    'two jobs, one of which cannot be read',
    [named(MINE, savedBy('a', 1, '7: 0')), unread(1, 'b')],
    { testsets: '7 of 1' },
  ],
  [
    'two jobs of the same name',
    [named(MINE, savedBy('a', 1, '7: 0')), named(MINE, savedBy('b', 1, '8: 0'))],
    { ambiguous: '0' },
  ],
  [
    'two jobs of other names',
    [named(OTHER, savedBy('a', 1, '7: 0')), named('web / test', savedBy('b', 1, '8: 0'))],
    { ambiguous: '0' },
  ],
  ['one job of another name', [named(OTHER, saved(1, '7: 0'))], { testsets: '7 of 1' }],
  [
    'two jobs, and later only the other',
    [
      named(MINE, savedBy('a', 1, '7: 0')),
      named(OTHER, savedBy('b', 1, '8: 0')),
      named(OTHER, savedBy('c', 2, '9: 0')),
      named(OTHER, end(3, 'd')),
    ],
    { testsets: '7 of 1' },
  ],
];

const ENDED: readonly Row[] = [
  ['an attempt with results', [saved(1, '7: 0', '?: 1'), saved(2, '8: 0'), end(2)], {}],
  ['an older one with results', [saved(1, '7: 0'), end(2), saved(3, '8: 0')], { testsets: '8 of 3' }],
  ['another step of the attempt', [savedBy('b', 2, '7: 0'), end(2)], { testsets: '7 of 2' }],
  ['one before that cannot be read', [unread(1), end(2)], {}],
  ['one that has none, and may resume an older one', [saved(1, '7: 0'), saved(2)], { testsets: '7 of 1' }],
  ['a later one that cannot be read, and may have ended it', [saved(1, '7: 0', '?: 1'), unread(2)], { unread: 'of 2' }],
  ['an older one that cannot be read', [unread(1), saved(2, '7: 0')], { testsets: '7 of 2', unread: 'of 1' }],
  ['one of two steps that cannot be read', [saved(1, '7: 0'), unread(1, 'b')], { ambiguous: '0', unread: 'of 1' }],
];

describe.each([
  ['testsets', RESUMED],
  ['jobs that share a key', JOBS],
  ['what ends or hides the others', ENDED],
  ['retries', RETRIES],
  ['creates that may have made a testset', UNCERTAIN],
])('of %s', (_what, rows) => {
  test.each(rows)('%s', (_row, files, found) => {
    expect(findInFourth(files)).toEqual({ ...NOTHING, ...found });
    // The order in which receipts arrive says nothing.
    expect(findInFourth(files.toReversed())).toMatchObject({ ...found, uncertain: expect.anything() });
  });
});

describe('the log', () => {
  const NONE = { testsets: [], ambiguous: [], uncertain: [], unread: [] };
  const create = (at: number) => ({ ...createReceipt({ testsetName: `n${at}`, time: '12:34 UTC' }), attempt: at });

  test.each<[what: string, earlier: Partial<EarlierAttempts>, words: RegExp]>([
    ['how many are created', { ambiguous: [1] }, / 1 new testset is created\.$/],
    ['how many are created', { ambiguous: [1, 2] }, / 2 new testsets are created\.$/],
    [
      'what cannot be read',
      { unread: [unread(1)] },
      /^Attempt 1 stored a receipt that cannot be read \(404\): it may have .* A new one is created\.$/,
    ],
    [
      'what cannot be read',
      { unread: [unread(2), unread(1), unread(1)] },
      /^Attempts 1, 2 stored a receipt that cannot be read \(404\):/,
    ],
    [
      'what may exist, once',
      { uncertain: [create(1), create(1)] },
      /^Attempt 1 may .* a testset, .* another\. .* for "n1" \(12:34 UTC\)\.$/,
    ],
    [
      'what may exist',
      { uncertain: [1, 2, 3, 4, 5].map(create) },
      /^Attempts 1, 2, 3, 4, 5 may .* 5 testsets, .* others\. .*"n4" \S+ UTC\) and 1 more\.$/,
    ],
  ])('names %s: %j', (_what, earlier, words) => {
    expect(warningsOf({ ...NONE, ...earlier }, false)).toEqual([expect.stringMatching(words)]);
  });
});

test('what ended in one of two jobs with the same key does not end in the other, also if its own name is not known', () => {
  const files = [named('production / test', saved(1, '7: 0')), named('staging / test', end(2, 'b'))];
  expect(earlierTestsets(files, 3).testsets).toMatchObject([{ testsetId: 7 }]);
});
