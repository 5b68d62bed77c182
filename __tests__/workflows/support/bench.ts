import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll } from '@jest/globals';
import { parse } from 'yaml';

import { buildPrograms, PREBUILT } from '../../../scripts/example/app.ts';
import { writeFiles } from '../../../scripts/example/write.ts';
import { REPOSITORY } from '../../../scripts/support/repository.ts';
import { makeDevices, type Mix } from '../../../simulator/devices.ts';
import { DEFAULT_ACCOUNT, startSimulator, type Simulator, type SimulatorOptions } from '../../../simulator/server.ts';
import { iosFiles } from '../../app/support/make-ios.ts';
import { makeApk } from '../../app/support/make-apk.ts';
import { startGithub, type Github } from '../../support/github.ts';
import type { Event } from '../../support/pull-request-event.ts';
import { nameOf, readWorkflows } from '../../support/document-workflows.ts';
import { fields, withoutNewerKeys } from '../../support/workflow-files.ts';
import { runAct, TIME_SCALE, type ActResult } from './act.ts';

/** A push to `main`. */
export const PUSH: Event = { name: 'push', payload: { ref: 'refs/heads/main' } };

/** The state of the world in which a workflow runs. */
export interface Situation {
  /** The first event of the workflow by default; the repository is added. */
  readonly event?: Event;
  /** The devices of each testset; three that pass by default. */
  readonly devices?: Partial<Mix>;
  /** Those of all testsets but the first, in place of the others. */
  readonly laterDevices?: Partial<Mix>;
  /** The devices of the testset of one scenario, in place of the others. */
  readonly scenarioDevices?: Readonly<Record<number, Partial<Mix>>>;
  /** Whether the build ends with exit code 1. */
  readonly buildBreaks?: boolean;
  /** Programs on PATH, in addition to those of the build. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Called before the run, for example to create a testset. */
  readonly prepare?: (simulator: Simulator) => void;
  /** The service of the attempt before this one, whose artifacts are still there; a new one by default. */
  readonly again?: Simulator;
  /** The projects of the service, in place of those that every simulator has. */
  readonly projects?: NonNullable<SimulatorOptions['projects']>;
  /** Who started the run; `octocat` by default. */
  readonly actor?: string;
  /** 1 by default. */
  readonly attempt?: number;
  /** What a user adds to the workflow. */
  readonly edit?: (workflow: string) => string;
  readonly faults?: SimulatorOptions['faults'];
  readonly variants?: NonNullable<SimulatorOptions['variants']>;
}

/** What came of a workflow. */
interface WorkflowResult extends ActResult {
  /** The testsets that the workflow created. */
  readonly created: Simulator['created'];
  readonly simulator: Simulator;
  readonly comments: Github['state']['comments'];
  /** The names of all artifacts but the receipts. */
  readonly artifacts: readonly string[];
  /** The calls of programs that are stand-ins, such as `gh release create v1`. */
  readonly calls: readonly string[];
}

/** What a team sees of a workflow. */
export interface Seen {
  readonly jobs: ActResult['jobs'];
  /** How many the workflow created. */
  readonly testsets: number;
  /** How many there are, if any. */
  readonly comments?: number;
}

