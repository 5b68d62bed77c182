import { describe, expect, test } from '@jest/globals';
import { fit, steps, type Detail } from '../../src/report/fit.ts';

test('detail goes from all, over all that did not pass, to none', () => {
  expect([...steps(5)]).toEqual([
    { passed: true, rows: Infinity },
    { passed: false, rows: Infinity },
    { passed: false, rows: 2 },
    { passed: false, rows: 1 },
    { passed: false, rows: 0 },
  ]);
});

describe('fit', () => {
  const draw = ({ rows }: Detail): string[] => Array.from({ length: Math.min(rows, 8) + 1 }, () => '한');

  test.each([
    [27, 27],
    [26, 15],
    [15, 15],
    [14, 9],
    [3, 3],
    [2, 3],
  ])('within %i bytes, %i are drawn', (limit, bytes) => {
    expect(Buffer.byteLength(fit(steps(8), draw, limit))).toBe(bytes);
  });

  test('a drawing is given up as soon as it is too long', () => {
    let pieces = 0;
    function* endless(detail: Detail): Generator<string> {
      for (let at = 0; at < Math.min(detail.rows, 1_000_000); at += 1) {
        pieces += 1;
        yield 'x';
      }
    }
    expect(fit(steps(4), endless, 3)).toBe('xx');
    expect(pieces).toBe(4 + 4 + 2);
  });
});
