import { messageOf, TestsetError } from '../model/errors.ts';
import type { ResultSource } from '../model/report.ts';
import { countPassed, type Suite } from '../model/results.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { withExtraTime } from '../runtime/time-limits.ts';
import type { Service } from '../service/client.ts';
import { DEFAULT_RETRIES } from './fetch-when-ready.ts';
import { findDifference } from './compare-devices.ts';
import {
  fetchFirst,
  readDocument,
  saveHtml,
  tooLarge,
  type FetchContext,
  type Found,
  type FetchJob,
} from './result-documents.ts';

/** The results of a complete testset. */
export interface Results {
  /** The XML and the JSON, and the bare XML where it was delivered beside the XML. */
  readonly documents: readonly ResultSource[];
  /** The device runs of the first document that could be read. */
  readonly suites: readonly Suite[];
  /** A sentence if the documents name different devices. */
  readonly difference?: string | undefined;
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
  const warnings = new Set<string>();
  const retries = { ...DEFAULT_RETRIES, ...(job.notReadyMs !== undefined && { notReadyMs: job.notReadyMs }) };
  const fetching = withExtraTime(runtime, EXTRA_MS, (signal) =>
    fetchDocuments({ service, runtime, job, retries, signal, warnings, unsaved: false }),
  );
  return fetching.catch((error: unknown) => {
    const message = `Fetching the results failed unexpectedly: ${messageOf(error)}.`;
    return withoutResults({
      problem: new TestsetError('unexpected', message, 'Look at the testset in the service.', error),
    });
  });
}

async function fetchDocuments(context: FetchContext): Promise<Results> {
  const { testsetId, devices } = context.job;
  const first = await fetchFirst(context, devices > MAX_DEVICES_IN_ONE_RESPONSE);
  if (first.kind === 'missing') return withoutResults({ problem: first.error });
  if (first.kind === 'cancelled') return withoutResults({ cancelled: true });
  const delivered = first.value;

  const xml = await readDocument(context, 'xml', delivered);
  const hasXml = xml.kind === 'parsed' || xml.kind === 'cancelled';
  // Bare XML takes the place of XML that is absent; beside XML it is one more source.
  const needsBare = !hasXml || delivered.bare_xml !== undefined;
  const bare = needsBare ? await readDocument(context, 'bare_xml', delivered, !hasXml) : ABSENT;
  const json = await readDocument(context, 'json', delivered);
  await saveHtml(context, delivered);

  const sources = [
    toSource('xml', hasXml || bare.kind === 'absent' ? xml : bare),
    toSource('json', json),
    ...(hasXml && bare.kind !== 'absent' ? [toSource('bare_xml', bare)] : []),
  ];
  const documents = sources.map(({ source }) => source);
  return {
    documents,
    suites: sources.find(({ suites }) => suites)?.suites ?? [],
    difference: findDifference(sources),
    warnings: [...context.warnings, ...absentWarnings(testsetId, documents)],
    cancelled: [xml, bare, json].some(({ kind }) => kind === 'cancelled'),
  };
}

function withoutResults(why: { readonly problem: TestsetError } | { readonly cancelled: true }): Results {
  const found = ('problem' in why && tooLarge(why.problem)) || ABSENT;
  const documents = [toSource('xml', found).source, toSource('json', found).source];
  return { documents, suites: [], warnings: [], cancelled: false, ...why };
}

function absentWarnings(testsetId: number, documents: readonly ResultSource[]): string[] {
  const [absent, others] = [documents.find(({ state }) => state === 'absent'), documents.filter(isDelivered)];
  if (!absent || others.length === 0) return [];
  const [gone, other] = absent.source === 'xml' ? ['XML', 'JSON'] : ['JSON', 'XML'];
  const note = others.some(({ state }) => state === 'read') ? ` Only the ${other} was compared with the status.` : '';
  return [`Testset ${testsetId} delivered no ${gone} results.${note}`];
}

function isDelivered({ state }: ResultSource): boolean {
  return state !== 'absent';
}

const ABSENT: Found = { kind: 'absent' };

function toSource(
  source: 'xml' | 'json' | 'bare_xml',
  found: Found,
): { readonly source: ResultSource; readonly suites?: readonly Suite[] } {
  const nothing = { source, passed: 0, notPassed: 0, why: '' };
  if (found.kind === 'absent' || found.kind === 'cancelled') return { source: { ...nothing, state: 'absent' } };
  // It may contradict the others, so it does not count as absent.
  if (found.kind === 'unfetched') return { source: { ...nothing, state: 'unfetched' } };
  const { result } = found;
  if (result.kind === 'unreadable') return { source: { ...nothing, state: 'unreadable', why: result.why } };
  return { source: { ...nothing, state: 'read', ...countPassed(result.suites) }, suites: result.suites };
}
