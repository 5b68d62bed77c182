import type { Counts } from '../model/counts.ts';
import { isJsonObject, type JsonObject } from '../model/fields.ts';
import type { Redact } from '../runtime/redact.ts';

/** The answer that every operation gives (docs/design.md, service §2), whatever its HTTP status. */
export interface Envelope {
  /** 0 on success. */
  readonly code: number;
  /** `result_msg`; empty when it is the number 0, which some answers carry. */
  readonly message: string;
  readonly reason: string;
  readonly data: JsonObject;
}

/** What the status operation says, with the fields that it left out, or that are no numbers, named in `gaps`. */
export interface Status {
  readonly complete: boolean;
  /** The service's own word. */
  readonly word: string;
  readonly counts: Counts;
  /** Unit tests that are counted as in preparation or in progress; at the end there should be none. */
  readonly busy: number;
  /** Wire names of the counts that were absent or no counts; they stand as 0 in `counts`. */
  readonly gaps: readonly string[];
}

/** Reads an envelope; `undefined` when the text is not one (HTML, an empty body, JSON of another shape). */
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

/** A testset's or scenario's identifier: a positive number that is exact; digits in a string are taken, too. */
export function readId(value: unknown): number | undefined {
  const id = readInteger(value);
  return id !== undefined && id > 0 ? id : undefined;
}

/**
 * What can still be told from an answer that was cut off. A number counts only with its delimiter behind it, because
 * `25192` may be the beginning of `251929`; a code only in what begins as an envelope does, because a web page may speak of one.
 */
export function readCutOff(text: string): { readonly id?: number; readonly code?: number } {
  const id = readId(/"testset_id"\s*:\s*"?(\d+)"?\s*[,}]/.exec(text)?.[1]);
  const code = readInteger(/^\uFEFF?\s*\{[^]*?"result_code"\s*:\s*"?(-?\d+)"?\s*[,}]/.exec(text)?.[1]);
  return { ...(id === undefined ? {} : { id }), ...(code === undefined ? {} : { code }) };
}

const COUNT_FIELDS = {
  total: 'total_test_cnt',
  pass: 'pass_cnt',
  fail: 'fail_cnt',
  error: 'error_cnt',
  stop: 'stop_cnt',
} as const;

/** Reads the payload of the status operation; `undefined` when it has no status word at all. */
export function readStatus(data: JsonObject): Status | undefined {
  const word = data['testset_status'];
  if (typeof word !== 'string' || word.trim() === '') return undefined;
  const detail = isJsonObject(data['testset_status_detail']) ? data['testset_status_detail'] : {};
  const gaps: string[] = [];
  const count = (field: string): number => {
    const value = readInteger(detail[field]);
    if (value !== undefined && value >= 0) return value;
    gaps.push(field);
    return 0;
  };
  const counts = {
    total: count(COUNT_FIELDS.total),
    pass: count(COUNT_FIELDS.pass),
    fail: count(COUNT_FIELDS.fail),
    error: count(COUNT_FIELDS.error),
    stop: count(COUNT_FIELDS.stop),
  };
  const busy = (readInteger(detail['initializing_cnt']) ?? 0) + (readInteger(detail['running_cnt']) ?? 0);
  return { complete: word.trim().toLowerCase() === 'complete', word: word.trim(), counts, busy, gaps };
}

/** Whether a status word is one that the document knows; any other counts as still running. */
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
