import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf } from '../model/errors.ts';
import { RECEIPT_DAYS } from '../model/receipts.ts';
import type { Receipt, ReceiptFile, ReceiptKey, ReceiptStore } from '../model/receipts.ts';
import { listFirst, MAX_IN_SENTENCE, nounFor } from '../model/words.ts';
import { uploadOnce, type ArtifactSettings } from './artifact.ts';
import { FILE, findReceipts, inTime, listReceipts, PREFIX, readReceipts, sealReceipts } from './read-receipts.ts';
import type { ReceiptArtifact } from './read-receipts.ts';

/** Keeps receipts as small artifacts of the workflow run. */
export function createReceiptStore(settings: ArtifactSettings): ReceiptStore {
  const { run, log } = settings;
  // Tells apart steps that save under the same key in the same attempt.
  const stepId = randomUUID().slice(0, 8);
  let used: ReceiptKey | undefined;
  let uploads = 0;
  let stored: string | undefined;
  let hasFound = false;
  const save = async (key: ReceiptKey, receipts: readonly Receipt[]): Promise<void> => {
    used = key;
    uploads += 1;
    const name = [PREFIX, key.jobId, key.requestId, run.attempt, stepId, uploads].join('-');
    const root = join(settings.tempDir, name);
    await mkdir(root);
    await writeFile(join(root, FILE), sealReceipts({ attempt: run.attempt, stepId, receipts }, key));
    const content = { name, files: [join(root, FILE)], root, retentionDays: RECEIPT_DAYS };
    // Not ended by a cancel, because that is when the next attempt needs the receipt; the caller limits the time.
    const published = await uploadOnce(content, { ...settings, cancelled: new AbortController().signal });
    if (published.kind !== 'value') throw new Error(published.reason);
    const before = stored;
    stored = name;
    if (before !== undefined) await deleteReplaced(before, settings);
  };
  const isEarlier = ({ jobId, attempt }: ReceiptArtifact, key: ReceiptKey): boolean =>
    jobId === key.jobId && attempt >= 1 && attempt < run.attempt;
  return {
    find: async (key) => {
      used = key;
      const earlier = (await findReceipts(settings)).filter((artifact) => isEarlier(artifact, key));
      const found = earlier.filter(({ requestId }) => requestId === key.requestId);
      hasFound = found.length > 0;
      if (hasFound || earlier.length === 0) return readReceipts(found, key, settings);
      log.warning(describeOther(await readReceipts(earlier, key, settings)));
      return [];
    },
    save: async (key, receipts) => {
      try {
        await save(key, receipts);
        return true;
      } catch (error) {
        log.debug(`No receipt was saved: ${messageOf(error)}`);
        return false;
      }
    },
    remove: async () => {
      const key = used;
      if (!key) return;
      // Own ones by the step, because an upload that seemed to fail may have been stored. Also what could not be listed before: a later
      // attempt would take an old testset for the last one.
      const isUnneeded = (artifact: ReceiptArtifact): boolean =>
        artifact.stepId === stepId || (isEarlier(artifact, key) && artifact.requestId === key.requestId);
      try {
        const unneeded = (await listReceipts(settings)).filter(isUnneeded);
        // The oldest first: what is left after an error must not be older than what is deleted.
        unneeded.sort((a, b) => a.attempt - b.attempt);
        for (const { name } of unneeded) await settings.client.deleteArtifact(name).catch(ignoreMissing);
      } catch (error) {
        if (stored !== undefined || hasFound) throw error;
      }
    },
  };
}

/** Warns that something is paid for again. @param files what earlier attempts saved for other requests of the same step */
function describeOther(files: readonly ReceiptFile[]): string {
  const ids = [...new Set(files.flatMap(({ receipts }) => receipts.flatMap(({ testsetId }) => testsetId ?? [])))];
  const testsets = `${nounFor(ids.length, 'testset')} ${listFirst(ids, MAX_IN_SENTENCE)}`;
  const created = ids.length > 0 ? `created ${testsets}` : 'may have created a testset';
  return `An earlier attempt ${created} for another app or other inputs. A new testset is created.`;
}

/** An older file does no harm: after a cancel there is no time for it. */
async function deleteReplaced(name: string, settings: ArtifactSettings): Promise<void> {
  if (settings.cancelled.aborted) return;
  const work = () => settings.client.deleteArtifact(name);
  await inTime(settings, work).catch((error: unknown) => {
    settings.log.debug(`A receipt was not deleted: ${messageOf(error)}.`);
  });
}

/** Another step that resumed the same testset may have deleted it already. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'ArtifactNotFoundError') throw error;
}
