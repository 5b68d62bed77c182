import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, startSimulator, type Simulator } from '../../../simulator/server.ts';
import { messageOf } from '../../../src/model/errors.ts';
import { startGithub, type Github } from '../../support/github.ts';
import { startOrigin, type RawOrigin } from '../../support/origin.ts';
import { pullRequestEvent } from '../../support/pull-request-event.ts';
import { startAction, type ActionResult, type ActionUse } from '../../support/run-action.ts';
import { SIGNALS, type CancelResult, type Observation, type Point, type Signals } from './cancel.ts';

/** Interval between two checks of the point, and how long a run may take to reach it, in milliseconds. */
const CHECK_INTERVAL_MS = 2;
const REACH_TIMEOUT_MS = 30_000;

const RECEIPT = 'run-testset-receipt-';

/** Cancels runs at all points, so many at the same time; `onEnd` gets the end of each, or why it did not reach its point. */
export async function runAll(
  points: readonly Point[],
  atOnce: number,
  onEnd: (point: Point, ended: CancelResult | Error) => void,
): Promise<void> {
  const left = points.values();
  const runNext = async (): Promise<void> => {
    // All share the iterator.
    for (const one of left) onEnd(one, await cancelRun(one).catch((error: unknown) => new Error(messageOf(error))));
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
}

/** Cancels a run at its point. @throws if the run does not reach the point */
async function cancelRun(point: Point): Promise<CancelResult> {
  const { faults = [], devices } = point;
  const simulator = await startSimulator({ faults, plan: () => devices });
  const [github, silent] = await Promise.all([startGithub(), startOrigin(() => undefined)]);
  const workspace = await makeWorkspace();
  const environment = { simulator, workspace, github, silent };
  try {
    if (point.begins === 'resume') await runFirstAttempt(point, environment);
    return await cancelAt(point, environment);
  } finally {
    await Promise.all([simulator.close(), github.close(), silent.close()]);
    await rm(workspace, { recursive: true, force: true });
  }
}

interface Environment {
  readonly simulator: Simulator;
  readonly workspace: string;
  readonly github: Github;
  /** Accepts connections, and never responds. */
  readonly silent: RawOrigin;
}

async function makeWorkspace(): Promise<string> {
  const workspace = await mkdtemp(join(tmpdir(), 'cancel-'));
  await writeFile(join(workspace, 'app.apk'), 'apk');
  return workspace;
}

/** Runs an earlier attempt, which is killed as soon as its receipt is stored. */
async function runFirstAttempt(point: Point, environment: Environment): Promise<void> {
  const running = await startAction(useOf({ ...point, inputs: {} }, environment, 1));
  await until(() => receiptsIn(environment.github).length > 0, running.finished);
  running.signal('SIGKILL');
  await running.finished;
}

async function cancelAt(point: Point, environment: Environment): Promise<CancelResult> {
  const { simulator, github, silent } = environment;
  const lines: string[] = [];
  github.requests.splice(0);
  github.breakWith(...(point.github ?? []));
  const observe = (): Observation => ({
    simulator,
    lines,
    receipts: receiptsIn(github).length,
    github: github.requests,
    silentConnections: silent.connections,
  });
  const running = await startAction({
    ...useOf(point, environment, point.begins === 'resume' ? 2 : 1),
    onLine: (line) => lines.push(line),
  });
  await until(() => point.isReached(observe()), running.finished);
  const began = performance.now();
  const signals: Signals = SIGNALS[point.signals];
  running.signal(signals.first);
  const sendAgain = (): void => {
    if (signals.then) running.signal(signals.then.signal);
  };
  const timer = setTimeout(sendAgain, signals.then?.afterMs);
  const result = await running.finished;
  const milliseconds = performance.now() - began;
  clearTimeout(timer);
  const committed = simulator.created.map(({ id }) => id);
  return { result, committed, receipts: await testsetsOf(github), milliseconds };
}

/** Waits until a condition holds; an error if the run ends before. */
async function until(holds: () => boolean, finished: Promise<ActionResult>): Promise<void> {
  const began = performance.now();
  const missed = finished.then(({ stdout, stderr }) => {
    throw new Error(`The run ended before it reached its point:\n${stdout}${stderr}`);
  });
  missed.catch(() => undefined);
  while (!holds()) {
    if (performance.now() - began > REACH_TIMEOUT_MS) throw new Error('The run did not reach its point.');
    await Promise.race([sleep(CHECK_INTERVAL_MS), missed]);
  }
}

/** On a pull request, in real time. */
function useOf({ inputs, silent: isSilent }: Point, environment: Environment, attempt: number): ActionUse {
  const { simulator, workspace, github, silent } = environment;
  return {
    workspace,
    inputs: {
      'base-url': isSilent ? `https://${silent.url.host}` : simulator.url,
      'user-id': DEFAULT_ACCOUNT.userId,
      'access-key': DEFAULT_ACCOUNT.accessKey,
      'project-id': `${DEFAULT_PROJECT}`,
      'app-file': 'app.apk',
      'check-app': 'false',
      'github-token': github.token,
      compare: 'false',
      ...inputs,
    },
    env: { ...github.env, GITHUB_RUN_ATTEMPT: `${attempt}` },
    event: pullRequestEvent(),
  };
}

function receiptsIn({ state }: Github): readonly string[] {
  return state.artifacts.flatMap(({ name }) => (name.startsWith(RECEIPT) ? name : []));
}

/** The identifiers in all receipts, each once. */
async function testsetsOf(github: Github): Promise<readonly number[]> {
  const files = await Promise.all(receiptsIn(github).map((name) => github.files(name)));
  const texts = files.flatMap((inside) => [...inside.values()].map(String));
  const ids = texts.flatMap((text) => [...text.matchAll(/"testsetId":(\d+)/g)].map(([, id]) => Number(id)));
  return [...new Set(ids)].sort();
}
