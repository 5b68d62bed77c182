import type { Form } from './form.ts';
import { parseWhole } from './scalars.ts';
import { shown } from './shown.ts';

/** How many testsets a step may name, or scenarios by number: as many as a matrix may have jobs. */
export const MOST_IDENTIFIERS = 256;

/**
 * Positive numbers with commas, spaces or new lines between them, each once, in the order given; undefined when the input is empty, and
 * after a fault.
 *
 * @param kind what is numbered, as in "testset numbers"
 * @param orElse what the input may say instead
 */
export function readIdentifiers(form: Form, name: string, kind: string, orElse = ''): readonly number[] | undefined {
  const text = form.text(name);
  if (text === '') return undefined;
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const numbers = words.map((word) => parseWhole(word) ?? 0).filter((number) => number > 0);
  const identifiers = [...new Set(numbers)];
  if (numbers.length === words.length && identifiers.length >= 1 && identifiers.length <= MOST_IDENTIFIERS)
    return identifiers;
  const list = `be 1 to ${MOST_IDENTIFIERS} ${kind} numbers, in digits, with commas, spaces or new lines between them`;
  form.fault(name, shown(text), `${list}${orElse}`);
  return undefined;
}
