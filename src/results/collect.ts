import { withGrace } from '../grace.ts';
import type { Witness } from '../report/report.ts';
import type { Service } from '../service/client.ts';
import type { DocumentKind, ResultType } from '../service/documents.ts';
import { STILL_RUNNING } from '../service/codes.ts';
import { fetchOnceReady, STUBBORN, type Fetched } from '../service/fetch.ts';
import type { Reply } from '../service/reply.ts';
import type { World } from '../world.ts';
import { nothingCollected, witnessed, type Collected } from './collected.ts';
import type { Reading, Suite } from './document.ts';
import type { Depth } from './read-json.ts';
import { openIntake, type Arrivals, type Intake } from './intake.ts';
import type { ResultsFolder } from './save.ts';

/** One complete testset whose results are to be brought home. */
export interface Collection {
  readonly testsetId: number;
  /** How many unit tests it has; decides whether one answer can hold everything. */
  readonly unitTests: number;
  readonly folder: Pick<ResultsFolder, 'beginResult'>;
  /** For how long results that are not ready are waited for, in milliseconds; absent: as long as a verdict is worth. */
  readonly notReadyMs?: number;
}

/** All that is asked for at the deadline, or was being asked for then, may take so much longer, in milliseconds. */
const GRACE_MS = 30_000;

/** Beyond this many unit tests each document is asked for by itself, so that no two of them are in memory at once. */
const ONE_ANSWER_TESTS = 2_000;

/** Fetches, saves and reads the documents of a complete testset. Nothing is thrown; what went wrong is part of the value. */
export async function collectResults(service: Service, world: World, job: Collection): Promise<Collected> {
  return withGrace(world, GRACE_MS, (signal) => collect(createAsking(service, world, job, signal), job));
}

async function collect(asking: Asking, job: Collection): Promise<Collected> {
  try {
    const first = await asking.untilReady(job.unitTests > ONE_ANSWER_TESTS ? 'xml' : 'all');
    if (first.kind === 'missing') return nothingCollected({ problem: first.error });
    if (first.kind === 'cancelled') return nothingCollected({ cancelled: true });

    const shelf = createShelf(asking, first.value);
    const xml = weigh('xml', await shelf.read('xml', 'everything'));
    const json = weigh('json', await shelf.read('json', xml.suites ? 'results' : 'everything'), !xml.suites);
    await shelf.keepHtml();
    const documents = [xml.witness, json.witness] as const;
    return {
      documents,
      suites: xml.suites ?? json.suites ?? [],
      warnings: [...asking.warnings(), ...absences(job.testsetId, documents)],
      cancelled: shelf.cancelled(),
    };
  } finally {
    await asking.tidy();
  }
}

/** Asks for documents. */
interface Asking {
  /** Until there is something to judge by: right after `Complete` that may take some minutes. */
  untilReady(type: ResultType): Promise<Fetched<Arrivals>>;
  /** For a document that is missing, or cannot be read; takes no for an answer. */
  again(kind: DocumentKind, depth: Depth): Promise<Fetched<Arrivals>>;
  warn(text: string): void;
  warnings(): readonly string[];
  /** Removes files that were begun and not kept. */
  tidy(): Promise<void>;
}

function createAsking(service: Service, world: World, job: Collection, signal: AbortSignal): Asking {
  const { testsetId } = job;
  const warnings = new Set<string>();
  const intakes = new Set<Intake>();
  let unsaved = false;
  const tools = {
    redact: world.redact,
    redactPieces: world.redactPieces,
    beginFile: (kind: 'xml' | 'html' | 'json') => job.folder.beginResult(testsetId, kind),
    // The first reason stands for all: what is in the way of one file is in the way of the others.
    onUnsaved: (reason: string) => {
      if (!unsaved) warnings.add(reason);
      unsaved = true;
    },
    onSecret: () =>
      warnings.add(`The results of testset ${testsetId} held a secret of the inputs; it was replaced by ***.`),
  };
  const askWith = (type: ResultType, depth: Depth) => {
    let intake: Intake | undefined;
    return async (): Promise<Reply<Arrivals>> => {
      // What an earlier look brought was not enough: its files are not needed any more.
      await intake?.drop();
      intake = openIntake(tools, depth);
      intakes.add(intake);
      return ask(type, intake);
    };
  };
  const ask = async (type: ResultType, intake: Intake): Promise<Reply<Arrivals>> => {
    const reply = await service.result(testsetId, type, intake, signal);
    if (reply.kind !== 'ok') {
      await intake.drop();
      return reply;
    }
    return reply.value.complete ? { kind: 'ok', value: intake.finish() } : NOT_COMPLETE;
  };
  const what = `the results of testset ${testsetId}`;
  return {
    untilReady: (type) =>
      fetchOnceReady(world, {
        what,
        ...STUBBORN,
        ...(job.notReadyMs !== undefined && { notReadyMs: job.notReadyMs }),
        ask: askWith(type, 'everything'),
        isEnough: isJudgeable,
        acceptsNo: false,
      }),
    // HTML is for people: the verdict does not wait for it.
    again: (kind, depth) =>
      fetchOnceReady(world, {
        what,
        notReadyMs: 0,
        failingMs: kind === 'html' ? 0 : STUBBORN.failingMs,
        ask: askWith(kind, depth),
        isEnough: () => true,
        acceptsNo: true,
      }),
    warn: (text) => warnings.add(text),
    warnings: () => [...warnings],
    tidy: async () => {
      for (const intake of intakes) await intake.drop();
    },
  };
}

