import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { truncate, oneLine, cleanText } from '../../src/model/text.ts';
import { hostileText } from '../support/hostile-text.ts';

describe('plain', () => {
  test.each([
    ['LGE Nexus_5X / ANDROID 8.1.0', 'LGE Nexus_5X / ANDROID 8.1.0'],
    ['  two \t  words \u3000 ', 'two words'],
    ['a\r\nb\u2028c\u0085d', 'a b c d'],
    ['\u202Edlrow olleh\u202C', 'dlrow olleh'],
    ['zero\u200Bwidth\u2060\uFEFF', 'zerowidth'],
    ['\u001b[31mred\u001b[0m \u009b1mbold', 'red bold'],
    ['half \ud800 a pair', 'half a pair'],
    ['\u3164\u115f', ''],
    ['삼성 갤럭시', '삼성 갤럭시'],
    ['👩‍🔬', '👩🔬'],
    ['e\u0301', 'e\u0301'],
    ['', ''],
  ])('%j becomes %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  test('a name of 10,000 characters is cut at 200', () => {
    expect(cleanText('x'.repeat(10_000))).toBe(`${'x'.repeat(199)}…`);
  });

  test('cleaning twice changes nothing more, and the length is kept', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 40 }), (text, limit) => {
        const once = cleanText(text, limit);
        expect(once.length).toBeLessThanOrEqual(limit);
        expect(cleanText(once, limit)).toBe(once);
      }),
    );
  });
});

describe('cut', () => {
  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['abcd  gh', 7, 'abcd…'],
    ['abc🇰🇷def', 6, 'abc…'],
    ['abc👍🏽def', 6, 'abc…'],
    ['ae\u0301\u0302b', 3, 'a…'],
    ['한국어 기기', 4, '한국어…'],
    ['🇰🇷🇰🇷', 1, '…'],
  ])('%j at %i becomes %j', (text, limit, shown) => {
    expect(truncate(text, limit)).toBe(shown);
  });
});

describe('oneLine', () => {
  test.each([
    ['one\ttab', 'one tab'],
    ['a\r\nb', 'a ⏎ b'],
    ['a\rb\vc\fd', 'a ⏎ b ⏎ c ⏎ d'],
    ['aligned   columns', 'aligned   columns'],
    ['기기   columns', '기기   columns'],
  ])('%j becomes %j', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });
});
