import type { Fields } from '../fields.ts';
import { Unreadable } from './unreadable.ts';

/**
 * Called for each object when it is whole, with the key under which it stands, or the list that it stands in. What is given back takes
 * its place: so a large document never is in memory as a tree.
 */
export type Reduce = (key: string, object: Fields) => unknown;

/** Reads JSON that comes in pieces. Both functions throw {@link Unreadable} for what is not JSON. */
export interface JsonStream {
  take(piece: string): void;
  /** The value of the whole text. */
  finish(): unknown;
}

/** How deep objects and lists may be nested. */
const DEEPEST = 256;

/** How many values it may hold; an object or a list weighs as much as a few. */
const MOST_VALUES = 10_000_000;
const CONTAINER_WEIGHT = 4;

/** How long one text or number may be, in UTF-16 units. */
const LONGEST_TEXT = 4 * 1024 * 1024;

type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'next' | 'nothing';

/** What objects inherit, so that no name has a meaning of its own: nothing. (Without any prototype the engine takes twice as long for each.) */
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

const SIGNS = '{}[]:,';
const SPACE = ' \n\r\t';

/** What stands alone between texts: everything up to a space, a sign of structure or a quote. */
const WORD = /[^\s"{}[\]:,]*/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Puts a value together from the parts of its text, as they are met. Everything throws {@link Unreadable} where it does not fit. */
interface Builder {
  text(text: string): void;
  /** A number, `true`, `false` or `null`. */
  word(word: string): void;
  sign(sign: string): void;
  result(): unknown;
}

function createBuilder(reduce: Reduce): Builder {
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

/** Makes a reader of one JSON text. A field that stands twice is refused: it would be two truths. */
export function createJsonStream(reduce: Reduce): JsonStream {
  const builder = createBuilder(reduce);
  /** What is not whole yet, in the pieces in which it came. */
  let rest: string[] = [];
  let length = 0;
  return {
    take: (piece) => {
      const searched = length;
      rest.push(piece);
      length += piece.length;
      // An open text waits for a quote that may end it: to put it together for each piece would take its length squared.
      if (rest[0]?.startsWith('"') !== true || piece.includes('"')) {
        const text = rest.join('');
        // What is left over begins with what is not whole: its end is looked for only in what is new.
        const left = text.slice(read(text, builder, false, searched));
        rest = [left];
        length = left.length;
      }
      if (length > LONGEST_TEXT) throw new Unreadable(`a text in it is longer than ${LONGEST_TEXT} characters`);
    },
    finish: () => {
      const text = rest.join('');
      if (read(text, builder, true, 0) < text.length) throw malformed();
      return builder.result();
    },
  };
}

/**
 * Reads as much of a text as is whole; gives back from where on it is not. Only at the very end is a number whole that ends there.
 *
 * @param searched how much at the beginning is known to hold no closing quote
 */
function read(text: string, into: Builder, last: boolean, searched: number): number {
  let at = 0;
  while (at < text.length) {
    const sign = text.charAt(at);
    if (sign === '"') {
      const close = closingQuote(text, at + 1, searched);
      if (close === -1) return at;
      into.text(textBetween(text, at + 1, close));
      at = close + 1;
    } else if (SIGNS.includes(sign)) {
      into.sign(sign);
      at += 1;
    } else if (SPACE.includes(sign)) at += 1;
    else {
      const word = wordAt(text, at);
      if (at + word.length === text.length && !last) return at;
      into.word(word);
      at += word.length;
    }
  }
  return at;
}

function malformed(): Unreadable {
  return new Unreadable('it is not well-formed JSON');
}

/** Where the next quote stands that no backslash escapes; -1 for nowhere yet. */
function closingQuote(text: string, from: number, searched: number): number {
  for (let quote = text.indexOf('"', Math.max(from, searched)); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (first > from && text[first - 1] === '\\') first -= 1;
    if ((quote - first) % 2 === 0) return quote;
  }
  return -1;
}

/** What a text in JSON may not hold as it is, or means something else. */
const UNUSUAL = /[\\\u0000-\u001f]/;

function textBetween(text: string, from: number, to: number): string {
  const raw = text.slice(from, to);
  if (!UNUSUAL.test(raw)) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    throw malformed();
  }
}

function wordAt(text: string, at: number): string {
  WORD.lastIndex = at;
  const [word = ''] = WORD.exec(text) ?? [];
  if (word === '' || word.length > LONGEST_TEXT) throw malformed();
  return word;
}

function valueOf(word: string): unknown {
  if (NUMBER.test(word)) return Number(word);
  if (!WORDS.has(word)) throw malformed();
  return WORDS.get(word);
}
