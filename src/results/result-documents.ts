import { messageOf, type TestsetError } from '../model/errors.ts';
import type { ResultSource } from '../model/report.ts';
import { countPassed, type ParseResult, type Suite } from '../model/results.ts';
import { oneLine } from '../model/text.ts';
import type { Redact } from '../runtime/redact.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import type { DocumentKind, Documents, ResultType } from '../service/documents.ts';
import { fetchWhenReady, type Fetched } from './fetch-when-ready.ts';
import { NetworkError } from '../service/http/network-error.ts';
import { isNotReady, isTooLarge, type ServiceReply } from '../service/reply.ts';
import { parseJunitJson } from './parse-junit-json.ts';
import { parseJunitXml } from './parse-junit-xml.ts';
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

/** What came of one document. */
export interface ReadDocument {
  readonly source: ResultSource;
  /** Absent if it could not be read. */
  readonly suites?: readonly Suite[];
  /** Whether the run was cancelled before it could be fetched. */
  readonly isCancelled?: boolean;
}

/** Why a document has no text, or none that can be read. */
interface Missing {
  readonly state: 'absent' | 'unfetched' | 'unreadable';
  /** Why it is unreadable. */
  readonly reason?: string;
  readonly isCancelled?: boolean;
}

type XmlOrJson = Exclude<DocumentKind, 'html'>;

/** Reads a document that was delivered, else requests it. One that cannot be read is requested once more. */
export async function readDocument(
  context: FetchContext,
  kind: XmlOrJson,
  delivered: Documents,
  isSaved = true,
): Promise<ReadDocument> {
  const text = delivered[kind] ?? (await fetchText(context, kind));
  if (typeof text !== 'string') return documentWithout(kind, text);
  const first = await saveAndRead(context, kind, text, isSaved);
  if (first.source.state === 'read') return first;
  const again = await fetchText(context, kind);
  if (typeof again === 'string') return saveAndRead(context, kind, again, isSaved);
  return again.isCancelled ? documentWithout(kind, again) : first;
}

/** A document without device runs. */
export function documentWithout(source: XmlOrJson, { state, reason = '', isCancelled }: Missing): ReadDocument {
  return { source: { source, state, passed: 0, notPassed: 0, why: reason }, isCancelled };
}

/** HTML is only for people: the verdict does not wait for it. */
export async function saveHtml(context: FetchContext, { html }: Documents): Promise<void> {
  const text = html ?? (await fetchText(context, 'html'));
  if (typeof text !== 'string') return;
  const { redact } = context.runtime;
  const file = redactFile(context, text);
  if (redactVisible(file, redact) === file) await save(context, 'html', file);
  else warnOfUnsaved(context, 'html');
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
async function fetchText(context: FetchContext, kind: DocumentKind): Promise<string | Missing> {
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

async function saveAndRead(
  context: FetchContext,
  kind: XmlOrJson,
  text: string,
  isSaved: boolean,
): Promise<ReadDocument> {
  const { redact } = context.runtime;
  const { result, hasSecret } = parse(kind, text, redact);
  if (hasSecret) warnOfSecret(context);
  if (isSaved) {
    const name = kind === 'json' ? 'json' : 'xml';
    const file = redactFile(context, text);
    if (!hasSecret || !parse(kind, file, redact).hasSecret) await save(context, name, file);
    // Only decoding finds it, because it is divided by markup or encoded twice.
    else warnOfUnsaved(context, name);
  }
  if (result.kind === 'unreadable') return documentWithout(kind, { state: 'unreadable', reason: result.reason });
  const { suites } = result;
  return { source: { source: kind, state: 'read', ...countPassed(suites), why: '' }, suites };
}

/** What a document contains, and whether secrets were replaced in it. */
interface Parsed {
  readonly result: ParseResult;
  readonly hasSecret: boolean;
}

function parse(kind: XmlOrJson, text: string, redact: Redact): Parsed {
  let hasSecret = false;
  const redactText = (decoded: string): string => {
    const clean = redactVisible(decoded, redact);
    hasSecret ||= clean !== decoded;
    return clean;
  };
  const parseJunit = kind === 'json' ? parseJunitJson : parseJunitXml;
  const result = parseJunit(text, redactText);
  return { result, hasSecret };
}

/** Also finds a secret with invisible characters in it, which are removed where names and messages are shown. */
function redactVisible(text: string, redact: Redact): string {
  const clean = redact(text);
  const visible = oneLine(clean);
  if (visible === clean) return clean;
  const redacted = redact(visible);
  return redacted === visible ? clean : redacted;
}

function redactFile(context: FetchContext, text: string): string {
  const clean = context.runtime.redact(text);
  if (clean !== text) warnOfSecret(context);
  return clean;
}

function warnOfSecret({ job, warnings }: FetchContext): void {
  warnings.add(`The results of testset ${job.testsetId} held a secret of the inputs; it was replaced by ***.`);
}

function warnOfUnsaved({ job, warnings }: FetchContext, kind: 'xml' | 'json' | 'html'): void {
  warnings.add(`result.${kind} of testset ${job.testsetId} was not saved: it contains a secret of the inputs.`);
}

/** A file that cannot be saved does not change the verdict. The others fail for the same reason, so one warning is enough. */
async function save(context: FetchContext, kind: 'xml' | 'json' | 'html', text: string): Promise<void> {
  try {
    await context.job.folder.writeResult(context.job.testsetId, kind, text);
  } catch (error) {
    if (!context.unsaved) context.warnings.add(messageOf(error));
    context.unsaved = true;
  }
}
