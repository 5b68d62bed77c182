import { messageOf } from '../model/errors.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Report, TestsetReport } from '../model/report.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { whenAborted, withTimeout } from '../runtime/time-limits.ts';
import { describeAmbiguous, describeUncertain, earlierTestsets, type EarlierTestset } from './earlier-testsets.ts';
import type { PendingTestset } from './pending-testset.ts';
import { prepareKey } from './receipt-key.ts';
import type { CreateRecords, Receipt, ReceiptKey, UncertainCreate } from '../model/receipts.ts';
import type { TestsetRequest } from './request.ts';

/** Resumes testsets that an earlier attempt of this job created and left without a result, so that they are not paid for again. */
export interface Resume {
  /**
   * Finds the testsets of earlier attempts, by scenario; 0 stands for an automated test. Warns of those that earlier attempts may have
   * created. To be called once, before the creates. Never fails.
   *
   * @param request of any testset of the step
   * @param digest computes the SHA-256 of the app; called now only if there may be an earlier testset
   */
  find(
    request: TestsetRequest,
    digest?: () => Promise<string | undefined>,
  ): Promise<ReadonlyMap<number, EarlierTestset>>;
  /** Saves receipts of the testsets: of the first as soon as it is created, of all when all creates are over. */
  saveReceipts(testsets: readonly PendingTestset[]): void;
  /** Waits until the receipts are saved; deletes them if no later attempt needs them. Never fails. */
  finish(report: Report): Promise<void>;
}

/** After these the testset is running, or its results are not fetched. */
const WITHOUT_RESULT: readonly Outcome[] = ['cancelled', 'timed-out'];

/** For saving and deleting receipts at the end. */
const FINISH_MS = 30_000;
/** For deleting them if the run was cancelled. */
const DELETE_GRACE_MS = 1_500;
/** For saving them, from the cancel on: the runner kills the step 10 s after it. */
const SAVE_GRACE_MS = 9_000;

const NO_RESUME: Resume = {
  find: () => Promise.resolve(new Map()),
  saveReceipts: () => undefined,
  finish: () => Promise.resolve(),
};

/** Prepares to resume; does nothing if `resume` is false, or the step does not wait for the testsets that it creates. */
export function openResume(
  inputs: Pick<Inputs, 'resume' | 'matrix' | 'wait' | 'target' | 'service'>,
  { clock, cancelled, log }: Pick<Runtime, 'clock' | 'cancelled' | 'log'>,
  { run, receipts: store }: Pick<Platform, 'run' | 'receipts'>,
): Resume {
  if (!inputs.resume || !inputs.wait || inputs.target.kind === 'attach') return NO_RESUME;
  const before = run.attempt === 2 ? 'attempt 1' : 'an earlier attempt';
  const logUnknown = (reason: string): void => {
    log.notice(`Could not check whether ${before} left a testset: ${reason.replace(/\.$/, '')}. A new one is created.`);
  };
  if (!store) {
    if (run.attempt > 1) logUnknown('there is no artifact service here');
    return NO_RESUME;
  }
  let keyFor = (): Promise<ReceiptKey | undefined> => Promise.resolve(undefined);
  let saving = Promise.resolve();
  let uncertain: readonly UncertainCreate[] = [];
  let cancelledAt = Infinity;
  void whenAborted(cancelled).then(() => {
    cancelledAt = clock.now();
  });
  return {
    find: async (request, digest = () => Promise.resolve('')) => {
      keyFor = prepareKey(request, digest, inputs, run);
      if (run.attempt === 1) return new Map();
      try {
        const key = await keyFor();
        const earlier = earlierTestsets(key ? await store.find(key) : [], run.attempt);
        ({ uncertain } = earlier);
        if (earlier.ambiguous.length > 0) log.notice(describeAmbiguous(earlier.ambiguous.length));
        if (uncertain.length > 0) log.warning(describeUncertain(earlier.uncertain));
        return earlier.testsets;
      } catch (error) {
        logUnknown(messageOf(error));
        return new Map();
      }
    },
    saveReceipts: (testsets) => {
      saving = saveFirstAndAll(testsets, async (records) => {
        const key = await keyFor().catch(() => undefined);
        if (key) await store.save(key, records);
      });
    },
    finish: async (report) => {
      const isDecided = needsNoReceipts(report, uncertain);
      const saveAndDelete = async (): Promise<true> => {
        await saving;
        if (isDecided) await store.remove();
        return true;
      };
      const graceMs = isDecided ? DELETE_GRACE_MS : SAVE_GRACE_MS - Math.max(0, clock.now() - cancelledAt);
      try {
        const isDone = await withTimeout({ clock, cancelled }, FINISH_MS, saveAndDelete, graceMs);
        if (!isDone) throw new Error('it took too long');
      } catch (error) {
        if (isDecided) log.warning(describeNotDeleted(messageOf(error)));
      }
    },
  };
}

/**
 * Artifacts cannot be changed, so there are two: one that exists early, and one that is complete. One testset needs the first only. The
 * second does not wait for the first, because time is short after a cancel.
 */
async function saveFirstAndAll(
  testsets: readonly PendingTestset[],
  save: (records: CreateRecords) => Promise<void>,
): Promise<void> {
  const receipts: Receipt[] = [];
  const uncertain: UncertainCreate[] = [];
  let first = Promise.resolve();
  const adding = testsets.map(async ({ scenario = 0, testsetName = '', existed, creation }) => {
    const result = await creation;
    if (existed) return;
    if (result.id !== undefined) {
      const announcedDevices = result.kind === 'created' ? result.announcedDevices : 0;
      receipts.push({ testsetId: result.id, scenario, announcedDevices });
    } else if (result.kind === 'failed' && result.outcome === 'unknown-start') {
      uncertain.push({ scenario, testsetName, time: describeTime(new Date()) });
    } else return;
    if (receipts.length + uncertain.length === 1) first = save({ receipts: [...receipts], uncertain: [...uncertain] });
  });
  await Promise.all(adding);
  await Promise.all([first, receipts.length + uncertain.length > 1 && save({ receipts, uncertain })]);
}

/** To the minute, as `2026-07-01 12:34 UTC`. */
function describeTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Whether no later attempt needs the receipts. @param uncertain creates of earlier attempts, which count until there is a testset */
function needsNoReceipts({ outcome, testsets }: Report, uncertain: readonly UncertainCreate[]): boolean {
  const isUncertain = ({ id, scenario = 0 }: TestsetReport): boolean =>
    id === undefined && uncertain.some((create) => create.scenario === scenario);
  return (
    !WITHOUT_RESULT.includes(outcome) && !testsets.some((testset) => isWorthKeeping(testset) || isUncertain(testset))
  );
}

/** Whether a later attempt needs the receipt of a testset: the testset may exist or be running, or its results could not be fetched. */
function isWorthKeeping({ id, status, outcome, sources }: TestsetReport): boolean {
  if (outcome === 'unknown-start') return true;
  if (status !== 'Complete') return id !== undefined;
  const documents = sources.slice(1);
  const lacksResults =
    documents.every(({ state }) => state === 'absent') || documents.some(({ state }) => state === 'unfetched');
  return outcome === 'inconclusive' && lacksResults;
}

function describeNotDeleted(reason: string): string {
  return (
    `Could not delete the artifact that lets a re-run find this testset: ${reason.replace(/\.$/, '')}. ` +
    'Set `resume: false` if you run this job again; otherwise it resumes this finished testset.'
  );
}
