import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';

import type { ArtifactClient } from '@actions/artifact';

import type { Environment } from '../model/run-context.ts';
import type { Log } from '../runtime/log.ts';

/** The methods of GitHub's artifact client that are used. An error has its name and message only. */
export type Artifacts = Pick<
  ArtifactClient,
  'uploadArtifact' | 'listArtifacts' | 'downloadArtifact' | 'deleteArtifact'
>;

/** Loads the artifact client, if it is not loaded. To be called before each use: a client that is not used for a while ends. */
export type LoadArtifacts = () => Promise<Artifacts>;

/** A call, as the worker gets it. */
export interface ArtifactCall {
  readonly id: number;
  readonly method: keyof Artifacts;
  readonly args: readonly unknown[];
}

/** What came of a call. */
export interface ArtifactReply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
}

/** How the worker is started. */
interface WorkerSettings {
  /** Its script. */
  readonly file: string;
  /** What the runner tells an action of the artifact service. */
  readonly env: Environment;
  readonly log: Pick<Log, 'debug'>;
  /** How long it stays without a call, in milliseconds. */
  readonly idleMs?: number;
}

/** Longer than the pauses between calls that belong together. In real time, because it only saves memory. */
const IDLE_MS = 10_000;

/**
 * Runs GitHub's artifact client in a worker thread, because the client prints to stdout and throws errors in event handlers. Its lines are
 * debug lines, and an error that it does not catch ends its calls only.
 */
export function createArtifactLoader(settings: WorkerSettings): LoadArtifacts {
  let loading: Promise<Artifacts> | undefined;
  return () =>
    (loading ??= startClient(settings, () => {
      loading = undefined;
    }));
}

async function startClient(
  { file, env, log, idleMs = IDLE_MS }: WorkerSettings,
  onEnd: () => void,
): Promise<Artifacts> {
  // With the default of 48 MB, a step of 200 scenarios needs 20 MB more.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 };
  const worker = new Worker(file, { env, stdout: true, stderr: true, resourceLimits });
  worker.on('exit', onEnd);
  for (const input of [worker.stdout, worker.stderr]) {
    createInterface({ input }).on('line', (line) => {
      showLine(line, log);
    });
  }
  await once(worker, 'message');
  return callsTo(worker, idleMs);
}

/** The client masks signed addresses and tokens, so the runner must see these lines as they are. */
function showLine(line: string, log: Pick<Log, 'debug'>): void {
  if (line.startsWith('::add-mask::')) process.stdout.write(`${line}\n`);
  else log.debug(line.replace(/^::\w+::/, ''));
}

function callsTo(worker: Worker, idleMs: number): Artifacts {
  const replies = new Map<number, PromiseWithResolvers<unknown>>();
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  worker.on('message', ({ id, value, error }: ArtifactReply) => {
    if (error) replies.get(id)?.reject(Object.assign(new Error(error.message), { name: error.name }));
    else replies.get(id)?.resolve(value);
  });
  worker.on('error', ended.reject);
  worker.on('exit', () => {
    ended.reject(new Error('the artifact client ended'));
  });
  let idle: NodeJS.Timeout | undefined;
  const endWhenIdle = (): void => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (replies.size === 0) void worker.terminate();
    }, idleMs).unref();
  };
  let calls = 0;
  const call = async (method: keyof Artifacts, args: readonly unknown[]): Promise<unknown> => {
    const [id, reply] = [calls, Promise.withResolvers<unknown>()];
    calls += 1;
    replies.set(id, reply);
    worker.postMessage({ id, method, args } satisfies ArtifactCall);
    try {
      return await Promise.race([reply.promise, ended.promise]);
    } finally {
      replies.delete(id);
      endWhenIdle();
    }
  };
  endWhenIdle();
  return {
    uploadArtifact: (...args) => call('uploadArtifact', args) as ReturnType<Artifacts['uploadArtifact']>,
    listArtifacts: (...args) => call('listArtifacts', args) as ReturnType<Artifacts['listArtifacts']>,
    downloadArtifact: (...args) => call('downloadArtifact', args) as ReturnType<Artifacts['downloadArtifact']>,
    deleteArtifact: (...args) => call('deleteArtifact', args) as ReturnType<Artifacts['deleteArtifact']>,
  };
}
