import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createReceiptStore } from '../../../src/github/receipt-store.ts';
import { createRunner } from '../../../src/github/runner.ts';
import { messageOf } from '../../../src/model/errors.ts';
import type { Report } from '../../../src/model/report.ts';
import { runTestset } from '../../../src/run.ts';
import { createRedactor } from '../../../src/runtime/redact.ts';
import { createPlatform } from '../../support/platform.ts';
import { createRuntime, NEVER } from '../../support/runtime.ts';
import { createArtifactClient, type ArtifactMemory } from './artifact-memory.ts';
import { appPath, engineFor, inputsFor, SECRETS } from './job.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { attemptOf, type EarlierAttempt, type Schedule } from './schedule.ts';
import { startService, type Service, type ServiceOptions } from './service.ts';
import type { VirtualClock } from '../../support/virtual-time.ts';

const redactor = createRedactor(SECRETS.map(([, secret]) => secret));

/** The lines of a run, which it writes to standard output while that is captured. */
const written = new AsyncLocalStorage<string[]>();

/** Captures the standard output of this process. @returns what restores it */
export function captureOutput(): () => void {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  const capture = (text: string | Uint8Array, ...rest: never[]): boolean => {
    const lines = written.getStore();
    return lines ? lines.push(String(text)) > 0 : write(text, ...rest);
  };
  Object.assign(stdout, { write: capture });
  return () => void Object.assign(stdout, { write });
}

/** What came of one run under a schedule. Times are in milliseconds of its clock. */
export interface RunRecord extends Pick<Service, 'failedConnections' | 'played'> {
  readonly schedule: Schedule;
  /** `undefined` when the run threw. */
  readonly report: Report | undefined;
  readonly thrown: string;
  readonly requests: readonly RecordedRequest[];
  readonly outputs: Readonly<Record<string, string>>;
  /** Each value of the output `testset-id`. */
  readonly idOutputs: readonly { readonly at: number; readonly value: string }[];
  /** The files below the results folder, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** All that users can see: log, annotations, summaries, outputs, files. */
  readonly shown: string;
  readonly app: Buffer;
  readonly began: number;
  readonly ended: number;
  readonly cancelledAt: number | undefined;
  readonly changedAt: number | undefined;
  /** What the earlier attempts created: testsets by scenario, 0 for an app. */
  readonly earlier: readonly (EarlierAttempt & { readonly created: ReadonlyMap<number, number> })[];
  /** Which runs left the receipts that exist at the end: `main`, or the index of an earlier attempt. */
  readonly receipts: readonly string[];
  /** The content of the receipts of this run that exist at the end. */
  readonly receiptText: string;
  /** What was still open at the end. */
  readonly left: { readonly sleepers: number; readonly sockets: number };
}

/** `timeout` of an earlier attempt. */
export const EARLIER_MINUTES = 60;

/** What the attempts of a schedule share. */
interface Job extends Pick<ServiceOptions, 'engine' | 'clock' | 'otherOrigin'> {
  readonly schedule: Schedule;
  readonly memory: ArtifactMemory;
  readonly workspace: string;
  /** Of all attempts, which have the same address: receipts are bound to it. */
  readonly server: Server;
}

/** Runs a schedule: the whole step in this process, with real sockets and files and a virtual clock. */
export async function runSchedule(schedule: Schedule, clock: VirtualClock, otherOrigin: string): Promise<RunRecord> {
  const workspace = await mkdtemp(join(tmpdir(), 'soak-'));
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const engine = engineFor(schedule, clock);
  const job: Job = { schedule, clock, engine, memory: new Map(), workspace, otherOrigin, server };
  try {
    const earlier: RunRecord['earlier'][number][] = [];
    for (const attempt of schedule.earlier) earlier.push(await runEarlier(job, attempt, earlier.length));
    const main = await runMain(job);
    const left = [...job.memory.values()];
    const own = left.filter(({ label }) => label === 'main').map(({ text }) => text);
    return { schedule, ...main, earlier, receipts: left.map(({ label }) => label), receiptText: own.join(' ') };
  } finally {
    server.close();
    await rm(workspace, { recursive: true });
  }
}

