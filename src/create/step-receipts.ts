import { messageOf } from '../model/errors.ts';
import type { CreateRecords, ReceiptKey, ReceiptStore, UncertainCreate } from '../model/receipts.ts';
import type { Report } from '../model/report.ts';
import { idsOf } from '../model/testset.ts';
import { withoutStop } from '../model/text.ts';
import { lacksResult } from '../model/unfinished.ts';
import type { TestVerdict } from '../model/verdict.ts';
import { nounFor } from '../model/words.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import type { CreateResult } from './classify.ts';
import type { PendingTestset, StepReceipts } from './pending-testset.ts';

/** For saving and deleting receipts at the end. */
const FINISH_MS = 30_000;
/** Before a record that could not be stored is stored again; twice as long each time, up to the second. */
const FIRST_PAUSE_MS = 3_000;
const MAX_PAUSE_MS = 10 * 60_000;
/** Between two records while creates go on. */
const MIN_PAUSE_MS = 60_000;

/** Opens the receipts of this attempt; without a key, none is saved. @param uncertain creates of earlier attempts, which count until there is a testset */
export function openReceipts(
  runtime: Pick<Runtime, 'clock' | 'cancelled' | 'graceOver' | 'log'>,
  store: ReceiptStore,
  keyFor: () => Promise<ReceiptKey | undefined>,
  uncertain: readonly Pick<UncertainCreate, 'scenario'>[],
): StepReceipts {
  const { log } = runtime;
  const series = createSeries(runtime, store, keyFor);
  const onTimeout = (): never => {
    throw new Error('it took too long');
  };
  return {
    save: series.add,
    finish: async (report) => {
      const canDelete = canDeleteReceipts(report, uncertain);
      const saveOrDelete = async (): Promise<void> => {
        await series.end(!canDelete);
        if (canDelete) await store.remove();
      };
      try {
        await withTimeout(runtime, { ms: FINISH_MS, afterCancelMs: FINISH_MS, onTimeout }, saveOrDelete);
      } catch (error) {
        if (canDelete) log.warning(describeFailedDelete(messageOf(error)));
      }
      const created = idsOf(report.testsets.filter(({ origin }) => origin === 'created'));
      const lost = created.filter((id) => !series.saved.has(id));
      if (!canDelete && lost.length > 0) log.notice(describeLost(lost));
    },
  };
}

/** What is known of the creates of a step. */
function collectRecords(clock: Pick<Runtime['clock'], 'date'>, onChange: () => void) {
  const records = new Map<PendingTestset, CreateRecords>();
  let open = 0;
  let settled = new AbortController();
  const record = (testset: PendingTestset, known: CreateRecords | undefined): void => {
    if (known) records.set(testset, known);
    else if (!records.delete(testset)) return;
    onChange();
  };
  return {
    /** Resolves when it is known how the create ended. */
    add: async (testset: PendingTestset): Promise<void> => {
      if (open === 0) settled = new AbortController();
      open += 1;
      let isOver = false;
      void testset.silent?.then(() => {
        if (!isOver) record(testset, uncertainOf(testset, clock));
      });
      const creation = await testset.creation;
      isOver = true;
      record(testset, recordOf(testset, creation, clock));
      open -= 1;
      if (open === 0) settled.abort();
    },
    all: (): CreateRecords => ({
      receipts: [...records.values()].flatMap(({ receipts }) => receipts),
      uncertain: [...records.values()].flatMap(({ uncertain }) => uncertain),
    }),
    /** Aborted while all creates are over. */
    settled: () => settled.signal,
  };
}

