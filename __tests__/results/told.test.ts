import { describe, expect, test } from '@jest/globals';

import { cutText, takeTexts, type DeviceTexts } from '../../src/results/device-texts.ts';
import { asIs } from '../support/as-is.ts';

const LINK = 'https://app.example.com/#/summary/0?tid=1';

function told(texts: readonly string[], redact = asIs): DeviceTexts {
  const told: DeviceTexts = {};
  takeTexts(told, texts, redact);
  return told;
}

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
  ])('%j', (texts, expected) => {
    expect(told(texts)).toEqual(expected);
  });

  test('an address too long to be kept whole is no link', () => {
    const long = `https://example.com/${'a'.repeat(1000)}`;
    expect(told([long])).toEqual({ message: long.slice(0, 1000) });
  });

  test('what is known stays', () => {
    const known = { url: LINK };
    takeTexts(known, ['https://example.com/2', 'it broke'], asIs);
    expect(known).toEqual({ url: LINK, message: 'it broke' });
  });

  test('a secret is replaced before the text is cut, and in a link', () => {
    const redact = (text: string): string => text.replaceAll('secret', '***');
    expect(told([`${'x'.repeat(996)}secret`], redact)).toEqual({ message: `${'x'.repeat(996)}***` });
    expect(told([`${LINK}&key=secret`], redact)).toEqual({ url: `${LINK}&key=***` });
  });

  test('a text is cut at 1,000 units, between whole characters', () => {
    expect(cutText('x'.repeat(1000))).toHaveLength(1000);
    expect(cutText('x'.repeat(1001))).toBe('x'.repeat(1000));
    expect(cutText(`${'x'.repeat(999)}😀`)).toBe('x'.repeat(999));
  });
});
