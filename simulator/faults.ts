import * as v from 'valibot';

/** The four operations of the interface; `none` for any other request. */
export const OPERATION = v.picklist(['create', 'status', 'result', 'scenarios', 'none']);
/** How a connection ends; `stall` keeps it open and sends nothing more. */
const CUT_HOW = v.picklist(['close', 'reset', 'stall']);
const NUMBER = v.pipe(v.number(), v.minValue(0));
/** A final HTTP status. */
export const HTTP_STATUS = v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599));

/** A point in a request or its response. The request is handled from `applied` on. */
const POINT = v.union([
  v.picklist(['head', 'body', 'applied']),
  v.strictObject({ bodyBytes: NUMBER }),
  v.strictObject({ answerBytes: NUMBER }),
]);

const FAULT_ACTION = v.variant('kind', [
  /**
   * Responds so in place of handling the request; `early`: before the body is read; `applied`: after handling it. `then` ends the
   * connection after the response.
   */
  v.strictObject({
    kind: v.literal('response'),
    status: HTTP_STATUS,
    body: v.exactOptional(v.string()),
    headers: v.exactOptional(v.record(v.string(), v.string())),
    early: v.exactOptional(v.boolean()),
    applied: v.exactOptional(v.boolean()),
    then: v.exactOptional(v.picklist(['close', 'reset'])),
  }),
  /**
   * Responds with an error code; `applied`: after handling the request, with its data, so that a create has an identifier beside the code.
   * `bytes`: the connection ends after so many bytes of the body.
   */
  v.strictObject({
    kind: v.literal('code'),
    code: NUMBER,
    detail: v.exactOptional(v.string()),
    status: v.exactOptional(HTTP_STATUS),
    applied: v.exactOptional(v.boolean()),
    bytes: v.exactOptional(NUMBER),
  }),
  /** Sends interim responses (RFC 9110 §15.2) before the normal one; `early`: before the body is read. */
  v.strictObject({
    kind: v.literal('interim'),
    statuses: v.array(v.picklist([100, 102, 103])),
    early: v.exactOptional(v.boolean()),
  }),
  /** Ends or stalls the connection. */
  v.strictObject({ kind: v.literal('cut'), at: POINT, how: CUT_HOW }),
  /** Sends the normal response byte by byte, one each so many milliseconds of the clock. */
  v.strictObject({ kind: v.literal('drip'), everyMs: NUMBER }),
  /** Sends the normal response so many milliseconds of the clock after the request was handled. */
  v.strictObject({ kind: v.literal('late'), ms: NUMBER }),
  /** Declares so many bytes more than the response has. */
  v.strictObject({ kind: v.literal('wrong-length'), by: NUMBER }),
  /** Sends the normal response with a header line as it is, which may be folded or hold any character, and closes the connection. */
  v.strictObject({ kind: v.literal('header'), line: v.string() }),
  /** Sends the normal response compressed. */
  v.strictObject({ kind: v.literal('gzip') }),
]);

/** A fault of the service, as data. */
export const FAULT = v.strictObject({
  on: OPERATION,
  /** How often; 1 by default. */
  times: v.exactOptional(NUMBER),
  /** How many requests of the operation come before it; 0 by default. */
  skip: v.exactOptional(NUMBER),
  do: FAULT_ACTION,
});

export type Operation = v.InferOutput<typeof OPERATION>;
export type Fault = Readonly<v.InferOutput<typeof FAULT>>;
export type FaultAction = Readonly<v.InferOutput<typeof FAULT_ACTION>>;
export type CutHow = v.InferOutput<typeof CUT_HOW>;
export type Point = v.InferOutput<typeof POINT>;

/** Gives each request its fault: the first one that still applies. More faults may be added to the list later. */
export function createFaultPlan(faults: readonly Fault[]): { next(operation: Operation): FaultAction | undefined } {
  const seen = new Map<Fault, number>();
  return {
    next: (operation) => {
      for (const fault of faults.filter(({ on }) => on === operation)) {
        const { skip = 0, times = 1 } = fault;
        const before = seen.get(fault) ?? 0;
        if (before >= skip + times) continue;
        seen.set(fault, before + 1);
        if (before >= skip) return fault.do;
      }
      return undefined;
    },
  };
}
