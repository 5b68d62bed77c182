/** How much of a report is drawn. */
export interface Detail {
  /** Whether the unit tests that passed are named. */
  readonly passed: boolean;
  /** The longest that any list may be. */
  readonly rows: number;
}

/** How much there is to draw, and how much of it there is room for. */
export interface Amounts {
  readonly passed: number;
  readonly notPassed: number;
  /** How long the longest list is, what passed aside. */
  readonly longest: number;
  /** For about how many unit tests there is room. */
  readonly capacity: number;
  /** The longest that a list may be even where there is room. */
  readonly most: number;
}

const BAREST: Detail = { passed: false, rows: 0 };

/** How much of the estimated room is for unit tests; the rest is for the words around them. */
const SHARE = 7 / 8;

/**
 * From everything, over everything but what passed, to ever fewer of the rest and at last none. What cannot have room is not
 * tried.
 */
export function* steps({ passed, notPassed, longest, capacity, most }: Amounts): Generator<Detail> {
  const whole = passed + notPassed <= Math.min(capacity, most);
  const roomy = notPassed <= capacity;
  if (whole) yield { passed: true, rows: most };
  if (roomy && (passed > 0 || !whole)) yield { passed: false, rows: most };
  const begin = roomy ? Math.min(longest, most) / 2 : Math.min(capacity * SHARE, most);
  for (let rows = Math.floor(begin); rows > 0; rows = Math.floor(rows / 2)) yield { passed: false, rows };
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
