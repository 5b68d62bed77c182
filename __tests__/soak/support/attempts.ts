import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Fault } from '../../../simulator/faults.ts';
import { makeDevices } from '../../../simulator/devices.ts';
import {
  openJob,
  SCENARIO_IDS,
  scenarioTarget,
  type Attempt,
  type AttemptOptions,
  type Job,
} from '../../support/job-attempts.ts';
import { lacksResult } from '../../../src/create/step-receipts.ts';
import type { Api } from '../../../src/github/api/api.ts';
import type { ArtifactSettings } from '../../../src/github/artifact.ts';
import { readContext } from '../../../src/github/context.ts';
import { createReceiptStore } from '../../../src/github/receipt-store.ts';
import type { Receipt, ReceiptFile, ReceiptStore } from '../../../src/model/receipts.ts';
import type { RunInfo } from '../../../src/model/report.ts';
import { RUN } from '../../support/platform.ts';
import { createRecordingLog, NEVER } from '../../support/runtime.ts';
import { createVirtualClock, createVirtualTime, type VirtualClock } from '../../support/virtual-time.ts';
import {
  createArtifactClient,
  serveArtifacts,
  type Access,
  type ArtifactMemory,
  type PassingFault,
} from './artifact-memory.ts';
import { createRandom } from './random.ts';

/** What may be wrong with an attempt, beside its end. */
const FAULTS: readonly [Fault, ...Fault[]] = [
  { on: 'create', do: { kind: 'code', code: 4009 } },
  { on: 'create', do: { kind: 'cut', at: 'applied', how: 'close' } },
  // Other testsets go on meanwhile, so the attempt may be killed.
  { on: 'create', skip: 1, do: { kind: 'late', ms: 10 * 60_000 } },
  { on: 'status', times: 9, do: { kind: 'code', code: 5002 } },
  { on: 'status', times: 3, do: { kind: 'cut', at: 'head', how: 'close' } },
  { on: 'result', times: 9, do: { kind: 'code', code: 5003 } },
  { on: 'result', times: 400, do: { kind: 'cut', at: 'head', how: 'close' } },
];

const PASSING_FAULTS: readonly [PassingFault, ...PassingFault[]] = ['create', 'finish', 'list', 'address', 'cut'];

/**
 * Plays three attempts of a job, of which each may be killed at any point: from then on it saves nothing and what it finds does not count.
 * Checked is that a scenario with a stored receipt is not created again, and that a green step has fetched status and results of every
 * testset itself.
 */
async function playAttempts(seed: number, clock: VirtualClock, workspace: string) {
  const random = createRandom(seed);
  const ids = SCENARIO_IDS.slice(0, random.whole(1, 4));
  const retryFailed = random.pick([0, 1, 2]);
  const job = await openJob(clock, workspace, () => {
    const devices = makeDevices({ total: 2, fail: random.happens(0.7) ? 0 : 1, seconds: 10 });
    if (random.happens(0.5)) return devices;
    const results = devices.map(({ result }) => result).reverse();
    return devices.map((device, at) => ({ ...device, result: results[at] ?? 'pass' }));
  });
  const failedIn: FailedIn = (testsetId) => {
    const testset = job.simulator.created.find(({ id }) => id === testsetId);
    return testset?.devices.flatMap(({ name, result }) => (result === 'pass' ? [] : name));
  };
  const memory: ArtifactMemory = new Map();
  // In a quarter of the jobs each; of the last, REST is not allowed either.
  const [access, isAllowed] = random.pick(ACCESS);
  const rest = serveArtifacts(memory, isAllowed);
  const ended = new Set<number>();
  const findings: string[] = [];
  const sums = { created: 0, retries: 0, resumed: 0, killed: 0, green: 0 };
  try {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const stored = lastReceipts(memory);
      job.faults.splice(0, Infinity, ...(random.happens(0.4) ? [random.pick(FAULTS)] : []));
      const killAfter = random.happens(attempt === 3 ? 0 : 0.5) ? random.whole(1, 24) : Infinity;
      const fault = random.happens(0.6) ? random.pick(PASSING_FAULTS) : undefined;
      const client = createArtifactClient(memory, `${attempt}`, false, fault, access);
      const run = await readRun(workspace, attempt, random.happens(0.33) ? random.pick(BROKEN_EVENTS) : EVENT);
      const settings = { clock, graceOver: NEVER, timeLeftMs: () => Infinity, client, tempDir: workspace, run };
      const inputs = { target: scenarioTarget(ids), retryFailed };
      const { played, isKilled, lasting } = await playAttempt(job, settings, killAfter, inputs, rest.api);
      const found = [
        ...(isAllowed ? checkCreates(played, stored) : checkWarned(played, stored)),
        ...(isAllowed ? checkRetries(played, stored, retryFailed) : []),
        ...checkResumed(played, ended),
        // A create that is cut off leaves no number, and a step with results deletes the receipts.
        ...(job.faults.some(({ on }) => on === 'create') || !(isKilled || isOpen(played))
          ? []
          : checkStored(lasting, memory)),
        ...(isKilled ? [] : checkGreen(played, failedIn)),
      ];
      findings.push(...found.map((each) => `attempt ${attempt}: ${each}`));
      sums.created += played.created.length;
      sums.retries += played.created.filter((testset) => retryOf(testset) > 0).length;
      sums.killed += Number(isKilled);
      if (isKilled) continue;
      const { outcome, testsets } = played.report;
      const hasResults = outcome !== 'cancelled' && !testsets.some(lacksResult);
      for (const { id = 0 } of hasResults ? testsets : []) ended.add(id);
      sums.green += Number(played.report.outcome === 'passed');
      sums.resumed += played.report.resumed?.length ?? 0;
    }
  } finally {
    rest.close();
    await job.close();
  }
  return { findings, ...sums };
}

