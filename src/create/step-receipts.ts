import { messageOf } from '../model/errors.ts';
import type { CreateRecords, ReceiptKey, ReceiptStore, UncertainCreate } from '../model/receipts.ts';
import type { Report } from '../model/report.ts';
import { idsOf } from '../model/testset.ts';
import { withoutStop } from '../model/text.ts';
import { lacksResult } from '../model/unfinished.ts';
import type { TestVerdict } from '../model/verdict.ts';
import { nounFor } from '../model/words.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { repeat, whenAborted, withTimeout } from '../runtime/time-limits.ts';
import type { PendingTestset, StepReceipts } from './pending-testset.ts';

/** For saving and deleting receipts at the end. */
const FINISH_MS = 30_000;
/** For deleting them if the run was cancelled. */
const DELETE_GRACE_MS = 1_500;
/** For saving them, from the cancel on: the runner kills the step 10 s after it. */
const SAVE_GRACE_MS = 9_000;
/** Before a receipt is saved again; twice as long each time, up to the second. */
const FIRST_PAUSE_MS = 3_000;
const MAX_PAUSE_MS = 60_000;

/** Opens the receipts of this attempt; without a key, none is saved. @param uncertain creates of earlier attempts, which count until there is a testset */
export function openReceipts(
  runtime: Pick<Runtime, 'clock' | 'cancelled' | 'log'>,
  store: ReceiptStore,
  keyFor: () => Promise<ReceiptKey | undefined>,
  uncertain: readonly Pick<UncertainCreate, 'scenario'>[],
): StepReceipts {
  const { clock, cancelled, log } = runtime;
  const saves: Promise<void>[] = [];
  const saved = new Set<number>();
  const finishInTime = createTimeLimit(runtime);
  const ending = new AbortController();
  const ends = AbortSignal.any([ending.signal, cancelled]);
  let isNeeded = true;
  /** Until the end of the wait, because a receipt may save the price of a testset. */
  const saveAtLast = async (records: CreateRecords): Promise<void> => {
    const key = await keyFor().catch(() => undefined);
    if (!key) return;
    const isSaved = await keepSaving({ clock, signal: ends }, async () => isNeeded && store.save(key, records));
    if (isSaved) for (const { testsetId } of records.receipts) saved.add(testsetId);
  };
  return {
    save: (testsets) => {
      saves.push(saveFirstAndAll(testsets, clock, saveAtLast));
    },
    finish: async (report) => {
      const canDelete = canDeleteReceipts(report, uncertain);
      isNeeded = !canDelete;
      ending.abort();
      const saveOrDelete = async (): Promise<void> => {
        await Promise.all(saves);
        if (canDelete) await store.remove();
      };
      try {
        await finishInTime(saveOrDelete, canDelete);
      } catch (error) {
        if (canDelete) log.warning(describeFailedDelete(messageOf(error)));
      }
      const lost = idsOf(report.testsets.filter(({ origin }) => origin === 'created')).filter((id) => !saved.has(id));
      if (!canDelete && lost.length > 0) log.notice(describeLost(lost));
    },
  };
}

/** Saves until it succeeds, or the signal aborts; then once more, unless that was the last try. @returns whether it is saved */
async function keepSaving(until: Parameters<typeof repeat>[0], save: () => Promise<boolean>): Promise<boolean> {
  const pauseMs = (tried: { readonly isSaved: boolean }, tries: number): number | undefined =>
    tried.isSaved ? undefined : Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), MAX_PAUSE_MS);
  const trySave = async () => ({ isLast: until.signal.aborted, isSaved: await save() });
  const { isSaved, isLast } = await repeat(until, { pauseMs }, trySave);
  return isSaved || isLast ? isSaved : save();
}

