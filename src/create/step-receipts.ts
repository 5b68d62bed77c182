import type { CreateRecords, Receipt, UncertainCreate } from '../model/receipts.ts';
import type { Report } from '../model/report.ts';
import { afterAttempt, lacksResult } from '../model/unfinished.ts';
import type { TestVerdict } from '../model/verdict.ts';
import type { PendingTestset } from './pending-testset.ts';

/** What a step without testsets saves. */
export const NO_RECORDS: CreateRecords = { receipts: [], uncertain: [] };

/** Joins what was saved of several testsets. */
export function joinRecords(records: readonly CreateRecords[]): CreateRecords {
  return {
    receipts: records.flatMap(({ receipts }) => receipts),
    uncertain: records.flatMap(({ uncertain }) => uncertain),
  };
}

/**
 * Saves the first testset as soon as it is created, and all of them when all creates are over: artifacts cannot be changed. One testset
 * needs the first only. The second does not wait for the first, because time is short after a cancel.
 *
 * @returns what there is to save
 */
export async function saveFirstAndAll(
  testsets: readonly PendingTestset[],
  save: (records: CreateRecords) => Promise<void>,
): Promise<CreateRecords> {
  const records: CreateRecords[] = [];
  let first: Promise<void> | undefined;
  const adding = testsets.map(async (testset) => {
    const record = await recordOf(testset);
    if (!record) return;
    records.push(record);
    first ??= save(record);
  });
  await Promise.all(adding);
  const all = joinRecords(records);
  await Promise.all([first, records.length > 1 && save(all)]);
  return all;
}

/** What a later attempt needs to know of a create; `undefined` if there is no testset of this attempt. */
async function recordOf(testset: PendingTestset): Promise<CreateRecords | undefined> {
  const { scenario = 0, retry, testsetName = '', origin } = testset;
  const creation = await testset.creation;
  if (origin.kind !== 'created') return undefined;
  if (creation.id !== undefined) {
    const announcedDevices = creation.kind === 'created' ? creation.announcedDevices : 0;
    return { receipts: [{ testsetId: creation.id, scenario, announcedDevices, retry }], uncertain: [] };
  }
  if (creation.kind === 'created' || creation.outcome !== 'unknown-start') return undefined;
  return { receipts: [], uncertain: [{ scenario, testsetName, time: describeTime(new Date()), retry }] };
}

/** To the minute, as `2026-07-01 12:34 UTC`. */
function describeTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * The receipts of all testsets of a report, with what came of them. One that is kept has a receipt already, of the attempt that created it.
 *
 * @param known what this attempt created and resumed
 */
export function collectReceipts({ testsets }: Pick<Report, 'testsets'>, known: readonly Receipt[]): readonly Receipt[] {
  const announced = new Map(known.map(({ testsetId, announcedDevices }) => [testsetId, announcedDevices]));
  const all = testsets.flatMap((testset) => [...testset.earlier, testset]);
  return all.flatMap((testset) => receiptOf(testset, announced));
}

function receiptOf(testset: TestVerdict, announced: ReadonlyMap<number, number>): readonly Receipt[] {
  const { id, scenario = 0, retry, counts, origin } = testset;
  if (id === undefined || origin.kind === 'kept') return [];
  // A status may show fewer devices than were announced: then the results are not complete.
  const announcedDevices = Math.max(counts.total, announced.get(id) ?? 0);
  const receipt = { testsetId: id, scenario, announcedDevices, retry };
  const next = afterAttempt(testset);
  if (next === 'continue') return [receipt];
  // Only a pass on all devices is kept: one within the limits counts as failed.
  const isTolerated = next === 'create' && testset.outcome === 'passed';
  return [{ ...receipt, outcome: isTolerated ? 'failed' : testset.outcome }];
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
