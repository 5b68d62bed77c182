import type { RecordedRequest, SentResponse } from './recorded-request.ts';

/** What docs/design.md §3 and §4 say about a response. Written from that text, without any code under test. */

export type Fields = Readonly<Record<string, unknown>>;

/** An envelope, as far as it can be read. */
interface Envelope {
  readonly code: number | undefined;
  readonly data: Fields;
  readonly whole: boolean;
}

/** Reads an envelope whose end may be missing: what is followed by a delimiter counts. */
export function readEnvelope(text: string): Envelope | undefined {
  const all = parse(text);
  if (all) return envelopeFrom(all, true);
  for (let end = text.length; end > 0; end -= 1) {
    const last = text[end - 1];
    if (last !== ',' && last !== '}') continue;
    const known = last === ',' ? text.slice(0, end - 1) : text.slice(0, end);
    const fields = parse(known + '}'.repeat(openBraces(known)));
    if (fields) return envelopeFrom(fields, false);
  }
  return undefined;
}

function envelopeFrom(fields: Fields, whole: boolean): Envelope {
  const { result_code: code } = fields;
  return { code: typeof code === 'number' ? code : undefined, data: fieldsOf(fields['data']), whole };
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

/** An object, or an empty one in place of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** What follows from a create, by the table of docs/design.md §3. `safe`: nothing was created. */
export type CreateMeaning =
  'safe' | 'limit' | 'maintenance' | 'refused' | 'not-started' | 'unknown-start' | { readonly id: number };

/** Applies that table. */
export function interpretCreate(request: RecordedRequest): CreateMeaning {
  const { response, early, endArrived } = request;
  if (response?.status === undefined) return early || !endArrived ? 'safe' : 'unknown-start';
  const envelope = readEnvelope(response.text);
  const code = envelope?.code;
  if (code === 8000) return 'maintenance';
  if (code !== undefined && code !== 0) return 'refused';
  const id = Number(envelope?.data['testset_id']);
  const isId = Number.isSafeInteger(id) && id > 0;
  if (isId && (code === 0 || !response.whole || response.status === 200)) return { id };
  return code === 0 ? 'unknown-start' : interpretStatus(response.status, early);
}

/** The meaning of a create in one word. */
export function kindOfCreate(request: RecordedRequest): string {
  const meaning = interpretCreate(request);
  return typeof meaning === 'string' ? meaning : 'created';
}

function interpretStatus(status: number, early: boolean): CreateMeaning {
  if (status === 425 || status === 429) return 'limit';
  if (status === 407) return 'not-started';
  if (status === 408 || status >= 500) return early ? 'safe' : 'unknown-start';
  return status >= 300 ? 'refused' : 'unknown-start';
}

/** What follows from a GET. */
export type Meaning =
  | { readonly kind: 'ok'; readonly data: Fields }
  | { readonly kind: 'denied' }
  | { readonly kind: 'maintenance' }
  | { readonly kind: 'not ready' }
  /** The same request will hardly succeed. `code`: that of the envelope. */
  | { readonly kind: 'rejected'; readonly code: number | undefined }
  | { readonly kind: 'failed' };

/** Reads the response to a GET. */
export function interpret(response: SentResponse | undefined): Meaning {
  if (response?.status === undefined) return { kind: 'failed' };
  const { status } = response;
  const envelope = readEnvelope(response.text);
  const code = envelope?.whole ? envelope.code : undefined;
  if (code === 8000) return { kind: 'maintenance' };
  if (code !== undefined && status !== 401 && status !== 403) {
    if (code === 6002 || code === 6003) return { kind: 'not ready' };
    return code === 0 ? { kind: 'ok', data: envelope?.data ?? {} } : { kind: 'rejected', code };
  }
  if (!response.whole && (code === undefined || code === 0)) return { kind: 'failed' };
  if (status === 401 || status === 403) return { kind: 'denied' };
  const isRejected = status >= 300 && status < 500 && ![408, 425, 429].includes(status);
  return isRejected ? { kind: 'rejected', code } : { kind: 'failed' };
}

/** Whether a response reports success without the service's envelope: another server responded. */
export function isUnexpectedSuccess(response: SentResponse | undefined): boolean {
  if (response?.status === undefined || !response.whole || response.status >= 300) return false;
  return interpret(response).kind === 'failed';
}

/** Whether the results that a payload delivers are complete. */
export function isCompleteResult({ complete }: Fields): boolean {
  return complete === undefined || complete === true || complete === 'true';
}
