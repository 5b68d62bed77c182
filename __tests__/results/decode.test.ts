import { describe, expect, test } from '@jest/globals';

import { decode } from '../../src/results/decode.ts';

function utf16be(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16();
}

const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><a>`;

describe('text out of bytes', () => {
  test.each<[what: string, document: string | Uint8Array, text: string]>([
    ['a text', '<a/>', '<a/>'],
    ['a text with a byte order mark', '\uFEFF<a/>', '<a/>'],
    ['nothing', new Uint8Array(), ''],
    ['UTF-8 without a declaration', Buffer.from('<a>ö日</a>'), '<a>ö日</a>'],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF<a>ö</a>'), '<a>ö</a>'],
    ['UTF-16 LE with a mark', Buffer.from('\uFEFF<a>日</a>', 'utf16le'), '<a>日</a>'],
    ['UTF-16 BE with a mark', utf16be('\uFEFF<a>日</a>'), '<a>日</a>'],
    ['UTF-16 LE without a mark', Buffer.from('<a>日</a>', 'utf16le'), '<a>日</a>'],
    ['UTF-16 BE without a mark', utf16be('<a>日</a>'), '<a>日</a>'],
    ['ISO-8859-1', Buffer.from(`${declared('ISO-8859-1')}ö`, 'latin1'), `${declared('ISO-8859-1')}ö`],
    ['windows-1252', Buffer.from(`${declared('windows-1252')}\x80`, 'latin1'), `${declared('windows-1252')}€`],
    [
      'a declaration in single quotes',
      Buffer.from(`<?xml version='1.0' encoding='latin1'?>é`, 'latin1'),
      `<?xml version='1.0' encoding='latin1'?>é`,
    ],
    ['UTF-16 that is declared, but is not', Buffer.from(`${declared('UTF-16')}ö`), `${declared('UTF-16')}ö`],
    ['an encoding that nobody knows', Buffer.from(`${declared('klingon')}ö`), `${declared('klingon')}ö`],
    ['bytes that are no UTF-8', Uint8Array.of(0x61, 0xff), 'a\uFFFD'],
  ])('%s', (_, document, text) => {
    expect(decode(document)).toBe(text);
  });
});
