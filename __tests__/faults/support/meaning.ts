import type { SeenRequest, GivenAnswer } from './seen-request.ts';

/**
 * What a client that knows docs/design.md by heart would learn from a request: written from that text alone, and apart from the
 * code under test.
 */

type Fields = Readonly<Record<string, unknown>>;

/** What an envelope says, as far as it can be read. */
export interface Reading {
  readonly code: number | undefined;
  readonly data: Fields;
  /** Whether it is all there. */
  readonly whole: boolean;
}

/** Reads an envelope of which the end may be missing: what stands before the last delimiter is believed. */
export function readingOf(text: string): Reading | undefined {
  const all = parse(text);
  if (all) return readingFrom(all, true);
  for (let end = text.length; end > 0; end -= 1) {
    const last = text[end - 1];
    if (last !== ',' && last !== '}') continue;
    const known = last === ',' ? text.slice(0, end - 1) : text.slice(0, end);
    const fields = parse(known + '}'.repeat(openBraces(known)));
    if (fields) return readingFrom(fields, false);
  }
  return undefined;
}

function readingFrom(fields: Fields, whole: boolean): Reading {
  return { code: numberOf(fields['result_code']), data: fieldsOf(fields['data']), whole };
}

function openBraces(text: string): number {
  return Math.max(0, text.split('{').length - text.split('}').length);
}

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** What came of a create, by the table of docs/design.md §3. */
export type CreateMeaning =
  'safe' | 'limit' | 'maintenance' | 'refused' | 'not-started' | 'unknown-start' | { readonly id: number };

/** Reads that table. */
export function meaningOfCreate({ answer, early }: Pick<SeenRequest, 'answer' | 'early'>): CreateMeaning {
  if (answer?.status === undefined) return early ? 'safe' : 'unknown-start';
  const { code, data }: Pick<Reading, 'code' | 'data'> = readingOf(answer.text) ?? { code: undefined, data: {} };
  if (code === 8000) return 'maintenance';
  if (code !== undefined && code !== 0) return 'refused';
  const id = Number(data['testset_id']);
  if (id > 0 && (code === 0 || !answer.whole || answer.status === 200)) return { id };
  return code === 0 ? 'unknown-start' : byStatus(answer.status, early);
}

function byStatus(status: number, early: boolean): CreateMeaning {
  if (status === 425 || status === 429) return 'limit';
  if (status === 407) return 'not-started';
  if (status === 408 || status >= 500) return early ? 'safe' : 'unknown-start';
  return status >= 300 ? 'refused' : 'unknown-start';
}

/** What came of a question. */
export type Meaning =
  | { readonly kind: 'told'; readonly data: Fields }
  /** The credentials do not do. */
  | { readonly kind: 'denied' }
  | { readonly kind: 'maintenance' }
  | { readonly kind: 'not ready' }
  /** Asking again will hardly help. `code`: what the envelope says. */
  | { readonly kind: 'no'; readonly code: number | undefined }
  | { readonly kind: 'trouble' };

/** Whether an answer says that all is well, and is none of the service's: somebody else answers. */
export function isStrange(answer: GivenAnswer | undefined): boolean {
  if (answer?.status === undefined || !answer.whole || answer.status >= 300) return false;
  return meaningOf(answer).kind === 'trouble';
}

/** What came of a GET. */
export function meaningOf(answer: GivenAnswer | undefined): Meaning {
  if (answer?.status === undefined) return { kind: 'trouble' };
  const { status } = answer;
  const reading = readingOf(answer.text);
  const code = reading?.whole ? reading.code : undefined;
  if (code === 8000) return { kind: 'maintenance' };
  if (code !== undefined && status !== 401 && status !== 403) {
    if (code === 6002 || code === 6003) return { kind: 'not ready' };
    return code === 0 ? { kind: 'told', data: reading?.data ?? {} } : { kind: 'no', code };
  }
  if (!answer.whole && (code === undefined || code === 0)) return { kind: 'trouble' };
  if (status === 401 || status === 403) return { kind: 'denied' };
  const blamesUs = status >= 300 && status < 500 && ![408, 425, 429].includes(status);
  return blamesUs ? { kind: 'no', code } : { kind: 'trouble' };
}
