import type { RecordedRequest } from './recorded-request.ts';
import type { RunRecord } from './run.ts';
import type { Operation } from './schedule.ts';

/** What docs/design.md §3 and §4 say about a response. Written from that text, without any code under test. */

export type Fields = Readonly<Record<string, unknown>>;

export const MINUTE = 60_000;

/** A run, its responses read, and what is known of it from outside. */
export interface ObservedRun extends RunRecord {
  readonly requests: readonly Reply[];
  /** When it had to end, in milliseconds of its clock. */
  readonly deadline: number;
  /** What was to run: the scenarios, or 0 for the app. */
  readonly scenarios: readonly number[];
  /** Testsets of earlier attempts that should be resumed, by scenario. */
  readonly resumable: ReadonlyMap<number, number>;
}

/** A request and what follows from its response. */
export interface Reply extends RecordedRequest {
  readonly kind: CreateKind | GetKind;
  /** Of a create: as far as it can be read; of another request only if the response is whole. */
  readonly code: number | undefined;
  /** The payload; empty without one. */
  readonly data: Fields;
  /** Of a create: the testset that it created, or may have created. */
  readonly testset: number | undefined;
}

/** `safe`: nothing was created; `slow`: the same, with HTTP 408. */
type CreateKind = 'created' | 'unknown-start' | 'safe' | 'slow' | 'limit' | 'maintenance' | 'refused' | 'not-started';
/** `page`: denied in HTML, so that a firewall or proxy may have sent it. `rejected`: the same request will hardly succeed. */
type GetKind = 'ok' | 'denied' | 'page' | 'maintenance' | 'not ready' | 'rejected' | 'failed';

/** `Age` is in whole seconds. */
const ROUNDED_MS = 1_000;

/** Reads the responses of a run. One that a cache kept from before the testset was created, or the step began to attach, fails. */
export function readReplies(requests: readonly RecordedRequest[], began: number): readonly Reply[] {
  const replies = requests.map(readReply);
  return replies.map((reply) => {
    const { operation, id, response } = reply;
    if (response?.ageMs === undefined || (operation !== 'status' && operation !== 'result')) return reply;
    const since = replies.find(({ testset }) => testset === id)?.at ?? began;
    return response.ageMs > response.sentAt - since + ROUNDED_MS ? { ...reply, kind: 'failed' } : reply;
  });
}

function readReply(request: RecordedRequest): Reply {
  const { operation, response } = request;
  const text = response?.status === undefined ? '' : response.text;
  const isCreate = operation === 'create';
  const { result_code, data: payload } = (isCreate ? parseCutOff(text) : parse(text)) ?? {};
  const code = typeof result_code === 'number' ? result_code : undefined;
  const data = fieldsOf(payload);
  const testset = isCreate ? usableId(data['testset_id']) : undefined;
  const kind = isCreate ? kindOfCreate(request, code, testset) : kindOfGet(request, code);
  return { ...request, kind, code, data, testset };
}

/** Applies the table of docs/design.md §3: an identifier, then the code, then the status and whether the end may have been sent. */
function kindOfCreate(
  { response, early, endArrived }: RecordedRequest,
  code: number | undefined,
  id: number | undefined,
): CreateKind {
  if (response?.status === undefined) return early || !endArrived ? 'safe' : 'unknown-start';
  const { status, text } = response;
  if (id !== undefined) return code === 0 || (code === undefined && status < 300) ? 'created' : 'unknown-start';
  if (!early && UNREADABLE_ID.test(text)) return 'unknown-start';
  if (code === 8000) return 'maintenance';
  if (code !== undefined) return (code === 0 || code === 5001) && !early ? 'unknown-start' : 'refused';
  if (status === 425 || status === 429) return 'limit';
  if (status === 407) return 'not-started';
  if (status >= 300 && status < 500 && status !== 408) return 'refused';
  // Nothing can have been created by a request that has not arrived.
  if (!early) return 'unknown-start';
  if (status < 300) return 'refused';
  return status === 408 ? 'slow' : 'safe';
}

/** An object with an identifier; where it is usable, it was read before. */
const UNREADABLE_ID = /^\{[^{}]*"data":\{[^{}]*"testset_id(?:$|"(?!:(?:0|null|"")[,}]))/;

function usableId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

function kindOfGet({ response }: RecordedRequest, code: number | undefined): GetKind {
  if (response?.status === undefined) return 'failed';
  if (code === 8000) return 'maintenance';
  const { status, text, whole } = response;
  const isDenied = status === 401 || status === 403;
  if (code !== undefined && !isDenied) {
    if (code === 6002 || code === 6003) return 'not ready';
    return code === 0 ? 'ok' : 'rejected';
  }
  if (!whole && !code) return 'failed';
  if (isDenied) return text.startsWith('<') ? 'page' : 'denied';
  return status >= 300 && status < 500 && ![408, 425, 429].includes(status) ? 'rejected' : 'failed';
}

/** Reads an object whose end may be missing: what is followed by a delimiter counts. */
function parseCutOff(text: string): Fields | undefined {
  let fields = parse(text);
  for (let end = text.length - 1; end >= 0 && !fields; end -= 1) {
    if (text[end] !== ',' && text[end] !== '}') continue;
    const known = text.slice(0, text[end] === ',' ? end : end + 1);
    fields = parse(known + '}'.repeat(Math.max(0, known.split('{').length - known.split('}').length)));
  }
  return fields;
}

function parse(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** An object, or an empty one in place of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** When the client knew of a response: with its last byte, or when the client gave up waiting for more. */
export function knownAt({ response, endedAt }: RecordedRequest): number | undefined {
  return response?.whole ? response.sentAt : endedAt;
}

/** The creates for a scenario, or all of them for an app. */
export function createsOf(scenario: number, requests: readonly Reply[]): readonly Reply[] {
  const creates = requests.filter(({ operation }) => operation === 'create');
  if (scenario === 0) return creates;
  return creates.filter(({ parts }) => parts.some(({ text }) => text.includes(`"scenario_id":${scenario},`)));
}

/** What happens at once may take so long: the end of a connection, and another request after it. In milliseconds. */
export const AT_ONCE_MS = 5;

/** Without any response on a connection that was used before, a GET is sent again at once (docs/design.md §3): both are one. */
function isSentAgain({ response, type, endedAt = -Infinity }: Reply, next: Reply | undefined): boolean {
  const isSame = next !== undefined && next.type === type;
  return response?.status === undefined && isSame && next.at - endedAt <= AT_ONCE_MS;
}

/** docs/design.md §3: redirects on the same origin that are followed. */
export const MAX_REDIRECTS = 3;

/**
 * The requests of an operation, for one testset where an id is given, without those that were redirected to the same address or sent
 * again.
 *
 * @param deadline when a poll ends whose redirect was not followed yet
 */
export function requestsFor(
  requests: readonly Reply[],
  operation: Operation,
  id?: number,
  deadline = Infinity,
): readonly Reply[] {
  const own = requests.filter((request) => request.operation === operation && (id === undefined || request.id === id));
  let redirects = 0;
  return own.filter((one, at) => {
    const { response, type, at: sentAt } = one;
    const next = own[at + 1];
    if (isSentAgain(one, next)) return false;
    const isFollowed = response?.redirect === 'itself' && redirects < MAX_REDIRECTS && next?.type === type;
    const isCut = isFollowed && sentAt < deadline && next.at >= deadline;
    redirects = isFollowed && !isCut ? redirects + 1 : 0;
    return !isFollowed;
  });
}
