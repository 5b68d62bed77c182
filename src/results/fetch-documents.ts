import { TestsetError } from '../model/errors.ts';
import type { ResultFile, ResultSource } from '../model/sources.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service, TestsetOfStep } from '../service/client.ts';
import type { Documents, ResultType } from '../service/wire.ts';
import { NetworkError } from '../service/http/network-error.ts';
import type { ServiceReply } from '../service/reply.ts';
import { fetchWhenReady, type RetryTimes } from './fetch-when-ready.ts';
import type { ResultsFolder } from './results-folder.ts';

/** What every request for the results of one testset needs. */
export interface FetchContext {
  readonly service: Service;
  readonly runtime: Runtime;
  readonly testset: TestsetOfStep;
  readonly folder: Pick<ResultsFolder, 'writeResult' | 'removeResults'>;
  /** How long to retry. */
  readonly limits: RetryTimes;
  /** Aborts when no more requests may be sent. */
  readonly signal: AbortSignal;
  readonly warnings: Set<string>;
  /** What is saved when all documents are read. */
  readonly files: Map<ResultFile, string>;
}

/** Why a document has no text, or none that can be read. */
export interface Missing {
  readonly state: Exclude<ResultSource['state'], 'read'>;
  /** Why it is unreadable. */
  readonly reason?: string;
  readonly isCancelled?: boolean;
}

/** After so many failed requests for all documents at once, each is requested by itself: one of them may be the reason. */
const MAX_FAILURES_OF_ALL = 2;

/**
 * Requests the results until they contain something to judge by: right after `Complete` that may take some minutes.
 *
 * @param isLarge whether one response could be too large for all documents
 * @returns the documents, or why there are none; `undefined` after a cancel
 */
export async function fetchFirst(
  context: FetchContext,
  isLarge: boolean,
): Promise<Documents | TestsetError | undefined> {
  const { service, testset, signal } = context;
  let type: ResultType = isLarge ? 'xml' : 'all';
  let failures = 0;
  const ask = async (): Promise<ServiceReply<Documents>> => {
    const asked = type;
    const reply = await service.result(testset, asked, signal);
    const hasFailed = reply.kind !== 'value' && reply.kind !== 'not-ready';
    const isTooMuch = reply.kind === 'too-large';
    if (hasFailed) failures += 1;
    // After `all` failed or was too large, XML and JSON take turns: one of them may be the reason.
    if (asked === 'xml') type = 'json';
    else if (asked === 'json' || isTooMuch || failures >= MAX_FAILURES_OF_ALL) type = 'xml';
    // Without XML the outcome is not green, but the JSON still shows the devices.
    if (isTooMuch && asked !== 'json') return ask();
    return reply;
  };
  return fetchWhenReady(context.runtime, {
    ...context,
    ask,
    isEnough: ({ xml, bare_xml: bareXml, json }) => (xml ?? bareXml ?? json) !== undefined,
    acceptsRejection: false,
  });
}

/** A document that is larger than the action reads was delivered: requesting it again does not help. `undefined` for other errors. */
export function explainTooLarge({ cause }: TestsetError): Missing | undefined {
  const isTooLargeToRead = cause instanceof NetworkError && cause.kind === 'too-large';
  if (isTooLargeToRead) return { state: 'unreadable', reason: cause.message };
  return undefined;
}
