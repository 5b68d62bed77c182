import type { TestsetError } from '../model/errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import type { DocumentKind, Documents, ResultType } from '../service/documents.ts';
import { NetworkError } from '../service/http/network-error.ts';
import { isNotReady, isTooLarge, type ServiceReply } from '../service/reply.ts';
import { fetchWhenReady, type Fetched } from './fetch-when-ready.ts';
import type { ResultsFolder } from './results-folder.ts';

/** What to fetch. */
export interface FetchJob {
  readonly testsetId: number;
  /** When the step created the testset or began to attach to it, on the clock, in milliseconds. */
  readonly since: number;
  /** Number of devices; above 2,000 each document is requested by itself. */
  readonly devices: number;
  readonly folder: Pick<ResultsFolder, 'writeResult'>;
  /** How long to wait for results that are not ready, in milliseconds; default: 10 minutes. */
  readonly notReadyMs?: number;
}

/** What every request for the results of one testset needs. */
export interface FetchContext {
  readonly service: Service;
  readonly runtime: Runtime;
  readonly job: FetchJob;
  readonly retries: { readonly notReadyMs: number; readonly failingMs: number };
  readonly signal: AbortSignal;
  readonly warnings: Set<string>;
  /** Whether a file could not be saved. */
  unsaved: boolean;
}

/** Why a document has no text, or none that can be read. */
export interface Missing {
  readonly state: 'absent' | 'unfetched' | 'unreadable';
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
 */
export async function fetchFirst(context: FetchContext, isLarge: boolean): Promise<Fetched<Documents>> {
  let failuresOfAll = isLarge ? MAX_FAILURES_OF_ALL : 0;
  let isXmlNext = true;
  const requestOne = async (): Promise<ServiceReply<Documents>> => {
    const type = isXmlNext ? 'xml' : 'json';
    isXmlNext = !isXmlNext;
    const reply = await request(context, type);
    // Without XML the verdict is not green, but the JSON still shows the devices.
    return type === 'xml' && reply.kind !== 'ok' && isTooLarge(reply) ? requestOne() : reply;
  };
  const requestAll = async (): Promise<ServiceReply<Documents>> => {
    const reply = await request(context, 'all');
    if (reply.kind === 'ok' || isNotReady(reply)) return reply;
    failuresOfAll += 1;
    if (!isTooLarge(reply)) return reply;
    failuresOfAll = MAX_FAILURES_OF_ALL;
    return requestOne();
  };
  return fetchWhenReady(context.runtime, {
    what: `the results of testset ${context.job.testsetId}`,
    ...context.retries,
    signal: context.signal,
    ask: () => (failuresOfAll < MAX_FAILURES_OF_ALL ? requestAll() : requestOne()),
    isEnough: ({ xml, bare_xml: bareXml, json }) => (xml ?? bareXml ?? json) !== undefined,
    acceptsRejection: false,
  });
}

/** A document that is larger than the action reads was delivered: requesting it again does not help. `undefined` for other errors. */
export function explainTooLarge({ cause }: TestsetError): Missing | undefined {
  const isTooLargeToRead = cause instanceof NetworkError && cause.kind === 'too-large';
  return isTooLargeToRead ? { state: 'unreadable', reason: cause.message } : undefined;
}

/** Requests one document by its own name; a rejection is final. */
export async function fetchText(context: FetchContext, kind: DocumentKind): Promise<string | Missing> {
  const fetched = await fetchWhenReady(context.runtime, {
    what: `the results of testset ${context.job.testsetId}`,
    ...(kind === 'html' ? { notReadyMs: 0, failingMs: 0 } : context.retries),
    signal: context.signal,
    ask: () => request(context, kind),
    isEnough: () => true,
    acceptsRejection: true,
  });
  if (fetched.kind === 'cancelled') return { state: 'absent', isCancelled: true };
  if (fetched.kind === 'missing') {
    context.warnings.add(fetched.error.message);
    // It may contradict the others, so it does not count as absent.
    return explainTooLarge(fetched.error) ?? { state: 'unfetched' };
  }
  return fetched.value[kind] ?? { state: 'absent' };
}

function request({ service, job, signal }: FetchContext, type: ResultType): Promise<ServiceReply<Documents>> {
  return service.result({ id: job.testsetId, since: job.since }, type, signal);
}
