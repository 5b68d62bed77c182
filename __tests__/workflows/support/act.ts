import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, expect } from '@jest/globals';

import { APP_FILES, appPrograms } from '../../../scripts/example/app.ts';
import { writeFiles, writePrograms } from '../../../scripts/example/write.ts';
import { watchEgress } from '../../support/egress.ts';
import { fields } from '../../support/workflow-files.ts';

/** How a workflow is run. */
export interface ActUse {
  /** Absolute; an empty folder for this run alone. */
  readonly folder: string;
  /** The folder whose files the repository has; those of a small app by default. */
  readonly files: string | undefined;
  readonly workflow: string;
  /** The workflows of the repository that this one calls, by path. */
  readonly called: Readonly<Record<string, string>>;
  readonly actor: string;
  readonly event: { readonly name: string; readonly payload: unknown };
  readonly env: Readonly<Record<string, string>>;
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  /** The folder of each action, by `owner/name@ref`. */
  readonly actions: Readonly<Record<string, string>>;
  /** The programs that steps find on PATH: shell scripts by their names. */
  readonly programs: Readonly<Record<string, string>>;
}

/** What act reported of a run. */
export interface ActResult {
  /** `success` or `failure` by the key of the job; a job that was skipped has no entry. */
  readonly jobs: Readonly<Record<string, string>>;
  /** The results of the steps with a script or an action, as `job: step`; those of skipped steps are left out. */
  readonly steps: Readonly<Record<string, string>>;
  readonly log: string;
}

const run = promisify(execFile);
const FAST_CLOCK = pathToFileURL(resolve(import.meta.dirname, '../../support/fast-clock.mjs')).href;

const COMMITTED = '2026-11-01T12:00:00Z';

/** How many times faster the clock of the steps runs. */
export const TIME_SCALE = 20;

/** How many lines of the log are shown of the last run of a test that fails. */
const LAST_LINES = 60;

let lastLog = '';
afterEach(() => {
  const { assertionCalls, numPassingAsserts } = expect.getState();
  const lines = lastLog.split('\n').slice(-LAST_LINES);
  if (numPassingAsserts < assertionCalls) console.error(["The end of act's log:", ...lines].join('\n'));
  lastLog = '';
});

/** Runs a workflow under act, in a repository of its own. The end of the log is shown if an assertion of the test then fails. */
export async function runAct(use: ActUse): Promise<ActResult> {
  const { folder, event } = use;
  const home = join(folder, 'home');
  const repository = join(folder, 'repository');
  const bin = join(folder, 'bin');
  await writeFiles(home, { '.config/act/actrc': '' });
  // Steps without Node report nothing to the watch.
  await writeFiles(folder, { 'w.yml': use.workflow, 'event.json': JSON.stringify(event.payload), egress: '' });
  await writePrograms(bin, use.programs);
  const env = { PATH: [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter), HOME: home };
  await createRepository(repository, env, use);
  const watch = watchEgress(join(folder, 'egress'));
  const child = spawn('act', [event.name, ...optionsOf(use, watch.option)], {
    cwd: repository,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [log, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'close')]);
  const result = readLog(log);
  lastLog = result.log;
  if (Object.keys(result.steps).length === 0 && child.exitCode !== 0)
    throw new Error(`act ran no step:\n${errors}\n${log}`);
  await watch.check();
  return result;
}

function optionsOf({ folder, actor, vars, secrets, env, actions }: ActUse, preload: string): string[] {
  const all = { ...env, NODE_OPTIONS: `${preload} --import=${FAST_CLOCK}`, TEST_TIME_SCALE: `${TIME_SCALE}` };
  const systems = ['ubuntu-latest', 'ubuntu-slim', 'macos-latest', 'self-hosted'];
  return [
    ...[
      '--json',
      '--pull=false',
      '--no-cache-server',
      '--actor',
      actor,
      '-W',
      join(folder, 'w.yml'),
      '-e',
      join(folder, 'event.json'),
    ],
    ...systems.flatMap((name) => ['-P', `${name}=-self-hosted`]),
    ...asOptions('--env', all),
    ...asOptions('--var', vars),
    ...asOptions('-s', secrets),
    ...asOptions('--local-repository', actions),
  ];
}

function asOptions(option: string, values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [option, `${name}=${value}`]);
}

async function createRepository(folder: string, env: NodeJS.ProcessEnv, { files, called }: ActUse): Promise<void> {
  await mkdir(folder);
  // All attempts of a run have the same commit.
  const dates = { GIT_AUTHOR_DATE: COMMITTED, GIT_COMMITTER_DATE: COMMITTED };
  const git = (...args: string[]): Promise<unknown> => run('git', args, { cwd: folder, env: { ...env, ...dates } });
  await git('init', '--quiet', '--initial-branch=main');
  await git('remote', 'add', 'origin', 'https://github.com/octo-org/wallet-app.git');
  if (files === undefined) {
    await writeFiles(folder, APP_FILES);
    await writePrograms(folder, appPrograms('gradlew'));
  } else await cp(files, folder, { recursive: true });
  await writeFiles(folder, called);
  await git('add', '.');
  const author = ['-c', 'user.name=Octocat', '-c', 'user.email=octocat@example.com'];
  await git(...author, 'commit', '--quiet', '--message=Start');
  await git('tag', 'v1.2.3');
}

function readLog(log: string): ActResult {
  const entries = log.split('\n').flatMap((line) => (line.startsWith('{') ? [fields(JSON.parse(line))] : []));
  const jobs: Record<string, string> = {};
  const steps: Record<string, string> = {};
  for (const { jobID, jobResult, step, stage, stepResult } of entries) {
    if (typeof jobResult === 'string') jobs[String(jobID)] = jobResult;
    if (typeof stepResult === 'string' && stage === 'Main') steps[`${String(jobID)}: ${String(step)}`] = stepResult;
  }
  return { jobs, steps, log: entries.map(({ msg }) => String(msg).trimEnd()).join('\n') };
}
