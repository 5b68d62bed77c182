import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, startSimulator, type Simulator } from '../../simulator/server.ts';
import { startArtifactService, type ArtifactService } from '../support/artifact-service.ts';
import { startGithubApi, type GithubApi } from '../support/github-api.ts';
import { startAction, type ActionResult, type ActionUse } from '../support/run-action.ts';
import type { Cancelled, Point, Sight, Signals } from './support-cancel.ts';

/** Where one run after another is played, each cancelled at its point. */
interface Lane {
  /** @throws when the run does not come to the point */
  play(point: Point, signals: Signals): Promise<Cancelled>;
  close(): Promise<void>;
}

/** From one look at a run to the next, and how long it may take to come to its point, in milliseconds. */
const LOOK_MS = 2;
const LOST_MS = 30_000;

const RECEIPT = 'run-testset-receipt-';
const HEAD = 'b'.repeat(40);

/** Starts what runs stand on: a store for artifacts, and GitHub. */
async function openLane(): Promise<Lane> {
  const [artifacts, github] = await Promise.all([startArtifactService(), startGithubApi()]);
  return {
    play: async (point, signals) => {
      artifacts.breakWith({});
      for (const { name } of [...artifacts.artifacts()]) artifacts.forget(name);
      github.breakWith(...(point.github ?? []));
      github.requests.splice(0);
      const { faults = [], variants = {}, devices } = point;
      const simulator = await startSimulator({ faults, variants, plan: () => devices });
      const [mute, workspace] = await Promise.all([startMute(), furnish(point)]);
      const around = { simulator, workspace, artifacts, github, mute };
      try {
        if (point.begins === 'resume') await loseFirstAttempt(point, around);
        return await cancelAt(point, signals, around);
      } finally {
        await Promise.all([simulator.close(), mute.close(), rm(workspace, { recursive: true, force: true })]);
      }
    },
    close: async () => {
      await Promise.all([artifacts.close(), github.close()]);
    },
  };
}

/** A run to be cancelled. */
export interface Play {
  readonly point: Point;
  readonly signals: Signals;
}