/** The service's own word that there is more to come is worth as much as its code for it. */
const NOT_COMPLETE: Reply<Arrivals> = {
  kind: 'code',
  status: 200,
  envelope: { code: STILL_RUNNING, message: '', reason: 'the results are not complete', data: {} },
};

/** A verdict needs one of these; HTML is for people alone. */
function isJudgeable(arrivals: Arrivals): boolean {
  return (['xml', 'bare_xml', 'json'] as const).some((kind) => arrivals.has(kind));
}

/** What was delivered, document by document; what is missing, or cannot be read, is asked for once by its own name. */
interface Shelf {
  read(kind: 'xml' | 'json', depth: Depth): Promise<Reading | undefined>;
  keepHtml(): Promise<void>;
  /** Whether a cancel kept a document from being fetched. */
  cancelled(): boolean;
}

function createShelf(asking: Asking, delivered: Arrivals): Shelf {
  let cancelled = false;
  const unfetched = new Set<DocumentKind>();
  const askFor = async (kind: DocumentKind, depth: Depth): Promise<Arrivals> => {
    const fetched = await asking.again(kind, depth);
    if (fetched.kind === 'here') return fetched.value;
    if (fetched.kind === 'cancelled') cancelled = true;
    // What could not be fetched may have told otherwise: it is no absent document.
    else asking.warn(fetched.error.message);
    unfetched.add(kind);
    return new Map();
  };
  const find = async (kind: DocumentKind, depth: Depth) => delivered.get(kind) ?? (await askFor(kind, depth)).get(kind);
  const read = async (kind: DocumentKind, depth: Depth): Promise<Reading | undefined> => {
    const found = await find(kind, depth);
    if (!found) return undefined;
    await found.keep();
    if (found.reading?.kind === 'read') return found.reading;
    const again = (await askFor(kind, depth)).get(kind);
    await again?.keep();
    return again?.reading ?? found.reading;
  };
  return {
    read: async (kind, depth) => {
      const reading = (await read(kind, depth)) ?? (kind === 'xml' ? await read('bare_xml', depth) : undefined);
      if (reading || ![kind, ...(kind === 'xml' ? (['bare_xml'] as const) : [])].some((each) => unfetched.has(each)))
        return reading;
      return { kind: 'unreadable', why: 'they could not be fetched' };
    },
    keepHtml: async () => {
      await (await find('html', 'everything'))?.keep();
    },
    cancelled: () => cancelled,
  };
}

/** What a reading bears witness to, and its suites, which are let go where they are not wanted. */
function weigh(
  source: 'xml' | 'json',
  reading: Reading | undefined,
  wanted = true,
): { readonly witness: Witness; readonly suites: readonly Suite[] | undefined } {
  const suites = reading?.kind === 'read' && wanted ? reading.suites : undefined;
  return { witness: witnessed(source, reading), suites };
}

function absences(testsetId: number, [xml, json]: readonly [Witness, Witness]): string[] {
  if ((xml.state === 'absent') === (json.state === 'absent')) return [];
  const [gone, other] = xml.state === 'absent' ? ['XML', 'JSON'] : ['JSON', 'XML'];
  return [`Testset ${testsetId} delivered no ${gone} results; the ${other} stands alone.`];
}
