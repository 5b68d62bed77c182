import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Fault } from '../../../simulator/faults.ts';
import { makeDevices } from '../../../simulator/devices.ts';
import { openJob, SCENARIO_IDS, scenarioTarget } from '../../support/job-attempts.ts';
import type { Attempt, AttemptOptions, Job } from '../../support/job-attempts.ts';
import { lacksResult } from '../../../src/create/step-receipts.ts';
import type { Api } from '../../../src/github/api/api.ts';
import type { ArtifactSettings } from '../../../src/github/artifact.ts';
import { createReceiptStore } from '../../../src/github/receipt-store.ts';
import type { ReceiptStore } from '../../../src/model/receipts.ts';
import { RUN } from '../../support/platform.ts';
import { idsOf } from '../../../src/model/testset.ts';
import type { TestVerdict } from '../../../src/model/verdict.ts';
import { createRecordingLog, NEVER } from '../../support/runtime.ts';
import { createVirtualClock, createVirtualTime, type VirtualClock } from '../../support/virtual-time.ts';
import { createArtifactClient, serveArtifacts } from './artifact-memory.ts';
import type { Access, ArtifactMemory, PassingFault } from './artifact-memory.ts';
import { checkAttempt, checkGreen, checkStored, readStored, retryOf, type FailedIn } from './check-attempts.ts';
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

/** No create is answered for long: a runner that is lost meanwhile leaves nothing else than a receipt without a number. */
const SILENT: Fault = { on: 'create', times: 9, do: { kind: 'late', ms: 10 * 60_000 } };

/** GitHub's names: of a job, or of two calls of one reusable workflow, whose receipts have one key. */
const [ONE_JOB, CALLS] = [['device-test'], ['android / device-test', 'ios / device-test']];
/** When GitHub tells a job its name, which takes ten seconds at most; `undefined`: never. */
const NAMED_AFTER_MS = [0, 9_000, undefined] as const;

/** What the jobs of an attempt have in common. */
interface Common {
  /** What was stored before it. */
  readonly before: ArtifactMemory;
  readonly namedAfterMs: number | undefined;
}

/**
 * Plays attempts of a run, of whose jobs each may be killed at any point: from then on it saves nothing and what it finds does not count.
 * Checked is that a scenario with a stored receipt is not created again, that nothing else is without a warning, and that a green step has
 * fetched status and results of every testset itself.
 */
async function playAttempts(seed: number, clock: VirtualClock, workspace: string) {
  const random = createRandom(seed);
  const ids = SCENARIO_IDS.slice(0, random.whole(1, 4));
  const retryFailed = random.pick([0, 1, 2]);
  const jobs = random.happens(1 / 3) ? CALLS : ONE_JOB;
  const attempts = random.happens(0.3) ? 3 : 2;
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
  // In a fifth of the jobs each; of the last, REST is not allowed either.
  const [access, isAllowed] = random.pick(ACCESS);
  const rest = serveArtifacts(memory, isAllowed);
  const endedIn = new Map(jobs.map((name) => [name, new Set<number>()]));
  const ended = new Set<number>();
  const green = new Set<string>();
  const findings: string[] = [];
  const sums = { created: 0, again: 0, retries: 0, resumed: 0, killed: 0, silent: 0, green: 0 };
  const play = async (jobName: string, attempt: number, { before, namedAfterMs }: Common): Promise<void> => {
    const own = endedIn.get(jobName) ?? new Set();
    const silentMs = random.happens(0.1) && attempt < attempts ? random.whole(10_000, 20_000) : undefined;
    const isNamed = namedAfterMs !== undefined;
    const { open } = readStored(memory, { jobName, attempt, isNamed }, ended);
    // Another job may not delete what has the name of this one, if it knows its own.
    const { certain } = readStored(isNamed ? before : memory, { jobName, attempt, isNamed }, ended);
    const faults = random.happens(0.4) ? [random.pick(FAULTS)] : [];
    job.faults.splice(0, Infinity, ...(silentMs === undefined ? faults : [SILENT]));
    const mayEnd = silentMs !== undefined || attempt === attempts;
    const killAfter = random.happens(mayEnd ? 0 : 0.5) ? random.whole(1, 24) : Infinity;
    const fault = random.happens(0.6) ? random.pick(PASSING_FAULTS) : undefined;
    const label = `${jobName} ${attempt}`;
    const client = createArtifactClient(memory, label, fault, access);
    const run = { ...RUN, attempt };
    const settings = { clock, graceOver: NEVER, timeLeftMs: () => Infinity, client, tempDir: workspace, run };
    const findJobName = async () => {
      await clock.sleep(namedAfterMs ?? 0);
      return isNamed ? jobName : undefined;
    };
    const options = { inputs: { target: scenarioTarget(ids), retryFailed }, findJobName };
    const { played, isKilled, lasting } = await playAttempt(job, settings, { killAfter, silentMs }, options, rest.api);
    // A create that is cut off leaves no number, and a step with results deletes the receipts.
    const mayLack = job.faults.some(({ on }) => on === 'create') || !(isKilled || isOpen(played));
    const asked = silentMs === undefined ? [] : played.created.map(({ request }) => request.scenarioId);
    const found = checkAttempt(played, { open, certain }, { isAllowed, retryFailed, ended: own });
    found.push(...checkStored(label, memory, mayLack ? [] : lasting, asked));
    if (!isKilled) found.push(...checkGreen(played, failedIn));
    findings.push(...found.map((each) => `attempt ${attempt} of ${jobName}: ${each}`));
    sums.created += played.created.length;
    sums.again += played.created.filter((one) => retryOf(one) === 0 && open.has(one.request.scenarioId)).length;
    sums.retries += played.created.filter((testset) => retryOf(testset) > 0).length;
    sums.killed += Number(isKilled);
    sums.silent += Number(isKilled && silentMs !== undefined);
    if (isKilled) return;
    const { outcome, testsets, resumed = [] } = played.report;
    // A create that was rejected says nothing of one before, which may have made a testset: all are continued.
    const isOver = (testset: TestVerdict): boolean =>
      !lacksResult(testset) && (testset.id !== undefined || !open.has(testset.scenario ?? 0));
    const hasResults = outcome !== 'cancelled' && testsets.every(isOver);
    for (const { id = 0, earlier = [] } of hasResults ? testsets : [])
      for (const each of [id, ...idsOf(earlier)]) for (const all of [own, ended]) all.add(each);
    if (outcome === 'passed') green.add(jobName);
    sums.green += Number(outcome === 'passed');
    sums.resumed += resumed.length;
  };
  try {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const common = { before: new Map(memory), namedAfterMs: random.pick(NAMED_AFTER_MS) };
      // "Re-run all jobs", or "Re-run failed jobs".
      const isWhole = random.happens(0.5);
      for (const name of jobs.filter((one) => isWhole || !green.has(one))) await play(name, attempt, common);
    }
  } finally {
    rest.close();
    await job.close();
  }
  return { findings, ...sums };
}

