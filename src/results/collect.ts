import { messageOf } from '../errors.ts';
import type { Gate } from '../gate.ts';
import type { Witness } from '../report/report.ts';
import type { Service } from '../service/client.ts';
import type { Delivered, DocumentKind } from '../service/wire.ts';
import type { World } from '../world.ts';
import type { Collected } from './collected.ts';
import { tally, type Reading, type Suite } from './document.ts';
import { createFetcher, type Fetcher } from './fetch.ts';
import { readJson } from './read-json.ts';
import { readXml } from './read-xml.ts';

/** One complete testset whose results are to be brought home. */
export interface Collection {
  readonly testsetId: number;
  /** How many unit tests it has; decides whether one answer can hold everything. */
  readonly unitTests: number;
  readonly gate: Gate;
  /** Replaces secrets in what was delivered. */
  readonly redact: (text: string) => string;
  /** Writes a document as a file of the results folder. */
  readonly save: (kind: 'xml' | 'html' | 'json', text: string) => Promise<void>;
}

/** Beyond this many unit tests each document is asked for by itself, so that no two of them are in memory at once. */
const ONE_ANSWER_TESTS = 2_000;

/** Fetches, saves and reads the documents of a complete testset. Nothing is thrown; what went wrong is part of the value. */
export async function collectResults(service: Service, world: World, job: Collection): Promise<Collected> {
  const fetcher = createFetcher(service, world, job.gate, job.testsetId);
  const first = await fetcher.untilReady(job.unitTests > ONE_ANSWER_TESTS ? 'xml' : 'all');
  if (first.kind === 'missing') return nothing({ problem: first.error });
  if (first.kind === 'cancelled') return nothing({ cancelled: true });

  const shelf = createShelf(fetcher, first.delivered, job);
  const xml = weigh('xml', await shelf.read('xml', readXml));
  const json = weigh('json', await shelf.read('json', readJson), xml.suites === undefined);
  await shelf.keep('html');
  const documents = [xml.witness, json.witness] as const;
  const suites = xml.suites ?? json.suites;
  return {
    documents,
    suites: suites ?? [],
    warnings: [...shelf.warnings(), ...absences(job.testsetId, documents)],
    cancelled: shelf.cancelled(),
  };
}

/** Saves documents; one that cannot be saved is a warning, and read all the same. */
function createSaver(job: Collection, warnings: Set<string>): Collection['save'] {
  return (kind, text) =>
    job.save(kind, text).catch((error: unknown) => {
      warnings.add(messageOf(error));
    });
}

/** What a reading bears witness to, and its suites, which are let go where they are not wanted. */
function weigh(
  source: 'xml' | 'json',
  reading: Reading | undefined,
  wanted = true,
): { readonly witness: Witness; readonly suites: readonly Suite[] | undefined } {
  const suites = reading?.kind === 'read' && wanted ? reading.suites : undefined;
  return { witness: witness(source, reading), suites };
}

/** What was delivered, document by document; what is missing, or cannot be read, is asked for once by its own name. */
interface Shelf {
  read(kind: 'xml' | 'json', reader: (text: string) => Reading): Promise<Reading | undefined>;
  keep(kind: 'html'): Promise<void>;
  warnings(): readonly string[];
  /** Whether a cancel kept a document from being fetched. */
  cancelled(): boolean;
}

function createShelf(fetcher: Fetcher, delivered: Delivered, job: Collection): Shelf {
  const warnings = new Set<string>();
  const unfetched = new Set<DocumentKind>();
  let cancelled = false;
  // What has been read is let go, because a hundred thousand unit tests fill each document with tens of megabytes.
  const stock = new Map(Object.entries(delivered));
  const take = (kind: DocumentKind): string | undefined => {
    const document = stock.get(kind);
    stock.delete(kind);
    return cleaned(document);
  };

  const askFor = async (kind: DocumentKind): Promise<string | undefined> => {
    const fetched = await fetcher.once(kind);
    if (fetched.kind === 'cancelled') cancelled = true;
    if (fetched.kind === 'missing') {
      warnings.add(fetched.error.message);
      unfetched.add(kind);
    }
    return fetched.kind === 'delivered' ? cleaned(fetched.delivered[kind]) : undefined;
  };
  const cleaned = (document: Delivered[DocumentKind]): string | undefined => {
    if (document === undefined) return undefined;
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    const clean = job.redact(text);
    if (clean !== text) {
      warnings.add(`The results of testset ${job.testsetId} held a secret of the inputs; it was replaced by ***.`);
    }
    return clean;
  };
  const find = async (kind: 'xml' | 'json' | 'html'): Promise<string | undefined> => {
    const own = take(kind) ?? (await askFor(kind));
    if (own !== undefined || kind !== 'xml') return own;
    return take('bare_xml') ?? (await askFor('bare_xml'));
  };
  const save = createSaver(job, warnings);

  return {
    read: async (kind, reader) => {
      const text = await find(kind);
      // What could not be fetched may have told otherwise: it is no absent document.
      if (text === undefined)
        return unfetched.has(kind) ? { kind: 'unreadable', why: 'they could not be fetched' } : undefined;
      await save(kind, text);
      const reading = reader(text);
      if (reading.kind === 'read') return reading;
      const again = await askFor(kind);
      if (again === undefined || again === text) return reading;
      await save(kind, again);
      return reader(again);
    },
    keep: async (kind) => {
      const text = await find(kind);
      if (text !== undefined) await save(kind, text);
    },
    warnings: () => [...warnings],
    cancelled: () => cancelled,
  };
}

function witness(source: 'xml' | 'json', reading: Reading | undefined): Witness {
  if (!reading) return { source, state: 'absent', passed: 0, notPassed: 0, why: '' };
  if (reading.kind === 'unreadable') return { source, state: 'unreadable', passed: 0, notPassed: 0, why: reading.why };
  return { source, state: 'read', ...tally(reading.suites), why: '' };
}

function absences(testsetId: number, [xml, json]: readonly [Witness, Witness]): string[] {
  if ((xml.state === 'absent') === (json.state === 'absent')) return [];
  const [gone, other] = xml.state === 'absent' ? ['XML', 'JSON'] : ['JSON', 'XML'];
  return [`Testset ${testsetId} delivered no ${gone} results; the ${other} stands alone.`];
}

function nothing(what: { problem: NonNullable<Collected['problem']> } | { cancelled: true }): Collected {
  const documents = [witness('xml', undefined), witness('json', undefined)] as const;
  return { documents, suites: [], warnings: [], cancelled: false, ...what };
}
