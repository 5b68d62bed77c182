import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { defaultTestsetName, formatTestsetName, type TestsetName } from '../../src/model/testset-name.ts';
import type { RunInfo } from '../../src/model/report.ts';
import { runContext } from '../inputs/support.ts';

const titled = (title: string): RunInfo['pullRequest'] =>
  title === '' ? undefined : { number: 12, title, author: '', url: '' };

function partsOf(title: string, given: Partial<RunInfo> = {}, scenarios?: readonly number[]): TestsetName {
  const run = { ...runContext().run, pullRequest: titled(title), ...given };
  return defaultTestsetName({ commitMessage: '', run }, scenarios);
}

function nameOf(...given: Parameters<typeof partsOf>): string {
  return formatTestsetName(partsOf(...given));
}

describe('the default name', () => {
  test.each<[pullRequest: string, commit: string, workflow: string, name: string]>([
    ['Add a wallet', 'A commit', 'Tests', 'Add a wallet #7'],
    ['', 'Mend the login\n\nIt was broken.', 'Tests', 'Mend the login #7'],
    ['', 'Windows\r\nlines', 'Tests', 'Windows #7'],
    ['', '\n\n  late start\rold Mac', 'Tests', 'late start #7'],
    ['', '', '기기 테스트', '기기 테스트 #7'],
    [' \u0000\u202e ', ' \n ', '\t', 'Testset #7'],
    ['a\u0007b\u2028c\u202ed', '', '', 'ab cd #7'],
    ['  many \t\n spaces  ', '', '', 'many spaces #7'],
    ['half a pair \ud83d', '', '', 'half a pair #7'],
  ])('%j, %j, %j: %j', (title, commitMessage, workflow, name) => {
    const run = { ...runContext().run, workflow, pullRequest: titled(title) };
    expect(formatTestsetName(defaultTestsetName({ commitMessage, run }))).toBe(name);
  });

  test('ends in the number of the run, and of an attempt that is not the first', () => {
    expect([nameOf('x', { attempt: 2 }), nameOf('x', { runNumber: 0 })]).toEqual(['x #7.2', 'x']);
  });

  test('keeps the attempt apart: a resumed testset has that of another one', () => {
    const second = partsOf('x', { attempt: 2, matrix: { flavour: 'paid' } });
    expect([second, { ...second, attempt: 1 }].map((parts) => formatTestsetName(parts))).toEqual([
      'x #7.2 (paid)',
      'x #7 (paid)',
    ]);
  });

  test('ends in the values of the matrix, unless they are the scenario', () => {
    const matrix = { scenario: 1042 };
    expect([nameOf('x', { matrix }), nameOf('x', { matrix }, [1042])]).toEqual(['x #7 (1042)', 'x #7']);
  });
});

describe('a long title is cut', () => {
  test.each<[string, string, string]>([
    ['plain', 'x'.repeat(98), `${'x'.repeat(97)} #7`],
    ['just fits', 'x'.repeat(97), `${'x'.repeat(97)} #7`],
    ['no flag is split', `${'x'.repeat(95)}🇰🇷`, `${'x'.repeat(95)} #7`],
    ['no space at the end', `${'x'.repeat(96)} yz`, `${'x'.repeat(96)} #7`],
    ['a single character that is too long', `a${'\u0301'.repeat(200)}`, '#7'],
  ])('%s', (_, title, name) => {
    expect(nameOf(title)).toBe(name);
  });
});

const [RUN, SECOND, PAID] = [{ number: 7 }, { number: 7, attempt: 2 }, { number: 7, matrix: ' (paid, 34)' }];

test.each<[title: string, rest: Partial<TestsetName>, of: Parameters<typeof formatTestsetName>[1], name: string]>([
  ['Fix the login', RUN, { scenario: 12 }, 'Fix the login #7 [12]'],
  ['가'.repeat(120), RUN, { scenario: 12 }, `${'가'.repeat(92)} #7 [12]`],
  ['x'.repeat(93), SECOND, { scenario: Number.MAX_SAFE_INTEGER }, `${'x'.repeat(76)} #7.2 [9007199254740991]`],
  [`${'x'.repeat(92)} 👩‍🔬 night`, {}, { scenario: 1 }, `${'x'.repeat(92)} [1]`],
  ['x'.repeat(90), PAID, { scenario: 12 }, `${'x'.repeat(81)} #7 (paid, 34) [12]`],
  ['', RUN, { scenario: 1 }, '#7 [1]'],
  ['Fix the login', RUN, { retry: 1 }, 'Fix the login #7 retry 1'],
  ['x'.repeat(90), SECOND, { scenario: 12, retry: 2 }, `${'x'.repeat(82)} #7.2 [12] retry 2`],
  ['x'.repeat(100), {}, { retry: 1 }, `${'x'.repeat(92)} retry 1`],
])('%s and %j, of %j: %s', (title, rest, of, name) => {
  expect(formatTestsetName({ title, ...rest }, of)).toBe(name);
});

test('any title makes names of at most 100 units that end in their numbers', () => {
  const titles = fc.string({ unit: 'grapheme', maxLength: 150 });
  fc.assert(
    fc.property(titles, fc.integer({ min: 1, max: 1e9 }), (title, number) => {
      const parts = partsOf(title, { runNumber: number, attempt: 3 });
      const all = [{}, { scenario: number }, { scenario: number, retry: 2 }];
      const names = all.map((which) => formatTestsetName(parts, which));
      for (const name of names) {
        expect(name.length).toBeLessThanOrEqual(100);
        expect(name.isWellFormed()).toBe(true);
      }
      const endings = [`#${number}.3`, `#${number}.3 [${number}]`, `#${number}.3 [${number}] retry 2`];
      expect(names.map((name, at) => name.endsWith(endings[at] ?? ''))).toEqual([true, true, true]);
    }),
  );
});
