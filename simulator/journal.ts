import type { IncomingHttpHeaders } from 'node:http';

import type { FaultAction, Operation } from './faults.ts';
import type { SimulatedResponse } from './handlers.ts';
import type { Part } from './multipart.ts';
import { parseJson } from './rules.ts';

/** An account of the service. */
export interface Account {
  readonly userId: string;
  readonly accessKey: string;
}

/** The account of a simulator without other options. */
export const DEFAULT_ACCOUNT: Account = { userId: 'developer@example.com', accessKey: 'sim-access-key-1f9a' };

/** The `Authorization` of an account (docs/design.md, service §5). */
export function authorizationOf({ userId, accessKey }: Account): string {
  return `Basic ${Buffer.from(`${userId}:${accessKey}`).toString('base64')}`;
}

/** Reads an `Authorization`; `undefined` unless it is a Basic pair. Only the access key may contain colons. */
function accountOf(authorization: string | undefined): Account | undefined {
  const coded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1] ?? '';
  const pair = Buffer.from(coded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : { userId: pair.slice(0, colon), accessKey: pair.slice(colon + 1) };
}

/** Whether an `Authorization` is that of the account; `strict`: written exactly as `authorizationOf` does. */
export function isAuthorized(authorization: string | undefined, account: Account, strict: boolean): boolean {
  if (strict) return authorization === authorizationOf(account);
  const { userId, accessKey } = accountOf(authorization) ?? {};
  return userId === account.userId && accessKey === account.accessKey;
}

/** What arrived of a request's body. */
export interface ReceivedBody {
  readonly bytes: number;
  /** Whether all of it arrived. */
  readonly whole: boolean;
  /** `undefined` unless it was a complete multipart form. */
  readonly parts: readonly Part[] | undefined;
}

/** One request and its response. */
export interface JournalEntry {
  readonly operation: Operation;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** The credentials of the request, right or wrong; `undefined` unless they were a Basic pair. */
  readonly account: Account | undefined;
  readonly authorized: boolean;
  readonly received: ReceivedBody;
  readonly parts: readonly Part[];
  /** The `data` part as JSON; `undefined` without one. */
  readonly data: unknown;
  readonly fault: FaultAction['kind'] | undefined;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** The code of the envelope, also of one that was not sent. */
  readonly code: number | undefined;
  /** The testset that it created. */
  readonly created: number | undefined;
  /** Equal for requests over the same connection. */
  readonly connection: number;
  /** When the head of the request had arrived, in milliseconds of the clock. */
  readonly at: number;
}

/** What is known from the head of a request. */
interface RequestHead {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly authorized: boolean;
  readonly fault: FaultAction | undefined;
  readonly connection: number;
  readonly at: number;
}

/** What came of a request. */
export interface Exchange {
  readonly received: ReceivedBody;
  /** Absent when the request was not handled. */
  readonly response?: SimulatedResponse;
  /** Whether the response is not sent. */
  readonly isWithheld?: boolean;
}

/** Records a request and what came of it. */
export function journalEntry(
  { fault, ...head }: RequestHead,
  { received, response, isWithheld = false }: Exchange,
): JournalEntry {
  const { parts = [] } = received;
  const data = parts.find(({ name }) => name === 'data');
  return {
    ...head,
    account: accountOf(head.headers.authorization),
    received,
    parts,
    data: data && parseJson(data.text),
    fault: fault?.kind,
    status: isWithheld ? 0 : (response?.status ?? 0),
    code: response?.code,
    created: response?.created,
  };
}
