import { messageOf } from '../model/errors.ts';
import type { Inputs } from '../model/inputs.ts';
import type { CreateRecords, ReceiptKey, ReceiptStore } from '../model/receipts.ts';
import type { EarlierResults, Report, Rerun, RunInfo } from '../model/report.ts';
import { withoutStop } from '../model/text.ts';
import type { Complete } from '../model/testset.ts';
import type { Log } from '../runtime/log.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { whenAborted, withTimeout } from '../runtime/time-limits.ts';
import {
  describeAmbiguous,
  describeUncertain,
  earlierTestsets,
  type EarlierTestset,
  type EarlierTestsets,
} from './earlier-testsets.ts';
import type { PendingTestset } from './pending-testset.ts';
import { prepareKey } from './receipt-key.ts';
import type { TestsetRequest } from './request.ts';
import { joinRecords, canDeleteReceipts, NO_RECORDS, collectReceipts, saveFirstAndAll } from './step-receipts.ts';

/** Uses testsets that an earlier attempt of this job created, so that they are not paid for again. */
export interface Resume {
  /** What a later attempt will do with the testsets of this one; absent if it creates all of them anew. */
  readonly onRerun?: Rerun;
  /**
   * Finds the testsets of earlier attempts. Warns of those that earlier attempts may have created. To be called once, before the creates.
   * Never fails.
   *
   * @param request of any testset of the step
   * @param scenarios of the step; 0 stands for an automated test
   * @param digest computes the SHA-256 of the app; called now only if there may be an earlier testset
   */
  find(
    request: TestsetRequest,
    scenarios: readonly number[],
    digest?: () => Promise<string | undefined>,
  ): Promise<Found>;
  /** Saves receipts of further testsets: of the first as soon as it is created, of all when all creates are over. */
  saveReceipts(testsets: readonly PendingTestset[]): void;
  /** Waits until the receipts are saved. Then saves what came of the testsets, or deletes what no later attempt needs. Never fails. */
  finish(report: Report): Promise<void>;
}

/** What earlier attempts of this job left, by scenario; 0 stands for an automated test. */
interface Found extends EarlierResults {
  /** Testsets that are not created again; of each scenario in the order of their retries. */
  readonly testsets: ReadonlyMap<number, readonly PendingTestset[]>;
}

/** Testsets that passed in an earlier attempt, judged again. */
export interface KeptTestsets extends Pick<EarlierResults, 'failed' | 'notKept'> {
  readonly kept: readonly Complete[];
}

type JudgePassed = (testsets: readonly EarlierTestset[]) => Promise<KeptTestsets>;

/** For saving and deleting receipts at the end. */
const FINISH_MS = 30_000;
/** For deleting them if the run was cancelled. */
const DELETE_GRACE_MS = 1_500;
/** For saving them, from the cancel on: the runner kills the step 10 s after it. */
const SAVE_GRACE_MS = 9_000;

const NOTHING_FOUND: Found = { testsets: new Map(), resumed: [], failed: new Map(), notKept: new Map() };

const NO_EARLIER = earlierTestsets([], 1);

const NO_RESUME: Resume = {
  find: () => Promise.resolve(NOTHING_FOUND),
  saveReceipts: () => undefined,
  finish: () => Promise.resolve(),
};

type ResumeInputs = Pick<Inputs, 'resume' | 'matrix' | 'wait' | 'target' | 'service'>;
type ResumeRuntime = Pick<Runtime, 'clock' | 'cancelled' | 'log'>;

/** Prepares to resume and keep testsets; does nothing if `resume` is false, or the step does not wait for the testsets that it creates. */
export function openResume(
  inputs: ResumeInputs,
  runtime: ResumeRuntime,
  { run, receipts }: Pick<Platform, 'run' | 'receipts'>,
  judgePassed: JudgePassed,
): Resume {
  if (!inputs.resume || !inputs.wait || inputs.target.kind === 'attach') return NO_RESUME;
  if (receipts) return createResume(inputs, runtime, run, receipts, judgePassed);
  if (run.attempt > 1) runtime.log.notice(describeUnknown('there is no artifact service here', run));
  return NO_RESUME;
}

