import type { Counts } from '../model/counts.ts';
import { isJsonObject, type JsonObject } from '../model/fields.ts';
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

/** The status of a testset. */
export interface Status {
  readonly complete: boolean;
  /** `testset_status` as sent. */
  readonly word: string;
  readonly counts: Counts;
  /** Devices that are in preparation or in progress; 0 at the end. */
  readonly busy: number;
  /** Devices that are in preparation; part of {@link Status.busy}. */
  readonly preparing: number;
  /** Fields of `testset_status_detail` that were missing or invalid; they count as 0. */
  readonly gaps: readonly string[];
}

/** Reads an envelope; `undefined` if the text is anything else, such as HTML or other JSON. */
export function readEnvelope(text: string, redact: Redact): Envelope | undefined {
  const parsed = parseJson(text);
  if (!isJsonObject(parsed)) return undefined;
  const code = readInteger(parsed['result_code']);
  if (code === undefined) return undefined;
  return {
    code,
    message: redact(readText(parsed['result_msg'])),
    reason: redact(readText(parsed['reason'])),
    data: isJsonObject(parsed['data']) ? parsed['data'] : {},
  };
}

/** Reads an identifier: a positive safe integer, also as a string of digits. */
export function readId(value: unknown): number | undefined {
  const id = readInteger(value);
  return id !== undefined && id > 0 ? id : undefined;
}

/**
 * Reads what is certain in an incomplete response. A number counts only with the delimiter after it, because `25192` may be the start of
 * `251929`. A code counts only as a field of the outermost object, and only if the text is cut off: in complete JSON it is not the
 * envelope's.
 */
export function readCutOff(text: string): { readonly id?: number; readonly code?: number } {
  const [, plain, quoted] = /"testset_id"\s*:\s*(?:(\d+)|"(\d+)")\s*[,}]/.exec(text) ?? [];
  const id = readId(plain ?? quoted);
  const code = parseJson(text) === undefined ? readOuterCode(text.replace(/^\uFEFF/, '').trimStart()) : undefined;
  return { ...(id === undefined ? {} : { id }), ...(code === undefined ? {} : { code }) };
}

/** The `result_code` at depth 1 of a text that starts with an object. */
function readOuterCode(text: string): number | undefined {
  if (!text.startsWith('{')) return undefined;
  const code = /\s*:\s*(?:(-?\d+)|"(-?\d+)")\s*[,}]/y;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (token !== '"result_code"' || depth !== 1) continue;
    code.lastIndex = index + token.length;
    const [, plain, quoted] = code.exec(text) ?? [];
    return readInteger(plain ?? quoted);
  }
  return undefined;
}

/** Reads `data` of the status operation; `undefined` if it has no status word. */
export function readStatus(data: JsonObject): Status | undefined {
  const word = readText(data['testset_status']);
  if (word === '') return undefined;
  const detail = isJsonObject(data['testset_status_detail']) ? data['testset_status_detail'] : {};
  const gaps: string[] = [];
  const count = (field: string): number => {
    const value = readInteger(detail[field]);
    if (value !== undefined && value >= 0) return value;
    gaps.push(field);
    return 0;
  };
  const counts = {
    total: count('total_test_cnt'),
    pass: count('pass_cnt'),
    fail: count('fail_cnt'),
    error: count('error_cnt'),
    stop: count('stop_cnt'),
  };
  const preparing = readInteger(detail['initializing_cnt']) ?? 0;
  const busy = preparing + (readInteger(detail['running_cnt']) ?? 0);
  return { complete: word.toLowerCase() === 'complete', word, counts, busy, preparing, gaps };
}

/** Whether a status word is documented; any other word counts as running. */
export function isKnownWord(word: string): boolean {
  return ['complete', 'running'].includes(word.toLowerCase());
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

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
