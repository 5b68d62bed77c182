import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { TestsetError } from '../../src/model/errors.ts';
import { logCause, logLine, type Piece } from '../../src/runtime/log.ts';
import { hostileText } from '../support/hostile-text.ts';

/** Code points that must not be in the log: control characters, separators, invisible characters. */
const FORBIDDEN: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff],
];

function forbidden(line: string): string[] {
  return Array.from(line).filter((sign) => {
    const point = sign.codePointAt(0) ?? 0;
    return FORBIDDEN.some(([first, last]) => point >= first && point <= last);
  });
}

function expectHarmless(line: string): void {
  expect(forbidden(line)).toEqual([]);
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
    const colours: readonly Piece['colour'][] = ['red', 'green', 'yellow', 'grey', undefined];
    const piece = fc.record({ text: hostileText, colour: fc.constantFrom(...colours) });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const line = logLine(pieces.map(({ text, colour }) => (colour ? { text, colour } : { text })));
        const codes = line.split('\u001b').length - 1;
        const bare = line.replaceAll(/\u001b\[(?:31|32|33|90)m(.*?)\u001b\[0m/g, '$1');
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

  test('a long line ends with an ellipsis and has 500 characters in all', () => {
    expect(logLine('x'.repeat(600))).toBe(`· ${'x'.repeat(497)}…`);
    expect(logLine('x'.repeat(498))).toBe(`· ${'x'.repeat(498)}`);
  });

  test('pieces after a full line are left out', () => {
    expect(logLine([{ text: 'x'.repeat(600) }, { text: 'more' }])).toBe(`· ${'x'.repeat(497)}…`);
  });

  test('many pieces fill a line and no more', () => {
    const line = logLine(Array.from({ length: 400 }, () => ({ text: 'x' })));
    expect(line.length).toBeLessThanOrEqual(500);
    expect(line.length).toBeGreaterThan(490);
  });

  test('colour codes are around the text of a piece', () => {
    expect(logLine([{ text: '✗ failed', colour: 'red' }, { text: 'Pixel\u001b[32m_7' }])).toBe(
      '· \u001b[31m✗ failed\u001b[0m Pixel_7',
    );
  });
});

describe('the cause of an error', () => {
  test.each([
    ['is logged in grey', new Error('ECONNREFUSED'), [[{ text: 'caused by: ECONNREFUSED', colour: 'grey' }]]],
    ['is not repeated if the message has it, in any case', new Error('the HOST is down'), []],
    ['is not logged if there is none', undefined, []],
  ])('%s', (_what, cause, expected) => {
    const lines: unknown[] = [];
    const log = { info: (line: unknown) => void lines.push(line) };
    logCause(log, new TestsetError({ code: 'unreachable', message: 'The host is Down.', hint: 'Wait.', cause }));
    expect(lines).toEqual(expected);
  });
});
