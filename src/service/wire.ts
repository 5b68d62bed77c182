import { endedCount } from '../model/counts.ts';
import { isJsonObject, objectIn, textIn, type JsonObject } from '../model/fields.ts';
import { DOCUMENTS, type DocumentKind } from '../model/results.ts';
import { STATUS_WORDS, type Status } from '../model/testset.ts';
import { cleanText, truncate, withoutStop } from '../model/text.ts';
import { keysOf, listFirst, MAX_IN_SENTENCE } from '../model/words.ts';
import type { Redact } from '../runtime/redact.ts';

/** The JSON body of every response (docs/design.md, service §2). */
export interface Envelope {
  /** 0 on success. */
  readonly code: number;
  /** `result_msg`; empty if it is the number 0, which some responses have. */
  readonly message: string;
  readonly reason: string;
  readonly data: JsonObject;
}

/** The most that is kept of a text of the service, in UTF-16 units: more than any page shows, and less than a stored report may have. */
const TEXT_LIMIT = 10_000;

/** Reads an envelope, also behind words such as a warning of PHP; `undefined` if there is none, as in HTML or other JSON. */
export function readEnvelope(text: string, redact: Redact): Envelope | undefined {
  const whole = parseJson(text);
  // Ten tries of a text that cannot be an envelope take as long as ten of one that is.
  const isSearched = whole === undefined && !/^\s*\{/.test(text) && text.includes('"result_code"');
  if (!isSearched) return envelopeOf(whole, redact);
  let found: Envelope | undefined;
  searchObjects(text, (rest) => {
    found = envelopeOf(parseJson(rest), redact);
    return found ? rest.length : 1;
  });
  return found;
}

/** The envelope that a JSON value is; `undefined` if it is anything else. */
export function envelopeOf(parsed: unknown, redact: Redact): Envelope | undefined {
  if (!isJsonObject(parsed)) return undefined;
  const code = readInteger(parsed['result_code']);
  if (code === undefined) return undefined;
  return {
    code,
    message: truncate(redact(textIn(parsed, 'result_msg').trim()), TEXT_LIMIT),
    reason: truncate(redact(textIn(parsed, 'reason').trim()), TEXT_LIMIT),
    data: objectIn(parsed, 'data'),
  };
}

/** How many places are tried behind words, in how many UTF-16 units, and how many units are parsed in all. */
const [MAX_TRIES, MAX_WORDS, MAX_PARSED] = [10, 64 * 1024, 64 * 1024 * 1024];

/** A page may quote anything. */
const PAGE = /<(?:!doctype|html|\?xml)/i;

/** Tries where an object may begin in a text that is no JSON as a whole. @param read gets the text from there, and returns how much of it to skip */
export function searchObjects(text: string, read: (rest: string) => number): void {
  const most = Math.min(MAX_TRIES, MAX_PARSED / text.length);
  let at = text.indexOf('{');
  if (at < 0 || at >= MAX_WORDS || PAGE.test(text.slice(0, at))) return;
  for (let tries = 0; tries < most && at >= 0 && at < MAX_WORDS; tries += 1) {
    at = text.indexOf('{', at + read(text.slice(at)));
  }
}

/** The fields in which services say what is wrong. */
const SAID_FIELDS = ['message', 'error', 'detail', 'title'];

/** Reads what a body that is no envelope says: one of its fields, or plain text. At most 200 characters, without a full stop; '' if nothing. */
export function readSaid(text: string, redact: Redact): string {
  const parsed = parseJson(text) ?? (/^\s*[{[]/.test(text) ? '' : text);
  const fields = SAID_FIELDS.map((field) => textIn(parsed, field) || textIn(objectIn(parsed, field), 'message'));
  const said = typeof parsed === 'string' ? parsed : fields.find((each) => each.trim() !== '');
  return withoutStop(cleanText(redact(said ?? '')));
}

/** Reads an identifier: a positive safe integer, also as a string of digits. */
export function readId(value: unknown): number | undefined {
  const id = readInteger(value);
  return id !== undefined && id > 0 ? id : undefined;
}

/** Reads `data` of the status operation; `undefined` if it has no status word. */
export function readStatus(data: JsonObject, redact: Redact): Status | undefined {
  const word = textIn(data, 'testset_status').trim();
  if (word === '') return undefined;
  const detail = objectIn(data, 'testset_status_detail');
  const clean = (text: string): string => cleanText(redact(text), 60);
  const missing: string[] = [];
  const known: string[] = [];
  const count = (field: string): number => {
    known.push(field);
    const value = readInteger(detail[field]);
    if (value !== undefined && value >= 0) return value;
    missing.push(field);
    return 0;
  };
  const counts = {
    total: count('total_test_cnt'),
    pass: count('pass_cnt'),
    fail: count('fail_cnt'),
    error: count('error_cnt'),
    stop: count('stop_cnt'),
    initializing: count('initializing_cnt'),
  };
  const active = counts.initializing + count('running_cnt');
  // Some programs leave out what is 0.
  const isWhole = counts.total > 0 && counts.total === endedCount(counts) + active;
  const missingFields = missing.filter((field) => !isWhole || field in detail);
  const others = Object.keys(detail).filter((field) => field.endsWith('_cnt') && !known.includes(field));
  const names = others.slice(0, MAX_IN_SENTENCE).map((field) => `\`${clean(field)}\``);
  const unknownCounts = listFirst(names, MAX_IN_SENTENCE, others.length);
  const state = STATUS_WORDS.find((one) => one === word.toLowerCase()) ?? 'other';
  return { state, word: clean(word), counts, active, missingFields, unknownCounts };
}

/** The documents that were delivered; none is blank. */
export type Documents = Partial<Readonly<Record<DocumentKind, string>>>;

/** Reads the results. Absent, null, boolean and blank documents are not delivered (docs/design.md, variants); what is no text becomes JSON. */
export function readDelivered(data: JsonObject): Documents {
  const documents: { [Kind in DocumentKind]?: string } = {};
  for (const kind of keysOf(DOCUMENTS)) {
    const value = data[`result_${kind}`];
    if (value === undefined || value === null || typeof value === 'boolean') continue;
    const text = toText(value);
    if (text.trim() !== '') documents[kind] = text;
  }
  return documents;
}

/** Whether the service considers the results complete. */
export function areComplete(data: JsonObject): boolean {
  const { complete = true } = data;
  return complete === true || complete === 1 || textIn(data, 'complete').trim().toLowerCase() === 'true';
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    // A text that no parser accepts.
    return 'nested too deeply';
  }
}

/** The value of a JSON text, which may begin with a byte order mark; `undefined` if it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** Reads a safe integer, also as a string of digits. */
export function readInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
