import { messageOf, TestsetError } from '../model/errors.ts';
import {
  DOCUMENTS,
  type DocumentKind,
  type JunitDocument,
  type ResultFile,
  type ResultSource,
} from '../model/sources.ts';
import { countPassed, type Suite } from '../model/results.ts';
import { redactVisible, type Redact } from '../runtime/redact.ts';
import type { Documents } from '../service/wire.ts';
import { explainTooLarge, type FetchContext, type Missing } from './fetch-documents.ts';
import { fetchWhenReady, ONCE } from './fetch-when-ready.ts';
import { parseJunitJson } from './parse-junit-json.ts';
import { parseJunitXml } from './parse-junit-xml.ts';

interface ReadDocument {
  readonly source: ResultSource;
  /** Absent if it could not be read. */
  readonly suites?: readonly Suite[];
  /** Whether the run was cancelled before it could be fetched. */
  readonly isCancelled?: boolean;
}

/** Reads a document that was delivered, else requests it. One that cannot be read is requested once more. */
export async function readDocument(
  context: FetchContext,
  kind: JunitDocument,
  delivered: Documents,
  shouldSave = true,
): Promise<ReadDocument> {
  const text = delivered[kind] ?? (await fetchText(context, kind));
  if (typeof text !== 'string') return documentWithout(kind, text);
  const first = readDelivered(context, kind, text, shouldSave);
  if (first.source.state === 'read') return first;
  const again = await fetchText(context, kind);
  if (typeof again === 'string') return readDelivered(context, kind, again, shouldSave);
  return again.isCancelled ? documentWithout(kind, again) : first;
}

/** Requests one document by its own name; a rejection is final. The HTML is requested once. */
async function fetchText(context: FetchContext, kind: DocumentKind): Promise<string | Missing> {
  const { service, testset, signal } = context;
  const fetched = await fetchWhenReady(context.runtime, {
    ...context,
    limits: kind === 'html' ? ONCE : context.limits,
    ask: () => service.result(testset, kind, signal),
    isEnough: () => true,
    acceptsRejection: true,
  });
  if (!fetched) return { state: 'absent', isCancelled: true };
  if (fetched instanceof TestsetError) {
    context.warnings.add(fetched.message);
    // It may contradict the others, so it does not count as absent.
    return explainTooLarge(fetched) ?? { state: 'unfetched' };
  }
  return fetched[kind] ?? { state: 'absent' };
}

/** A document without device runs. */
export function documentWithout(source: JunitDocument, { state, reason = '', isCancelled }: Missing): ReadDocument {
  return { source: { source, state, passed: 0, notPassed: 0, why: reason }, isCancelled };
}

/** HTML is only for people: the outcome does not depend on it. */
export async function keepHtml(context: FetchContext, { html }: Documents): Promise<void> {
  const text = html ?? (await fetchText(context, 'html'));
  if (typeof text !== 'string') return;
  const { redact } = context.runtime;
  const file = redactFile(context, text);
  if (redactVisible(file, redact) === file) context.files.set('html', file);
  else warnOfUnsaved(context, 'html');
}

function readDelivered(context: FetchContext, kind: JunitDocument, text: string, shouldSave: boolean): ReadDocument {
  const { redact } = context.runtime;
  const { document, hasSecret } = parse(kind, text, redact);
  if (hasSecret) warnOfSecret(context);
  if (shouldSave) {
    const { file: extension } = DOCUMENTS[kind];
    const file = redactFile(context, text);
    // Only decoding finds a secret that is divided by markup or encoded twice.
    const isHidden = hasSecret && parse(kind, file, redact).hasSecret;
    if (isHidden) warnOfUnsaved(context, extension);
    else context.files.set(extension, file);
  }
  return document;
}

const PARSERS = { xml: parseJunitXml, json: parseJunitJson };

function parse(
  kind: JunitDocument,
  text: string,
  redact: Redact,
): { readonly document: ReadDocument; readonly hasSecret: boolean } {
  let hasSecret = false;
  const redactText = (decoded: string): string => {
    const clean = redactVisible(decoded, redact);
    hasSecret ||= clean !== decoded;
    return clean;
  };
  let document: ReadDocument;
  try {
    const suites = PARSERS[DOCUMENTS[kind].file](text, redactText);
    document = { source: { source: kind, state: 'read', ...countPassed(suites), why: '' }, suites };
  } catch (error) {
    document = documentWithout(kind, { state: 'unreadable', reason: messageOf(error) });
  }
  return { document, hasSecret };
}

function redactFile(context: FetchContext, text: string): string {
  const clean = context.runtime.redact(text);
  if (clean !== text) warnOfSecret(context);
  return clean;
}

function warnOfSecret({ testset, warnings }: FetchContext): void {
  warnings.add(`The results of testset ${testset.id} held a secret of the inputs; it was replaced by ***.`);
}

function warnOfUnsaved({ testset, warnings }: FetchContext, kind: ResultFile): void {
  warnings.add(`result.${kind} of testset ${testset.id} was not saved: it contains a secret of the inputs.`);
}