async function runMain(job: Job) {
  const { schedule, clock, workspace } = job;
  const { cancel, changeApp, timeoutMinutes: minutes, faults } = schedule;
  const app = await writeApp(job, 'app');
  let cancelledAt: number | undefined;
  let changedAt: number | undefined;
  const onRequest: Step['onRequest'] = async ({ operation }, nth, stop, over) => {
    if (cancel?.on === operation && cancel.nth === nth) {
      void clock.sleep(cancel.afterMs, over).then(() => {
        if (over.aborted || stop.signal.aborted) return;
        cancelledAt = clock.now();
        stop.abort('cancelled');
      });
    }
    if (operation !== 'create' || changeApp !== nth) return;
    changedAt = clock.now();
    await (schedule.seed % 2 === 0
      ? appendFile(appPath(workspace), 'x')
      : writeFile(appPath(workspace), Buffer.alloc(app.length, 'y')));
  };
  const began = clock.now();
  const step = { attempt: attemptOf(schedule), label: 'main', same: true, minutes, faults, onRequest };
  const run = await runStep(job, step);
  const files = await readTree(join(workspace, 'testset-results'));
  const shown = [run.shown, JSON.stringify([...files]), ...files.values()].join('\n');
  return { ...run, files, shown, app, began, cancelledAt, changedAt };
}

/** Runs an attempt of the same job without faults. */
async function runEarlier(job: Job, attempt: EarlierAttempt, index: number): Promise<RunRecord['earlier'][number]> {
  await writeApp(job, attempt.same ? 'app' : 'other');
  const onRequest: Step['onRequest'] = ({ operation }, _nth, stop) => {
    if (operation === 'status' && attempt.end === 'cancelled') stop.abort('cancelled');
  };
  const before = job.engine.testsets.length;
  await runStep(job, { ...attempt, label: `${index}`, minutes: EARLIER_MINUTES, faults: [], onRequest });
  const created = job.engine.testsets.slice(before).map(({ request, id }) => [request.scenarioId, id] as const);
  return { ...attempt, created: new Map(created) };
}

interface Step extends Pick<ServiceOptions, 'faults'> {
  readonly attempt: number;
  readonly label: string;
  /** Whether it has the app, or for scenarios the request, of the schedule. */
  readonly same: boolean;
  /** `timeout`, in minutes. */
  readonly minutes: number;
  /** As that of a service; `stop` ends the step, and `over` aborts when it has ended. */
  readonly onRequest: (
    ...given: [...Parameters<ServiceOptions['onRequest']>, stop: AbortController, over: AbortSignal]
  ) => Promise<void> | void;
}

/** Runs the step once against a service of its own. */
async function runStep(job: Job, step: Step) {
  const { clock, memory, schedule, workspace } = job;
  const { attempt, label, faults } = step;
  const [stop, over] = [new AbortController(), new AbortController()];
  const onRequest: ServiceOptions['onRequest'] = (...given) => step.onRequest(...given, stop, over.signal);
  const service = startService(job.server, {
    ...job,
    tls: schedule.tls,
    words: schedule.variants.words ?? '',
    faults,
    onRequest,
  });
  const inputs = inputsFor(schedule, workspace, { ...step, baseUrl: service.url });
  void clock.sleep(inputs.timeoutMs, over.signal).then(() => {
    if (!over.signal.aborted) stop.abort('deadline');
  });
  const { redactText, redact } = redactor;
  const { log, annotate } = createRunner(redactText, true);
  const runtime = createRuntime({ clock, signal: stop.signal, log, redact });
  const { cancelled } = runtime;
  const idOutputs: { at: number; value: string }[] = [];
  const recorder = createPlatform(workspace);
  const run = { ...recorder.run, attempt };
  const client = createArtifactClient(memory, label);
  const limits = { cancelled, graceOver: NEVER, timeLeftMs: () => Infinity };
  const settings = { clock, ...limits, run, client, log, tempDir: workspace };
  const platform = {
    ...recorder,
    run,
    annotate,
    setOutput: (name: string, value: string): void => {
      if (name === 'testset-id') idOutputs.push({ at: clock.now(), value });
      recorder.setOutput(name, value);
    },
    ...(schedule.earlier.length > 0 && { receipts: createReceiptStore(settings) }),
  };
  const lines: string[] = [];
  let report: Report | undefined;
  let thrown = '';
  try {
    ({ report } = await written.run(lines, () => runTestset(inputs, runtime, platform)));
  } catch (error) {
    thrown = messageOf(error);
  }
  over.abort();
  const ended = clock.now();
  // The client closes its connections within a moment.
  await clock.sleep(1);
  const left = { sleepers: clock.sleepers, sockets: service.sockets.size };
  service.close();
  const { requests, failedConnections, played } = service;
  const { outputs, summaries, artifacts } = recorder;
  const texts = [...lines, ...summaries, ...Object.values(outputs), JSON.stringify([artifacts, schedule.earlier])];
  const shown = texts.join('\n');
  return { requests, failedConnections, played, report, thrown, outputs, idOutputs, shown, ended, left };
}

async function writeApp({ schedule, workspace }: Job, name: string): Promise<Buffer> {
  const app = Buffer.alloc(schedule.appBytes, `${name} ${schedule.seed} `);
  await writeFile(appPath(workspace), app);
  return app;
}

async function readTree(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const);
  return new Map(await Promise.all(read));
}
