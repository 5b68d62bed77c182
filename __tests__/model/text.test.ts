import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import {
  cleanText,
  oneLine,
  readPageTitle,
  splitDevice,
  truncate,
  truncateAtCharacter,
  webAddress,
  withoutStop,
  withoutUnseen,
} from '../../src/model/text.ts';
import { createRedactor } from '../../src/runtime/redact.ts';
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

test.each([
  ['a-key~ of mine', 'a-key~ of mine'],
  ['a\u00ad-k\u00a0e\u2028y\n', 'a-key'],
  ['a \u001b[31mk\u200bey', 'a key'],
])('%j without what readers do not see is %j', (text, seen) => {
  expect(withoutUnseen(text)).toBe(seen);
});

test.each([
  ['LGE Nexus_5X / ANDROID 8.1.0', 'LGE Nexus_5X', 'ANDROID 8.1.0'],
  ['Maker / Model / iOS 17', 'Maker / Model', 'iOS 17'],
  ['A/B', 'A/B', ''],
  [' / ANDROID 9', '/ ANDROID 9', ''],
  ['\u200b', 'unnamed device', ''],
  [`${'x'.repeat(10_000)} / iOS 17`, `${'x'.repeat(199)}…`, 'iOS 17'],
])('device name %# has two parts', (text, name, os) => {
  expect(splitDevice(text)).toEqual({ name, os });
});

describe('an address', () => {
  test.each([
    ...[undefined, '', 'javascript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', '//example.com', 'https://'],
    ...['ftp://example.com/', 'https://user@example.com/', 'https://:pw@example.com/', 'xhttps://example.com/'],
    ...['https-x://example.com/', 'httpsx://example.com/', `https://example.com/${'한'.repeat(700)}`],
    ...[`https://example.com/${'x'.repeat(2_000)}`, `https://example.com/${'a/../'.repeat(300)}`],
  ])('is not linked: %#', (url) => {
    expect(webAddress(url)).toBeUndefined();
  });

  test('is linked as it is normalized', () => {
    expect(webAddress('HTTP://EXAMPLE.COM')).toBe('http://example.com/');
  });

  test('has at most 1,000 characters, also when it is normalized', () => {
    const long = 'https://example.com/'.padEnd(1_000, 'x');
    expect([webAddress(long), webAddress(`${long}x`)]).toEqual([long, undefined]);
    expect(webAddress(`${long.slice(0, -3)} `)).toBe(long.slice(0, -3));
    expect(webAddress(`${long.slice(0, -2)}é`)).toBeUndefined();
  });

  test('is plain ASCII', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(webAddress(`https://example.com/${text}?${text}#${text}`) ?? 'https://x/').toMatch(/^https:\/\/[!-~]+$/);
      }),
    );
  });
});

describe('the title of a page', () => {
  const read = (text: string): string | undefined => readPageTitle(text, String);

  test.each([
    ['<html><head><title>Access denied</title></head></html>', 'Access denied'],
    ['\uFEFF\n <!DOCTYPE html>\n<TITLE lang="en">\n  502\n\tBad   Gateway \n</TITLE>', '502 Bad Gateway'],
    ['<title>a &amp; b</title>', 'a &amp; b'],
    ['<title>\u001b[31mred\u202e</title>', 'red'],
    ['<titles>no</titles><title>yes</title>', 'yes'],
    ['<html><p>no title</p></html>', ''],
    ['<?xml version="1.0"?>\n<!DOCTYPE html><html><title>403</title></html>', '403'],
    ['<title>never closed', ''],
    [`<html>${' '.repeat(16 * 1024)}<title>late</title>`, ''],
    [`<html>${'<title'.repeat(5_000_000)}`, ''],
  ])('is read as text (%#)', (text, title) => {
    expect(read(text)).toBe(title);
  });

  test.each(['', 'Access denied', '{"message": "<title>no page</title>"}', '< 3', '<3'])(
    'is absent in what is no page: %j',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );

  test('is cut to 60 characters, after secrets were replaced', () => {
    const { redact } = createRedactor(['hunter&two&hunter']);
    const title = `${'x'.repeat(50)} hunter&amp;two\u200b&amp;hunter`;
    expect(readPageTitle(`<title>${title}</title>`, redact)).toBe(`${'x'.repeat(50)} ***`);
    expect(read(`<title>${'x'.repeat(61)}</title>`)).toBe(`${'x'.repeat(59)}…`);
  });
});