/** Plays all of them in so many lanes; `told` gets how each ended, or why it did not come to its point. */
export async function playAll<One extends Play>(
  plays: readonly One[],
  lanes: number,
  told: (play: One, ended: Cancelled | Error) => void,
): Promise<void> {
  const left = plays.values();
  const playNext = async (lane: Lane): Promise<void> => {
    // All lanes take from the same iterator.
    for (const play of left) told(play, await lane.play(play.point, play.signals).catch(asError));
    await lane.close();
  };
  await Promise.all(Array.from({ length: lanes }, async () => playNext(await openLane())));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** What stands around one run. */
interface Around {
  readonly simulator: Simulator;
  readonly workspace: string;
  readonly artifacts: ArtifactService;
  readonly github: GithubApi;
  readonly mute: Mute;
}

/** Makes the workspace. */
async function furnish({ appBytes = 3, folders = 0 }: Point): Promise<string> {
  const workspace = await mkdtemp(join(tmpdir(), 'cancel-'));
  await writeFile(join(workspace, 'app.apk'), Buffer.alloc(appBytes, 'apk'));
  for (let number = 0; number < folders; number += 1) {
    await mkdir(join(workspace, 'deep', `${number}`), { recursive: true });
  }
  return workspace;
}

/** The attempt before: killed as soon as its receipt is stored. */
async function loseFirstAttempt(point: Point, around: Around): Promise<void> {
  const running = await startAction(useOf({ ...point, inputs: {} }, around, 1));
  await until(() => receiptsIn(around.artifacts).length > 0, running.finished);
  running.signal('SIGKILL');
  await running.finished;
}

async function cancelAt(point: Point, { first, then }: Signals, around: Around): Promise<Cancelled> {
  const { simulator, artifacts } = around;
  const lines: string[] = [];
  const sight = sightOf(around, lines);
  const running = await startAction({
    ...useOf(point, around, point.begins === 'resume' ? 2 : 1),
    onLine: (line) => {
      lines.push(line);
      if (point.artifacts && line.includes(point.artifacts.after)) artifacts.breakWith(point.artifacts.faults);
    },
  });
  const over = new AbortController();
  await until(() => point.isReached(sight()), running.finished);
  const began = performance.now();
  running.signal(first);
  if (then) {
    void sleep(then.afterMs, undefined, { signal: over.signal }).then(
      () => {
        running.signal(then.signal);
      },
      () => undefined,
    );
  }
  const result = await running.finished;
  const milliseconds = performance.now() - began;
  over.abort();
  artifacts.breakWith({});
  const committed = simulator.created.map(({ id }) => id);
  return { result, committed, receipts: await testsetsOf(artifacts), milliseconds };
}

/** Looks until something is so. A run that ends before has missed its point. */
async function until(isSo: () => boolean, finished: Promise<ActionResult>): Promise<void> {
  const began = performance.now();
  const missed = finished.then(({ stdout, stderr }) => {
    throw new Error(`The run ended before it came to its point:\n${stdout}${stderr}`);
  });
  missed.catch(() => undefined);
  while (!isSo()) {
    if (performance.now() - began > LOST_MS) throw new Error('The run did not come to its point.');
    await Promise.race([sleep(LOOK_MS), missed]);
  }
}

/** With the machine's own time, and on a pull request. */
function useOf({ inputs, mute: isMute }: Point, around: Around, attempt: number): ActionUse {
  const { simulator, workspace, artifacts, github, mute } = around;
  const head = { sha: HEAD, repo: { full_name: github.repository } };
  return {
    workspace,
    inputs: {
      'base-url': isMute ? mute.url : simulator.url,
      'user-id': DEFAULT_ACCOUNT.userId,
      'access-key': DEFAULT_ACCOUNT.accessKey,
      'project-id': `${DEFAULT_PROJECT}`,
      'app-file': 'app.apk',
      'github-token': github.token,
      compare: 'false',
      ...inputs,
    },
    env: {
      ...artifacts.env,
      GITHUB_API_URL: github.url,
      GITHUB_REPOSITORY: github.repository,
      GITHUB_RUN_ATTEMPT: `${attempt}`,
    },
    event: {
      name: 'pull_request',
      payload: {
        pull_request: { number: 7, title: 'Move the button', head, base: { ref: 'main' } },
        repository: { full_name: github.repository, default_branch: 'main' },
      },
    },
  };
}

function sightOf({ simulator, workspace, artifacts, github, mute }: Around, lines: readonly string[]): () => Sight {
  const before = artifacts.calls().length;
  return () => ({
    simulator,
    lines,
    artifactCalls: artifacts.calls().slice(before),
    receipts: receiptsIn(artifacts).length,
    github: github.requests,
    muteConnections: mute.connections(),
    files: () => filesBelow(join(workspace, 'testset-results')),
  });
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return []; // There is none yet.
  }
}

function receiptsIn(artifacts: ArtifactService): readonly string[] {
  return artifacts.artifacts().flatMap(({ name }) => (name.startsWith(RECEIPT) ? name : []));
}

/** The identifiers in all receipts, each once. */
async function testsetsOf(artifacts: ArtifactService): Promise<readonly number[]> {
  const files = await Promise.all(receiptsIn(artifacts).map((name) => artifacts.files(name)));
  const texts = files.flatMap((inside) => [...inside.values()].map(String));
  const ids = texts.flatMap((text) => [...text.matchAll(/"testsetId":(\d+)/g)].map(([, id]) => Number(id)));
  return [...new Set(ids)].sort();
}

/** A service that takes connections, also for TLS, and says nothing. */
interface Mute {
  readonly url: string;
  readonly connections: () => number;
  close(): Promise<void>;
}

async function startMute(): Promise<Mute> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).resume();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: async () => {
      await once(server.close(), 'close');
    },
  };
}
