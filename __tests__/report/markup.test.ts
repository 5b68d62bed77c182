import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { cleanText, webAddress } from '../../src/model/text.ts';
import { block, fold, paragraphs, table } from '../../src/report/blocks.ts';
import {
  escapeAttribute,
  escapeForGithub,
  formatCode,
  hasContent,
  join,
  link,
  markup,
  render,
  type Content,
} from '../../src/report/markup.ts';
import { attackText } from '../hostile/support/texts.ts';
import { readHtml, wouldLink } from '../support/read-html.ts';

const written = (content: Content): string => render(content, escapeForGithub);

describe('a text for GitHub', () => {
  test('a strict reader finds the same text, and GitHub nothing to link', () => {
    fc.assert(
      fc.property(attackText, (text) => {
        const clean = cleanText(text);
        const page = readHtml(written(markup`<td>${clean}</td>`));
        expect(page.texts.join('').replaceAll('\u200b', '')).toBe(clean);
        expect(page.texts.filter(wouldLink)).toEqual([]);
        expect(page.tags.filter((tag) => tag !== 'td' && tag !== 'span')).toEqual([]);
        expect(readHtml(written(markup`<a href="${clean}">x</a>`)).links).toMatchObject([{ href: clean }]);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    [`<b class="x">'&amp;'</b>`, '&lt;b class=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/b&gt;'],
    ['```', '&#96;&#96;&#96;'],
    ['@octocat', '@&#8203;octocat'],
    ['octo/repo#12, #now', 'octo/repo#&#8203;12, #now'],
    ['&#12', '&amp;#&#8203;12'],
    [':octocat: at 12:30:45 :+1:', ':&#8203;octocat: at 12:30:45 :&#8203;+1:'],
    ['gh-7 XGH-7', 'gh-&#8203;7 XGH-7'],
    ['$5', '<span>$</span>5'],
    ['a\n\n# b\r\n\t c\nd', 'a # b c d'],
  ])('%j becomes %j', (text, escaped) => {
    expect(written(text)).toBe(escaped);
  });
});

test('a text for the page has entities only', () => {
  expect(render(['@octocat <b> $5', markup`<i title="${'"'}">${1}</i>`], escapeAttribute)).toBe(
    '@octocat &lt;b&gt; $5<i title="&quot;">1</i>',
  );
});

test('pieces are joined without those that are empty', () => {
  expect(written(join(markup`<br>`, ['a', '', undefined, false, markup`b`, 0]))).toBe('a<br>b<br>0');
  expect(join(', ', ['', undefined])).toBe('');
});

describe('code in a sentence', () => {
  test.each([
    ['Attach with `testset-id: 5`.', 'Attach with <code>testset-id: 5</code>.'],
    ['`unzip -p a_b.apks universal.apk > app.apk`', '<code>unzip -p a_b.apks universal.apk &gt; app.apk</code>'],
    ['`<b>`', '<code>&lt;b&gt;</code>'],
    ['`@octocat #7`', '<code>@octocat #7</code>'],
    ['named `` a `b` ``.', 'named <code>a &#96;b&#96;</code>.'],
    ['one ` alone', 'one &#96; alone'],
    ['`a ` and `b`', '&#96;a &#96; and <code>b</code>'],
    ['one ` before `a` and `b`', 'one &#96; before <code>a</code> and <code>b</code>'],
  ])('%j becomes %j', (text, escaped) => {
    expect(written(formatCode(text))).toBe(escaped);
  });

  test('that is empty is nothing to show', () => {
    expect(hasContent(formatCode(''))).toBe(false);
  });
});

describe('link', () => {
  test.each([
    [
      'https://app.example.com/#/summary/0?tid=1&x="2"',
      '<a href="https://app.example.com/#/summary/0?tid=1&amp;x=%222%22">',
    ],
    ['HTTP://EXAMPLE.COM', '<a href="http://example.com/">'],
    ["https://example.com/'`<>", '<a href="https://example.com/&#39;%60%3C%3E">'],
  ])('%j is a link', (url, start) => {
    expect(written(link(webAddress(url), 'Pixel'))).toBe(`${start}Pixel</a>`);
  });

  test('without an address is only text', () => {
    expect(written(link(undefined, '<Pixel>'))).toBe('&lt;Pixel&gt;');
  });
});

test('a block ends with a blank line and has none inside', () => {
  expect(block([markup`<p>`, 'a', markup`</p>`])).toBe('<p>\na\n</p>\n\n');
  expect(block([])).toBe('');
  expect(paragraphs(['', 'a', undefined])).toBe('<p>a</p>\n\n');
});

test('a table has a head and rows, and is not there without rows', () => {
  const columns = [
    { head: 'A', cell: ([a = '']: readonly string[]) => a },
    { head: 'B', cell: ([, b = '']: readonly string[]) => b, align: 'right' as const },
  ];
  expect(block(table(columns, [['a', '<b>']]))).toBe(
    '<table><tr><th align="left">A</th><th align="right">B</th></tr>\n' +
      '<tr><td>a</td><td align="right">&lt;b&gt;</td></tr>\n</table>\n\n',
  );
  expect(table(columns, [])).toEqual([]);
});

describe('a folded list', () => {
  const folded = (items: number, limitBytes: number): string[] => {
    const list = {
      title: 'Passed',
      begin: markup`<b>`,
      end: markup`</b>`,
      items: Array.from({ length: items }, (_, at) => at),
    };
    return fold({ ...list, render: (at) => `item${at}` }, limitBytes, 'the file').map(written);
  };
  const START = ['<details><summary>Passed</summary>', '<b>'];

  test('has a title and all items', () => {
    expect(folded(2, 1_000)).toEqual([...START, 'item0', 'item1', '</b>', '</details>']);
  });

  test('has as many items as fit, and says how many more there are', () => {
    // Title and begin have 9 bytes, an item and its line end 6.
    const one = [...START, 'item0', '</b>', '<p>… 2 more: all are in the file</p>', '</details>'];
    expect([folded(3, 9 + 2 * 6 - 1), folded(3, 9 + 6)]).toEqual([one, one]);
    expect(folded(3, 9 + 6 - 1)).toEqual([]);
  });

  test('has at most 500 items', () => {
    const lines = folded(501, 1_000_000);
    expect(lines.filter((line) => line.startsWith('item'))).toHaveLength(500);
    expect(lines.at(-2)).toContain('1 more');
  });
});
