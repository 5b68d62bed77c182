import type { IncomingHttpHeaders } from 'node:http';

import { accountOf, type Account } from './account.ts';
import type { Operation, Trouble } from './faults.ts';
import type { SimulatedAnswer } from './handlers.ts';
import type { Part } from './multipart.ts';
import { parseJson } from './parse-json.ts';
import type { Received } from './transport.ts';

/** One request as it was received and answered. */
export interface JournalEntry {
  readonly operation: Operation;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Whose credentials came, right or wrong; `undefined` when they were no Basic pair. */
  readonly account: Account | undefined;
  readonly authorized: boolean;
  readonly received: Received;
  readonly parts: readonly Part[];
  /** What the `data` part says; `undefined` when there was none, or when it was no JSON. */
  readonly data: unknown;
  readonly trouble: Trouble['kind'] | undefined;
  /** HTTP status; 0 when nothing was answered. */
  readonly status: number;
  /** Of the envelope, also of one that was never sent. */
  readonly code: number | undefined;
  /** The testset that it created. */
  readonly created: number | undefined;
  /** Equal for requests over the same connection. */
  readonly connection: number;
  /** On the clock's scale, in milliseconds, when the request's head had come. */
  readonly at: number;
}

/** What is known of a request from its head. */
export interface Arrival {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly authorized: boolean;
  readonly trouble: Trouble | undefined;
  readonly connection: number;
  readonly at: number;
}

/** What became of a request. */
export interface Course {
  readonly received: Received;
  /** What it led to; `undefined` when it led to nothing. */
  readonly answer?: SimulatedAnswer;
  /** Whether the answer is kept back. */
  readonly silent?: boolean;
}

/** Writes down how a request came and went. */
export function entryOf({ trouble, ...arrival }: Arrival, { received, answer, silent = false }: Course): JournalEntry {
  const { parts = [] } = received;
  const data = parts.find(({ name }) => name === 'data');
  return {
    ...arrival,
    account: accountOf(arrival.headers.authorization),
    received,
    parts,
    data: data && parseJson(data.text),
    trouble: trouble?.kind,
    status: silent ? 0 : (answer?.status ?? 0),
    code: answer?.code,
    created: answer?.created,
  };
}
