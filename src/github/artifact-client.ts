import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';

import type { ArtifactClient } from '@actions/artifact';

import type { Environment } from '../model/run-context.ts';
import type { Log } from '../runtime/log.ts';
import { proxyRejection } from '../runtime/platform.ts';
import { describePage } from './api/api-reply.ts';
import { proxyFor } from './proxy.ts';

/** The methods of GitHub's artifact client that are used. An error has its name and message only. */
export type Artifacts = Pick<
  ArtifactClient,
  'uploadArtifact' | 'listArtifacts' | 'downloadArtifact' | 'deleteArtifact'
>;

/** A call of the worker. */
export interface ArtifactCall {
  readonly id: number;
  readonly method: keyof Artifacts;
  readonly args: readonly unknown[];
}

/** The result of a call. */
export interface ArtifactReply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
}

/** Longer than the pauses between calls that belong together. In real time, because it only saves memory. */
const IDLE_MS = 10_000;

/**
 * Runs GitHub's artifact client in a worker thread, because the client prints to stdout and throws errors in event handlers. Its lines are
 * debug lines, and an error that it does not catch ends its calls only. The worker starts with a call, and ends `idleMs` after the last.
 */
export function createArtifactClient(
  file: string,
  env: Environment,
  log: Pick<Log, 'debug'>,
  idleMs = IDLE_MS,
): Artifacts {
  let worker: ReturnType<typeof startWorker> | undefined;
  const call = (method: keyof Artifacts, args: readonly unknown[]): Promise<unknown> => {
    if (!worker || worker.isOver) worker = startWorker(file, env, log, idleMs);
    return worker.call(method, args);
  };
  return {
    uploadArtifact: (...args) => call('uploadArtifact', args) as ReturnType<Artifacts['uploadArtifact']>,
    listArtifacts: (...args) => call('listArtifacts', args) as ReturnType<Artifacts['listArtifacts']>,
    downloadArtifact: (...args) => call('downloadArtifact', args) as ReturnType<Artifacts['downloadArtifact']>,
    deleteArtifact: (...args) => call('deleteArtifact', args) as ReturnType<Artifacts['deleteArtifact']>,
  };
}

function startWorker(file: string, env: Environment, log: Pick<Log, 'debug'>, idleMs: number) {
  // With the default of 48 MB, a step of 200 scenarios needs 20 MB more.
  const resourceLimits = { maxYoungGenerationSizeMb: 4 };
  // The inputs have secrets, which the client does not need.
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('INPUT_')));
  const workerEnv = { ...own, NODE_DEBUG: 'tunnel' };
  const worker = new Worker(file, { env: workerEnv, stdout: true, stderr: true, resourceLimits });
  let cause = '';
  for (const input of [worker.stdout, worker.stderr]) {
    createInterface({ input }).on('line', (line) => {
      if (CAUSE.test(line)) cause = line;
      showLine(line, log);
    });
  }
  const replies = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  let isOver = false;
  let idle: NodeJS.Timeout | undefined;
  const end = (error: Error): void => {
    isOver = true;
    for (const { reject } of replies.values()) reject(error);
  };
  worker.on('message', ({ id, value, error }: ArtifactReply) => {
    if (error) replies.get(id)?.reject(explain(error, cause, env));
    else replies.get(id)?.resolve(value);
  });
  worker.on('error', end);
  worker.on('exit', () => {
    end(new Error('the artifact client ended'));
  });
  const endIfIdle = (): void => {
    if (replies.size > 0) return;
    isOver = true;
    void worker.terminate();
  };
  return {
    get isOver() {
      return isOver;
    },
    call: async (method: keyof Artifacts, args: readonly unknown[]): Promise<unknown> => {
      const [id, reply] = [calls, Promise.withResolvers<unknown>()];
      calls += 1;
      replies.set(id, reply);
      worker.postMessage({ id, method, args } satisfies ArtifactCall);
      try {
        return await reply.promise;
      } finally {
        replies.delete(id);
        clearTimeout(idle);
        idle = setTimeout(endIfIdle, idleMs).unref();
      }
    },
  };
}

/** Lines of the toolkit that say what its errors do not: a page came for a response, or a proxy rejects the credentials. */
const CAUSE = /^::debug::Raw Body: <|^TUNNEL: .*statusCode=407$/;

/** The error with a page named by its title, and then with the words of the client as its cause. @param cause the last line that matches {@link CAUSE} */
function explain({ name, message }: Error, cause: string, env: Environment): Error {
  const page = describePage(message.includes('not valid JSON') ? cause.replace(/^[^<]*/, '') : message, (text) => text);
  const isRejected = cause.startsWith('TUNNEL') && message.includes('ECONNRESET');
  const proxy = isRejected && proxyFor(new URL(env['ACTIONS_RESULTS_URL'] ?? ''), env);
  const text = proxy ? proxyRejection(proxy) : page && `GitHub responded with ${page}`;
  return Object.assign(text ? new Error(text, { cause: message }) : new Error(message), { name });
}

/** The client masks signed addresses and tokens, so the runner must see these lines as they are. */
function showLine(line: string, log: Pick<Log, 'debug'>): void {
  if (line.startsWith('::add-mask::')) process.stdout.write(`${line}\n`);
  // The client has escaped the text of a command, which the log escapes again.
  else
    log.debug(line.replace(/^::\w+::(.*)/, (_, text: string) => text.replaceAll('%0A', '\n').replaceAll('%25', '%')));
}