/** Stores what is known of the creates whenever it has changed: one record, which replaces the one before. */
function createSeries(
  { clock, cancelled }: Pick<Runtime, 'clock' | 'cancelled'>,
  store: ReceiptStore,
  keyFor: () => Promise<ReceiptKey | undefined>,
) {
  const saved = new Set<number>();
  const adding: Promise<void>[] = [];
  const ending = new AbortController();
  const ends = AbortSignal.any([ending.signal, cancelled]);
  let isChanged = false;
  let isNeeded = true;
  let storing: Promise<void> | undefined;
  const records = collectRecords(clock, () => {
    isChanged = true;
    storing ??= storeChanges();
  });
  const storeChanges = async (): Promise<void> => {
    const key = await keyFor().catch(() => undefined);
    for (let failures = 0; key && isNeeded && isChanged;) {
      const isLast = ends.aborted;
      const all = records.all();
      isChanged = false;
      if (await store.save(key, all)) {
        for (const { testsetId } of all.receipts) saved.add(testsetId);
        failures = 0;
        // A kill after the last create would cost more than another artifact.
        await clock.sleep(MIN_PAUSE_MS, AbortSignal.any([ends, records.settled()]));
      } else if (!isLast) {
        isChanged = true;
        await clock.sleep(Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS), ends);
        failures += 1;
      }
    }
    storing = undefined;
  };
  return {
    /** Identifiers of the testsets that are stored. */
    saved: saved as ReadonlySet<number>,
    add: (testsets: readonly PendingTestset[]): void => {
      for (const testset of testsets) if (testset.origin === 'created') adding.push(records.add(testset));
    },
    /** Stores what is not stored yet, if it is needed. */
    end: async (needed: boolean): Promise<void> => {
      isNeeded = needed;
      ending.abort();
      await Promise.all(adding);
      await storing;
    },
  };
}

/** What to do about testsets without a result that a later attempt cannot find. */
function describeLost(ids: readonly number[]): string {
  const those = nounFor(ids.length, 'testset');
  return `"Re-run failed jobs" would create ${those} ${ids.join(', ')} again, because no receipt could be stored. To wait for ${nounFor(ids.length, 'it', 'them')}, run a step with \`testset-id: ${ids.join(',')}\`.`;
}

function describeFailedDelete(reason: string): string {
  return (
    `Could not delete the artifact that lets a re-run find this testset: ${withoutStop(reason)}. ` +
    `Set \`resume: false\` if you run this job again; otherwise it resumes this finished testset.`
  );
}

/** What a later attempt needs to know of a create that ended; `undefined` if it made no testset. */
function recordOf(
  testset: PendingTestset,
  creation: CreateResult,
  clock: Pick<Runtime['clock'], 'date'>,
): CreateRecords | undefined {
  const { scenario = 0, retry } = testset;
  if (creation.id !== undefined) {
    const announcedDevices = creation.kind === 'created' ? creation.announcedDevices : 0;
    return { receipts: [{ testsetId: creation.id, scenario, announcedDevices, retry }], uncertain: [] };
  }
  const isUnknown = creation.kind === 'failed' && creation.outcome === 'unknown-start';
  return isUnknown ? uncertainOf(testset, clock) : undefined;
}

function uncertainOf(
  { scenario = 0, retry, testsetName = '' }: PendingTestset,
  clock: Pick<Runtime['clock'], 'date'>,
): CreateRecords {
  return { receipts: [], uncertain: [{ scenario, testsetName, time: describeTime(clock.date()), retry }] };
}

/** To the minute, as `2026-07-01 12:34 UTC`. */
function describeTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Whether no later attempt needs the receipts. @param uncertain creates of earlier attempts, which count until there is a testset */
function canDeleteReceipts(
  { outcome, testsets }: Pick<Report, 'outcome' | 'testsets'>,
  uncertain: readonly Pick<UncertainCreate, 'scenario'>[],
): boolean {
  const isUncertain = ({ id, scenario = 0 }: TestVerdict): boolean =>
    id === undefined && uncertain.some((create) => create.scenario === scenario);
  const needsReceipt = (testset: TestVerdict): boolean => lacksResult(testset) || isUncertain(testset);
  // After a cancel the next attempt resumes finished testsets, too, instead of paying for them again.
  return outcome !== 'cancelled' && !testsets.some(needsReceipt);
}
