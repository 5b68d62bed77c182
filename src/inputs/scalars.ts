import type { Form } from './form.ts';
import { hidden, shown } from './shown.ts';

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
export function readFlag(form: Form, name: string, fallback: boolean): boolean {
  const text = form.text(name).toLowerCase();
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text !== '') form.fault(name, shown(form.text(name)), 'be true or false');
  return fallback;
}

/** A whole number within a range; undefined when the input is empty, and after a fault. */
export function readWhole(form: Form, name: string, range: Range): number | undefined {
  const text = form.text(name);
  if (text === '') return undefined;
  const number = parseWhole(text);
  if (number !== undefined && number >= range.min && number <= range.max) return number;
  form.fault(name, shown(text), range.allowed);
  return undefined;
}

/** How many unit tests may end so: a number, or `any` in any case, which is `Infinity`; an empty input means 0. */
export function readLimit(form: Form, name: string): number {
  const text = form.text(name);
  if (text.toLowerCase() === 'any') return Infinity;
  const limit = parseWhole(text === '' ? '0' : text);
  if (limit === undefined) form.fault(name, shown(text), 'be a whole number from 0 on, in digits, or "any"');
  return limit ?? 0;
}

/** Text of at most `longest` UTF-16 units; undefined when the input is empty. The fault says what was given by `show`. */
export function readShortText(form: Form, name: string, longest: number, show = hidden): string | undefined {
  const text = form.text(name);
  if (text === '') return undefined;
  if (text.length <= longest) return text;
  form.fault(name, show(text), `be at most ${longest} characters long`);
  return undefined;
}
