import { messageOf } from '../model/errors.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Report, ResumedTestset, TestsetReport } from '../model/report.ts';
import { pluralize } from '../model/words.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { aborted, withTimeout } from '../runtime/time-limits.ts';
import type { CreateResult } from '../service/create.ts';
import type { PendingTestset } from './pending-testset.ts';
import { prepareKey } from './receipt-key.ts';
import type { Receipt, ReceiptFile, ReceiptKey } from '../model/receipts.ts';
import type { TestsetRequest } from './request.ts';

/** Resumes testsets that an earlier attempt of this job created and left without a verdict, so that they are not paid for again. */
export interface Resume {
  /**
   * Finds the testsets of earlier attempts, by scenario; 0 stands for an automated test. To be called once, before the creates. Never fails.
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

/** A testset of an earlier attempt, with what its create returned, so that it is judged as if this step had created it. */
interface EarlierTestset {
  readonly resumed: ResumedTestset;
  readonly creation: Extract<CreateResult, { kind: 'created' }>;
}

const NO_VERDICT: readonly Outcome[] = ['cancelled', 'timed-out'];

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
  const logUnknown = (why: string): void => {
    log.notice(`Could not check whether ${before} left a testset: ${why.replace(/\.$/, '')}. A new one is created.`);
  };
  if (!store) {
    if (run.attempt > 1) logUnknown('there is no artifact service here');
    return NO_RESUME;
  }
  let keyFor = (): Promise<ReceiptKey | undefined> => Promise.resolve(undefined);
  let saving = Promise.resolve();
  let cancelledAt = Infinity;
  void aborted(cancelled).then(() => {
    cancelledAt = clock.now();
  });
  return {
    find: async (request, digest = () => Promise.resolve('')) => {
      keyFor = prepareKey(request, digest, inputs, run);
      if (run.attempt === 1) return new Map();
      try {
        const key = await keyFor();
        const { testsets, ambiguous } = earlierTestsets(key ? await store.find(key) : [], run.attempt);
        if (ambiguous.length > 0) log.notice(describeAmbiguous(ambiguous.length));
        return testsets;
      } catch (error) {
        logUnknown(messageOf(error));
        return new Map();
      }
    },
    saveReceipts: (testsets) => {
      saving = saveFirstAndAll(testsets, async (receipts) => {
        const key = await keyFor().catch(() => undefined);
        if (key) await store.save(key, receipts);
      });
    },
    finish: async ({ outcome, testsets }) => {
      const hasVerdict = !NO_VERDICT.includes(outcome) && !testsets.some(isWorthResuming);
      const saveAndDelete = async (): Promise<true> => {
        await saving;
        if (hasVerdict) await store.remove();
        return true;
      };
      const saveGraceMs = Math.min(SAVE_GRACE_MS, cancelledAt + SAVE_GRACE_MS - clock.now());
      const graceMs = hasVerdict ? DELETE_GRACE_MS : saveGraceMs;
      try {
        const isDone = await withTimeout({ clock, cancelled }, FINISH_MS, saveAndDelete, graceMs);
        if (!isDone) throw new Error('it took too long');
      } catch (error) {
        if (hasVerdict) log.warning(describeNotDeleted(messageOf(error)));
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
  save: (receipts: readonly Receipt[]) => Promise<void>,
): Promise<void> {
  const receipts: Receipt[] = [];
  let first = Promise.resolve();
  const adding = testsets.map(async ({ scenario = 0, existed, creation }) => {
    const result = await creation;
    // An `unknown-start` may have an identifier, too.
    const { id: testsetId } = result;
    if (existed || testsetId === undefined) return;
    const announcedDevices = result.kind === 'created' ? result.announcedDevices : 0;
    receipts.push({ testsetId, scenario, announcedDevices });
    if (receipts.length === 1) first = save([...receipts]);
  });
  await Promise.all(adding);
  await Promise.all([first, receipts.length > 1 && save(receipts)]);
}

/** Whether a later attempt can get a verdict: the testset may still be running, or its results could not be fetched. */
function isWorthResuming({ id, status, outcome, sources }: TestsetReport): boolean {
  if (status !== 'Complete') return id !== undefined;
  const documents = sources.slice(1);
  const lacksResults =
    documents.every(({ state }) => state === 'absent') || documents.some(({ state }) => state === 'unfetched');
  return outcome === 'inconclusive' && lacksResults;
}

function describeNotDeleted(why: string): string {
  return (
    `The workflow artifact by which a re-run finds this testset could not be deleted: ${why.replace(/\.$/, '')}. ` +
    'Set `resume: false` if you run this job again; otherwise it resumes this finished testset.'
  );
}

function describeAmbiguous(testsets: number): string {
  const created = testsets === 1 ? 'A new testset is' : `${pluralize(testsets, 'new testset')} are`;
  return `An earlier attempt left several testsets for the same request; it is unknown which belongs to this step. ${created} created.`;
}

/** What earlier attempts left, by scenario; 0 stands for an automated test. */
interface EarlierTestsets {
  readonly testsets: ReadonlyMap<number, EarlierTestset>;
  /** Scenarios with several testsets of one attempt. */
  readonly ambiguous: readonly number[];
}

/**
 * Chooses among receipts under one key. Of several attempts the last one counts. Where one attempt left several testsets for a scenario,
 * two jobs share the key, as in a reusable workflow that a matrix calls: none is resumed, because both jobs would resume the same one.
 */
export function earlierTestsets(files: readonly ReceiptFile[], currentAttempt: number): EarlierTestsets {
  const earlier = files.filter(({ attempt }) => attempt < currentAttempt).sort((a, b) => a.attempt - b.attempt);
  const testsets = new Map<number, EarlierTestset>();
  const ambiguous = new Set<number>();
  for (const { attempt, receipts } of earlier) {
    for (const { scenario, testsetId, announcedDevices } of receipts) {
      const other = testsets.get(scenario)?.resumed;
      if (other?.attempt === attempt && other.testsetId !== testsetId) ambiguous.add(scenario);
      const creation = { kind: 'created', id: testsetId, announcedDevices } as const;
      testsets.set(scenario, { resumed: { testsetId, attempt }, creation });
    }
  }
  for (const scenario of ambiguous) testsets.delete(scenario);
  return { testsets, ambiguous: [...ambiguous] };
}
