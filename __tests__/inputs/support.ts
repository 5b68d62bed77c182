import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, afterEach, beforeEach } from '@jest/globals';

import { InputErrors } from '../../src/inputs/input-reader.ts';
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
  proxyFor: () => undefined,
  inputNames: [],
};

export async function read(
  workspace: Workspace,
  values: Values,
  context = runContext(),
): ReturnType<typeof readInputs> {
  return inJobOfItsOwn(context, (job) =>
    readInputs((name) => values[name] ?? '', {
      ...job,
      workspace: workspace.folder,
      ...NOTHING_SET,
      inputNames: Object.keys(values),
    }),
  );
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

/** Does something in a job whose folder for temporary files is empty. */
async function inJobOfItsOwn<T>(context: RunContext, work: (job: RunContext) => Promise<T>): Promise<T> {
  const tempDir = mkdtempSync(join(tmpdir(), 'job-'));
  try {
    return await work({ ...context, tempDir });
  } finally {
    rmSync(tempDir, { recursive: true });
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

/** The messages about what is wrong, each with its input in front; none if the inputs are right. */
export async function errorsOf(workspace: Workspace, values: Values, context = runContext()): Promise<string[]> {
  const found = await inputErrors(() => read(workspace, values, context));
  return found?.errors.map(({ input, message }) => `${input}: ${message}`) ?? [];
}
