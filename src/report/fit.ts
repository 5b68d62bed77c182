/** How much of a report is drawn. */
export interface Detail {
  /** Whether the unit tests that passed are named. */
  readonly passed: boolean;
  /** The longest that any list may be. */
  readonly rows: number;
}

const BAREST: Detail = { passed: false, rows: 0 };

/** From everything, over everything but what passed, to ever fewer of the rest and at last none; `longest` is the longest list. */
export function* steps(longest: number): Generator<Detail> {
  yield { passed: true, rows: Infinity };
  yield { passed: false, rows: Infinity };
  for (let rows = Math.floor(longest / 2); rows > 0; rows = Math.floor(rows / 2)) yield { passed: false, rows };
  yield BAREST;
}

/**
 * Draws with less and less detail until the text has at most `limitBytes` bytes of UTF-8. A drawing is given up as soon as it is
 * too long, so that a large report costs little more than what is shown of it. The barest one is taken whatever its length.
 */
export function fit(details: Iterable<Detail>, draw: (detail: Detail) => Iterable<string>, limitBytes: number): string {
  for (const detail of details) {
    const text = joinWithin(draw(detail), limitBytes);
    if (text !== undefined) return text;
  }
  return [...draw(BAREST)].join('');
}

function joinWithin(pieces: Iterable<string>, limitBytes: number): string | undefined {
  const kept: string[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    if (bytes > limitBytes) return undefined;
    kept.push(piece);
  }
  return kept.join('');
}
