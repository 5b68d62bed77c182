import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { cleanText, oneLine, truncate, truncateAtCharacter, withoutStop } from '../../src/model/text.ts';
import { hostileText } from '../support/hostile-text.ts';

test.each([
  ['It failed.', 'It failed'],
  ['It failed. \n', 'It failed'],
  ['and so on...', 'and so on..'],
  ['version 1.2 failed', 'version 1.2 failed'],
])('%j without a full stop is %j', (text, expected) => {
  expect(withoutStop(text)).toBe(expected);
});

describe('cleanText', () => {
  test.each([
    ['LGE Nexus_5X / ANDROID 8.1.0', 'LGE Nexus_5X / ANDROID 8.1.0'],
    ['  two \t  words \u3000 ', 'two words'],
    ['a\r\nb\u2028c\u0085d', 'a b c d'],
    ['\u202Edlrow olleh\u202C', 'dlrow olleh'],
    ['zero\u200Bwidth\u2060\uFEFF', 'zerowidth'],
    ['\u001b[31mred\u001b[0m \u009b1mbold', 'red bold'],
    ['half \ud800 a pair', 'half a pair'],
    ['\u3164\u115f', ''],
    ['👩‍🔬', '👩🔬'],
    ['e\u0301', 'e\u0301'],
    ['x'.repeat(10_000), `${'x'.repeat(199)}…`],
  ])('%j becomes %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  test('keeps to its length, and does not change a clean text', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 40 }), (text, limit) => {
        const once = cleanText(text, limit);
        expect(once.length).toBeLessThanOrEqual(limit);
        expect(cleanText(once, limit)).toBe(once);
      }),
    );
  });
});

test.each([
  ['one\ttab', 'one tab'],
  ['a\r\nb', 'a ⏎ b'],
  ['a\rb\vc\fd', 'a ⏎ b ⏎ c ⏎ d'],
  ['aligned   columns', 'aligned   columns'],
  ['기기   columns', '기기   columns'],
])('%j on one line is %j', (text, line) => {
  expect(oneLine(text)).toBe(line);
});

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdefg', 6, 'abcde…'],
  ['abcd  gh', 7, 'abcd…'],
  ['abc🇰🇷def', 6, 'abc…'],
  ['🇰🇷🇰🇷', 1, '…'],
])('%j truncated to %i is %j', (text, limit, shown) => {
  expect(truncate(text, limit)).toBe(shown);
});

test('as many whole characters are kept as fit', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  fc.assert(
    fc.property(hostileText, fc.integer({ min: -3, max: 40 }), (text, longest) => {
      let expected = '';
      for (const { segment } of segmenter.segment(text)) {
        if (expected.length + segment.length > longest) break;
        expected += segment;
      }
      expect(truncateAtCharacter(text, longest)).toBe(expected);
    }),
  );
});
