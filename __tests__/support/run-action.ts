import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

import { parse } from 'yaml';

import { watchEgress, type Contact, type Watch } from './egress.ts';
import { schemaProblems } from './report-json-schema.ts';
import { readCommands, readOutputs, type Command } from './workflow-commands.ts';

/** How a workflow uses an action, and what the runner adds. */
export interface ActionUse {
  /** The main action by default. */
  readonly action?: 'list-scenarios';
  /** The folder of the repository, absolute; this one by default. */
  readonly root?: string;
  /** The step's `with:`; what is left out has its default from action.yml. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Added to the variables of every runner; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The event that started the run; an empty push by default. */
  readonly event?: { readonly name: string; readonly payload: unknown };
  /** Absolute; without it, an empty folder that is removed afterwards. */
  readonly workspace?: string;
  /** How many times faster the action's own clock runs; the service has a clock of its own. */
  readonly timeScale?: number;
  /** Called with each line of the log. */
  readonly onLine?: (line: string) => void;
  /** Options of Node, such as a memory limit. */
  readonly nodeOptions?: readonly string[];
}

/** What the runner sees of a step that has ended. */
export interface ActionResult {
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly commands: readonly Command[];
  /** Whom it contacted, in order. */
  readonly contacts: readonly Contact[];
  readonly milliseconds: number;
}

/** A running step. */
export interface RunningAction {
  readonly pid: number;
  readonly finished: Promise<ActionResult>;
  /** Sends a signal, as the runner does when a run is cancelled: SIGINT, and later SIGTERM. */
  signal(name: NodeJS.Signals): void;
}

const ROOT = resolve(import.meta.dirname, '../..');
const FAST_CLOCK = pathToFileURL(join(import.meta.dirname, 'fast-clock.mjs')).href;

/** The runner's files for a step; their variables begin with GITHUB_. */
const FILES = ['OUTPUT', 'STATE', 'STEP_SUMMARY', 'ENV', 'PATH'];

/** Variables of the machine that the action gets; no test may depend on others. The compile cache only makes the start faster. */
const FROM_MACHINE = 'PATH Path HOME USERPROFILE SystemRoot TEMP TMP TMPDIR NODE_COMPILE_CACHE'.split(' ');

/**
 * Runs the committed action to its end, as the runner would. @throws if its `report.json` is not as its JSON Schema describes it, if it starts a
 * process, or contacts others than its variables name
 */
export async function runAction(use: ActionUse): Promise<ActionResult> {
  const { finished } = await startAction(use);
  return finished;
}

/** Starts the committed action as the runner would. */
export async function startAction(use: ActionUse): Promise<RunningAction> {
  const folder = await mkdtemp(join(tmpdir(), 'action-'));
  const workspace = use.workspace ?? join(folder, 'workspace');
  await Promise.all([mkdir(workspace, { recursive: true }), mkdir(join(folder, 'temp'))]);
  await Promise.all(FILES.map((file) => writeFile(join(folder, file), '')));
  await writeFile(join(folder, 'event.json'), JSON.stringify(use.event?.payload ?? {}));

  const began = performance.now();
  const env = environment(use, folder, workspace);
  const watch = watchEgress(join(folder, 'egress'));
  const clock = use.timeScale === undefined ? [] : ['--import', FAST_CLOCK];
  const options = [watch.option, ...(use.nodeOptions ?? []), ...clock];
  const main = join(use.action ?? '', 'index.mjs');
  const child = spawn(process.execPath, [...options, join(use.root ?? ROOT, main)], {
    cwd: workspace,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    pid: child.pid ?? 0,
    signal: (name) => {
      child.kill(name);
    },
    finished: finish(child, folder, began, watch, use.onLine),
  };
}

async function finish(
  child: ChildProcess,
  folder: string,
  began: number,
  watch: Watch,
  onLine: ActionUse['onLine'],
): Promise<ActionResult> {
  const [stdout, stderr] = [gather(child.stdout, onLine), gather(child.stderr, onLine)];
  await once(child, 'close');
  const milliseconds = performance.now() - began;
  const result = {
    exitCode: child.exitCode,
    outputs: readOutputs(await readFile(join(folder, 'OUTPUT'), 'utf8')),
    summary: await readFile(join(folder, 'STEP_SUMMARY'), 'utf8'),
    stdout: stdout(),
    stderr: stderr(),
    commands: readCommands(stdout()),
    contacts: await watch.check(),
    milliseconds,
  };
  await checkReport(result.outputs['results-dir']);
  await rm(folder, { recursive: true, force: true });
  return result;
}

async function checkReport(resultsDir = ''): Promise<void> {
  const json = resultsDir && (await readFile(join(resultsDir, 'report.json'), 'utf8').catch(() => ''));
  const problems = json ? schemaProblems(json) : [];
  if (problems.length > 0)
    throw new Error(`report.json does not match docs/report.schema.json: ${problems.join('; ')}`);
}

function gather(stream: Readable | null, onLine: ActionUse['onLine']): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  if (stream && onLine) createInterface({ input: stream }).on('line', onLine);
  return () => text;
}

function environment(use: ActionUse, folder: string, workspace: string): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(FROM_MACHINE.map((name) => [name, process.env[name]])),
    ...runnerVariables(use.event?.name ?? 'push', folder, workspace),
    ...inputVariables({ ...readDefaults(join(ROOT, use.action ?? '', 'action.yml')), ...use.inputs }),
    ...(use.timeScale === undefined ? {} : { TEST_TIME_SCALE: String(use.timeScale) }),
    ...use.env,
  };
}

/** What action.yml gives an input that the workflow leaves out. An expression has no value outside of a workflow. */
function readDefaults(actionFile: string): Record<string, string> {
  const action = parse(readFileSync(actionFile, 'utf8')) as { inputs: Record<string, { default?: unknown }> };
  return Object.fromEntries(
    Object.entries(action.inputs).flatMap(([name, { default: value }]) =>
      typeof value === 'string' && !value.includes('${{') ? [[name, value]] : [],
    ),
  );
}

function inputVariables(inputs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]),
  );
}

function runnerVariables(event: string, folder: string, workspace: string): Record<string, string> {
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTOR: 'octocat',
    GITHUB_API_URL: 'https://api.github.com',
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_JOB: 'test-on-devices',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REPOSITORY: 'octo-org/wallet-app',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_ID: '7123456789',
    GITHUB_RUN_NUMBER: '42',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_SHA: '8f2c3d4e5b6a79808f2c3d4e5b6a79808f2c3d4e',
    GITHUB_WORKFLOW: 'Device tests',
    GITHUB_WORKFLOW_REF: 'octo-org/wallet-app/.github/workflows/device-tests.yml@refs/heads/main',
    GITHUB_WORKSPACE: workspace,
    RUNNER_TEMP: join(folder, 'temp'),
    ...Object.fromEntries(FILES.map((file) => [`GITHUB_${file}`, join(folder, file)])),
  };
}
