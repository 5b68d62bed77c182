import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import yazl from 'yazl';

import { startAction, type ActionResult, type RunningAction } from '../../__tests__/support/run-action.ts';
import { makeDevices } from '../../simulator/devices.ts';
import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, startSimulator, type Simulator } from '../../simulator/server.ts';
import { startLine, type Line } from './line.ts';
import { findFreePort, findProgram, startProgram, type Program } from './program.ts';
import type { Certificate, Situation, Stage, Use } from './situation.ts';

/** What came of a situation. */
export interface Played {
  readonly result: ActionResult;
  readonly simulator: Simulator;
  /** Of the clock of the step. */
  readonly minutes: number;
}

/** A step that runs longer hangs, in real milliseconds. */
const HANG_MS = 150_000;
const TIME_SCALE = 10;

const steps = new Set<RunningAction>();
process.on('exit', () => {
  for (const step of steps) step.signal('SIGKILL');
});

/** Plays a situation in an empty folder. @param shared a folder for the apps and the certificate of all situations */
export async function play(situation: Situation, folder: string, shared: string): Promise<Played> {
  const { timeScale = TIME_SCALE, megabytes = 1 } = situation;
  const workspace = join(folder, 'workspace');
  await mkdir(workspace, { recursive: true });
  await chmod(folder, 0o777);
  await copyFile(await makeApp(megabytes, shared), join(workspace, 'app.apk'));
  const tls = situation.tls && (await readCertificate(shared));
  const simulator = await startSimulator({
    timeScale,
    digest: false,
    plan: () => makeDevices({ total: 3, seconds: 60 }),
    ...(tls && { tls }),
    ...situation.simulator,
  });
  const ended = new AbortController();
  const programs: Program[] = [];
  const lines: Line[] = [];
  try {
    const stage = createStage({ folder, shared, simulator, timeScale, programs, lines, ended: ended.signal });
    const use = await situation.arrange(stage);
    const step = runStep(use, workspace, timeScale).finally(() => {
      ended.abort();
    });
    const meanwhile = use.meanwhile?.().catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
    const [result] = await Promise.all([step, meanwhile]);
    return { result, simulator, minutes: (result.milliseconds * timeScale) / 60_000 };
  } finally {
    ended.abort();
    await Promise.all([...programs.map((program) => program.end()), ...lines.map((line) => line.stop())]);
    await simulator.close();
  }
}

async function runStep({ baseUrl, env, inputs }: Use, workspace: string, timeScale: number): Promise<ActionResult> {
  const step = await startAction({
    workspace,
    timeScale,
    ...(env && { env }),
    inputs: {
      'base-url': baseUrl,
      'user-id': DEFAULT_ACCOUNT.userId,
      'access-key': DEFAULT_ACCOUNT.accessKey,
      'project-id': `${DEFAULT_PROJECT}`,
      'upload-artifact': 'false',
      timeout: '20',
      ...(inputs?.['testset-id'] === undefined && { 'app-file': 'app.apk', 'check-app': 'false' }),
      ...inputs,
    },
  });
  steps.add(step);
  const timer = setTimeout(() => {
    step.signal('SIGKILL');
  }, HANG_MS);
  const result = await step.finished;
  clearTimeout(timer);
  steps.delete(step);
  return result;
}

interface Scene extends Pick<Stage, 'folder' | 'simulator'> {
  readonly shared: string;
  readonly timeScale: number;
  readonly programs: Program[];
  readonly lines: Line[];
  readonly ended: AbortSignal;
}

function createStage({ folder, shared, simulator, timeScale, programs, lines, ended }: Scene): Stage {
  const pauseMs = (ms: number): Promise<void> => sleep(ms, undefined, { signal: ended });
  return {
    folder,
    simulator,
    service: Number(new URL(simulator.url).port),
    certificate: () => makeCertificate(shared),
    freePort: findFreePort,
    start: async (name, args, port) => {
      const program = await startProgram(name, args, port);
      programs.push(program);
      return program;
    },
    startLine: async (to, options) => {
      const line = await startLine(to, options);
      lines.push(line);
      return line;
    },
    write: async (name, text) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    },
    remove: (name) => rm(join(folder, name)),
    hasLogged: (pattern) => pattern.test(readFileSync(join(folder, 'access.log'), 'utf8')),
    count: (operation) => simulator.journal.filter((entry) => entry.operation === operation).length,
    when: async (condition) => {
      while (!condition()) await pauseMs(5);
    },
    pause: (seconds) => pauseMs((seconds * 1000) / timeScale),
  };
}

/** Files that several situations use, by name; each is made once. */
const made = new Map<string, Promise<unknown>>();

async function makeOnce(path: string, make: (path: string) => Promise<unknown>): Promise<string> {
  const making = made.get(path) ?? make(path);
  made.set(path, making);
  await making;
  return path;
}

function makeApp(megabytes: number, shared: string): Promise<string> {
  return makeOnce(join(shared, `app-${megabytes}.apk`), async (path) => {
    const zip = new yazl.ZipFile();
    zip.addBuffer(randomBytes(megabytes * 1_000_000), 'classes.dex', { compress: false });
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(path));
  });
}

async function makeCertificate(shared: string): Promise<Certificate> {
  const key = join(shared, 'service.key');
  const cert = await makeOnce(join(shared, 'service.crt'), async (path) => {
    const names = 'subjectAltName=DNS:devices.test,IP:127.0.0.1,IP:::ffff:127.0.0.1';
    const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=devices.test'];
    await promisify(execFile)(findProgram('openssl'), [...kind, '-addext', names, '-keyout', key, '-out', path]);
    await chmod(key, 0o644);
  });
  return { key, cert, env: { NODE_EXTRA_CA_CERTS: cert } };
}

async function readCertificate(shared: string): Promise<{ key: Buffer; cert: Buffer }> {
  const { key, cert } = await makeCertificate(shared);
  return { key: await readFile(key), cert: await readFile(cert) };
}