/** The stand-ins of GitHub and of other people's actions, for the runs of one file of tests. */
export interface Bench {
  readonly github: Github;
  /** Runs the workflow of a document, by its name. @throws if there is none */
  run(name: string, situation?: Situation): Promise<WorkflowResult>;
  /** Runs it, and says only what a team sees. */
  look(name: string, situation?: Situation): Promise<Seen>;
  /** Starts the service of a situation, for several attempts, and forgets all artifacts. */
  startService(situation: Situation): Promise<Simulator>;
  close(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, '../../..');
const ACTIONS = resolve(import.meta.dirname, '../actions');
const TOKEN_INPUT = 'inputs:\n  github-token:\n    default: ${{ github.token }}\n';
const RELEASE = ['action.yml', 'dist', 'index.mjs', 'list-scenarios'];

/** Starts the stand-ins before the tests of a file, with the documents or a folder that is made then, and stops them after. */
export function useBench(example?: () => Promise<string>): Bench {
  const bench = {} as Bench;
  beforeAll(async () => {
    Object.assign(bench, await openBench(await example?.()));
  }, 60_000);
  afterAll(() => bench.close());
  return bench;
}

/** Starts the stand-ins. `example` is the folder of the example repository, whose workflows and files then take the place of the documents'. */
async function openBench(example?: string): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'workflows-'));
  const [github, workflows] = await Promise.all([
    startGithub(),
    example === undefined ? readWorkflows() : readExample(example),
    prepareFiles(folder),
  ]);
  const services: Simulator[] = [];
  let number = 0;
  const run = (name: string, situation: Situation = {}): Promise<WorkflowResult> => {
    const workflow = workflows.get(name);
    if (workflow === undefined) throw new Error(`There is no workflow "${name}".`);
    github.state.comments.splice(0);
    if (!situation.again) github.state.artifacts.splice(0);
    number += 1;
    const place = { root: folder, folder: join(folder, `${number}`), github, example };
    return play(workflow, calledBy(workflow, [...workflows.values()]), situation, place);
  };
  return {
    github,
    startService: async (situation) => {
      github.state.artifacts.splice(0);
      const service = await startService(situation);
      services.push(service);
      return service;
    },
    run,
    look: async (name, situation) => {
      const { jobs, created, comments } = await run(name, situation);
      return {
        jobs,
        testsets: created.length,
        ...(comments.length > 0 && { comments: comments.length }),
      };
    },
    close: async () => {
      await Promise.all([github.close(), ...services.map((service) => service.close())]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly root: string;
  readonly folder: string;
  readonly github: Github;
  readonly example: string | undefined;
}

/** The workflows that a workflow calls, by path. */
function calledBy(workflow: string, all: readonly string[]): Readonly<Record<string, string>> {
  const paths = [...workflow.matchAll(/uses: \.\/(\.github\/workflows\/\S+)/g)].map(([, path = '']) => path);
  const fileOf = (text: string): string => `.github/workflows/${nameOf(text).toLowerCase().replaceAll(' ', '-')}.yml`;
  return Object.fromEntries(paths.map((path) => [path, all.find((text) => fileOf(text) === path) ?? '']));
}

async function play(
  workflow: string,
  called: Readonly<Record<string, string>>,
  situation: Situation,
  place: Place,
): Promise<WorkflowResult> {
  const { github } = place;
  const simulator = situation.again ?? (await startService(situation));
  try {
    situation.prepare?.(simulator);
    const before = simulator.created.length;
    await mkdir(place.folder);
    const result = await runAct({
      folder: place.folder,
      files: place.example,
      workflow: withoutNewerKeys(situation.edit?.(workflow) ?? workflow),
      called,
      actor: situation.actor ?? 'octocat',
      event: withRepository(situation.event ?? firstEvent(workflow)),
      env: {
        ...github.env,
        GITHUB_RUN_ATTEMPT: `${situation.attempt ?? 1}`,
        CALLS: join(place.folder, 'calls'),
        // A proxy of the machine must not see what goes to loopback.
        NO_PROXY: '127.0.0.1,localhost',
      },
      vars: { TESTSET_URL: simulator.url },
      secrets: {
        GITHUB_TOKEN: github.token,
        TESTSET_USER_ID: DEFAULT_ACCOUNT.userId,
        TESTSET_ACCESS_KEY: DEFAULT_ACCOUNT.accessKey,
        CHAT_URL: 'https://chat.example.com/hook',
      },
      actions: await makeActions([workflow, ...Object.values(called)].join('\n'), place.root),
      programs:
        place.example === undefined
          ? { ...programsOf(place.root, situation.buildBreaks ?? false), ...situation.programs }
          : {},
    });
    return {
      ...result,
      simulator,
      created: simulator.created.slice(before),
      comments: [...github.state.comments],
      artifacts: namesOf(github),
      calls: await readCalls(join(place.folder, 'calls')),
    };
  } finally {
    if (!situation.again) await simulator.close();
  }
}

function startService(situation: Situation): Promise<Simulator> {
  const {
    devices,
    laterDevices = devices,
    scenarioDevices = {},
    projects = {},
    faults = [],
    variants = {},
  } = situation;
  let created = 0;
  return startSimulator({
    timeScale: TIME_SCALE,
    projects,
    faults,
    variants,
    plan: (request) => {
      created += 1;
      const own = 'scenarioId' in request ? scenarioDevices[request.scenarioId] : undefined;
      return makeDevices({ total: 3, seconds: 10, ...(created === 1 ? devices : laterDevices), ...own });
    },
  });
}

function firstEvent(workflow: string): Event {
  const { on } = fields(parse(workflow));
  const name = typeof on === 'string' ? on : (Object.keys(fields(on))[0] ?? '');
  return { name, payload: name === 'push' ? { ref: 'refs/heads/main' } : {} };
}

function withRepository({ name, payload }: Event): Event {
  const repository = { full_name: 'octo-org/wallet-app', name: 'wallet-app', default_branch: 'main' };
  return { name, payload: { repository: { ...repository, owner: { login: 'octo-org' } }, ...payload } };
}

async function readExample(folder: string): Promise<ReadonlyMap<string, string>> {
  const workflows = join(folder, '.github/workflows');
  const texts = await Promise.all((await readdir(workflows)).map((name) => readFile(join(workflows, name), 'utf8')));
  return new Map(texts.map((text) => [nameOf(text), text]));
}

async function prepareFiles(folder: string): Promise<void> {
  const release = join(folder, 'release');
  await Promise.all(RELEASE.map((path) => cp(join(ROOT, path), join(release, path), { recursive: true })));
  await writeFiles(folder, { [PREBUILT.apk]: await makeApk(), ...iosFiles({}, `${PREBUILT.ios}/`) });
}

/** Makes a stand-in of each action that a workflow uses; most do nothing. */
async function makeActions(workflow: string, root: string): Promise<Record<string, string>> {
  const used = [...workflow.matchAll(/uses: ([^\s/]+\/[\w-]+)[\w./-]*@(\S+)/g)];
  const folders: Record<string, string> = {};
  // act itself checks out the commit of the run.
  const byAct = 'actions/checkout';
  for (const [, repository = '', ref = ''] of used) {
    if (repository !== byAct) folders[`${repository}@${ref}`] = await makeAction(repository, root);
  }
  return folders;
}

async function makeAction(repository: string, root: string): Promise<string> {
  if (repository === REPOSITORY) return join(root, 'release');
  const folder = join(root, 'actions', repository);
  const name = repository.replace('actions/', '');
  const isPlayed = ['upload-artifact', 'download-artifact'].includes(name);
  const code = isPlayed ? `${name}.mjs` : 'record.mjs';
  await writeFiles(folder, {
    'action.yml': `name: Stand-in\n${isPlayed ? TOKEN_INPUT : ''}runs:\n  using: node24\n  main: main.mjs\n`,
    'main.mjs': `process.env.ACTION = ${JSON.stringify(repository)};\nawait import(${JSON.stringify(
      pathToFileURL(join(ACTIONS, code)).href,
    )});\n`,
  });
  return folder;
}

/** The builds, which may be broken, and the programs that record how they are called. */
function programsOf(root: string, breaks: boolean): Record<string, string> {
  const builds = buildPrograms(root);
  const fail = 'echo "The build is broken." >&2; exit 1';
  const broken = { gradlew: fail, flutter: fail, xcodebuild: fail, bundle: fail, npx: fail };
  return {
    ...builds,
    ...(breaks && broken),
    gh: 'echo "gh $*" >> "$CALLS"',
    curl: 'echo "curl $* $(jq --raw-output .text)" >> "$CALLS"',
  };
}

async function readCalls(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

function namesOf({ state }: Github): readonly string[] {
  return state.artifacts.flatMap(({ name }) => (name.startsWith('run-testset-receipt-') ? [] : name));
}