const ACCESS: readonly [readonly [Access, boolean], ...(readonly [Access, boolean])[]] = [
  ['refused', true],
  ['hidden', true],
  ['none', true],
  ['refused', false],
];

const EVENT = '{"head_commit": {"message": "Move the button"}}';
/** The file of the event as the runner may leave it: empty, cut off, or not there. */
const BROKEN_EVENTS = ['', EVENT.slice(0, 20), undefined] as const;

/** The run as the step reads it. @param event what the file of the event holds */
async function readRun(folder: string, attempt: number, event: string | undefined): Promise<RunInfo> {
  const path = join(folder, 'event.json');
  await (event === undefined ? rm(path, { force: true }) : writeFile(path, event));
  const { repository, workflow, job, step, runId } = RUN;
  const env = {
    GITHUB_REPOSITORY: repository,
    GITHUB_WORKFLOW: workflow,
    GITHUB_JOB: job,
    GITHUB_ACTION: step,
    GITHUB_RUN_ID: runId,
    GITHUB_RUN_ATTEMPT: `${attempt}`,
    GITHUB_EVENT_PATH: path,
  };
  return readContext(env, String).run;
}

/** Runs an attempt that is killed after so many requests, if it sends as many. */
async function playAttempt(
  job: Job,
  settings: Omit<ArtifactSettings, 'cancelled' | 'log'>,
  killAfter: number,
  inputs: AttemptOptions['inputs'],
  api: Api,
) {
  const last = job.simulator.journal.length + killAfter;
  const before = job.simulator.created.length;
  const stop = new AbortController();
  let isKilled = false;
  let endedAt = Infinity;
  const seen = new Map<number, number>();
  const check = setInterval(() => {
    for (const { id } of job.simulator.created.slice(before)) if (!seen.has(id)) seen.set(id, settings.clock.now());
    if (job.simulator.journal.length < last) return;
    clearInterval(check);
    isKilled = true;
    endedAt = settings.clock.now();
    stop.abort('cancelled');
  }, 1);
  check.unref();
  const unlessKilled = <T>(work: () => Promise<T>): Promise<T> => (isKilled ? new Promise(() => undefined) : work());
  const log = createRecordingLog();
  const store = createReceiptStore({ ...settings, cancelled: new AbortController().signal, log }, api);
  const wrapStore = (): ReceiptStore => ({
    ...store,
    save: (...given) => unlessKilled(() => store.save(...given)),
    remove: () => unlessKilled(() => store.remove()),
  });
  const played = await job.run(settings.run.attempt, { inputs, stop, wrapStore, run: settings.run });
  clearInterval(check);
  const lasting = [...seen].filter(([, since]) => Math.min(endedAt, settings.clock.now()) - since > SAVED_WITHIN_MS);
  return { played: { ...played, log: [...played.log, ...log.lines] }, isKilled, lasting: lasting.map(([id]) => id) };
}

/** The devices that do not pass in a testset, whatever the step says; `undefined` if there is no such testset. */
type FailedIn = (testsetId: number) => readonly string[] | undefined;

/** What is stored last of each scenario. */
type Stored = ReadonlyMap<number, Receipt>;

function lastReceipts(memory: ArtifactMemory): Stored {
  const files = filesIn(memory);
  const end = Math.max(0, ...files.filter(({ isEnd }) => isEnd).map(({ attempt }) => attempt));
  const all = files
    .filter(({ attempt }) => attempt > end)
    .flatMap(({ attempt, receipts }) => receipts.map((receipt) => ({ ...receipt, attempt })))
    .filter(({ testsetId }) => testsetId !== undefined)
    .sort((a, b) => a.attempt - b.attempt || a.retry - b.retry);
  return new Map(all.map((receipt) => [receipt.scenario, receipt]));
}

/** A passing fault keeps no receipt from being stored some seconds later. */
const SAVED_WITHIN_MS = 15_000;

