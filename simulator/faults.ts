/** The four operations of the interface; `none` for any other request. */
export type Operation = 'create' | 'status' | 'result' | 'scenarios' | 'none';

/** A fault of the service, as data. */
export interface Fault {
  readonly on: Operation;
  /** How often; 1 by default. */
  readonly times?: number;
  /** How many requests of the operation come before it; 0 by default. */
  readonly skip?: number;
  readonly do: FaultAction;
}

export type FaultAction =
  /**
   * Responds so in place of handling the request; `early`: before the body is read; `applied`: after handling it. `then` ends the
   * connection after the response.
   */
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly early?: boolean;
      readonly applied?: boolean;
      readonly then?: Exclude<CutHow, 'stall'>;
    }
  /** Responds with an error code. */
  | { readonly kind: 'code'; readonly code: number; readonly detail?: string; readonly status?: number }
  /** Ends or stalls the connection. */
  | { readonly kind: 'cut'; readonly at: Point; readonly how: CutHow }
  /** Sends the normal response byte by byte, one each so many milliseconds of the clock. */
  | { readonly kind: 'drip'; readonly everyMs: number }
  /** Declares so many bytes more than the response has. */
  | { readonly kind: 'wrong-length'; readonly by: number }
  /** Sends the normal response compressed. */
  | { readonly kind: 'gzip' };

/** How a connection ends; `stall` keeps it open and sends nothing more. */
export type CutHow = 'close' | 'reset' | 'stall';

/** A point in a request or its response. The request is handled from `applied` on. */
export type Point = 'head' | { readonly bodyBytes: number } | 'body' | 'applied' | { readonly answerBytes: number };

/** Gives each request its fault: the first one that still applies. */
export function createFaultPlan(faults: readonly Fault[]): { next(operation: Operation): FaultAction | undefined } {
  const open = faults.map((fault) => ({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 }));
  return {
    next: (operation) => {
      for (const one of open) {
        if (one.fault.on !== operation || one.times <= 0) continue;
        if (one.skip > 0) {
          one.skip -= 1;
          continue;
        }
        one.times -= 1;
        return one.fault.do;
      }
      return undefined;
    },
  };
}
