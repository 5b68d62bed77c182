import { describe, expect, test } from '@jest/globals';

import { earlierTestsets, warningsOf, type EarlierAttempts } from '../../src/create/earlier-testsets.ts';
import type { ReceiptFile } from '../../src/model/receipts.ts';
import { createReceipt } from '../support/memory-receipts.ts';

const [MINE, OTHER] = ['android / test', 'ios / test'];
const JOBS_BY_WORD: Readonly<Record<string, string>> = { mine: MINE, other: OTHER, web: 'web / test' };

/**
 * What step a of attempt 1 saved, such as `1a: 7=101` for testset 7 of scenario 101, `1a mine: 8=101.2` for its second retry in the job
 * `android / test`, and `1a: ?=101` for a create that may have made a testset.
 */
function fileOf(text: string): ReceiptFile {
  const [, attempt, stepId = '', job = '', content = ''] =
    /^(\d)(\w)(?: (mine|other|web))?(?:: ?|$)(.*)/.exec(text) ?? [];
  const jobName = JOBS_BY_WORD[job];
  const common = { attempt: Number(attempt), stepId, receipts: [], ...(jobName !== undefined && { jobName }) };
  if (content === 'end') return { ...common, isEnd: true };
  if (content === 'unread') return { ...common, unread: '404' };
  const receipts = [...content.matchAll(/(\S+)=(\d+)(?:\.(\d))?/g)].map(([, id, scenario, retry = 0]) => {
    const testsetId = id === '?' ? undefined : Number(id);
    return { ...createReceipt({ scenario: Number(scenario), retry: Number(retry) }), testsetId };
  });
  return { ...common, receipts };
}

const NOTHING = { testsets: '', ambiguous: '', uncertain: '', unread: '' };

/** What the fourth attempt of the job `android / test` finds, each testset with its attempt. */
function findInFourth(files: readonly string[]): typeof NOTHING {
  const { testsets, ambiguous, uncertain, ...found } = earlierTestsets(files.map(fileOf), 4, MINE);
  return {
    testsets: testsets.map(({ testsetId, attempt }) => `${testsetId} of ${attempt}`).join(', '),
    ambiguous: ambiguous.toSorted().join(', '),
    uncertain: uncertain.map(({ scenario, attempt }) => `${scenario} of ${attempt}`).join(', '),
    unread: found.unread.map(({ attempt }) => `of ${attempt}`).join(', '),
  };
}

type Row = readonly [what: string, files: readonly string[], found: Partial<typeof NOTHING>];

const RESUMED: readonly Row[] = [
  ['nothing was saved', [], {}],
  ['a testset of each scenario', ['1a: 7=101 8=102'], { testsets: '7 of 1, 8 of 1' }],
  ['one step in two attempts', ['1a: 7=0', '2b: 8=0'], { testsets: '8 of 2' }],
  ['several attempts', ['3a: 9=0', '1a: 7=0', '2a: 8=0'], { testsets: '9 of 3' }],
  ['its own attempt and a later one', ['4a: 9=0 ?=1', '5a: 10=0 ?=1'], {}],
  ['one testset in two files', ['1a: 7=0', '1a: 7=0'], { testsets: '7 of 1' }],
  ['testsets of two steps', ['1a: 7=0', '1b: 8=0'], { ambiguous: '0' }],
  ['those, and one of a later attempt', ['1a: 7=0', '1b: 8=0', '3c: 9=0'], { ambiguous: '0' }],
  ['other scenarios of two steps', ['1a: 7=1', '1b: 8=2'], { ambiguous: '1, 2' }],
];

const RETRIES: readonly Row[] = [
  ['a testset and its retry', ['1a: 8=1.1 7=1'], { testsets: '7 of 1, 8 of 1' }],
  ['a retry in a second file', ['1a: 7=1', '1a: 8=1.1'], { testsets: '7 of 1, 8 of 1' }],
  ['a retry of a later attempt', ['1a: 7=1', '2a: 8=1.1'], { testsets: '7 of 1, 8 of 2' }],
  ['a later attempt that began anew', ['1a: 7=1 8=1.1', '2a: 9=1'], { testsets: '9 of 2' }],
  ['a retry of an unknown testset', ['1a: 8=1.1'], { ambiguous: '1' }],
  ['a second retry, of which the first was rejected', ['1a: 7=1 9=1.2'], { testsets: '7 of 1, 9 of 1' }],
];

