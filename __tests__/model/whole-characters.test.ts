import { expect, test } from '@jest/globals';
import fc from 'fast-check';

import { truncateAtCharacter } from '../../src/model/text.ts';
import { hostileText } from '../support/hostile-text.ts';

test.each([
  ['abcdef', 6, 'abcdef'],
  ['abcdef', 3, 'abc'],
  ['abc🇰🇷def', 5, 'abc'],
  ['abc🇰🇷def', 7, 'abc🇰🇷'],
  ['a👍🏽b', 3, 'a'],
  ['a👍🏽b', 5, 'a👍🏽'],
  ['ae\u0301\u0302b', 2, 'a'],
  ['ae\u0301\u0302b', 4, 'ae\u0301\u0302'],
  ['한국어', 2, '한국'],
  ['🇰🇷', 3, ''],
  ['abc', 0, ''],
  ['abc', -1, ''],
])('the beginning of %j within %i is %j', (text, longest, shown) => {
  expect(truncateAtCharacter(text, longest)).toBe(shown);
});

test('it is a beginning made of whole characters, and the next one would not fit', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  fc.assert(
    fc.property(hostileText, fc.integer({ min: 0, max: 40 }), (text, longest) => {
      let expected = '';
      for (const { segment } of segmenter.segment(text)) {
        if (expected.length + segment.length > longest) break;
        expected += segment;
      }
      expect(truncateAtCharacter(text, longest)).toBe(expected);
    }),
  );
});
