import { type InputReader, hideValue, quote } from './input-reader.ts';

/** A range of whole numbers, both ends in it, and how to say it after "must". */
export interface Range {
  readonly min: number;
  readonly max: number;
  readonly allowed: string;
}

/** Reads plain decimal digits as a safe integer; anything else (sign, exponent, other scripts' digits) is undefined. */
export function parseWhole(text: string): number | undefined {
  const number = /^[0-9]+$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** `true` or `false` in any case; an empty input means `fallback`. */
export function readFlag(reader: InputReader, name: string, fallback: boolean): boolean {
  const text = reader.text(name).toLowerCase();
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text !== '') reader.error(name, quote(reader.text(name)), 'be true or false');
  return fallback;
}

/** A whole number within a range; undefined when the input is empty, and after a fault. */
export function readWhole(reader: InputReader, name: string, range: Range): number | undefined {
  const text = reader.text(name);
  if (text === '') return undefined;
  const number = parseWhole(text);
  if (number !== undefined && number >= range.min && number <= range.max) return number;
  reader.error(name, quote(text), range.allowed);
  return undefined;
}

/** How many unit tests may end so: a number, or `any` in any case, which is `Infinity`; an empty input means 0. */
export function readLimit(reader: InputReader, name: string): number {
  const text = reader.text(name);
  if (text.toLowerCase() === 'any') return Infinity;
  const limit = parseWhole(text === '' ? '0' : text);
  if (limit === undefined) reader.error(name, quote(text), 'be a whole number from 0 on, in digits, or "any"');
  return limit ?? 0;
}

/** Text of at most `longest` UTF-16 units; undefined when the input is empty. The fault says what was given by `show`. */
export function readShortText(
  reader: InputReader,
  name: string,
  longest: number,
  show = hideValue,
): string | undefined {
  const text = reader.text(name);
  if (text === '') return undefined;
  if (text.length <= longest) return text;
  reader.error(name, show(text), `be at most ${longest} characters long`);
  return undefined;
}

/** How many testsets a step may name, or scenarios by number: as many as a matrix may have jobs. */
export const MOST_IDENTIFIERS = 256;

/**
 * Positive numbers with commas, spaces or new lines between them, each once, in the order given; undefined when the input is empty, and
 * after a fault.
 *
 * @param kind what is numbered, as in "testset numbers"
 * @param orElse what the input may say instead
 */
export function readIdentifiers(
  reader: InputReader,
  name: string,
  kind: string,
  orElse = '',
): readonly number[] | undefined {
  const text = reader.text(name);
  if (text === '') return undefined;
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const numbers = words.map((word) => parseWhole(word) ?? 0).filter((number) => number > 0);
  const identifiers = [...new Set(numbers)];
  if (numbers.length === words.length && identifiers.length >= 1 && identifiers.length <= MOST_IDENTIFIERS)
    return identifiers;
  const list = `be 1 to ${MOST_IDENTIFIERS} ${kind} numbers, in digits, with commas, spaces or new lines between them`;
  reader.error(name, quote(text), `${list}${orElse}`);
  return undefined;
}
