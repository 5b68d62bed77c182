import { messageOf } from '../model/errors.ts';
import type { Receipt, ReceiptKey, ReceiptStore } from '../model/receipts.ts';
import { XML_STATES } from '../model/results.ts';
import { idsOf } from '../model/testset.ts';
import { withoutStop } from '../model/text.ts';
import type { TestVerdict } from '../model/verdict.ts';
import { nounFor } from '../model/words.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import type { CreateResult } from './classify.ts';
import type { PendingTestset, StepReceipts } from './pending-testset.ts';

/** For saving and deleting receipts at the end. */
const FINISH_MS = 30_000;
/** Before a file that could not be stored is stored again; twice as long each time, up to the second. */
const FIRST_PAUSE_MS = 3_000;
const MAX_PAUSE_MS = 10 * 60_000;
/** After a file with another number, while creates go on. */
const MIN_PAUSE_MS = 60_000;

/**
 * Opens the receipts of this attempt; without a key, none is saved.
 *
 * @param isUncertain whether an earlier attempt may have created a testset of a scenario, which counts until there is one
 */
export function openReceipts(
  runtime: Pick<Runtime, 'clock' | 'cancelled' | 'graceOver' | 'log'>,
  store: ReceiptStore,
  keyFor: () => Promise<ReceiptKey | undefined>,
  findJobName: Platform['findJobName'],
  isUncertain: (scenario: number) => boolean,
): StepReceipts {
  const { log } = runtime;
  let jobName: string | undefined;
  const named = findJobName?.().then((name) => {
    jobName = name;
  });
  const series = createSeries(runtime, keyFor, (key, receipts) => store.save(key, receipts, jobName));
  const onTimeout = (): never => {
    throw new Error('it took too long');
  };
  return {
    save: series.add,
    // The receipt of a testset that was resumed stays where it is.
    canResume: (testsets) =>
      idsOf(testsets.filter((testset) => lacksResult(testset) && testset.origin !== 'resumed')).every(series.isSaved),
    finish: async (report) => {
      const needsReceipt = (testset: TestVerdict): boolean =>
        lacksResult(testset) || (testset.id === undefined && isUncertain(testset.scenario ?? 0));
      // After a cancel the next attempt resumes finished testsets, too, instead of paying for them again.
      const canDelete = report.outcome !== 'cancelled' && !report.testsets.some(needsReceipt);
      try {
        await withTimeout(runtime, { ms: FINISH_MS, afterCancelMs: FINISH_MS, onTimeout }, async () => {
          await series.end(!canDelete);
          // Without the name, receipts of another job would be deleted, too.
          await named;
          if (canDelete) await store.remove(jobName);
        });
      } catch (error) {
        if (canDelete) log.warning(describeFailedDelete(messageOf(error)));
      }
      const created = idsOf(report.testsets.filter(({ origin }) => origin === 'created'));
      const lost = created.filter((id) => !series.isSaved(id));
      if (!canDelete && lost.length > 0) log.notice(describeLost(lost));
    },
  };
}

/** What is known of the creates of a step. */
function collectReceipts(clock: Pick<Runtime['clock'], 'date'>, onChange: () => void) {
  const receipts = new Map<PendingTestset, Receipt>();
  let open = 0;
  let settled = new AbortController();
  const record = (testset: PendingTestset, creation?: CreateResult): void => {
    const receipt = receiptOf(testset, creation, clock);
    if (receipt) receipts.set(testset, receipt);
    else if (!receipts.delete(testset)) return;
    onChange();
  };
  return {
    /** Resolves when it is known how the create ended. */
    add: async (testset: PendingTestset): Promise<void> => {
      if (open === 0) settled = new AbortController();
      open += 1;
      void testset.unanswered?.then(() => {
        record(testset);
      });
      record(testset, await testset.creation);
      open -= 1;
      if (open === 0) settled.abort();
    },
    all: (): readonly Receipt[] => [...receipts.values()],
    /** Aborted while all creates are over. */
    settled: () => settled.signal,
  };
}

/** Stores what is known of the creates whenever it has changed: one file, which replaces the one before. */
function createSeries(
  { clock, cancelled }: Pick<Runtime, 'clock' | 'cancelled'>,
  keyFor: () => Promise<ReceiptKey | undefined>,
  save: ReceiptStore['save'],
) {
  const adding: Promise<void>[] = [];
  const ending = new AbortController();
  const ends = AbortSignal.any([ending.signal, cancelled]);
  let saved: readonly Receipt[] = [];
  let isChanged = false;
  let isNeeded = true;
  let storing: Promise<void> | undefined;
  const isSaved = (id: number): boolean => saved.some(({ testsetId }) => testsetId === id);
  const receipts = collectReceipts(clock, () => {
    isChanged = true;
    storing ??= storeChanges();
  });
  const storeChanges = async (): Promise<void> => {
    const key = await keyFor().catch(() => undefined);
    for (let failures = 0; key && isNeeded && isChanged;) {
      const isLast = ends.aborted;
      const all = receipts.all();
      const hasNumber = all.some(({ testsetId }) => testsetId !== undefined && !isSaved(testsetId));
      isChanged = false;
      if (await save(key, all)) {
        saved = all;
        failures = 0;
        // A kill after the last create would cost more than another artifact, and a number must not wait for what has none.
        if (hasNumber) await clock.sleep(MIN_PAUSE_MS, AbortSignal.any([ends, receipts.settled()]));
      } else if (!isLast) {
        isChanged = true;
        await clock.sleep(Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS), ends);
        failures += 1;
      }
    }
    storing = undefined;
  };
  return {
    isSaved,
    add: (testsets: readonly PendingTestset[]): void => {
      for (const testset of testsets) if (testset.origin === 'created') adding.push(receipts.add(testset));
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
    `Could not delete what this job may have stored for a re-run: ${withoutStop(reason)}. ` +
    `Set \`resume: false\` if you run this job again; otherwise it may resume this finished testset.`
  );
}

/** What a later attempt needs to know of a create; `undefined` if it made no testset. @param creation absent as long as it is unknown */
function receiptOf(
  { scenario = 0, retry = 0, testsetName = '' }: PendingTestset,
  creation: CreateResult | undefined,
  clock: Pick<Runtime['clock'], 'date'>,
): Receipt | undefined {
  if (creation?.kind === 'failed' && creation.outcome !== 'unknown-start') return undefined;
  const announcedDevices = creation?.kind === 'created' ? creation.announcedDevices : 0;
  const time = `${clock.date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return { scenario, retry, testsetName, time, testsetId: creation?.id, announcedDevices };
}

/** Whether a testset may exist or be running, or its results were not fetched. */
export function lacksResult(testset: TestVerdict): boolean {
  const { outcome, id } = testset;
  if (outcome === 'unknown-start') return true;
  if (testset.kind !== 'complete' || outcome === 'cancelled') return id !== undefined;
  return outcome === 'inconclusive' && XML_STATES[testset.results.xml.state].isMissing;
}
