/** The four operations of the interface, and what is none of them. */
export type Operation = 'create' | 'status' | 'result' | 'scenarios' | 'none';

/** Trouble that a service is told to make, as data. */
export interface Fault {
  readonly on: Operation;
  /** How often; 1 by default. */
  readonly times?: number;
  /** How many requests of the operation go well before; 0 by default. */
  readonly skip?: number;
  readonly do: Trouble;
}

export type Trouble =
  /**
   * Answers so instead of doing what was asked; `early`: before the body is read, and closes; `applied`: after doing it. `then` ends
   * the connection as soon as the answer has been handed to the network.
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
  /** Refuses with an error code of the document. */
  | { readonly kind: 'code'; readonly code: number; readonly detail?: string; readonly status?: number }
  /** Ends or stills the connection at some point. */
  | { readonly kind: 'cut'; readonly at: Point; readonly how: CutHow }
  /** Sends the true answer byte by byte, one every so many milliseconds of the clock. */
  | { readonly kind: 'drip'; readonly everyMs: number }
  /** Declares so many bytes more than the answer has. */
  | { readonly kind: 'wrong-length'; readonly by: number }
  /** Sends the true answer gzipped. */
  | { readonly kind: 'gzip' };

/** How a connection is left; `stall` keeps it open and says nothing more. */
export type CutHow = 'close' | 'reset' | 'stall';

/** A point in an exchange, at the latest the end of the body or answer. Up to `body` nothing was applied; from `applied` on it was. */
export type Point = 'head' | { readonly bodyBytes: number } | 'body' | 'applied' | { readonly answerBytes: number };

/** Deals faults out to requests in the order in which they stand. */
export interface FaultDealer {
  next(operation: Operation): Trouble | undefined;
}

/** Makes a dealer; a fault that has been dealt out as often as it says is over. */
export function createFaultDealer(faults: readonly Fault[]): FaultDealer {
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
