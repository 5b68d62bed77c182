import type { Service } from '../service/client.ts';
import { STILL_RUNNING } from '../service/error-codes.ts';
import type { DocumentKind, ResultType } from '../service/documents.ts';
import { fetchWhenReady, DEFAULT_RETRIES, type Fetched } from '../service/fetch-when-ready.ts';
import type { ServiceReply } from '../service/reply.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { openIntake, type ArrivedDocuments, type Intake, type IntakeTools } from './intake.ts';
import type { Depth } from './read-json.ts';
import type { ResultsFolder } from './results-folder.ts';

/** One complete testset whose results are to be collected. */
export interface Collection {
  readonly testsetId: number;
  /** How many unit tests it has; decides whether one answer can hold everything. */
  readonly unitTests: number;
  readonly folder: Pick<ResultsFolder, 'beginResult'>;
  /** For how long results that are not ready are waited for, in milliseconds; absent: as long as a verdict is worth. */
  readonly notReadyMs?: number;
}

/** Asks the service for the documents of one testset. */
export interface DocumentSource {
  /** Until there is something to judge by, with these questions in turn: right after `Complete` that may take some minutes. */
  untilReady(types: readonly [ResultType, ...ResultType[]]): Promise<Fetched<ArrivedDocuments>>;
  /** For a document that is missing, or cannot be read; takes no for an answer. */
  again(kind: DocumentKind, depth: Depth): Promise<Fetched<ArrivedDocuments>>;
  warn(text: string): void;
  /** What went wrong so far without changing the verdict, each once. */
  warnings(): readonly string[];
  /** Removes files that were begun and not kept. */
  tidy(): Promise<void>;
}

/** Makes ready to ask. @param signal ends every request */
export function createDocumentSource(
  service: Service,
  runtime: Runtime,
  job: Collection,
  signal: AbortSignal,
): DocumentSource {
  const warnings = new Set<string>();
  const warn = (text: string): void => void warnings.add(text);
  const intakes = createIntakes(intakeTools(runtime, job, warn));
  const ask = async (type: ResultType, intake: Intake): Promise<ServiceReply<ArrivedDocuments>> => {
    const reply = await service.result(job.testsetId, type, intake, signal);
    if (reply.kind !== 'ok') return reply;
    return reply.value.complete ? { kind: 'ok', value: intake.finish() } : NOT_COMPLETE;
  };
  const askInTurn = (types: readonly [ResultType, ...ResultType[]], depth: Depth) => {
    const open = intakes.inTurn(depth);
    const next = turns(types);
    return async () => ask(next(), await open());
  };
  const what = `the results of testset ${job.testsetId}`;
  const patience = { ...DEFAULT_RETRIES, ...(job.notReadyMs !== undefined && { notReadyMs: job.notReadyMs }) };
  return {
    untilReady: (types) =>
      fetchWhenReady(runtime, {
        what,
        ...patience,
        ask: askInTurn(types, 'everything'),
        isEnough: isJudgeable,
        acceptsRejection: false,
      }),
    // HTML is for people: the verdict does not wait for it.
    again: (kind, depth) =>
      fetchWhenReady(runtime, {
        what,
        ...(kind === 'html' ? { notReadyMs: 0, failingMs: 0 } : patience),
        ask: askInTurn([kind], depth),
        isEnough: () => true,
        acceptsRejection: true,
      }),
    warn,
    warnings: () => [...warnings],
    tidy: intakes.drop,
  };
}

/** Gives one after the other, and begins again behind the last. */
function turns<T>(all: readonly [T, ...T[]]): () => T {
  let given = 0;
  return () => {
    given += 1;
    return all[(given - 1) % all.length] ?? all[0];
  };
}

function intakeTools(runtime: Runtime, { testsetId, folder }: Collection, warn: (text: string) => void): IntakeTools {
  let unsaved = false;
  return {
    redact: runtime.redact,
    redactPieces: runtime.redactPieces,
    beginFile: (kind) => folder.beginResult(testsetId, kind),
    onUnsaved: (reason) => {
      // What keeps one file from being written keeps the others, too.
      if (!unsaved) warn(reason);
      unsaved = true;
    },
    onSecret: () => {
      warn(`The results of testset ${testsetId} held a secret of the inputs; it was replaced by ***.`);
    },
  };
}

/** Every answer is taken in by itself; what an earlier look at the same thing brought was not enough, and is let go. */
function createIntakes(tools: IntakeTools): {
  readonly inTurn: (depth: Depth) => () => Promise<Intake>;
  readonly drop: () => Promise<void>;
} {
  const open = new Set<Intake>();
  const letGo = async (intake: Intake): Promise<void> => {
    open.delete(intake);
    await intake.drop();
  };
  return {
    inTurn: (depth) => {
      let last: Intake | undefined;
      return async () => {
        if (last) await letGo(last);
        last = openIntake(tools, depth);
        open.add(last);
        return last;
      };
    },
    drop: async () => {
      for (const intake of [...open]) await letGo(intake);
    },
  };
}

/** The service's own word that there is more to come is worth as much as its code for it. */
const NOT_COMPLETE: ServiceReply<ArrivedDocuments> = {
  kind: 'code',
  status: 200,
  envelope: { code: STILL_RUNNING, message: '', reason: 'the results are not complete', data: {} },
};

/** A verdict needs one of these; HTML is for people alone. */
function isJudgeable(arrivals: ArrivedDocuments): boolean {
  return (['xml', 'bare_xml', 'json'] as const).some((kind) => arrivals.has(kind));
}