const ACCESS: readonly [readonly [Access, boolean], ...(readonly [Access, boolean])[]] = [
  ['whole', true],
  ['refused', true],
  ['hidden', true],
  ['none', true],
  ['refused', false],
];

/** Runs an attempt that is killed after so many requests, or so long after its first create, if there are as many. */
async function playAttempt(
  job: Job,
  settings: Omit<ArtifactSettings, 'cancelled' | 'log'>,
  { killAfter, silentMs }: { readonly killAfter: number; readonly silentMs: number | undefined },
  options: AttemptOptions,
  api: Api,
) {
  const { clock, run } = settings;
  const last = job.simulator.journal.length + killAfter;
  const before = job.simulator.created.length;
  const stop = new AbortController();
  let isKilled = false;
  let endedAt = Infinity;
  const seen = new Map<number, number>();
  const kill = (): void => {
    isKilled = true;
    endedAt = clock.now();
    stop.abort('cancelled');
  };
  const check = setInterval(() => {
    const created = job.simulator.created.slice(before);
    if (silentMs !== undefined && created.length > 0 && seen.size === 0) void clock.sleep(silentMs).then(kill);
    for (const { id } of created) if (!seen.has(id)) seen.set(id, clock.now());
    if (job.simulator.journal.length < last) return;
    clearInterval(check);
    kill();
  }, 1);
  check.unref();
  const unlessKilled = <T>(work: () => Promise<T>): Promise<T> => (isKilled ? new Promise(() => undefined) : work());
  const log = createRecordingLog();
  const store = createReceiptStore({ ...settings, cancelled: new AbortController().signal, log }, api);
  const wrapStore = (): ReceiptStore => ({
    ...store,
    save: (...given) => unlessKilled(() => store.save(...given)),
    remove: (...given) => unlessKilled(() => store.remove(...given)),
  });
  const played = await job.run(run.attempt, { ...options, stop, wrapStore, run });
  clearInterval(check);
  const lasting = [...seen].filter(([, since]) => Math.min(endedAt, clock.now()) - since > SAVED_WITHIN_MS);
  return { played: { ...played, log: [...played.log, ...log.lines] }, isKilled, lasting: lasting.map(([id]) => id) };
}

/** A passing fault keeps no receipt from being stored some seconds later. */
const SAVED_WITHIN_MS = 15_000;

/** Whether a testset is running at the end. */
function isOpen({ report: { outcome } }: Attempt): boolean {
  return outcome === 'timed-out' || outcome === 'cancelled';
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
