import { expect, test } from '@jest/globals';

import { describeResumed, groupWarnings } from '../../src/report/notes.ts';

test('a notice names the resumed testsets, their attempts, and the input', () => {
  expect(describeResumed([{ testsetId: 5, attempt: 1 }])).toMatch(/^Attempt 1 .* testset 5 .*`resume: false`/);
  const several = [
    { testsetId: 6, attempt: 2 },
    { testsetId: 5, attempt: 1 },
  ];
  expect(describeResumed(several)).toMatch(/^Attempts 1, 2 .* testsets 6, 5 /);
});

const of = (id: number | undefined, ...warnings: string[]): { id?: number; warnings: string[] } => ({
  ...(id !== undefined && { id }),
  warnings,
});

const lacks = (id: number): string => `Testset ${id} delivered no JSON results.`;

const SAME = 'The same applies to';

test.each<[string, Parameters<typeof groupWarnings>[0], readonly string[]]>([
  ['one', [of(5, lacks(5))], [lacks(5)]],
  ['different ones', [of(5, lacks(5), 'It was slow.'), of(6)], [lacks(5), 'It was slow.']],
  ['two of a kind', [of(5, lacks(5)), of(6, lacks(6))], [`${lacks(5)} ${SAME} 1 other testset: 6.`]],
  [
    'many',
    [1, 2, 3, 4, 5, 6].map((at) => of(at, lacks(at))),
    [`${lacks(1)} ${SAME} 5 other testsets: 2, 3, 4 and 2 more.`],
  ],
  ['without an identifier', [of(5, 'Slow.'), of(6, 'Slow.')], [`Slow. ${SAME} 1 other testset: 6.`]],
  ['different numbers', [of(5, 'It took 15 s.'), of(6, 'It took 16 s.')], ['It took 15 s.', 'It took 16 s.']],
  ['the same one twice', [of(5, lacks(5), lacks(5))], [lacks(5)]],
  ['without a testset', [of(undefined, 'Odd.'), of(undefined, 'Odd.')], ['Odd.']],
])('warnings are grouped: %s', (_what, testsets, lines) => {
  expect(groupWarnings(testsets)).toEqual(lines);
});