/** Returns a function that limits the time for saving or deleting receipts; it throws if they take longer. */
function createTimeLimit({ clock, cancelled }: Pick<Runtime, 'clock' | 'cancelled'>) {
  let cancelledAt = Infinity;
  void whenAborted(cancelled).then(() => {
    cancelledAt = clock.now();
  });
  return async (work: () => Promise<void>, deletes: boolean): Promise<void> => {
    const sinceCancelMs = Math.max(0, clock.now() - cancelledAt);
    const graceMs = deletes ? DELETE_GRACE_MS : SAVE_GRACE_MS - sinceCancelMs;
    const onTimeout = (): never => {
      throw new Error('it took too long');
    };
    await withTimeout({ clock, cancelled }, { ms: FINISH_MS, afterCancelMs: graceMs, onTimeout }, work);
  };
}

/** What to do about testsets without a result that a later attempt cannot find. */
function describeLost(ids: readonly number[]): string {
  const those = nounFor(ids.length, 'testset', 'testsets');
  return `"Re-run failed jobs" would create ${those} ${ids.join(', ')} again, because no receipt could be stored. Attach instead with \`testset-id: ${ids.join(',')}\`.`;
}

function describeFailedDelete(reason: string): string {
  return (
    `Could not delete the artifact that lets a re-run find this testset: ${withoutStop(reason)}. ` +
    `Set \`resume: false\` if you run this job again; otherwise it resumes this finished testset.`
  );
}

/**
 * Saves the first testset as soon as it is created, and all of them when all creates are over: artifacts cannot be changed. One testset
 * needs the first only. The second does not wait for the first, because time is short after a cancel.
 */
export async function saveFirstAndAll(
  testsets: readonly PendingTestset[],
  clock: Pick<Runtime['clock'], 'date'>,
  save: (records: CreateRecords) => Promise<void>,
): Promise<void> {
  const records: CreateRecords[] = [];
  let first: Promise<void> | undefined;
  const adding = testsets.map(async (testset) => {
    const record = await recordOf(testset, clock);
    if (!record) return;
    records.push(record);
    first ??= save(record);
  });
  await Promise.all(adding);
  const all = {
    receipts: records.flatMap(({ receipts }) => receipts),
    uncertain: records.flatMap(({ uncertain }) => uncertain),
  };
  await Promise.all([first, records.length > 1 && save(all)]);
}

/** What a later attempt needs to know of a create; `undefined` if there is no testset of this attempt. */
async function recordOf(
  testset: PendingTestset,
  clock: Pick<Runtime['clock'], 'date'>,
): Promise<CreateRecords | undefined> {
  const { scenario = 0, retry, testsetName = '', origin } = testset;
  const creation = await testset.creation;
  if (origin !== 'created') return undefined;
  if (creation.id !== undefined) {
    const announcedDevices = creation.kind === 'created' ? creation.announcedDevices : 0;
    return { receipts: [{ testsetId: creation.id, scenario, announcedDevices, retry }], uncertain: [] };
  }
  if (creation.kind === 'created' || creation.outcome !== 'unknown-start') return undefined;
  return { receipts: [], uncertain: [{ scenario, testsetName, time: describeTime(clock.date()), retry }] };
}

/** To the minute, as `2026-07-01 12:34 UTC`. */
function describeTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Whether no later attempt needs the receipts. @param uncertain creates of earlier attempts, which count until there is a testset */
export function canDeleteReceipts(
  { outcome, testsets }: Pick<Report, 'outcome' | 'testsets'>,
  uncertain: readonly Pick<UncertainCreate, 'scenario'>[],
): boolean {
  const isUncertain = ({ id, scenario = 0 }: TestVerdict): boolean =>
    id === undefined && uncertain.some((create) => create.scenario === scenario);
  const needsReceipt = (testset: TestVerdict): boolean => lacksResult(testset) || isUncertain(testset);
  // After a cancel the next attempt resumes finished testsets, too, instead of paying for them again.
  return outcome !== 'cancelled' && !testsets.some(needsReceipt);
}
