import { messageOf, TestsetError } from '../model/errors.ts';
import { SOURCE_STATES, SOURCES, type ResultSource } from '../model/sources.ts';
import type { Results } from '../model/testset.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import type { Service } from '../service/client.ts';
import { MAX_FAILING_MS } from '../service/retry.ts';
import { MAX_NOT_READY_MS, type RetryTimes } from './fetch-when-ready.ts';
import { compareDocuments } from './compare-devices.ts';
import { explainTooLarge, fetchFirst, type FetchContext, type Missing } from './fetch-documents.ts';
import { documentWithout, keepHtml, readDocument } from './read-document.ts';

/** What to fetch. */
export interface FetchJob extends Pick<FetchContext, 'testset' | 'folder'> {
  /** Number of devices; above 2,000 each document is requested by itself. */
  readonly devices: number;
  /** How long to retry; default: 10 minutes while results are not ready, 15 while requests fail. */
  readonly times?: Partial<RetryTimes>;
  /** Whether an earlier reading stays, with its files, if the time ends this one. */
  readonly isAgain?: boolean;
}

/** How much longer requests for results may take after the deadline, in milliseconds. */
const EXTRA_MS = 30_000;

/** With more devices than this, one response could be too large to hold all documents. */
const MAX_DEVICES_IN_ONE_RESPONSE = 2_000;

/** Fetches, saves and reads the documents of a complete testset. Nothing is thrown: `problem` and `warnings` say what went wrong. */
export async function fetchResults(
  service: Service,
  runtime: Runtime,
  { devices, times, isAgain, ...job }: FetchJob,
): Promise<Results> {
  const isLarge = devices > MAX_DEVICES_IN_ONE_RESPONSE;
  const limits = { notReadyMs: MAX_NOT_READY_MS, failingMs: MAX_FAILING_MS, ...times };
  const warnings = new Set<string>();
  try {
    return await withTimeout(runtime, { ms: EXTRA_MS, from: runtime.signal }, async (signal) => {
      const context = { ...job, service, runtime, limits, signal, warnings, files: new Map() };
      const results = await fetchDocuments(context, isLarge);
      if (isAgain && runtime.signal.aborted) return withoutResults(stoppedReading());
      if (!results.problem) await saveFiles(context);
      return { ...results, warnings: [...warnings, ...results.warnings] };
    });
  } catch (cause) {
    const message = `Fetching the results failed unexpectedly: ${messageOf(cause)}.`;
    const hint = 'Look at the testset in the service.';
    return withoutResults(new TestsetError({ code: 'unexpected', message, hint, cause }));
  }
}

async function fetchDocuments(context: FetchContext, isLarge: boolean): Promise<Results> {
  const delivered = await fetchFirst(context, isLarge);
  if (!delivered) return { ...withoutResults(), isCancelled: true };
  if (delivered instanceof TestsetError) return withoutResults(delivered);

  const xml = await readDocument(context, 'xml', delivered);
  const hasXml = SOURCE_STATES[xml.source.state].isDelivered || xml.isCancelled;
  const needsBare = !hasXml || delivered.bare_xml !== undefined;
  const bare = needsBare && (await readDocument(context, 'bare_xml', delivered, !hasXml));
  const json = await readDocument(context, 'json', delivered);
  await keepHtml(context, delivered);

  const all = [xml, json];
  if (bare && bare.source.state !== 'absent') {
    // Bare XML takes the place of XML that is absent; beside XML it is one more source.
    if (hasXml) all.push(bare);
    else all[0] = { ...bare, source: { ...bare.source, source: 'xml' } };
  }
  const documents = all.map(({ source }) => source);
  const read = all.flatMap(({ source: { source }, suites }) => (suites ? { source, suites } : []));
  return {
    documents,
    suites: read[0]?.suites ?? [],
    ...compareDocuments(read),
    warnings: absentWarnings(context.testset.id, documents),
    isCancelled: [xml, bare, json].some((document) => document && document.isCancelled),
  };
}

/** Of several readings only the files of the last are kept. One that cannot be saved does not change the outcome. */
async function saveFiles({ folder, testset, files, warnings }: FetchContext): Promise<void> {
  const reasons: string[] = [];
  await folder.removeResults(testset.id);
  for (const [kind, text] of files) {
    await folder.writeResult(testset.id, kind, text).catch((error: unknown) => reasons.push(messageOf(error)));
  }
  // The others fail for the same reason.
  for (const reason of reasons.slice(0, 1)) warnings.add(reason);
}

function stoppedReading(): TestsetError {
  const message = 'The time was over before the results were read again.';
  return new TestsetError({ code: 'unreachable', message, hint: 'Look at the testset in the service.' });
}

function withoutResults(problem?: TestsetError): Results {
  const missing: Missing = (problem && explainTooLarge(problem)) ?? { state: 'absent' };
  const documents = [documentWithout('xml', missing).source, documentWithout('json', missing).source];
  return { documents, suites: [], warnings: [], problem, isCancelled: false };
}

function absentWarnings(testsetId: number, documents: readonly ResultSource[]): string[] {
  const absent = documents.find(({ state }) => state === 'absent');
  const others = documents.filter(({ state }) => state !== 'absent');
  const [other] = others;
  if (!absent || !other) return [];
  const warning = `Testset ${testsetId} delivered no ${SOURCES[absent.source].name} results.`;
  const isCompared = others.some(({ state }) => state === 'read');
  return [isCompared ? `${warning} Only the ${SOURCES[other.source].name} was compared with the status.` : warning];
}
