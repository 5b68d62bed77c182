import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { createRedactor, redactJson } from '../../src/runtime/redact.ts';

const KEY = `k&<3 "y's/é키😀=+`;
const PAIR = `me@example.com:${KEY}`;
const escapeJson = (text: string): string =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const createOurs = () => createRedactor([KEY, '5', '', PAIR]);

function utf8(text: string, encoding: BufferEncoding): string {
  return Buffer.from(text).toString(encoding);
}

describe('every form of a secret', () => {
  test.each<[string, string]>([
    ['as it is', KEY],
    ['the Basic pair', utf8(PAIR, 'base64')],
    ['in JSON, escaped throughout', escapeJson(KEY)],
    ['in an address throughout', utf8(KEY, 'hex').replace(/../g, '%$&')],
    ['in an address throughout, in upper case', utf8(KEY, 'hex').replace(/../g, '%$&').toUpperCase()],
  ])('%s', (_, form) => {
    const { forms, redactText } = createOurs();
    expect(redactText(`before ${form} after ${form}`)).toBe('before *** after ***');
    expect(forms).toContain(form);
  });

  test.each([0, 1, 2, 3])('base64 of a longer text, %i bytes into it', (offset) => {
    const longer = `${'u'.repeat(offset)}${KEY}:more`;
    const left = createOurs().redactText(utf8(longer, 'base64'));
    expect(left).toContain('***');
    expect(left.length).toBeLessThan(utf8(longer, 'base64').length - KEY.length);
  });

  const inLines = (lineEnd: string): string =>
    utf8(`${'u'.repeat(50)}${KEY}`, 'base64').replace(/.{76}/g, `$&${lineEnd}`);

  test.each(['\n', '\r\n', '\\n', '\\r\\n', '&#10;', '&#13;&#10;', '&#xA;'])(
    'base64 in lines that end with %j',
    (lineEnd) => {
      expect(createOurs().redactText(inLines(lineEnd))).toMatch(/^(?:dXV1)+dXV\*{3}.?=*$/);
    },
  );

  test('base64 in several lines', () => {
    const key = 'a1B2c3D4e5F6g7H8'.repeat(10);
    const lines = utf8(key, 'base64').replace(/.{64}/g, '$&\n');
    expect(createRedactor([key]).redactText(`<${lines}>`)).toBe('<***>');
  });

  test('base64 in lines without a secret stays', () => {
    const lines = utf8('no secret '.repeat(20), 'base64').replace(/.{64}/g, '$&\n');
    expect(createOurs().redactText(lines)).toBe(lines);
  });

  test('the forms are listed longest first, once each, and none is short', () => {
    const { forms } = createOurs();
    const lengths = forms.map((form) => form.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(lengths.at(-1)).toBeGreaterThanOrEqual(6);
    expect(new Set(forms).size).toBe(forms.length);
  });
});

describe('several secrets', () => {
  test('may be larger than a regular expression can be', () => {
    const lines = Array.from({ length: 400 }, (_, at) => `TOP SECRET ${at} ${'0123456789abcdef'.repeat(3)}`);
    const huge = `${'k'.repeat(40_000)}another-secret-end`;
    const { redactText } = createRedactor([lines.join('\n'), huge, 'another-secret']);
    expect(redactText(`${huge} <${lines[399] ?? ''}> <${huge}> \\u0041\\u0042`)).toBe('*** <***> <***> \\u0041\\u0042');
  });

  test('each line of a secret is one, whatever the line ends and the indent', () => {
    const { redactText, redact } = createRedactor(['-----BEGIN\r\n  first-line\nx1\rlast-line']);
    expect(redactText('-----BEGIN\n    first-line x1 last-line')).toBe('***\n    *** x1 ***');
    expect(redact('x1')).toBe('***');
  });
});

const NAME = 'pässwörd-Ü-12';

test.each<[what: string, secrets: readonly string[], text: string, clean: string]>([
  ['digits of an address', ['ABCDEF'], '<%41%42%43%44%45%46>', '<***>'],
  ['whatever the number of spaces', ['two  words'], '<two words> <two \t words> twowords', '<***> <***> twowords'],
  ['of which one is a part of another', ['a long key', 'a  long  key 2'], '<a long key 2> <a long key>', '<***> <***>'],
  ['with spaces and a quote', ['x y zz"TAIL'], '<x y zz\\"TAIL>', '<***>'],
  ['with the same beginning', ['secret', 'secret-and-more'], 'secret-and-more, secret-and-less', '***, ***-and-less'],
  ['with characters of patterns', ['^a.b*(c|d)[e]$\\{2}?+/'], '<^a.b*(c|d)[e]$\\{2}?+/> aXb', '<***> aXb'],
  ['of six characters', ['abcdef'], 'xabcdefx', 'x***x'],
  ['with a character that is not seen', ['the-pass\u00adword'], 'the-pass\u00adword, the-password', '***, ***'],
  ['with letters of one character', [NAME.normalize('NFC')], `<${NAME.normalize('NFD')}>`, '<***>'],
  ['with letters of two characters', [NAME.normalize('NFD')], `<${NAME.normalize('NFC')}>`, '<***>'],
])('secrets are replaced: %s', (_what, secrets, text, clean) => {
  expect(createRedactor(secrets).redactText(text)).toBe(clean);
});

describe('short secrets', () => {
  const createShort = () => createRedactor(['5', 'abcde', '']);

  test('are neither masked nor replaced inside a text', () => {
    const { forms, redactText } = createShort();
    expect(forms).toEqual([]);
    expect(redactText('testset 251929, abcdef')).toBe('testset 251929, abcdef');
  });

  test.each([
    ['5', '***'],
    [' abcde\n', '***'],
    ['51', '51'],
    ['', ''],
  ])('%j as a whole field is %j', (text, result) => {
    expect(createShort().redact(text)).toBe(result);
  });

  test('a field may hold a long one too', () => {
    expect(createOurs().redact(`login ${KEY}`)).toBe('login ***');
    expect(createRedactor(['abcdef']).redact(' abcdef\n')).toBe(' ***\n');
  });
});

test.each(['\u00ad', '\u200b', '\u00a0', '\ufeff', '\u{e0041}', '\n', '\r\n', '\t', '\u2028', '\u001b[31m'])(
  'a secret with %j in its middle is replaced, and the rest stays as it is',
  (unseen) => {
    const { redactText, redact } = createRedactor(['the-password', 'abc']);
    const text = `a\u200bb\n<the-pass${unseen}word> the-passwor${unseen}d the-password${unseen}c\n`;
    expect(redactText(text)).toBe(`a\u200bb\n<***> *** ***${unseen}c\n`);
    expect(redactText(`other${unseen}words`)).toBe(`other${unseen}words`);
    expect(redact(`ab${unseen}c`)).toBe('***');
  },
);

test('a secret that JSON escapes in part is found in a long string, and a cut one is read once', () => {
  const { redact } = createRedactor([KEY]);
  const long = 'x\\"'.repeat(4_000_000);
  const token = (text: string) => JSON.stringify(text).replace('&', '\\u0026');
  expect(redactJson(`{"a": ${token(long + KEY)}, "b\\\\": ${token(KEY)}}`, redact)).toBe(
    `{"a": ${JSON.stringify(`${long}***`)}, "b\\\\": "***"}`,
  );
  const cut = `{"a": "${'\\"'.repeat(4_000_000)}`;
  expect(redactJson(cut, redact)).toBe(cut);
});

test.each([
  ['only a string', '"k\\u00263 key"', '"***"'],
  ['escaped without need', '{"a": "\\u0041"}', '{"a": "\\u0041"}'],
  ['no JSON', '{"a": "\\x", "b": "k\\u00263 key"}', '{"a": "\\x", "b": "***"}'],
])('only the secrets of a JSON text are replaced, if it is %s', (_what, text, clean) => {
  expect(redactJson(text, createRedactor(['k&3 key']).redact)).toBe(clean);
});

describe('the strings of a JSON text', () => {
  const write = (texts: readonly string[]): string => `[${texts.map((text) => `"${escapeJson(text)}"`).join()}]`;
  const LINES = ['A'.repeat(64), `${'A'.repeat(64)}\n`, 'azMga2V5'];

  test.each<[what: string, texts: readonly string[], clean: readonly string[]]>([
    ['each secret', ['a', 'k&3 key', '<k&3 key', 'bc', 'k&3 key>'], ['a', '***', '<***', 'bc', '***>']],
    ['but none that is divided', ['k&3', ' key', 'k&3 k', 'ey'], ['k&3', ' key', 'k&3 k', 'ey']],
    ['short ones as a whole', ['5', '\n 5 ', '55', '5 5', '5\u200b'], ['***', '***', '55', '5 5', '***']],
    ['next to a terminal sequence', ['a\u001b[', 'k&3 key', 'bcdef \u001b[3'], ['a\u001b[', '***', 'bcdef \u001b[3']],
    ['next to halves of characters', ['abcdef\ud83d', '\ude00 k&3 key'], ['abcdef\ud83d', '\ude00 ***']],
    ['in lines of base64', LINES, LINES],
  ])('are searched together: %s', (_what, texts, clean) => {
    expect(JSON.parse(redactJson(write(texts), createRedactor(['k&3 key', '5']).redact))).toEqual(clean);
  });

  test('are searched each by itself if the search removes what stands between them', () => {
    const redact = (text: string): string => text.replace(/[\ue000-\uf8ff]/g, '').replace('secret', '***');
    expect(JSON.parse(redactJson(write(['secret-1', 'secret-2']), redact))).toEqual(['***-1', '***-2']);
  });
});

test('a secret with few visible characters is a short one', () => {
  const { forms, redact, redactText } = createRedactor(['a\u200bb\u200bc\u200bd']);
  expect(Math.min(...forms.map((form) => form.length))).toBeGreaterThanOrEqual(6);
  const clean = [redact('abcd'), redactText('x abcd'), redactText('xa\u200bb\u200bc\u200bd')];
  expect(clean).toEqual(['***', 'x abcd', 'x***']);
});

test('whatever the secret, no encoding of a text around it gives it away', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 10 });
  const secret = fc
    .string({ unit: 'grapheme', minLength: 6, maxLength: 30 })
    .filter((value) => value.trim().length >= 6 && !value.includes('***'));
  const encoders: ((value: string) => string)[] = [
    (value) => value,
    encodeURIComponent,
    (value) => new URLSearchParams({ a: value }).toString(),
    (value) => JSON.stringify({ a: value }),
    (value) => utf8(value, 'base64'),
    (value) => utf8(value, 'base64url'),
  ];
  fc.assert(
    fc.property(text, secret, text, fc.constantFrom(...encoders), (before, value, after, encode) => {
      const { redactText } = createRedactor([value]);
      const encoded = encode(`${before}${value}${after}`);
      expect(redactText(encoded)).toContain('***');
    }),
  );
});
