import { messageOf, TestsetError } from '../model/errors.ts';
import type { ResultSource } from '../model/report.ts';
import type { Suite } from '../model/results.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { withExtraTime } from '../runtime/time-limits.ts';
import type { Service } from '../service/client.ts';
import { DEFAULT_RETRIES } from './fetch-when-ready.ts';
import { findDifference, findPartlyNamed } from './compare-devices.ts';
import { explainTooLarge, fetchFirst, type FetchContext, type FetchJob } from './fetch-documents.ts';
import { documentWithout, readDocument, saveHtml, type ReadDocument } from './read-document.ts';

/** The results of a complete testset. */
export interface Results {
  /** The XML and the JSON, and the bare XML where it was delivered beside the XML. */
  readonly documents: readonly ResultSource[];
  /** The device runs of the first document that could be read. */
  readonly suites: readonly Suite[];
  /** A sentence if the documents name different devices. */
  readonly difference?: string | undefined;
  /** Devices that did not pass, and that not every document shows; absent without any. */
  readonly partlyNamed?: ReadonlySet<string>;
  readonly warnings: readonly string[];
  /** Why no results could be fetched; absent when there was a response, whatever it contained. */
  readonly problem?: TestsetError;
  /** Whether the run was cancelled before all results were fetched. */
  readonly cancelled: boolean;
}

/** How much longer requests for results may take after the deadline, in milliseconds. */
const EXTRA_MS = 30_000;

/** With more devices than this, one response could be too large to hold all documents. */
const MAX_DEVICES_IN_ONE_RESPONSE = 2_000;

/** Fetches, saves and reads the documents of a complete testset. Nothing is thrown: `problem` and `warnings` say what went wrong. */
export async function fetchResults(service: Service, runtime: Runtime, job: FetchJob): Promise<Results> {
  const { notReadyMs = DEFAULT_RETRIES.notReadyMs } = job;
  const retries = { ...DEFAULT_RETRIES, notReadyMs };
  const warnings = new Set<string>();
  try {
    return await withExtraTime(runtime, EXTRA_MS, (signal) =>
      fetchDocuments({ service, runtime, job, retries, signal, warnings, unsaved: false }),
    );
  } catch (cause) {
    const message = `Fetching the results failed unexpectedly: ${messageOf(cause)}.`;
    const hint = 'Look at the testset in the service.';
    return withoutResults(new TestsetError({ code: 'unexpected', message, hint, cause }));
  }
}

async function fetchDocuments(context: FetchContext): Promise<Results> {
  const { testsetId, devices } = context.job;
  const first = await fetchFirst(context, devices > MAX_DEVICES_IN_ONE_RESPONSE);
  if (first.kind === 'missing') return withoutResults(first.error);
  if (first.kind === 'cancelled') return { ...withoutResults(), cancelled: true };
  const delivered = first.value;

  const xml = await readDocument(context, 'xml', delivered);
  const hasXml = isDelivered(xml.source) || xml.isCancelled === true;
  const needsBare = !hasXml || delivered.bare_xml !== undefined;
  const bare = needsBare ? await readDocument(context, 'bare_xml', delivered, !hasXml) : undefined;
  const json = await readDocument(context, 'json', delivered);
  await saveHtml(context, delivered);

  const all = listDocuments(xml, json, bare, hasXml);
  const documents = all.map(({ source }) => source);
  return {
    documents,
    suites: all.find(({ suites }) => suites)?.suites ?? [],
    difference: findDifference(all),
    partlyNamed: findPartlyNamed(all),
    warnings: [...context.warnings, ...absentWarnings(testsetId, documents)],
    cancelled: [xml, bare, json].some((document) => document?.isCancelled),
  };
}

/** Bare XML takes the place of XML that is absent; beside XML it is one more source. */
function listDocuments(
  xml: ReadDocument,
  json: ReadDocument,
  bare: ReadDocument | undefined,
  hasXml: boolean,
): readonly ReadDocument[] {
  if (!bare || bare.source.state === 'absent') return [xml, json];
  if (hasXml) return [xml, json, bare];
  return [{ ...bare, source: { ...bare.source, source: 'xml' } }, json];
}

function withoutResults(problem?: TestsetError): Results {
  const missing = (problem && explainTooLarge(problem)) ?? { state: 'absent' };
  const documents = [documentWithout('xml', missing).source, documentWithout('json', missing).source];
  return { documents, suites: [], warnings: [], problem, cancelled: false };
}

function absentWarnings(testsetId: number, documents: readonly ResultSource[]): string[] {
  const absent = documents.find(({ state }) => state === 'absent');
  const others = documents.filter(({ state }) => state !== 'absent');
  if (!absent || others.length === 0) return [];
  const [missing, other] = absent.source === 'xml' ? ['XML', 'JSON'] : ['JSON', 'XML'];
  const warning = `Testset ${testsetId} delivered no ${missing} results.`;
  const isCompared = others.some(({ state }) => state === 'read');
  return [isCompared ? `${warning} Only the ${other} was compared with the status.` : warning];
}

function isDelivered({ state }: ResultSource): boolean {
  return state === 'read' || state === 'unreadable';
}
