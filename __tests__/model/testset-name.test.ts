import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { defaultTestsetName, retryTestsetName, scenarioTestsetName } from '../../src/model/testset-name.ts';
import type { RunInfo } from '../../src/model/report.ts';
import { runContext } from '../inputs/support.ts';

function nameOf(title: string, run: Partial<RunInfo> = {}): string {
  return defaultTestsetName({ pullRequestTitle: title, commitMessage: '', run: { ...runContext().run, ...run } });
}

describe('the default name', () => {
  test.each<[pullRequest: string, commit: string, workflow: string, name: string]>([
    ['Add a wallet', 'A commit', 'Tests', 'Add a wallet #7'],
    ['', 'Mend the login\n\nIt was broken.', 'Tests', 'Mend the login #7'],
    ['', 'Windows\r\nlines', 'Tests', 'Windows #7'],
    ['', '\n\n  late start\rold Mac', 'Tests', 'late start #7'],
    ['', '', '기기 테스트', '기기 테스트 #7'],
    [' \u0000\u202e ', ' \n ', '\t', 'Testset #7'],
    ['a\u0007b\u2028c\u202ed', '', '', 'a b c d #7'],
    ['  many \t\n spaces  ', '', '', 'many spaces #7'],
    ['half a pair \ud83d', '', '', 'half a pair \ufffd #7'],
  ])('%j, %j, %j: %j', (pullRequestTitle, commitMessage, workflow, name) => {
    const run = { ...runContext().run, workflow };
    expect(defaultTestsetName({ pullRequestTitle, commitMessage, run })).toBe(name);
  });

  test.each<[Partial<RunInfo>, string]>([
    [{ attempt: 2 }, 'x #7.2'],
    [{ runNumber: 0 }, 'x'],
  ])('%j: %j', (run, name) => {
    expect(nameOf('x', run)).toBe(name);
  });
});

describe('a long title is cut', () => {
  test.each<[string, string, string]>([
    ['plain', 'x'.repeat(98), `${'x'.repeat(97)} #7`],
    ['just fits', 'x'.repeat(97), `${'x'.repeat(97)} #7`],
    ['no surrogate pair is split', '😀'.repeat(60), `${'😀'.repeat(48)} #7`],
    ['no family is split', `${'x'.repeat(90)}👩‍👩‍👧‍👦`, `${'x'.repeat(90)} #7`],
    ['no flag is split', `${'x'.repeat(95)}🇰🇷`, `${'x'.repeat(95)} #7`],
    ['no Hangul syllable is split', `${'x'.repeat(95)}\u1100\u1161\u11a8`, `${'x'.repeat(95)} #7`],
    ['no space at the end', `${'x'.repeat(96)} yz`, `${'x'.repeat(96)} #7`],
    ['a single character that is too long', `a${'\u0301'.repeat(200)}`, '#7'],
  ])('%s', (_, title, name) => {
    expect(nameOf(title)).toBe(name);
  });

  test('with any title, the name has 1 to 100 units and ends with the number', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 150 }),
        fc.integer({ min: 1, max: 1e9 }),
        (title, runNumber) => {
          const name = nameOf(title, { runNumber, attempt: 3 });
          expect(name.length).toBeLessThanOrEqual(100);
          expect(name.isWellFormed()).toBe(true);
          expect(name).toMatch(new RegExp(`#${runNumber}\\.3$`));
        },
      ),
    );
  });
});

describe('the name of one of several scenario tests', () => {
  test.each([
    ['Fix the login #7', 12, 'Fix the login #7 [12]'],
    [`${'가'.repeat(97)} #7`, 12, `${'가'.repeat(92)} #7 [12]`],
    [`${'x'.repeat(93)} #123.45`, 9_007_199_254_740_991, `${'x'.repeat(73)} #123.45 [9007199254740991]`],
    [`${'x'.repeat(92)} 👩‍🔬 night`, 1, `${'x'.repeat(92)} [1]`],
    ['#7', 1, '#7 [1]'],
  ])('%s [%i]', (name, scenario, full) => {
    expect(scenarioTestsetName(name, scenario)).toBe(full);
  });

  test('fits, and ends in the scenario', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }).filter((name) => name.length <= 100);
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (name, scenario) => {
        const full = scenarioTestsetName(name, scenario);
        expect(full.length).toBeLessThanOrEqual(100);
        expect(full.endsWith(`[${scenario}]`)).toBe(true);
      }),
    );
  });
});

test.each([
  ['Fix the login #7', 1, 'Fix the login #7 retry 1'],
  [`${'x'.repeat(90)} #7.2 [12]`, 2, `${'x'.repeat(82)} #7.2 [12] retry 2`],
  [`${'x'.repeat(95)} [12]`, 1, `${'x'.repeat(87)} [12] retry 1`],
  ['x'.repeat(100), 1, `${'x'.repeat(92)} retry 1`],
])('%s, retry %i: %s', (name, retry, full) => {
  expect(retryTestsetName(name, retry)).toBe(full);
});
