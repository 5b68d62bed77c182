import { expect, test } from '@jest/globals';

import { groupWarnings } from '../../src/report/testset-words.ts';

const of = (id: number | undefined, ...warnings: string[]): { id?: number; warnings: string[] } => ({
  ...(id !== undefined && { id }),
  warnings,
});

const lacks = (id: number): string => `Testset ${id} delivered no JSON results; the XML stands alone.`;

test.each<[string, Parameters<typeof groupWarnings>[0], readonly string[]]>([
  ['one alone stays as it is', [of(5, lacks(5))], [lacks(5)]],
  ['different ones stay apart', [of(5, lacks(5), 'It was slow.'), of(6)], [lacks(5), 'It was slow.']],
  ['two alike become one', [of(5, lacks(5)), of(6, lacks(6))], [`${lacks(5)} The same goes for 1 other testset: 6.`]],
  [
    'many are counted',
    [1, 2, 3, 4, 5, 6].map((at) => of(at, lacks(at))),
    [`${lacks(1)} The same goes for 5 other testsets: 2, 3, 4 and 2 more.`],
  ],
  [
    'those without a number in them, too',
    [of(5, 'It was slow.'), of(6, 'It was slow.')],
    ['It was slow. The same goes for 1 other testset: 6.'],
  ],
  [
    'another number tells them apart',
    [of(5, 'Testset 5 took 15 s.'), of(6, 'Testset 6 took 16 s.')],
    ['Testset 5 took 15 s.', 'Testset 6 took 16 s.'],
  ],
  ['the same one twice is said once', [of(5, lacks(5), lacks(5))], [lacks(5)]],
  ['there need be no testset', [of(undefined, 'Odd.'), of(undefined, 'Odd.')], ['Odd.']],
])('%s', (_what, testsets, lines) => {
  expect(groupWarnings(testsets)).toEqual(lines);
});
