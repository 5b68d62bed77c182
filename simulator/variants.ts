/**
 * What the interface document leaves open, as one value: how this service behaves where services of its kind may differ (docs/design.md,
 * variants).
 */
export interface Variants {
  /** How a `result_*` value is delivered. */
  readonly xml: Delivery;
  readonly json: Delivery | 'object';
  readonly html: Delivery;
  readonly bareXml: Delivery;
  /** Which keys come for `data_type=all`. */
  readonly allHolds: readonly ResultKey[];
  /** Keys that come beside the one that was asked for by name. */
  readonly besides: readonly ResultKey[];
  readonly successMessage: '' | 0;
  /** The same for the scenario list, where the document has the number. */
  readonly listMessage: '' | 0;
  /** Whether answers tell the service's time. */
  readonly responseTime: boolean;
  /** The word for a complete testset, in any letter case. */
  readonly completeWord: string;
  /** The word for one that is not. */
  readonly runningWord: string;
  /** How many unit tests are still counted as running when the testset is complete. */
  readonly runningAtEnd: number;
  /** Answers to the result operation, one for each ask, before the documents come; `incomplete` says so in the payload. */
  readonly notReady: readonly (6002 | 6003 | 'no files' | 'incomplete')[];
  /** The element for a unit test that failed. */
  readonly failElement: 'error' | 'failure' | 'skipped';
  /** How `time` is written. */
  readonly time: 'whole seconds' | 'thousands' | 'negative' | 'absent';
  /** Whether stopped unit tests stand in the documents; they do as `skipped`. */
  readonly stoppedShown: boolean;
  /** Whether a complete testset's callback is called, with its XML; only addresses on this machine ever are. */
  readonly callsBack: boolean;
  /** HTTP status of an error envelope. */
  readonly errorStatus: number;
  /** What a testset that nobody knows gets: the code that names it, or one that the document lists for the operation. */
  readonly unknownTestset: 4053 | 'listed';
  /** What wrong credentials get. */
  readonly denial: { readonly status: 401 | 403; readonly body: 'envelope' | 'json' | 'html' | 'empty' };
  /** Fields of the status detail that are left out. */
  readonly missingCounts: readonly string[];
  /** Values that replace fields of the status detail. */
  readonly oddCounts: Readonly<Record<string, unknown>>;
  /** Every second look at a testset counts one less done. */
  readonly countsFlicker: boolean;
}

/** Text as it should be, or one of the ways of not delivering it; `broken` is text that ends too early. */
export type Delivery = 'text' | 'true' | 'false' | 'null' | 'empty' | 'absent' | 'broken';

/** The result operation's keys, without `result_`. */
export type ResultKey = 'xml' | 'bare_xml' | 'html' | 'json';

/** The service as its document describes it, and as it was seen. */
export const DOCUMENTED: Variants = {
  xml: 'text',
  json: 'text',
  html: 'text',
  bareXml: 'text',
  allHolds: ['xml', 'html', 'json'],
  besides: [],
  successMessage: '',
  listMessage: 0,
  responseTime: true,
  completeWord: 'Complete',
  runningWord: 'Running',
  runningAtEnd: 0,
  notReady: [],
  failElement: 'error',
  time: 'whole seconds',
  stoppedShown: false,
  callsBack: false,
  errorStatus: 200,
  unknownTestset: 4053,
  denial: { status: 401, body: 'envelope' },
  missingCounts: [],
  oddCounts: {},
  countsFlicker: false,
};
