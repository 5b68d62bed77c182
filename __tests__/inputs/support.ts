import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, afterEach, beforeEach } from '@jest/globals';

import { createInputReader, InputErrors, type InputContext } from '../../src/inputs/input-reader.ts';
import { readInputs } from '../../src/inputs/read-inputs.ts';
import type { RunContext } from '../../src/model/run-context.ts';
import { makeApk } from '../app/support/make-apk.ts';
import { iosFiles } from '../app/support/make-ios.ts';
import { RUN } from '../support/platform.ts';

/** Inputs that are enough for an automated test of `app.apk`. */
export const ENOUGH = {
  'base-url': 'https://testset.example.com',
  'user-id': 'me@example.com',
  'access-key': 'k3y-of-mine',
  'project-id': '509',
  'app-file': 'app.apk',
};

/** Inputs that are enough to attach. */
export const ATTACH = { ...ENOUGH, 'project-id': '', 'app-file': '', 'testset-id': '251929' };

export function runContext(overrides: Partial<RunContext> = {}): RunContext {
  return {
    run: RUN,
    workspace: '/unused',
    // Below a file, so that nothing can be written there.
    tempDir: join(import.meta.filename, 'unused'),
    hasEvent: true,
    isHosted: false,
    commitMessage: 'Fix the login\n\nIt was broken.',
    isFork: false,
    actor: 'octocat',
    apiUrl: 'https://api.github.com',
    workflowFile: 'device-tests.yml',
    branches: ['main'],
    isEnterpriseServer: false,
    debug: false,
    inputNames: [],
    ...overrides,
  };
}

/** A few bytes that are an app for either system: the name of the file decides. */
export const APP = await makeApk(iosFiles());

export interface Workspace {
  readonly folder: string;
  /** Makes a file, and the folders around it. */
  readonly put: (path: string, content?: string | Buffer) => string;
  readonly makeFolder: (path: string) => string;
  readonly link: (target: string, path: string) => void;
  readonly remove: () => void;
}

export function makeWorkspace(): Workspace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'inputs-')));
  const makeFolder = (path: string): string => {
    mkdirSync(join(folder, path), { recursive: true });
    return join(folder, path);
  };
  return {
    folder,
    makeFolder,
    put: (path, content = APP) => {
      makeFolder(dirname(path));
      writeFileSync(join(folder, path), content);
      return join(folder, path);
    },
    link: (target, path) => {
      symlinkSync(join(folder, target), join(folder, path), 'junction');
    },
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

/** Makes an empty workspace before each test of a file, and removes it after. */
export function useWorkspace(): Workspace {
  const workspace = {} as Workspace;
  beforeEach(() => {
    Object.assign(workspace, makeWorkspace());
  });
  afterEach(() => {
    workspace.remove();
  });
  return workspace;
}

/** Makes a workspace with `app.apk` for all tests of a file. */
export function workspaceWithApp(): Workspace {
  const workspace = makeWorkspace();
  workspace.put('app.apk');
  afterAll(workspace.remove);
  return workspace;
}

export type Values = Readonly<Record<string, string>>;

/** What every reader of inputs needs: a time, no secrets and no proxy. */
export const NOTHING_SET = {
  now: new Date(),
  redact: (text: string) => text,
  log: { warning: (): void => undefined },
  proxyFor: () => undefined,
  inputNames: [],
};

function recordWarnings() {
  const warnings: string[] = [];
  const warning = (line: string): void => {
    warnings.push(line);
  };
  return { warnings, log: { warning } };
}

/** A reader of these inputs, and what it warns of. */
export function createReader(values: Values = {}, redact = NOTHING_SET.redact) {
  const { warnings, log } = recordWarnings();
  return { reader: createInputReader((name) => values[name] ?? '', { ...NOTHING_SET, redact, log }), warnings };
}

/** Reads the inputs of a step in a job of its own. */
export async function read(
  workspace: Workspace,
  values: Values,
  context: Partial<InputContext> = {},
  { warnings, log } = recordWarnings(),
) {
  const tempDir = mkdtempSync(join(tmpdir(), 'job-'));
  const own = { tempDir, workspace: workspace.folder, log, inputNames: Object.keys(values) };
  const all = { ...NOTHING_SET, ...runContext(), ...own, ...context };
  const reading = readInputs((name) => values[name] ?? '', all);
  const inputs = await reading.finally(() => {
    rmSync(tempDir, { recursive: true });
  });
  return { inputs, warnings };
}

/** What is wrong with the inputs of a step: each message with its input in front; none if they are right. */
export async function failureOf(workspace: Workspace, values: Values, context: Partial<InputContext> = {}) {
  const recording = recordWarnings();
  const error = await inputErrors(() => read(workspace, values, context, recording));
  const { errors = [], message = '', hint = '' } = error ?? {};
  return {
    errors: errors.map((each) => `${each.inputs.join(', ')}: ${each.message}`),
    names: errors.map(({ inputs }) => inputs.join(', ')),
    message,
    hint,
    warnings: recording.warnings,
  };
}

/** The messages alone. */
export async function errorsOf(...given: Parameters<typeof failureOf>): Promise<readonly string[]> {
  return (await failureOf(...given)).errors;
}

/** Does something as a user without the rights of root, which may read and write everywhere. */
export async function asOtherUser<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** What is wrong with inputs; `undefined` if nothing is. */
export async function inputErrors(reading: () => unknown): Promise<InputErrors | undefined> {
  try {
    await reading();
    return undefined;
  } catch (error) {
    if (error instanceof InputErrors) return error;
    throw error;
  }
}
