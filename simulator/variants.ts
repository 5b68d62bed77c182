/** How the service behaves where the interface leaves it open (docs/design.md, variants). */
export interface Variants {
  /** How a `result_*` value is delivered. */
  readonly xml: Delivery;
  readonly json: Delivery | 'object';
  readonly html: Delivery;
  readonly bareXml: Delivery;
  /** Which keys come for `data_type=all`. */
  readonly allHolds: readonly ResultKey[];
  /** Further keys in the response to `data_type=bare_xml`. */
  readonly besideBareXml: readonly ResultKey[];
  readonly successMessage: '' | 0;
  /** The same for the scenario list, where the interface has the number. */
  readonly listMessage: '' | 0;
  /** Whether responses contain the time of the service. */
  readonly responseTime: boolean;
  /** The status word of a complete testset. */
  readonly completeWord: string;
  /** The status word of any other testset. */
  readonly runningWord: string;
  /** How many devices are still counted as running when the testset is complete. */
  readonly runningAtEnd: number;
  /** The first responses to the result operation, before the documents; `incomplete`: `complete` is `false`. */
  readonly notReady: readonly (6002 | 6003 | 'no files' | 'incomplete')[];
  /** The element of a device that failed. */
  readonly failElement: 'error' | 'failure' | 'skipped';
  /** How `time` is written. */
  readonly time: 'whole seconds' | 'thousands' | 'negative' | 'absent';
  /** Whether the documents contain stopped devices, as `skipped`. */
  readonly stoppedShown: boolean;
  /** HTTP status of an error envelope. */
  readonly errorStatus: number;
  /** The code for an unknown testset: the one that the interface lists for the operation (5002, 6003), or 4053. */
  readonly unknownTestset: 4053 | 'listed';
  /** The response to wrong credentials. */
  readonly denial: { readonly status: 401 | 403; readonly body: 'envelope' | 'json' | 'html' | 'empty' };
  /** Fields of the status detail that are left out. */
  readonly missingCounts: readonly string[];
  /** Values that replace fields of the status detail. */
  readonly oddCounts: Readonly<Record<string, unknown>>;
  /** Whether every second poll counts one device less as done. */
  readonly countsFlicker: boolean;
}

/** How a document is delivered; `broken`: a text that ends too early. */
export type Delivery = 'text' | 'true' | 'false' | 'null' | 'empty' | 'absent' | 'broken';

/** The result operation's keys, without `result_`. */
export type ResultKey = 'xml' | 'bare_xml' | 'html' | 'json';

/** The service as its interface is documented and was observed. */
export const DOCUMENTED: Variants = {
  xml: 'text',
  json: 'text',
  html: 'text',
  bareXml: 'text',
  allHolds: ['xml', 'html', 'json'],
  besideBareXml: ['json'],
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
  errorStatus: 200,
  unknownTestset: 'listed',
  denial: { status: 401, body: 'envelope' },
  missingCounts: [],
  oddCounts: {},
  countsFlicker: false,
};
