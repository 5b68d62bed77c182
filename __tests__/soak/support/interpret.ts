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

/**
 * What follows from a create, by the table of docs/design.md §3. `safe`: nothing was created; `slow`: the same, with HTTP 408. With an
 * identifier the testset was created, or that is unknown.
 */
export type CreateMeaning =
  | ('safe' | 'slow' | 'limit' | 'maintenance' | 'refused' | 'not-started' | 'unknown-start')
  | { readonly id: number; readonly isCreated: boolean };

/** Applies that table: an identifier first, then the code, then the status, then whether the end of the body may have been sent. */
export function interpretCreate(request: RecordedRequest): CreateMeaning {
  const { response, early, endArrived } = request;
  if (response?.status === undefined) return early || !endArrived ? 'safe' : 'unknown-start';
  const { status, text } = response;
  const { code, data } = readEnvelope(text) ?? {};
  const id = usableId(data?.['testset_id']);
  if (id !== undefined) return { id, isCreated: code === 0 || (code === undefined && status < 300) };
  if (!early && UNREADABLE_ID.test(text)) return 'unknown-start';
  if (code === 8000) return 'maintenance';
  if (code !== undefined) return (code === 0 || code === 5001) && !early ? 'unknown-start' : 'refused';
  return interpretStatus(status, early);
}

/** An object with an identifier; where it is usable, it was read before. */
const UNREADABLE_ID = /^\{[^{}]*"data":\{[^{}]*"testset_id(?:$|"(?!:(?:0|null|"")[,}]))/;

function usableId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The meaning of a create in one word. */
export function kindOfCreate(request: RecordedRequest): string {
  const meaning = interpretCreate(request);
  if (typeof meaning === 'string') return meaning;
  return meaning.isCreated ? 'created' : 'unknown-start';
}

function interpretStatus(status: number, early: boolean): CreateMeaning {
  if (status === 425 || status === 429) return 'limit';
  if (status === 407) return 'not-started';
  if (status >= 300 && status < 500 && status !== 408) return 'refused';
  // Nothing can have been created by a request that has not arrived.
  if (!early) return 'unknown-start';
  if (status < 300) return 'refused';
  return status === 408 ? 'slow' : 'safe';
}

/** Whether nothing was created because there was no connection or none that worked. */
export function isConnectionFailure(meaning: CreateMeaning): boolean {
  return meaning === 'safe' || meaning === 'slow';
}

/** `Age` is in whole seconds. */
const ROUNDED_MS = 1_000;

/** Marks each status and result that a cache kept from before its testset was created, or before the step began to attach to it. */
export function markStale(requests: readonly RecordedRequest[], began: number): readonly RecordedRequest[] {
  const isCreateOf = (request: RecordedRequest, id: number): boolean => {
    const meaning = request.operation === 'create' ? interpretCreate(request) : 'safe';
    return typeof meaning === 'object' && meaning.id === id;
  };
  return requests.map((request) => {
    const { operation, id, response } = request;
    if (response?.ageMs === undefined || (operation !== 'status' && operation !== 'result')) return request;
    const since = requests.find((other) => isCreateOf(other, id))?.at ?? began;
    return { ...request, response: { ...response, isStale: response.ageMs > response.sentAt - since + ROUNDED_MS } };
  });
}

/** What follows from a GET. */
export type Meaning =
  | { readonly kind: 'ok'; readonly data: Fields }
  /** `isPage`: HTML, so that a firewall or proxy may have sent it. */
  | { readonly kind: 'denied'; readonly isPage: boolean }
  | { readonly kind: 'maintenance' }
  | { readonly kind: 'not ready' }
  /** The same request will hardly succeed. `code`: that of the envelope. */
  | { readonly kind: 'rejected'; readonly code: number | undefined }
  | { readonly kind: 'failed' };

/** Reads the response to a GET. */
export function interpret(response: SentResponse | undefined): Meaning {
  if (response?.status === undefined || response.isStale) return { kind: 'failed' };
  const { status } = response;
  const envelope = readEnvelope(response.text);
  const code = envelope?.whole ? envelope.code : undefined;
  if (code === 8000) return { kind: 'maintenance' };
  if (code !== undefined && status !== 401 && status !== 403) {
    if (code === 6002 || code === 6003) return { kind: 'not ready' };
    return code === 0 ? { kind: 'ok', data: envelope?.data ?? {} } : { kind: 'rejected', code };
  }
  if (!response.whole && (code === undefined || code === 0)) return { kind: 'failed' };
  if (status === 401 || status === 403) return { kind: 'denied', isPage: response.text.startsWith('<') };
  const isRejected = status >= 300 && status < 500 && ![408, 425, 429].includes(status);
  return isRejected ? { kind: 'rejected', code } : { kind: 'failed' };
}

/** Whether a response reports success without the service's envelope: another server responded. */
export function isUnexpectedSuccess(response: SentResponse | undefined): boolean {
  if (response?.status === undefined || response.status >= 300) return false;
  // A 204 has no body (RFC 9110 §15.3.5): its head is the whole response.
  if (!response.whole && response.status !== 204) return false;
  return interpret(response).kind === 'failed';
}

/** Whether the service has accepted the credentials in one of these requests: an envelope other than maintenance says so. */
export function hasAccepted(requests: readonly RecordedRequest[]): boolean {
  return requests.some(({ response }) => {
    const envelope = response?.whole && response.status !== 401 && response.status !== 403;
    const code = envelope ? readEnvelope(response.text)?.code : undefined;
    return code !== undefined && code !== 8000;
  });
}

/** Whether the results that a payload delivers are complete. */
export function isCompleteResult({ complete }: Fields): boolean {
  return complete === undefined || complete === true || complete === 'true';
}
