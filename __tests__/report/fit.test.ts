import { describe, expect, test } from '@jest/globals';

import { fit, steps, type Amounts, type Detail } from '../../src/report/markdown/fit.ts';

function planned(amounts: Partial<Amounts>): string[] {
  const all = { passed: 4, notPassed: 5, longest: 5, capacity: 100, most: Infinity, ...amounts };
  return Array.from(steps(all), ({ passed, rows }) => `${passed ? 'all' : 'not passed'} ${String(rows)}`);
}

describe('detail', () => {
  test('goes from all, over all that did not pass, to none', () => {
    expect(planned({})).toEqual([
      'all Infinity',
      'not passed Infinity',
      'not passed 2',
      'not passed 1',
      'not passed 0',
    ]);
  });

  test('where nothing passed, one step is enough for everything', () => {
    expect(planned({ passed: 0, longest: 1 })).toEqual(['all Infinity', 'not passed 0']);
  });

  test('what has no room is not tried', () => {
    expect(planned({ capacity: 8, longest: 1 })).toEqual(['not passed Infinity', 'not passed 0']);
    expect(planned({ notPassed: 200_000, longest: 200_000, capacity: 8 })).toEqual([
      'not passed 7',
      'not passed 3',
      'not passed 1',
      'not passed 0',
    ]);
  });

  test('no list is longer than the place allows', () => {
    expect(planned({ most: 20, longest: 1 })).toEqual(['all 20', 'not passed 20', 'not passed 0']);
    expect(planned({ most: 4 })).toEqual(['not passed 4', 'not passed 2', 'not passed 1', 'not passed 0']);
    expect(planned({ passed: 0, most: 4, longest: 1 })).toEqual(['not passed 4', 'not passed 0']);
    expect(planned({ notPassed: 200, longest: 200, most: 2 })).toEqual([
      'not passed 2',
      'not passed 1',
      'not passed 0',
    ]);
  });
});

describe('fit', () => {
  const details = (...rows: number[]): Detail[] => rows.map((number) => ({ passed: false, rows: number }));
  const draw = ({ rows }: Detail): string[] => Array.from({ length: Math.min(rows, 8) + 1 }, () => '한');

  test.each([
    [27, 27],
    [26, 15],
    [15, 15],
    [14, 9],
    [3, 3],
    [2, 3],
  ])('within %i bytes, %i are drawn', (limit, bytes) => {
    expect(Buffer.byteLength(fit(details(8, 4, 2, 1, 0), draw, limit))).toBe(bytes);
  });

  test('a drawing is given up as soon as it is too long', () => {
    let pieces = 0;
    function* endless(detail: Detail): Generator<string> {
      for (let at = 0; at < Math.min(detail.rows, 1_000_000); at += 1) {
        pieces += 1;
        yield 'x';
      }
    }
    expect(fit(details(Infinity, 1_000, 2), endless, 3)).toBe('xx');
    expect(pieces).toBe(4 + 4 + 2);
  });
});
