import { DOCUMENT_KINDS, type DocumentKind, type DocumentSink } from './documents.ts';

/** Where in an answer the scanner stands. */
interface Scan {
  /** How many objects and lists are open. */
  depth: number;
  /** Whether the second of them is the answer's `data`. */
  inData: boolean;
  /** Whether a colon was met, so that a value follows. */
  atValue: boolean;
  key: string;
  string: OpenString | undefined;
}

/** A string whose end has not come yet. */
interface OpenString {
  readonly document: DocumentKind | undefined;
  /** The beginning of an ordinary string, as far as a key can be told by it. */
  text: string;
  /** Whether a backslash at the end of the last piece belongs to the next character. */
  escaped: boolean;
  /** What of a document cannot be handed over before more has come: half an escape, or half a character. */
  halfEscape: string;
  halfCharacter: string;
}

const KEY_LENGTH = 32;
const STRUCTURE = /["{}[\]:,]/g;
/** No JSON holds a line end within a string: this makes an answer unreadable whose document is. */
const SPOILT = '\n';

/**
 * Takes the documents out of an answer while it comes, so that they never are in memory as a whole: in what is left, each is an empty
 * string. It only finds what stands where the service puts it; what it overlooks stays in the answer, and is read there.
 */
export function divertDocuments(sink: DocumentSink): (piece: string) => Promise<string> {
  const scan: Scan = { depth: 0, inData: false, atValue: false, key: '', string: undefined };
  return async (piece) => {
    const left: string[] = [];
    for (let at = 0; at < piece.length;) {
      const from = at;
      const { string } = scan;
      if (string?.document !== undefined) {
        at = await takeDocument(scan, string, string.document, { piece, from, sink, left });
        continue;
      }
      at = string ? passString(scan, string, piece, from) : findString(scan, piece, from);
      left.push(piece.slice(from, at));
      const begun = documentIn(scan);
      if (begun !== undefined) await sink.begin(begun);
    }
    return left.join('');
  };
}

/** Moves past the quote that opens the next string, or to the end of the piece. */
function findString(scan: Scan, piece: string, from: number): number {
  STRUCTURE.lastIndex = from;
  for (;;) {
    const sign = STRUCTURE.exec(piece)?.[0];
    if (sign === undefined) return piece.length;
    if (sign === '"') {
      const document = documentAt(scan);
      scan.string = { document, text: '', escaped: false, halfEscape: '', halfCharacter: '' };
      return STRUCTURE.lastIndex;
    }
    step(scan, sign);
  }
}

function step(scan: Scan, sign: string): void {
  if (sign === '{' || sign === '[') {
    scan.depth += 1;
    if (scan.depth === 2) scan.inData = sign === '{' && scan.atValue && scan.key === 'data';
  } else if (sign === '}' || sign === ']') scan.depth -= 1;
  scan.atValue = sign === ':';
}

/** Which document the open string is, if it is one. */
function documentIn({ string }: Scan): DocumentKind | undefined {
  return string?.document;
}

/** Which document a string is that opens here. */
function documentAt({ depth, inData, atValue, key }: Scan): DocumentKind | undefined {
  if (depth !== 2 || !inData || !atValue) return undefined;
  return DOCUMENT_KINDS.find((kind) => key === `result_${kind}`);
}

/** Goes on to behind the end of an ordinary string, or to the end of the piece. */
function passString(scan: Scan, string: OpenString, piece: string, from: number): number {
  const start = string.escaped ? from + 1 : from;
  const end = closingQuote(piece, start);
  const until = end === -1 ? piece.length : end;
  string.text += piece.slice(from, Math.min(until, from + KEY_LENGTH - string.text.length));
  string.escaped = end === -1 && backslashesBefore(piece, until, start) % 2 === 1;
  if (end === -1) return until;
  if (!scan.atValue) scan.key = string.text;
  scan.string = undefined;
  return end + 1;
}

interface Taking {
  readonly piece: string;
  readonly from: number;
  readonly sink: DocumentSink;
  readonly left: string[];
}

/** Hands over what has come of a document; only the quote at its end stays in the answer. */
async function takeDocument(
  scan: Scan,
  string: OpenString,
  document: DocumentKind,
  { piece, from, sink, left }: Taking,
): Promise<number> {
  const raw = string.halfEscape + piece.slice(from);
  const { text, length, isLast } = readRaw(raw);
  if (text === undefined) left.push(SPOILT);
  else {
    const ready = string.halfCharacter + text;
    const half = !isLast && /[\uD800-\uDBFF]$/.test(ready) ? 1 : 0;
    string.halfCharacter = ready.slice(ready.length - half);
    await sink.take(document, ready.slice(0, ready.length - half));
  }
  string.halfEscape = isLast ? '' : raw.slice(length);
  if (!isLast) return piece.length;
  left.push('"');
  scan.string = undefined;
  return piece.length - (raw.length - length - 1);
}

/** What has come of a document, as far as it can be read by now. */
interface ReadRaw {
  /** `undefined` for what may not stand in a string. */
  readonly text: string | undefined;
  /** How much of what has come it takes. */
  readonly length: number;
  /** Whether the document ends with it. */
  readonly isLast: boolean;
}

function readRaw(raw: string): ReadRaw {
  const length = raw.length - unfinished(raw);
  const text = unescapeJson(raw.slice(0, length));
  // What is a text as a whole holds no end: to look for one among so many escaped quotes would take longer.
  const end = text === undefined ? closingQuote(raw, 0) : -1;
  if (end === -1) return { text, length, isLast: false };
  return { text: unescapeJson(raw.slice(0, end)), length: end, isLast: true };
}

/** How many characters at the end are the beginning of an escape. */
function unfinished(raw: string): number {
  const start = Math.max(0, raw.length - '\\u000'.length);
  const half = /\\(?:u[0-9a-f]{0,3})?$/i.exec(raw.slice(start));
  if (!half) return 0;
  const backslash = start + half.index;
  return backslashesBefore(raw, backslash + 1, 0) % 2 === 1 ? raw.length - backslash : 0;
}

/**
 * Where the next quote of a JSON text stands that no backslash escapes; -1 for nowhere. The character at `from` is not escaped.
 *
 * @param searched how much at the beginning is known to hold no such quote
 */
export function closingQuote(text: string, from: number, searched = from): number {
  let quote = text.indexOf('"', Math.max(from, searched));
  while (quote !== -1 && backslashesBefore(text, quote, from) % 2 === 1) quote = text.indexOf('"', quote + 1);
  return quote;
}

/** How many backslashes stand right before a place, down to `from`. */
export function backslashesBefore(text: string, end: number, from: number): number {
  let at = end;
  while (at > from && text[at - 1] === '\\') at -= 1;
  return end - at;
}

/** What a JSON string may not hold as it is, or means something else. */
const UNUSUAL = /[\\\u0000-\u001f]/;

/** Whether a JSON text holds neither escapes nor control characters, so that every string stands in it as it is. */
export function isPlainJson(text: string): boolean {
  return !UNUSUAL.test(text);
}

/** What stands between the quotes of a JSON string, without its escapes; `undefined` for what may not stand there. */
export function unescapeJson(raw: string): string | undefined {
  if (isPlainJson(raw) && !raw.includes('"')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return undefined;
  }
}
