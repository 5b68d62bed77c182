import { describe, expect, test } from '@jest/globals';

import { cutText, readTold } from '../../src/results/told.ts';

const LINK = 'https://app.example.com/#/summary/0?tid=1';

describe('link and message', () => {
  test.each<[texts: string[], told: object]>([
    [[], {}],
    [['', ' \n '], {}],
    [[LINK], { url: LINK }],
    [[` ${LINK}\n`], { url: LINK }],
    [['HTTP://example.com'], { url: 'HTTP://example.com' }],
    [['it broke'], { message: 'it broke' }],
    [['it broke', LINK, 'more', 'https://example.com/2'], { url: LINK, message: 'it broke' }],
    [[`see ${LINK}`], { message: `see ${LINK}` }],
    [[`${LINK} and more`], { message: `${LINK} and more` }],
    [['javascript:alert(1)'], { message: 'javascript:alert(1)' }],
    [['ftp://example.com/'], { message: 'ftp://example.com/' }],
    [['https://'], { message: 'https://' }],
    [['https://exa mple'], { message: 'https://exa mple' }],
    [['http://[nonsense'], { message: 'http://[nonsense' }],
  ])('%j', (texts, told) => {
    expect(readTold(texts)).toEqual(told);
  });

  test('an address too long to be kept whole is no link', () => {
    const long = `https://example.com/${'a'.repeat(1000)}`;
    expect(readTold([long])).toEqual({ message: long.slice(0, 1000) });
  });

  test('a text is cut at 1,000 units, between whole characters', () => {
    expect(cutText('x'.repeat(1000))).toHaveLength(1000);
    expect(cutText('x'.repeat(1001))).toBe('x'.repeat(1000));
    expect(cutText(`${'x'.repeat(999)}😀`)).toBe('x'.repeat(999));
  });
});
