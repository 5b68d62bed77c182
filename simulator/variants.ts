import * as v from 'valibot';

import { HTTP_STATUS } from './faults.ts';

/** How a document is delivered; `broken`: a text that ends too early. */
const DELIVERY = v.picklist(['text', 'true', 'false', 'null', 'empty', 'absent', 'broken']);
/** The result operation's keys, without `result_`. */
const RESULT_KEY = v.picklist(['xml', 'bare_xml', 'html', 'json']);

/** How the service behaves where the interface leaves it open (docs/design.md, variants), with the behaviour by default. */
export const VARIANTS = v.strictObject({
  /** How a `result_*` value is delivered. */
  xml: v.optional(DELIVERY, 'text'),
  json: v.optional(v.picklist([...DELIVERY.options, 'object']), 'text'),
  html: v.optional(DELIVERY, 'text'),
  bareXml: v.optional(DELIVERY, 'text'),
  /** Which keys come for `data_type=all`. */
  allHolds: v.optional(v.array(RESULT_KEY), ['xml', 'html', 'json']),
  /** Further keys in the response to `data_type=bare_xml`. */
  besideBareXml: v.optional(v.array(RESULT_KEY), ['json']),
  /** Words before the JSON of every response. */
  words: v.optional(v.string(), ''),
  successMessage: v.optional(v.picklist(['', 0]), ''),
  /** The same for the scenario list, where the interface has the number. */
  listMessage: v.optional(v.picklist(['', 0]), 0),
  /** Whether responses contain the time of the service. */
  responseTime: v.optional(v.boolean(), true),
  /** The status word of a complete testset. */
  completeWord: v.optional(v.string(), 'Complete'),
  /** The status word of any other testset. */
  runningWord: v.optional(v.string(), 'Running'),
  /** How many devices are still counted as running when the testset is complete. */
  runningAtEnd: v.optional(v.number(), 0),
  /** How many devices that passed the documents lack then. */
  missingAtEnd: v.optional(v.number(), 0),
  /** For how many seconds after the end the last two hold. */
  settlesAfter: v.optional(v.number(), Infinity),
  /** The first responses to the status operation of each testset; 4010: as to wrong credentials. */
  firstPolls: v.optional(v.array(v.picklist([4010, 4053, 5002, 6002])), []),
  /** Whether any device ever starts. */
  starts: v.optional(v.boolean(), true),
  /** The first responses to the result operation, before the documents; `incomplete`: `complete` is `false`. */
  notReady: v.optional(v.array(v.picklist([6002, 6003, 'no files', 'incomplete'])), []),
  /** The element of a device that failed. */
  failElement: v.optional(v.picklist(['error', 'failure', 'skipped']), 'error'),
  /** Further attributes of a device that passed. */
  attributes: v.optional(v.record(v.string(), v.string()), {}),
  /** How `time` is written. */
  time: v.optional(v.picklist(['whole seconds', 'thousands', 'negative', 'absent']), 'whole seconds'),
  /** Whether the documents contain stopped devices, as `skipped`. */
  stoppedShown: v.optional(v.boolean(), false),
  /** HTTP status of an error envelope. */
  errorStatus: v.optional(HTTP_STATUS, 200),
  /** The code for an unknown testset: the one that the interface lists for the operation (5002, 6003), or 4053. */
  unknownTestset: v.optional(v.picklist(['listed', 4053]), 'listed'),
  /** The response to wrong credentials. */
  denial: v.optional(
    v.strictObject({ status: v.picklist([401, 403]), body: v.picklist(['envelope', 'json', 'html', 'empty']) }),
    { status: 401, body: 'envelope' },
  ),
  /** Fields of the status detail that are left out. */
  missingCounts: v.optional(v.array(v.string()), []),
  /** Values that replace fields of the status detail. */
  oddCounts: v.optional(v.record(v.string(), v.unknown()), {}),
  /** Whether every second poll counts one device less as done. */
  countsFlicker: v.optional(v.boolean(), false),
});

export type Variants = Readonly<v.InferOutput<typeof VARIANTS>>;
export type Delivery = v.InferOutput<typeof DELIVERY>;
export type ResultKey = v.InferOutput<typeof RESULT_KEY>;

/** The service as its interface is documented and was observed. */
export const DOCUMENTED: Variants = v.parse(VARIANTS, {});