const UNCERTAIN: readonly Row[] = [
  ['in two attempts', ['1a: ?=1', '2a: ?=1'], { uncertain: '1 of 1, 1 of 2' }],
  ['before a testset', ['1a: ?=1 ?=2', '2a: 7=1'], { uncertain: '2 of 1', testsets: '7 of 2' }],
  ['after a testset', ['1a: 7=1', '2a: ?=1'], { uncertain: '1 of 2', testsets: '7 of 1' }],
  ['in the attempt of a testset', ['1a: 7=1 ?=1'], { testsets: '7 of 1' }],
  ['before a retry of a testset', ['1a: 7=1 8=1.1 ?=1'], { testsets: '7 of 1, 8 of 1' }],
  ['as a retry, before another attempt', ['1a: ?=1.1', '2a: 7=1'], { testsets: '7 of 2' }],
  ['as a retry of a testset', ['1a: 7=1 ?=1.1'], { uncertain: '1 of 1', testsets: '7 of 1' }],
  ['beside testsets that are not used', ['1a: 7=1', '1b: ?=1'], { uncertain: '1 of 1', ambiguous: '1' }],
];

const JOBS: readonly Row[] = [
  ['two jobs, of which one has the name', ['1a mine: 7=0', '1b other: 8=0 ?=1'], { testsets: '7 of 1' }],
  ['two jobs, of which the name of the other is not known', ['1a mine: 7=0', '1b: 8=0'], { testsets: '7 of 1' }],
  ['two jobs, one of which cannot be read', ['1a mine: 7=0', '1b: unread'], { testsets: '7 of 1' }],
  ['two jobs of the same name', ['1a mine: 7=0', '1b mine: 8=0'], { ambiguous: '0' }],
  ['two jobs of other names', ['1a other: 7=0', '1b web: 8=0'], {}],
  ['one job of another name', ['1a other: 7=0'], {}],
  ['two jobs without names', ['1a: 7=0', '1b: 8=0'], { ambiguous: '0' }],
  [
    'two jobs, and later only the other',
    ['1a mine: 7=0', '1b other: 8=0', '2c other: 9=0', '3d other: end'],
    { testsets: '7 of 1' },
  ],
];

const ENDED: readonly Row[] = [
  ['an attempt with results', ['1a: 7=0 ?=1', '2a: 8=0', '2a: end'], {}],
  ['an older one with results', ['1a: 7=0', '2a: end', '3a: 8=0'], { testsets: '8 of 3' }],
  ['another step of the attempt', ['2b: 7=0', '2a: end'], { testsets: '7 of 2' }],
  ['one before that cannot be read', ['1a: unread', '2a: end'], {}],
  ['one that has none, and may resume an older one', ['1a: 7=0', '2a:'], { testsets: '7 of 1' }],
  ['a later one that cannot be read, and may have ended it', ['1a: 7=0 ?=1', '2a: unread'], { unread: 'of 2' }],
  ['an older one that cannot be read', ['1a: unread', '2a: 7=0'], { testsets: '7 of 2', unread: 'of 1' }],
  ['one of two steps that cannot be read', ['1a: 7=0', '1b: unread'], { ambiguous: '0', unread: 'of 1' }],
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
  const create = (at: number) => ({ ...createReceipt({ testsetName: `n${at}`, time: '12:34 UTC' }), attempt: at });
  const unread = (...attempts: readonly number[]) => ({
    unread: attempts.map((attempt) => fileOf(`${attempt}a: unread`)),
  });

  test.each<[earlier: Partial<EarlierAttempts>, words: RegExp]>([
    [{ ambiguous: [1] }, / 1 new testset is created\.$/],
    [{ ambiguous: [1, 2] }, / 2 new testsets are created\.$/],
    [unread(1), /^Attempt 1 stored a receipt that cannot be read \(404\): it may have .* A new one is created\.$/],
    [unread(2, 1, 1), /^Attempts 1, 2 stored a receipt that cannot be read \(404\):/],
    [{ uncertain: [1, 1].map(create) }, /^Attempt 1 may .* a testset, .* another\. .* for "n1" \(12:34 UTC\)\.$/],
    [
      { uncertain: [1, 2, 3, 4, 5].map(create) },
      /^Attempts 1, 2, .* 5 testsets, .* others\. .*"n4" \S+ UTC\) and 1 more\.$/,
    ],
  ])('names %j', (earlier, words) => {
    const none = { testsets: [], ambiguous: [], uncertain: [], unread: [] };
    expect(warningsOf({ ...none, ...earlier }, false)).toEqual([expect.stringMatching(words)]);
  });
});

test('what ended in one of two jobs with the same key does not end in the other, also if its own name is not known', () => {
  expect(earlierTestsets(['1a other: 7=0', '2b mine: end'].map(fileOf), 3).testsets).toMatchObject([{ testsetId: 7 }]);
});
