import { messageOf } from '../model/errors.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Outcome } from '../model/outcome.ts';
import type { CreateRecords, Receipt, ReceiptKey, ReceiptStore, UncertainCreate } from '../model/receipts.ts';
import {
  afterAttempt,
  lacksResult,
  type EarlierResults,
  type Limits,
  type Report,
  type Rerun,
  type ResumedTestset,
  type RunInfo,
  type TestsetReport,
} from '../model/report.ts';
import type { CompleteTestset } from '../results/testset-result.ts';
import type { Log } from '../runtime/log.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { whenAborted, withTimeout } from '../runtime/time-limits.ts';
import type { CreateResult } from './create-testset.ts';
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

/** A testset of an earlier attempt that is not created again, with what its create returned, so that it is judged like any other. */
export interface FoundTestset {
  readonly creation: Extract<CreateResult, { kind: 'created' }>;
  /** The number of the retry, from 1; absent for the first testset of a scenario. */
  readonly retry?: number;
  /** Set if it has no result yet. */
  readonly resumed?: ResumedTestset;
  /** Set if it passed, and has passed again when it was judged now. */
  readonly complete?: CompleteTestset;
}

/** What earlier attempts of this job left, by scenario; 0 stands for an automated test. */
interface Found extends EarlierResults {
  /** Of each scenario in the order of their retries. */
  readonly testsets: ReadonlyMap<number, readonly FoundTestset[]>;
}

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

/** Testsets that passed in an earlier attempt, judged again. */
export interface JudgedTestsets {
  readonly kept: readonly CompleteTestset[];
  readonly notKept: EarlierResults['notKept'];
  /** Those that did not pass this time. */
  readonly failed: EarlierResults['failed'];
}

type JudgePassed = (testsets: readonly EarlierTestset[]) => Promise<JudgedTestsets>;

/** After these the testset is running, or its results are not fetched. */
const WITHOUT_RESULT: readonly Outcome[] = ['cancelled', 'timed-out'];

/** For saving and deleting receipts at the end. */
const FINISH_MS = 30_000;
/** For deleting them if the run was cancelled. */
const DELETE_GRACE_MS = 1_500;
/** For saving them, from the cancel on: the runner kills the step 10 s after it. */
const SAVE_GRACE_MS = 9_000;

const NOTHING_FOUND: Found = { testsets: new Map(), failed: new Map(), notKept: new Map() };

const NO_RESUME: Resume = {
  find: () => Promise.resolve(NOTHING_FOUND),
  saveReceipts: () => undefined,
  finish: () => Promise.resolve(),
};