function createResume(
  inputs: ResumeInputs,
  runtime: ResumeRuntime,
  run: RunInfo,
  store: ReceiptStore,
  judgePassed: JudgePassed,
): Resume {
  const { log } = runtime;
  const keepPassed = inputs.resume === 'keep-passed';
  let keyFor = (): Promise<ReceiptKey | undefined> => Promise.resolve(undefined);
  let earlier = NO_EARLIER;
  let saving = Promise.resolve(NO_RECORDS);
  const finishInTime = createTimeLimit(runtime);
  return {
    onRerun: keepPassed ? 'keep-passed' : 'resume',
    find: async (request, scenarios, digest = () => Promise.resolve('')) => {
      keyFor = prepareKey(request, digest, inputs, run);
      if (run.attempt === 1) return NOTHING_FOUND;
      try {
        const key = await keyFor();
        const files = key ? await store.find(key) : [];
        earlier = earlierTestsets(files, run.attempt);
        logEarlier(earlier, log);
        const passed = earlier.passed.filter(({ scenario }) => keepPassed && scenarios.includes(scenario));
        const byScenario = Map.groupBy(earlier.unfinished, ({ scenario }) => scenario);
        const resumed = scenarios.flatMap((scenario) => byScenario.get(scenario) ?? []);
        return joinFound(earlier, resumed, await judgePassed(passed));
      } catch (error) {
        log.notice(describeUnknown(messageOf(error), run));
        return NOTHING_FOUND;
      }
    },
    saveReceipts: (testsets) => {
      const added = saveFirstAndAll(testsets, async (records) => {
        const key = await keyFor().catch(() => undefined);
        if (key) await store.save(key, records);
      });
      saving = Promise.all([saving, added]).then(joinRecords);
    },
    finish: async (report) => {
      const canDelete = canDeleteReceipts(report, earlier.uncertain);
      const saveOutcomes = async ({ receipts, uncertain }: CreateRecords): Promise<void> => {
        const key = await keyFor();
        const ended = collectReceipts(report, [...receipts, ...earlier.unfinished]);
        // Also without a receipt: two steps with the same key are seen then.
        if (key) await store.replace(key, { receipts: ended, uncertain });
      };
      const saveOrDelete = async (): Promise<void> => {
        const created = await saving;
        if (keepPassed) await saveOutcomes(created);
        else if (canDelete) await store.remove();
      };
      try {
        await finishInTime(saveOrDelete, canDelete && !keepPassed);
      } catch (error) {
        if (canDelete) log.warning(describeFailedFinish(messageOf(error), keepPassed));
      }
    },
  };
}

/** Returns a function that limits the time for saving or deleting receipts; it throws if they take longer. */
function createTimeLimit({ clock, cancelled }: ResumeRuntime) {
  let cancelledAt = Infinity;
  void whenAborted(cancelled).then(() => {
    cancelledAt = clock.now();
  });
  return async (work: () => Promise<void>, deletes: boolean): Promise<void> => {
    const sinceCancelMs = Math.max(0, clock.now() - cancelledAt);
    const graceMs = deletes ? DELETE_GRACE_MS : SAVE_GRACE_MS - sinceCancelMs;
    const isDone = await withTimeout({ clock, cancelled }, FINISH_MS, () => work().then(() => true), graceMs);
    if (!isDone) throw new Error('it took too long');
  };
}

function logEarlier({ ambiguous, uncertain }: EarlierTestsets, log: Pick<Log, 'notice' | 'warning'>): void {
  if (ambiguous.length > 0) log.notice(describeAmbiguous(ambiguous.length));
  if (uncertain.length > 0) log.warning(describeUncertain(uncertain));
}

function joinFound(
  earlier: EarlierTestsets,
  resumed: readonly EarlierTestset[],
  { kept, notKept, failed }: KeptTestsets,
): Found {
  const testsets = [...resumed.map(asResumed), ...kept.map(asKept)];
  return {
    testsets: Map.groupBy(testsets, ({ scenario = 0 }) => scenario),
    resumed: resumed.map(({ testsetId, attempt }) => ({ testsetId, attempt })),
    failed: new Map([...earlier.failed, ...failed]),
    notKept,
  };
}

function asResumed({ scenario, retry, testsetId, attempt, announcedDevices }: EarlierTestset): PendingTestset {
  const creation = Promise.resolve({ kind: 'created', id: testsetId, announcedDevices } as const);
  return { scenario: scenario || undefined, retry, origin: { kind: 'resumed', attempt }, creation };
}

/** With what its create returned, so that it is judged like any other. */
function asKept(complete: Complete): PendingTestset {
  const { id, scenario, retry, origin, announcedDevices } = complete;
  return {
    scenario,
    retry,
    origin,
    creation: Promise.resolve({ kind: 'created', id, announcedDevices } as const),
    complete,
  };
}

function describeUnknown(reason: string, { attempt }: RunInfo): string {
  const before = attempt === 2 ? 'attempt 1' : 'an earlier attempt';
  return `Could not check whether ${before} left a testset: ${withoutStop(reason)}. A new one is created.`;
}

function describeFailedFinish(reason: string, keepPassed: boolean): string {
  let what = 'delete the artifact that lets a re-run find this testset';
  if (keepPassed) what = 'save what came of the testsets for a re-run of this job';
  return (
    `Could not ${what}: ${withoutStop(reason)}. ` +
    `Set \`resume: false\` if you run this job again; otherwise it resumes this finished testset.`
  );
}