function checkStored(ids: readonly number[], memory: ArtifactMemory): string[] {
  const stored = filesIn(memory).flatMap(({ receipts }) => receipts.map(({ testsetId }) => testsetId));
  return ids.filter((id) => !stored.includes(id)).map((id) => `testset ${id} has no receipt`);
}

function filesIn(memory: ArtifactMemory): readonly ReceiptFile[] {
  return [...memory.values()].map(({ text }) => JSON.parse(text.slice(text.indexOf('\n'))) as ReceiptFile);
}

/** Whether a testset is running at the end. */
function isOpen({ report: { outcome } }: Attempt): boolean {
  return outcome === 'timed-out' || outcome === 'cancelled';
}

/** A testset with a receipt is continued. */
function checkCreates({ created }: Attempt, stored: Stored): string[] {
  const scenarios = created.filter((testset) => retryOf(testset) === 0).map(({ request }) => request.scenarioId);
  const twice = scenarios.filter((scenario, at) => scenarios.indexOf(scenario) !== at);
  const findings = twice.map((scenario) => `scenario ${scenario} was created twice`);
  for (const scenario of scenarios) {
    const before = stored.get(scenario);
    if (before) findings.push(`scenario ${scenario} was created although testset ${before.testsetId} has no result`);
  }
  return findings;
}

/** What cannot be read may be paid for again, with a warning. */
function checkWarned({ created, log }: Attempt, stored: Stored): string[] {
  const again = created.filter((testset) => retryOf(testset) === 0 && stored.has(testset.request.scenarioId));
  const isWarned = log.some((line) => /^warning: .*(?:cannot be read|Could not check|is not used)/.test(line));
  return again.length > 0 && !isWarned ? ['testsets were paid for again without a warning'] : [];
}

/** No attempt takes a testset whose results an attempt before had. */
function checkResumed({ report }: Attempt, ended: ReadonlySet<number>): string[] {
  const again = (report.resumed ?? []).filter(({ testsetId }) => ended.has(testsetId));
  return again.map(({ testsetId }) => `testset ${testsetId} was resumed although it had results`);
}

type Created = Attempt['created'][number];

/** 0 for the first testset of a scenario. */
function retryOf({ request }: Created): number {
  return Number(/ retry (\d+)$/.exec(request.name)?.[1] ?? 0);
}

/** Each retry follows a testset that failed, no number is used twice, and there are no more than allowed. */
function checkRetries({ created }: Attempt, stored: Stored, allowed: number): string[] {
  return created.flatMap((testset, at) => {
    const { scenarioId: scenario } = testset.request;
    const retry = retryOf(testset);
    if (retry === 0) return [];
    const findings: string[] = [];
    const before = created.slice(0, at).filter(({ request }) => request.scenarioId === scenario);
    if (retry > allowed) findings.push(`scenario ${scenario} had retry ${retry}`);
    if (before.some((other) => retryOf(other) === retry))
      findings.push(`retry ${retry} of ${scenario} was created twice`);
    const previous = before.at(-1);
    if (previous?.devices.every(({ result }) => result === 'pass')) findings.push(`scenario ${scenario} had passed`);
    const known = stored.get(scenario);
    if (!previous && known && known.retry >= retry)
      findings.push(`retry ${retry} of ${scenario} was created although testset ${known.testsetId} is known`);
    return findings;
  });
}

/** A green step asked for the status and the results of every testset, and each device passed in one of its scenario. */
function checkGreen({ report, requests }: Attempt, failedIn: FailedIn): string[] {
  if (report.outcome !== 'passed') return [];
  return report.testsets.flatMap(({ id = 0, earlier = [] }) => {
    const asked = (operation: string): boolean =>
      requests.some((entry) => entry.operation === operation && entry.path.includes(`/${id}`));
    const findings: string[] = [];
    if (!asked('status') || !asked('result')) findings.push(`green without status or results of testset ${id}`);
    const isExcused = (device: string): boolean =>
      earlier.some((testset) => failedIn(testset.id ?? 0)?.includes(device) === false);
    if (!failedIn(id)?.every(isExcused)) findings.push(`green although testset ${id} failed`);
    return findings;
  });
}

/** On the clock of a job. */
const ENDLESS_MINUTES = 24 * 60;

/** Prepares the process: replaces timers. Jobs may be played at the same time. @param workspace each job gets a folder of its own in it */
export function openAttempts(workspace: string) {
  const time = createVirtualTime();
  return {
    play: async (seed: number): ReturnType<typeof playAttempts> => {
      const clock = createVirtualClock(() => 0.5);
      const folder = join(workspace, `${seed}`);
      await mkdir(folder, { recursive: true });
      try {
        return await time.run(clock, ENDLESS_MINUTES, () => playAttempts(seed, clock, folder));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: () => {
      time.restore();
    },
  };
}
