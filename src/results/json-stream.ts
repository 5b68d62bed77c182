import { closingQuote, isPlainJson, unescapeJson } from '../service/divert.ts';
import { createJsonBuilder, malformed, type JsonBuilder, type Reduce } from './json-builder.ts';
import { Unreadable } from './unreadable.ts';

/** Reads JSON that comes in pieces. Both functions throw {@link Unreadable} for what is not JSON. */
export interface JsonStream {
  take(piece: string): void;
  /** The value of the whole text. */
  finish(): unknown;
}

/** How long one text or number may be, in UTF-16 units. */
const LONGEST_TEXT = 4 * 1024 * 1024;

const SIGNS: ReadonlySet<string> = new Set('{}[]:,');
const SPACE: ReadonlySet<string> = new Set(' \n\r\t');

/** What stands alone between texts: everything up to a space, a sign of structure or a quote. */
const WORD = /[^\s"{}[\]:,]*/y;

/** Makes a reader of one JSON text. A field that stands twice is refused: it would be two truths. */
export function createJsonStream(reduce: Reduce): JsonStream {
  const builder = createJsonBuilder(reduce);
  /** What is not whole yet, in the pieces in which it came. */
  let rest: string[] = [];
  let length = 0;
  /** Whether none of it needs its escapes undone. */
  let isPlain = true;
  return {
    take: (piece) => {
      const searched = length;
      rest.push(piece);
      length += piece.length;
      isPlain &&= isPlainJson(piece);
      // An open text waits for a quote that may end it: to put it together for each piece would take its length squared.
      if (rest[0]?.startsWith('"') !== true || piece.includes('"')) {
        const text = rest.join('');
        // What is left over begins with what is not whole: its end is looked for only in what is new.
        const left = text.slice(read(text, builder, { searched, isPlain, isLast: false }));
        if (left.length < text.length) isPlain ||= isPlainJson(left);
        rest = [left];
        length = left.length;
      }
      if (length > LONGEST_TEXT) throw new Unreadable(`a text in it is longer than ${LONGEST_TEXT} characters`);
    },
    finish: () => {
      const text = rest.join('');
      if (read(text, builder, { searched: 0, isPlain, isLast: true }) < text.length) throw malformed();
      return builder.result();
    },
  };
}

/** What is known of a text before it is read. */
interface Known {
  /** How much at the beginning holds no closing quote. */
  readonly searched: number;
  /** Whether no string in it needs its escapes undone: to look once takes less than to look at each. */
  readonly isPlain: boolean;
  /** Whether nothing comes after it. */
  readonly isLast: boolean;
}

/** Reads as much of a text as is whole; gives back from where on it is not. Only at the very end is a number whole that ends there. */
function read(text: string, into: JsonBuilder, { searched, isPlain, isLast }: Known): number {
  let at = 0;
  while (at < text.length) {
    const sign = text.charAt(at);
    if (sign === '"') {
      const close = closingQuote(text, at + 1, searched);
      if (close === -1) return at;
      const raw = text.slice(at + 1, close);
      into.text(isPlain ? raw : textIn(raw));
      at = close + 1;
    } else if (SIGNS.has(sign)) {
      into.sign(sign);
      at += 1;
    } else if (SPACE.has(sign)) at += 1;
    else {
      const word = wordAt(text, at);
      if (at + word.length === text.length && !isLast) return at;
      into.word(word);
      at += word.length;
    }
  }
  return at;
}

function textIn(raw: string): string {
  const text = unescapeJson(raw);
  if (text === undefined) throw malformed();
  return text;
}

function wordAt(text: string, at: number): string {
  WORD.lastIndex = at;
  const [word = ''] = WORD.exec(text) ?? [];
  if (word === '' || word.length > LONGEST_TEXT) throw malformed();
  return word;
}
