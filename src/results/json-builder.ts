import type { JsonObject } from '../model/fields.ts';
import { Unreadable } from './unreadable.ts';

/**
 * Called for each object when it is whole, with the key under which it stands, or the list that it stands in. What is given back takes
 * its place: so a large document never is in memory as a tree.
 */
export type Reduce = (key: string, object: JsonObject) => unknown;

/** How deep objects and lists may be nested. */
const DEEPEST = 256;

/** How many values it may hold; an object or a list weighs as much as a few. */
const MOST_VALUES = 10_000_000;
const CONTAINER_WEIGHT = 4;

type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'next' | 'nothing';

/**
 * What objects inherit, so that no name has a meaning of its own: nothing. (Without any prototype the engine takes twice as long for
 * each.)
 */
const INHERITED = Object.freeze({ __proto__: null });

/** An object or a list whose end has not come yet. */
interface Open {
  /** `undefined` for a list. */
  readonly fields: Record<string, unknown> | undefined;
  readonly items: unknown[];
  /** Under which it stands; a list's items stand under the same. */
  readonly under: string;
  /** The key of the value that comes next. */
  key: string;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Puts a value together from the parts of its text, as they are met. Everything throws {@link Unreadable} where it does not fit. */
export interface JsonBuilder {
  text(text: string): void;
  /** A number, `true`, `false` or `null`. */
  word(word: string): void;
  sign(sign: string): void;
  result(): unknown;
}

/** Makes a builder of one value. @param reduce what becomes of each object */
export function createJsonBuilder(reduce: Reduce): JsonBuilder {
  const open: Open[] = [];
  let expected: Expected = 'value';
  let result: unknown;
  let weight = 0;

  const put = (value: unknown): void => {
    if (expected !== 'value' && expected !== 'first value') throw malformed();
    weight += 1;
    if (weight > MOST_VALUES) throw new Unreadable('it holds too many values');
    const parent = open.at(-1);
    if (parent?.fields) setOnce(parent.fields, parent.key, value);
    else if (parent) parent.items.push(value);
    else result = value;
    expected = parent ? 'next' : 'nothing';
  };
  const begin = (fields: Open['fields']): void => {
    if (expected !== 'value' && expected !== 'first value') throw malformed();
    if (open.length >= DEEPEST) throw new Unreadable(`it is nested more than ${DEEPEST} deep`);
    weight += CONTAINER_WEIGHT;
    const parent = open.at(-1);
    open.push({ fields, items: [], under: parent?.fields ? parent.key : (parent?.under ?? ''), key: '' });
    expected = fields ? 'first key' : 'first value';
  };
  const end = (ofObject: boolean): void => {
    const closed = open.pop();
    const atEnd = expected === 'next' || expected === (ofObject ? 'first key' : 'first value');
    if (!closed || !atEnd || Boolean(closed.fields) !== ofObject) throw malformed();
    expected = 'value';
    put(closed.fields ? reduce(closed.under, closed.fields) : closed.items);
  };
  return {
    text: (text) => {
      const parent = open.at(-1);
      if (parent && (expected === 'key' || expected === 'first key')) {
        parent.key = text;
        expected = 'colon';
      } else put(text);
    },
    word: (word) => {
      put(valueOf(word));
    },
    sign: (sign) => {
      if (sign === '{') begin({ __proto__: INHERITED });
      else if (sign === '[') begin(undefined);
      else if (sign === '}') end(true);
      else if (sign === ']') end(false);
      else if (sign === ':' && expected === 'colon') expected = 'value';
      else if (sign === ',' && expected === 'next') expected = open.at(-1)?.fields ? 'key' : 'value';
      else throw malformed();
    },
    result: () => {
      if (expected !== 'nothing') throw malformed();
      return result;
    },
  };
}

function setOnce(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (Object.hasOwn(fields, key)) throw new Unreadable('a field stands twice');
  fields[key] = value;
}

function valueOf(word: string): unknown {
  if (NUMBER.test(word)) return Number(word);
  if (!WORDS.has(word)) throw malformed();
  return WORDS.get(word);
}

/** What is thrown for what is not JSON. */
export function malformed(): Unreadable {
  return new Unreadable('it is not well-formed JSON');
}
