/** A plain number, also with an exponent, or with commas between groups of three digits. */
const PLAIN = /^\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/;
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/** A leap year: nothing runs longer, so what claims to is nonsense. */
const LONGEST_SECONDS = 366 * 24 * 60 * 60;

/**
 * Reads a duration in seconds as producers write it: `1828`, `"1828"`, `"1,828.1"`, `" 12 "`. Undefined for what is absent,
 * negative, longer than a year, or no number.
 */
export function readSeconds(value: unknown): number | undefined {
  const seconds = readNumber(value);
  return seconds !== undefined && seconds <= LONGEST_SECONDS ? seconds : undefined;
}

/** Reads how many tests, failures or errors a suite declares: a whole number, 0 or more; undefined for anything else. */
export function readCount(value: unknown): number | undefined {
  const count = readNumber(value);
  return Number.isInteger(count) ? count : undefined;
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? parseNumber(value.trim()) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? Math.abs(number) : undefined;
}

function parseNumber(text: string): number | undefined {
  if (PLAIN.test(text)) return Number(text);
  return GROUPED.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}
