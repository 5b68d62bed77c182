import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { logLine, type Piece } from '../../src/runtime/log.ts';
import { hostileText } from '../support/hostile-text.ts';

/** What must not be in the log: control characters, separators, invisible characters, halves of surrogate pairs. */
const FORBIDDEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f]|[\ufe00-\ufe0f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

function expectHarmless(line: string): void {
  expect(line).not.toMatch(FORBIDDEN);
  expect(line.trimStart().startsWith('::')).toBe(false);
  expect(line).not.toContain('##[');
  expect(Array.from(line).length).toBeLessThanOrEqual(500);
}

describe('logLine', () => {
  test('a text is never a command to the runner, nor more than one line', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expectHarmless(logLine(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test('pieces have only the colours that were given', () => {
    const colours: readonly Piece['colour'][] = ['red', 'green', 'yellow', undefined];
    const piece = fc.record({ text: hostileText, colour: fc.constantFrom(...colours) });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const line = logLine(pieces.map(({ text, colour }) => (colour ? { text, colour } : { text })));
        const codes = line.split('\u001b').length - 1;
        const bare = line.replaceAll(/\u001b\[(?:31|32|33)m(.*?)\u001b\[0m/g, '$1');
        expectHarmless(bare);
        expect(line).not.toContain('##[');
        expect(codes).toBeLessThanOrEqual(2 * pieces.filter(({ colour }) => colour).length);
      }),
    );
  });

  test.each([
    ['Waiting for testset 251929', '· Waiting for testset 251929'],
    ['::error::no', '· ::error::no'],
    ['##[group]no ###[x]', '· ##·[group]no ###·[x]'],
    ['#\u200b#\u001b[1m[error]no', '· ##·[error]no'],
    ['first\nsecond\n', '· first ⏎ second'],
    ['a\tb', '· a b'],
    ['', '·'],
  ])('%j becomes %j', (text, line) => {
    expect(logLine(text)).toBe(line);
  });

  test.each<[what: string, text: string | readonly Piece[], line: string]>([
    ['that is too long ends with an ellipsis', 'x'.repeat(600), `${'x'.repeat(497)}…`],
    ['that fits is whole', 'x'.repeat(498), 'x'.repeat(498)],
    ['with room for a space only has no more pieces', [{ text: 'x'.repeat(497) }, { text: 'more' }], 'x'.repeat(497)],
    ['that is full has no more pieces', [{ text: 'x'.repeat(600) }, { text: 'more' }], `${'x'.repeat(497)}…`],
  ])('a line %s', (_what, text, line) => {
    expect(logLine(text)).toBe(`· ${line}`);
  });

  test('colour codes are around the text of a piece', () => {
    expect(logLine([{ text: '✗ failed', colour: 'red' }, { text: 'Pixel\u001b[32m_7' }])).toBe(
      '· \u001b[31m✗ failed\u001b[0m Pixel_7',
    );
  });
});
