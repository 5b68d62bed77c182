import { endedCount } from '../model/counts.ts';
import { isJsonObject, objectIn, textIn, type JsonObject } from '../model/fields.ts';
import { DOCUMENTS, type DocumentKind } from '../model/results.ts';
import { STATUS_WORDS, type Status } from '../model/testset.ts';
import { cleanText, truncate, withoutStop } from '../model/text.ts';
import { keysOf } from '../model/words.ts';
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

/** Reads an envelope; `undefined` if the text is anything else, such as HTML or other JSON. */
export function readEnvelope(text: string, redact: Redact): Envelope | undefined {
  const parsed = parseJson(text);
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

interface CreateReply {
  /** Absent without a readable code; only the code is known if the response was cut off. */
  readonly envelope?: Envelope;
  /** `data.testset_id`; absent if there is no usable one. */
  readonly id?: number;
  /** Set if there is one that cannot be used, such as a number that was cut off. */
  readonly hasUnreadableId?: boolean;
  /** `data.test_count`, as for `id`. */
  readonly devices?: number;
}

/** Reads the response to a create, whole or cut off: only the outermost object and its `data`, because any text may quote the same names. */
export function readCreateReply(text: string, redact: Redact): CreateReply {
  const parsed = parseJson(text);
  if (parsed === undefined) return readCutOff(text);
  const { testset_id: id, test_count: devices } = objectIn(parsed, 'data');
  const hasId = Boolean(id) && id !== '0';
  return {
    envelope: readEnvelope(text, redact),
    id: readId(id),
    devices: readId(devices),
    hasUnreadableId: hasId && readId(id) === undefined,
  };
}

/** A string or the rest of one, then the brace or the number with its delimiter that it names; or a brace. */
const TOKEN = /"((?:[^"\\]|\\.)*)(?:"|\\?$)(?:\s*:\s*(?:([{[])|(?:(-?\d+)|"(-?\d+)")\s*(?=[,}])))?|([{[])|([}\]])/gs;

/** What may stand in place of an identifier, after its name. */
const NO_ID = /^\s*:\s*(?:null|false|"")\s*[,}]/;

/** Reads an object as far as it goes. A number counts only with the delimiter after it: `25192` may be the start of `251929`. */
function readCutOff(text: string): CreateReply {
  const object = text.replace(/^\uFEFF/, '').trimStart();
  if (!object.startsWith('{')) return {};
  let [code, id, devices]: (number | undefined)[] = [];
  let hasId = false;
  /** The names of the open objects; empty for lists and what has no name. */
  const path: string[] = [];
  for (const match of object.matchAll(TOKEN)) {
    const [all, name = '', named, plain, quoted, unnamed, closed] = match;
    const number = plain ?? quoted;
    if (name === 'result_code' && path.length === 1) code = readInteger(number) ?? code;
    if (path.length === 2 && path[1] === 'data') {
      if (name === 'testset_id') {
        id = readId(number) ?? id;
        hasId ||= number !== undefined && Number(number) !== 0;
        hasId ||= number === undefined && !NO_ID.test(object.slice(match.index + all.length));
      }
      if (name === 'test_count') devices = readId(number) ?? devices;
    }
    if (named ?? unnamed) path.push(named === '{' ? name : '');
    if (closed) path.pop();
    if (path.length === 0) break;
  }
  return { envelope: onlyCode(code), id, devices, hasUnreadableId: hasId && id === undefined };
}

function onlyCode(code: number | undefined): Envelope | undefined {
  return code === undefined ? undefined : { code, message: '', reason: '', data: {} };
}

/** The longest word or name of a status that is shown. */
const MAX_WORD_LENGTH = 60;

/** Reads `data` of the status operation; `undefined` if it has no status word. */
export function readStatus(data: JsonObject, redact: Redact): Status | undefined {
  const word = textIn(data, 'testset_status').trim();
  if (word === '') return undefined;
  const detail = objectIn(data, 'testset_status_detail');
  const clean = (text: string): string => cleanText(redact(text), MAX_WORD_LENGTH);
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
  const unknownCounts = others.map(clean);
  const state = STATUS_WORDS.find((one) => one === word.toLowerCase()) ?? 'other';
  return { state, word: clean(word), counts, active, missingFields, unknownCounts };
}

/** The documents that were delivered; none is blank. */
export type Documents = Partial<Readonly<Record<DocumentKind, string>>>;

/**
 * Reads the payload of the result operation. Absent, null, `true`, `false` and blank documents are not delivered (docs/design.md,
 * variants); a document that is not text is written as JSON.
 */
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
  const { complete } = data;
  return (
    [undefined, true, 1].some((yes) => complete === yes) || textIn(data, 'complete').trim().toLowerCase() === 'true'
  );
}

/** What is nested too deeply for `JSON.stringify` becomes a text that no parser accepts. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    return 'nested too deeply';
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function readInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
