import { withExtraTime } from '../runtime/time-limits.ts';
import type { ResultSource } from '../model/report.ts';
import type { Service } from '../service/client.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { nothingCollected, witnessed, type Collected } from './collected.ts';
import { createDocumentSource, type DocumentSource, type Collection } from './document-source.ts';
import type { Reading, Suite } from '../model/results.ts';
import { findDocument, readDocument, readEitherXml, type FoundReading } from './find-document.ts';

/** All that is asked for at the deadline, or was being asked for then, may take so much longer, in milliseconds. */
const EXTRA_MS = 30_000;

/** Beyond this many unit tests each document is asked for by itself, so that no two of them are in memory at once. */
const ONE_ANSWER_TESTS = 2_000;

/** Fetches, saves and reads the documents of a complete testset. Nothing is thrown; what went wrong is part of the value. */
export async function collectResults(service: Service, runtime: Runtime, job: Collection): Promise<Collected> {
  return withExtraTime(runtime, EXTRA_MS, (signal) =>
    collect(createDocumentSource(service, runtime, job, signal), job),
  );
}

async function collect(source: DocumentSource, job: Collection): Promise<Collected> {
  try {
    const first = await source.untilReady(job.unitTests > ONE_ANSWER_TESTS ? ['xml', 'json'] : ['all']);
    if (first.kind === 'missing') return nothingCollected({ problem: first.error });
    if (first.kind === 'cancelled') return nothingCollected({ cancelled: true });

    const xml = testimonyOf('xml', await readEitherXml(source, first.value));
    const json = xml.suites
      ? { ...testimonyOf('json', await readDocument(source, first.value, 'json', 'results')), suites: undefined }
      : testimonyOf('json', await readDocument(source, first.value, 'json', 'everything'));
    // For people alone: neither its absence nor a cancel undoes what the others have told.
    const html = await findDocument(source, first.value, 'html', 'everything');
    if (html.kind === 'delivered') await html.document.keep();
    const documents = [xml.witness, json.witness] as const;
    return {
      documents,
      suites: xml.suites ?? json.suites ?? [],
      warnings: [...source.warnings(), ...absences(job.testsetId, documents)],
      cancelled: xml.cancelled || json.cancelled,
    };
  } finally {
    await source.tidy();
  }
}

/** What one document, or its absence, tells. */
interface Testimony {
  readonly witness: ResultSource;
  readonly suites: readonly Suite[] | undefined;
  readonly cancelled: boolean;
}

/** What could not be fetched may have told otherwise: it is no absent document. */
const UNFETCHED: Reading = { kind: 'unreadable', why: 'they could not be fetched' };

function testimonyOf(source: 'xml' | 'json', found: FoundReading): Testimony {
  const reading = found.kind === 'delivered' ? found.reading : found.kind === 'absent' ? undefined : UNFETCHED;
  return {
    witness: witnessed(source, reading),
    suites: reading?.kind === 'read' ? reading.suites : undefined,
    cancelled: found.kind === 'cancelled',
  };
}

function absences(testsetId: number, [xml, json]: readonly [ResultSource, ResultSource]): string[] {
  if ((xml.state === 'absent') === (json.state === 'absent')) return [];
  const [gone, other] = xml.state === 'absent' ? ['XML', 'JSON'] : ['JSON', 'XML'];
  return [`Testset ${testsetId} delivered no ${gone} results; the ${other} stands alone.`];
}