type ResumeInputs = Pick<Inputs, 'resume' | 'keepPassed' | 'limits' | 'matrix' | 'wait' | 'target' | 'service'>;
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
  { clock, cancelled, log }: ResumeRuntime,
  run: RunInfo,
  store: ReceiptStore,
  judgePassed: JudgePassed,
): Resume {
  const limits = describeLimits(inputs.limits);
  let keyFor = (): Promise<ReceiptKey | undefined> => Promise.resolve(undefined);
  let saving = Promise.resolve(NO_RECORDS);
  let uncertain: readonly UncertainCreate[] = [];
  let resumed: readonly Receipt[] = [];
  let cancelledAt = Infinity;
  void whenAborted(cancelled).then(() => {
    cancelledAt = clock.now();
  });
  return {
    onRerun: inputs.keepPassed ? 'keep-passed' : 'resume',
    find: async (request, scenarios, digest = () => Promise.resolve('')) => {
      keyFor = prepareKey(request, digest, inputs, run);
      if (run.attempt === 1) return NOTHING_FOUND;
      try {
        const key = await keyFor();
        const earlier = earlierTestsets(key ? await store.find(key) : [], run.attempt, limits);
        ({ uncertain, unfinished: resumed } = earlier);
        logEarlier(earlier, log);
        const passed = earlier.passed.filter(({ scenario }) => scenarios.includes(scenario));
        return foundOf(earlier, await judgePassed(inputs.keepPassed ? passed : []));
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
      const isDecided = needsNoReceipts(report, uncertain);
      const saveOrDelete = async (): Promise<true> => {
        const created = await saving;
        const known = { ...created, receipts: [...created.receipts, ...resumed], limits };
        if (inputs.keepPassed) await saveOutcomes(store, await keyFor(), known, report);
        else if (isDecided) await store.remove();
        return true;
      };
      const deletes = isDecided && !inputs.keepPassed;
      const graceMs = deletes ? DELETE_GRACE_MS : SAVE_GRACE_MS - Math.max(0, clock.now() - cancelledAt);
      try {
        const isDone = await withTimeout({ clock, cancelled }, FINISH_MS, saveOrDelete, graceMs);
        if (!isDone) throw new Error('it took too long');
      } catch (error) {
        if (isDecided) log.warning(describeUnfinished(messageOf(error), deletes));
      }
    },
  };
}

function foundOf(earlier: EarlierTestsets, { kept, notKept, failed }: JudgedTestsets): Found {
  const found = [...earlier.unfinished.map(foundUnfinished), ...kept.map(foundPassed)];
  const byScenario = Map.groupBy(found, ({ scenario }) => scenario);
  return { testsets: byScenario, failed: new Map([...earlier.failed, ...failed]), notKept };
}

function logEarlier({ ambiguous, uncertain }: EarlierTestsets, log: Pick<Log, 'notice' | 'warning'>): void {
  if (ambiguous.length > 0) log.notice(describeAmbiguous(ambiguous.length));
  if (uncertain.length > 0) log.warning(describeUncertain(uncertain));
}

interface FoundForScenario extends FoundTestset {
  readonly scenario: number;
}

function foundUnfinished(earlier: EarlierTestset): FoundForScenario {
  const { scenario, testsetId, attempt, retry, announcedDevices } = earlier;
  const creation = { kind: 'created', id: testsetId, announcedDevices } as const;
  return { scenario, retry, creation, resumed: { testsetId, attempt } };
}

function foundPassed(complete: CompleteTestset): FoundForScenario {
  const { id, scenario = 0, retry, announcedDevices } = complete;
  return { scenario, retry, creation: { kind: 'created', id, announcedDevices }, complete };
}

/**
 * Saves what came of the testsets of a report, also if there are none: two steps with the same key are seen then.
 *
 * @param known what this attempt created and resumed
 */
async function saveOutcomes(
  store: ReceiptStore,
  key: ReceiptKey | undefined,
  known: CreateRecords,
  { testsets }: Report,
): Promise<void> {
  if (!key) return;
  const announced = new Map(known.receipts.map(({ testsetId, announcedDevices }) => [testsetId, announcedDevices]));
  const all = testsets.flatMap((testset) => [...(testset.earlier ?? []), testset]);
  await store.replace(key, { ...known, receipts: all.flatMap((testset) => receiptOf(testset, announced)) });
}

/** The limits as a text to compare. */
function describeLimits({ fail, error, stop }: Limits): string {
  return [fail, error, stop].join(' ');
}

const NO_RECORDS: CreateRecords = { receipts: [], uncertain: [] };

function joinRecords([some, others]: readonly [CreateRecords, CreateRecords]): CreateRecords {
  return {
    receipts: [...some.receipts, ...others.receipts],
    uncertain: [...some.uncertain, ...others.uncertain],
  };
}

/**
 * Artifacts cannot be changed, so there are two: one that exists early, and one that is complete. One testset needs the first only. The
 * second does not wait for the first, because time is short after a cancel.
 */
async function saveFirstAndAll(
  testsets: readonly PendingTestset[],
  save: (records: CreateRecords) => Promise<void>,
): Promise<CreateRecords> {
  const receipts: Receipt[] = [];
  const uncertain: UncertainCreate[] = [];
  let first = Promise.resolve();
  const adding = testsets.map(async ({ scenario = 0, retry, testsetName = '', existed, creation }) => {
    const result = await creation;
    if (existed) return;
    if (result.id !== undefined) {
      const announcedDevices = result.kind === 'created' ? result.announcedDevices : 0;
      receipts.push({ testsetId: result.id, scenario, announcedDevices, retry });
    } else if (result.kind === 'failed' && result.outcome === 'unknown-start') {
      uncertain.push({ scenario, testsetName, time: describeTime(new Date()), retry });
    } else return;
    if (receipts.length + uncertain.length === 1) first = save({ receipts: [...receipts], uncertain: [...uncertain] });
  });
  await Promise.all(adding);
  await Promise.all([first, receipts.length + uncertain.length > 1 && save({ receipts, uncertain })]);
  return { receipts, uncertain };
}

/** To the minute, as `2026-07-01 12:34 UTC`. */
function describeTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** What a later attempt needs to know of a testset. One that is kept has a receipt already, of the attempt that created it. */
function receiptOf(testset: TestsetReport, announced: ReadonlyMap<number, number>): readonly Receipt[] {
  const { id, scenario = 0, retry, outcome, counts, passedInAttempt } = testset;
  if (id === undefined || passedInAttempt !== undefined) return [];
  // A status may show fewer devices than were announced: then the results are not complete.
  const announcedDevices = Math.max(counts.total, announced.get(id) ?? 0);
  const next = afterAttempt(testset);
  if (next === 'continue') return [{ testsetId: id, scenario, announcedDevices, retry }];
  // Only a pass on all devices is kept: one within the limits counts as failed.
  const isTolerated = outcome === 'passed' && next !== 'keep';
  return [{ testsetId: id, scenario, announcedDevices, retry, outcome: isTolerated ? 'failed' : outcome }];
}

/** Whether no later attempt needs the receipts. @param uncertain creates of earlier attempts, which count until there is a testset */
function needsNoReceipts({ outcome, testsets }: Report, uncertain: readonly UncertainCreate[]): boolean {
  const isUncertain = ({ id, scenario = 0 }: TestsetReport): boolean =>
    id === undefined && uncertain.some((create) => create.scenario === scenario);
  return !WITHOUT_RESULT.includes(outcome) && !testsets.some((testset) => lacksResult(testset) || isUncertain(testset));
}

function describeUnknown(reason: string, { attempt }: RunInfo): string {
  const before = attempt === 2 ? 'attempt 1' : 'an earlier attempt';
  return `Could not check whether ${before} left a testset: ${reason.replace(/\.$/, '')}. A new one is created.`;
}

/** @param deletes `false`: outcomes could not be saved, which only `keep-passed` needs */
function describeUnfinished(reason: string, deletes: boolean): string {
  const what = deletes
    ? 'delete the artifact that lets a re-run find this testset'
    : 'save what came of the testsets for a re-run of this job';
  const change = deletes ? 'Set' : 'Remove `keep-passed` and set';
  return (
    `Could not ${what}: ${reason.replace(/\.$/, '')}. ` +
    `${change} \`resume: false\` if you run this job again; otherwise it resumes this finished testset.`
  );
}
