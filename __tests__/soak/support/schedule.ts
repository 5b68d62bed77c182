import type { DevicePlan } from '../../../simulator/devices.ts';
import type { Variants } from '../../../simulator/variants.ts';

/** One run as plain data: what the devices do, what goes wrong, what earlier attempts left. Made from a seed, printed as JSON. */
export interface Schedule {
  readonly seed: number;
  readonly tls: boolean;
  readonly appBytes: number;
  readonly kind: 'app' | 'scenarios';
  /** The devices of each testset: one testset for an app, one for each scenario. */
  readonly testsets: readonly (readonly Pick<DevicePlan, 'result' | 'seconds'>[])[];
  /** `timeout`, in minutes. */
  readonly timeoutMinutes: number;
  readonly maxFailures: number;
  /** How the service behaves where the interface leaves it open; the rest is as documented. */
  readonly variants: Partial<Variants>;
  /** Whether each status has many counts that the interface does not know. */
  readonly isWide?: boolean;
  /** 0: none. Else the devices' names and messages contain a secret; the number chooses the secret and its encoding. */
  readonly leak: number;
  /** The run is cancelled so long after a request arrived. */
  readonly cancel?: { readonly on: Operation; readonly nth: number; readonly afterMs: number };
  /** The app file is changed when the head of this create arrived. */
  readonly changeApp?: number;
  /** Attempts of the same job that ran before, without faults. */
  readonly earlier: readonly EarlierAttempt[];
  readonly faults: readonly Fault[];
}

/** A run of one device that passes, in which nothing goes wrong. */
export const PLAIN: Schedule = {
  seed: 1,
  tls: false,
  appBytes: 10,
  kind: 'app',
  testsets: [[{ result: 'pass', seconds: 20 }]],
  timeoutMinutes: 60,
  maxFailures: 0,
  variants: {},
  leak: 0,
  earlier: [],
  faults: [],
};

/** What stands before the JSON of each response, where the service has such words. */
export const WORDS_BEFORE = ['<br />\n<b>Warning</b>: odd {value} in x.php<br />\n', ")]}',\n"];

/** Attributes of a testcase of which it is not known that it passed. */
export const ODD_ATTRIBUTES = [['outcome', 'Failed'] as const, ['success', 'false'] as const, ['errors', '1'] as const];

/** An earlier run of the step. `cancelled`: while its testsets were running. */
export interface EarlierAttempt {
  readonly attempt: number;
  readonly end: 'cancelled' | 'verdict';
  /** Whether it had the same app, or for scenarios the same request. */
  readonly same: boolean;
}

/** The number of the attempt that the schedule is about. */
export function attemptOf({ earlier }: Pick<Schedule, 'earlier'>): number {
  const last = earlier.at(-1);
  if (!last) return 1;
  // Two runs of attempt 2: another job of the same attempt left the receipt.
  return last.attempt === 2 && earlier.length === 1 ? 2 : last.attempt + 1;
}

export type Operation = 'scenarios' | 'create' | 'status' | 'result';

/** Something that goes wrong with the nth connection, or with the nth request of an operation; both count from 1. */
export type Fault = ConnectionFault | RequestFault;

/** A connection that ends before a request arrives: when it is accepted, or after its first bytes (with TLS, the client's hello). */
export interface ConnectionFault {
  readonly on: 'connection';
  readonly nth: number;
  readonly at: 'accept' | 'first bytes';
  /** `stall` with TLS only: there no byte of a request was sent yet. */
  readonly action: Cut;
}

export interface RequestFault {
  readonly on: Operation;
  readonly nth: number;
  /** How many requests in a row; 1 by default. */
  readonly times?: number;
  /** After the head, after a share (0 to 1) of the body, after all but the end that the client holds back, or after all of it. */
  readonly at: 'head' | 'held' | 'end' | number;
  readonly action: Cut | ScriptedResponse;
  readonly interim?: Interim;
}

/** Interim responses; `early`: after the head of the request, else just before what happens to it. */
interface Interim {
  readonly statuses: readonly (100 | 102 | 103)[];
  readonly early: boolean;
}

/** How a connection ends; `stall` leaves it open. */
export type Cut = 'fin' | 'rst' | 'stall';

