import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { messageOf } from '../../../src/model/errors.ts';
import type { Inputs } from '../../../src/model/inputs.ts';
import type { Report } from '../../../src/model/report.ts';
import { runTestset } from '../../../src/run.ts';
import { createRedactor } from '../../../src/runtime/redact.ts';
import { Secret } from '../../../src/model/secret.ts';
import { makeDevices } from '../../../simulator/devices.ts';
import { createEngine, type Engine } from '../../../simulator/engine.ts';
import { DEFAULT_PROJECT } from '../../../simulator/server.ts';
import { DOCUMENTED } from '../../../simulator/variants.ts';
import { createPlatform } from '../../support/platform.ts';
import { createRecordingLog, createRuntime } from '../../support/runtime.ts';
import { startFaultOrigin, type FaultOrigin } from './fault-origin.ts';
import type { Fault, Schedule } from './schedule.ts';
import type { SeenRequest } from './seen-request.ts';
import type { StillClock } from './still-time.ts';

/** What nobody but the service may see, with every sign that some encoding changes. */
export const ACCESS_KEY = `Kq7+/=%"&<é>'zW`;
export const USER_ID = 'me';

const { redactField: redact, redactPieces } = createRedactor({
  secrets: [ACCESS_KEY],
  pairs: [`${USER_ID}:${ACCESS_KEY}`],
});

/** What came of one run under a schedule. */
export interface RunRecord {
  readonly schedule: Schedule;
  /** `undefined` when the story threw. */
  readonly report: Report | undefined;
  readonly thrown: string;
  readonly requests: readonly SeenRequest[];
  /** When a connection ended, or stood still, before a request could come over it. */
  readonly brokenOffAt: readonly number[];
  /** Faults that came to pass. */
  readonly played: readonly Fault[];
  readonly outputs: Readonly<Record<string, string>>;
  /** When the output `testset-id` was set first, on the flow's clock; `undefined` when it never was. */
  readonly idToldAt: number | undefined;
  /** Below the results folder, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Everything that it showed to anybody: debug log, annotations, summary, outputs, files. */
  readonly shown: string;
  readonly app: Buffer;
  /** On the flow's clock, in milliseconds. */
  readonly began: number;
  readonly ended: number;
  /** What was still there when it was over. */
  readonly left: { readonly sleepers: number; readonly sockets: number };
}

/** Lets a whole run happen: real sockets, real files, and a clock of its own. */
export async function runSchedule(schedule: Schedule, clock: StillClock, otherOrigin: string): Promise<RunRecord> {
  const workspace = await mkdtemp(join(tmpdir(), 'faults-'));
  const app = Buffer.alloc(schedule.appBytes, `app ${schedule.seed} `);
  await writeFile(join(workspace, 'app.apk'), app);
  const origin = await startFaultOrigin(schedule, { engine: engineFor(schedule, clock), clock, otherOrigin });
  const began = clock.now();
  const story = await runStory(schedule, clock, origin, workspace);
  const ended = clock.now();
  // What is to be closed is closed within a moment.
  await clock.sleep(1);
  const left = { sleepers: clock.sleepers, sockets: origin.open };
  await origin.close();
  const files = await readTree(join(workspace, 'testset-results'));
  await rm(workspace, { recursive: true });
  const { requests, played, brokenOffAt } = origin;
  const shown = [story.shown, JSON.stringify([...files]), ...files.values()].join('\n');
  return { schedule, ...story, requests, played, brokenOffAt, files, shown, app, began, ended, left };
}

type Story = Pick<RunRecord, 'report' | 'thrown' | 'outputs' | 'idToldAt' | 'shown'>;

async function runStory(
  schedule: Schedule,
  clock: StillClock,
  { url }: FaultOrigin,
  workspace: string,
): Promise<Story> {
  const platform = createPlatform(workspace);
  const { outputs } = platform;
  const log = createRecordingLog();
  let idToldAt: number | undefined;
  const setOutput = (name: string, value: string): void => {
    if (name === 'testset-id' && value !== '') idToldAt ??= clock.now();
    platform.setOutput(name, value);
  };
  const inputs = inputsFor(url, workspace, schedule);
  const end = new AbortController();
  const over = new AbortController();
  void clock.sleep(inputs.timeoutMs, over.signal).then(() => {
    if (!over.signal.aborted) end.abort('deadline');
  });
  const runtime = createRuntime({ clock, signal: end.signal, log, redact, redactPieces });
  const shown = (): string => {
    const { summaries, annotations, artifacts } = platform;
    return [...log.lines, ...summaries, ...Object.values(outputs), JSON.stringify([annotations, artifacts])].join('\n');
  };
  try {
    const report = await runTestset(inputs, runtime, { ...platform, setOutput });
    return { report, thrown: '', outputs, idToldAt, shown: shown() };
  } catch (error) {
    return { report: undefined, thrown: messageOf(error), outputs, idToldAt, shown: shown() };
  } finally {
    over.abort();
  }
}

function engineFor({ devices }: Schedule, clock: StillClock): Engine {
  const named = makeDevices({ total: devices.length }).map((device, at) => ({ ...device, ...devices[at] }));
  return createEngine({
    clock,
    timeScale: 1,
    projects: { [DEFAULT_PROJECT]: { name: 'apps', scenarios: [] } },
    plan: () => named,
    variants: DOCUMENTED,
  });
}

function inputsFor(baseUrl: URL, workspace: string, { timeoutMinutes }: Schedule): Inputs {
  return {
    service: { baseUrl, userId: USER_ID, accessKey: new Secret(ACCESS_KEY) },
    target: {
      kind: 'app',
      projectId: DEFAULT_PROJECT,
      app: { path: join(workspace, 'app.apk'), kind: 'file', name: 'app.apk' },
      osType: 'ANDROID',
      testsetName: 'Fix login #7',
      useVo: false,
    },
    resume: true,
    wait: true,
    timeoutMs: timeoutMinutes * 60_000,
    limits: { fail: 0, error: 0, stop: 0 },
    resultsDir: join(workspace, 'testset-results'),
    artifact: {},
    jobSummary: true,
  };
}

async function readTree(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const);
  return new Map(await Promise.all(read));
}
