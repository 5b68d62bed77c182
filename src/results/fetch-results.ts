import { messageOf, TestsetError } from '../model/errors.ts';
import type { ResultSource } from '../model/report.ts';
import type { Suite } from '../model/results.ts';
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
  unread,
  type FetchContext,
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
      problem: new TestsetError({
        code: 'unexpected',
        message,
        hint: 'Look at the testset in the service.',
        cause: error,
      }),
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
  const hasXml = isDelivered(xml.source) || xml.isCancelled === true;
  // Bare XML takes the place of XML that is absent; beside XML it is one more source.
  const needsBare = !hasXml || delivered.bare_xml !== undefined;
  const bare = needsBare ? await readDocument(context, 'bare_xml', delivered, !hasXml) : NO_BARE_XML;
  const hasBare = bare.source.state !== 'absent';
  const json = await readDocument(context, 'json', delivered);
  await saveHtml(context, delivered);

  const bareAsXml = { ...bare, source: { ...bare.source, source: 'xml' as const } };
  const all = [!hasXml && hasBare ? bareAsXml : xml, json, ...(hasXml && hasBare ? [bare] : [])];
  const documents = all.map(({ source }) => source);
  return {
    documents,
    suites: all.find(({ suites }) => suites)?.suites ?? [],
    difference: findDifference(all),
    warnings: [...context.warnings, ...absentWarnings(testsetId, documents)],
    cancelled: [xml, bare, json].some(({ isCancelled }) => isCancelled),
  };
}

const NO_BARE_XML = unread('bare_xml', { state: 'absent' });

function withoutResults(reason: { readonly problem: TestsetError } | { readonly cancelled: true }): Results {
  const state = ('problem' in reason && tooLarge(reason.problem)) || { state: 'absent' as const };
  const documents = [unread('xml', state).source, unread('json', state).source];
  return { documents, suites: [], warnings: [], cancelled: false, ...reason };
}

function absentWarnings(testsetId: number, documents: readonly ResultSource[]): string[] {
  const [absent, others] = [
    documents.find(({ state }) => state === 'absent'),
    documents.filter(({ state }) => state !== 'absent'),
  ];
  if (!absent || others.length === 0) return [];
  const [gone, other] = absent.source === 'xml' ? ['XML', 'JSON'] : ['JSON', 'XML'];
  const note = others.some(({ state }) => state === 'read') ? ` Only the ${other} was compared with the status.` : '';
  return [`Testset ${testsetId} delivered no ${gone} results.${note}`];
}

function isDelivered({ state }: ResultSource): boolean {
  return state === 'read' || state === 'unreadable';
}