export interface ScriptedResponse {
  readonly content: Content;
  /** How it is sent; without a fault when absent. */
  readonly delivery?: Delivery;
  /** `Retry-After`, in seconds. */
  readonly retryAfter?: number;
  /** How `Retry-After` is written; in seconds by default. */
  readonly retryAfterForm?: 'date';
  /** A further header that only lenient readers accept. */
  readonly header?: OddHeader;
}

/** Lines of a header, with the ends of their lines: folded, with LF alone, or with a control character. */
export const ODD_HEADERS = ['x-odd: one,\r\n\ttwo\r\n', 'x-odd: one\n', 'x-odd: o\x01ne\r\n'] as const;

type OddHeader = (typeof ODD_HEADERS)[number];

export type Content =
  /** What the service says without faults, with another HTTP status where one is given. */
  | { readonly kind: 'normal'; readonly status?: number }
  | { readonly kind: 'changed'; readonly change: Change; readonly status?: number }
  | { readonly kind: 'status'; readonly status: number; readonly body: Page }
  /** `id`: with the payload of a create, whose testset exists. */
  | { readonly kind: 'code'; readonly code: number; readonly status: number; readonly id?: true }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: RedirectTarget };

/** A body that is not of the service; the last two contain `"testset_id": 5}` where it is not the identifier of a create. */
type Page = 'none' | 'html' | 'bad utf-8' | 'html with an id' | 'json with an id';

type RedirectTarget = 'itself' | 'another origin' | 'another testset' | 'nowhere';

/** The fields of a status that a verdict depends on. */
export const COUNT_FIELDS = [
  ...(['total_test_cnt', 'pass_cnt', 'fail_cnt', 'error_cnt', 'stop_cnt'] as const),
  ...(['initializing_cnt', 'running_cnt'] as const),
] as const;

/** Changes of one document. */
const DOCUMENT_CHANGES = [
  ...(['alone', 'broken', 'with a failure more', 'with a pass less', 'with a failure instead'] as const),
  'of many short texts' as const,
] as const;

const WORDS = ['Complete', 'Running', 'Aborted', 'Completed', 'Incomplete', 'Not Complete', ' COMPLETE ', 'complete'];
const COMPLETE_VALUES = ['false', '"false"', '0', '"no"', 'null', 'absent', '"true"', '1', '""'];

/** Changes of the normal response to each operation; what stands there more often is played more often. */
export const CHANGES = {
  scenarios: ['no data', 'bad utf-8 beside'],
  create: [
    ...(['id twice', 'id as text', 'no id', 'empty id', 'id 0', 'id too large'] as const),
    ...(['id of another testset', 'id of another testset', 'id of another testset'] as const),
    ...(['one device more announced', 'one device more announced'] as const),
    ...(['no data', 'no code', 'bad utf-8 beside'] as const),
  ],
  status: [
    ...WORDS.map((word) => `word ${word}` as const),
    ...COUNT_FIELDS.flatMap((field) => [`without ${field}`, `garbled ${field}`] as const),
    ...(['one more running', 'one never finished'] as const),
    ...(['nothing counted', 'counts as text', 'a failure less', 'fewer done', 'no counts'] as const),
    ...(['no word', 'word ', 'no data', 'bad utf-8 beside'] as const),
  ],
  result: [
    ...COMPLETE_VALUES.map((value) => `complete ${value}` as const),
    ...(['xml', 'json'] as const).flatMap((document) =>
      DOCUMENT_CHANGES.map((change) => `${document} ${change}` as const),
    ),
    ...(['no documents', 'empty documents', 'no data', 'bad utf-8 beside'] as const),
  ],
};

/** A change of the normal response. */
export type Change = (typeof CHANGES)[Operation][number];

/** How a response is sent. */
export type Delivery =
  /** Ends after a share (0 to 1) of all its bytes, in the middle of a place, or after the last digit of a testset's id. */
  | { readonly kind: 'cut'; readonly at: 'status line' | 'headers' | 'id' | 'end of id' | number; readonly how: Cut }
  /** One byte at a time from the body on. */
  | { readonly kind: 'drip'; readonly everyMs: number }
  | { readonly kind: 'late'; readonly ms: number }
  /** A Content-Length that is so much too large or too small. */
  | { readonly kind: 'length'; readonly by: number }
  | { readonly kind: 'gzip' };
