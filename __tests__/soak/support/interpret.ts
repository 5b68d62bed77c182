import type { RecordedRequest } from './recorded-request.ts';
import type { RunRecord } from './run.ts';
import { WORDS_BEFORE, type Operation } from './schedule.ts';

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
  /** The payload of a response that is whole; empty without one. */
  readonly data: Fields;
  /** Of a create: the testset that it created, or may have created. */
  readonly testset: number | undefined;
}

/** `nothing`: no testset can have been created, so another create may follow. `doubtful`: one may exist. */
type CreateKind = 'created' | 'doubtful' | 'nothing';
/** `rejected`: an error code, a redirect or a 4xx that does not ask to come back later. */
type GetKind = 'ok' | 'maintenance' | 'rejected' | 'failed';

/** A status of a testset, and the requests for its results that came before the next poll. */
export interface Reading {
  readonly status: Reply;
  readonly results: readonly Reply[];
}

/** A reading by which a testset may be judged. */
export interface Judged extends Reading {
  /** The most devices that its create or a status announced; 0 when unknown. */
  readonly announced: number;
  /** The most failures that a status counted. */
  readonly failures: number;
}

/** Reads a response. */
export function readReply(request: RecordedRequest): Reply {
  const { operation, response } = request;
  const sent = response?.status === undefined ? '' : response.text;
  const words = WORDS_BEFORE.find((before) => sent.startsWith(before)) ?? '';
  const text = sent.slice(words.length);
  const { result_code, data: payload } = parse(text);
  const data = fieldsOf(payload);
  if (operation !== 'create') {
    const code = typeof result_code === 'number' ? result_code : undefined;
    return { ...request, kind: kindOfGet(request, code), data, testset: undefined };
  }
  // A number counts only with what follows it: the response may be cut off within it.
  const code = numberIn(/"result_code":(-?\d+)[,}]/, text);
  const id = numberIn(/^\{"data":\{[^{}]*"testset_id":(?:(\d+)|"(\d+)")[,}]/, text);
  // Behind words a whole object without a code is none of the service.
  const isOther = words !== '' && payload !== undefined && code === undefined;
  const testset = id !== undefined && Number.isSafeInteger(id) && id > 0 && !isOther ? id : undefined;
  return { ...request, kind: kindOfCreate(request, code, testset), data, testset };
}

function numberIn(pattern: RegExp, text: string): number | undefined {
  const digits = pattern.exec(text)?.slice(1).find(Boolean);
  return digits === undefined ? undefined : Number(digits);
}

/** docs/design.md §3: an identifier, then the code, then the status and whether the end may have been sent. */
function kindOfCreate(
  { response, early, endArrived }: RecordedRequest,
  code: number | undefined,
  id: number | undefined,
): CreateKind {
  const { status = 0, retryAfterMs = 0, text = '' } = response ?? {};
  if (id !== undefined) return code === 0 || (code === undefined && status < 300) ? 'created' : 'doubtful';
  const isDenied = status === 401 || status === 403;
  // A page is one of a firewall.
  const isLimited = status === 425 || status === 429 || (isDenied && retryAfterMs > 0 && !text.includes('<title>'));
  const isDelayed = code === 8000 || (code === 4081 && !isDenied) || (code === undefined && isLimited);
  return early || !endArrived || isDelayed ? 'nothing' : 'doubtful';
}

function kindOfGet({ response }: RecordedRequest, code: number | undefined): GetKind {
  if (response?.status === undefined) return 'failed';
  if (code === 8000) return 'maintenance';
  const { status, whole } = response;
  const isDenied = status === 401 || status === 403;
  if (code !== undefined && !isDenied) return code === 0 ? 'ok' : 'rejected';
  const isRejection = status >= 300 && status < 500 && ![408, 425, 429].includes(status);
  return isRejection && (whole || code !== undefined) ? 'rejected' : 'failed';
}

function parse(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** An object, or an empty one in place of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** The word of a status. */
export function wordOf({ testset_status: word }: Fields): string {
  return typeof word === 'string' ? word.trim().toLowerCase() : '';
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

/** The requests of an operation for one testset. */
export function requestsFor(requests: readonly Reply[], operation: Operation, id: number): readonly Reply[] {
  return requests.filter((request) => request.operation === operation && request.id === id);
}
