import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf } from '../model/errors.ts';
import { hasSeveralSteps, RECEIPT_DAYS } from '../model/receipts.ts';
import type { ReceiptFile, ReceiptKey, ReceiptStore } from '../model/receipts.ts';
import type { ApiReply } from './api/api-reply.ts';
import type { Api } from './api/api.ts';
import { uploadOnce, type ArtifactSettings } from './artifact.ts';
import { apiSource, askInTime, FILE, PREFIX, runnerSource, sealReceipts } from './read-receipts.ts';
import type { ReceiptArtifact, ReceiptSource } from './read-receipts.ts';
import { findReceipts } from './search-receipts.ts';

/** Keeps receipts as small artifacts of the workflow run. @param api also asked for those of earlier attempts; absent without a token */
export function createReceiptStore(settings: ArtifactSettings, api?: Api): ReceiptStore {
  const { run, log } = settings;
  const runner = runnerSource(settings);
  const sources = api ? [runner, apiSource(api, settings)] : [runner];
  // Tells apart steps that save under the same key in the same attempt.
  const stepId = randomUUID().slice(0, 8);
  let used: ReceiptKey | undefined;
  let uploads = 0;
  let stored: string | undefined;
  // Not known while it is searched.
  let found: Awaited<ReturnType<typeof findReceipts>> | undefined = { names: [], files: [] };
  const save = async (key: ReceiptKey, content: Pick<ReceiptFile, 'receipts' | 'jobName' | 'isEnd'>): Promise<void> => {
    used = key;
    uploads += 1;
    const name = [PREFIX, key.jobId, key.requestId, run.attempt, stepId, uploads].join('-');
    const root = join(settings.tempDir, name);
    await mkdir(root);
    await writeFile(join(root, FILE), sealReceipts({ attempt: run.attempt, stepId, ...content }, key));
    const upload = { name, files: [join(root, FILE)], root, retentionDays: RECEIPT_DAYS };
    // Not ended by a cancel, because that is when the next attempt needs the receipt; the caller limits the time.
    const published = await uploadOnce(upload, { ...settings, cancelled: new AbortController().signal });
    if (published.kind !== 'value') throw new Error(published.reason);
    const before = stored;
    stored = name;
    if (before !== undefined) await deleteReplaced(before, settings);
  };
  const isEarlier = ({ jobId, attempt }: ReceiptArtifact, key: ReceiptKey): boolean =>
    jobId === key.jobId && attempt >= 1 && attempt < run.attempt;
  return {
    find: async (key, signal) => {
      used = key;
      found = undefined;
      found = await findReceipts(sources, key, (artifact) => isEarlier(artifact, key), settings, signal);
      return found.files;
    },
    save: async (key, receipts, jobName) => {
      try {
        await save(key, { receipts, jobName });
        return true;
      } catch (error) {
        log.debug(`No receipt was saved: ${messageOf(error)}`);
        return false;
      }
    },
    remove: async (jobName) => {
      const key = used;
      if (!key) return;
      // Own ones by the step, because an upload that seemed to fail may have been stored. Also what could not be listed before: a later
      // attempt would take an old testset for the last one.
      const isOfOther = findOthers(found?.files ?? [], jobName);
      const isUnneeded = (artifact: ReceiptArtifact): boolean =>
        artifact.stepId === stepId ||
        (isEarlier(artifact, key) && artifact.requestId === key.requestId && !isOfOther(artifact.name));
      const own = found?.names.filter((name) => !isOfOther(name)) ?? [];
      try {
        await deleteAll(runner, isUnneeded, own, settings);
      } catch (error) {
        if (stored === undefined && found?.names.length === 0) return;
        const saveEnd = () => save(key, { receipts: [], jobName, isEnd: true });
        await saveEnd().catch(saveEnd).catch(rethrow(error));
      }
    },
  };
}

/** Returns whether the artifact of a name is of another job that shares the key; `false` where one of the two names is not known. */
function findOthers(files: readonly ReceiptFile[], jobName: string | undefined): (name: string) => boolean {
  if (jobName === undefined || !hasSeveralSteps(files)) return () => false;
  const others = files.filter((file) => file.jobName !== undefined && file.jobName !== jobName);
  return (name) => others.some(({ attempt, stepId }) => name.includes(`-${attempt}-${stepId}-`));
}

function rethrow(error: unknown): () => never {
  return () => {
    throw error;
  };
}

/** @param found the names of what was found @throws if something may be left */
async function deleteAll(
  runner: ReceiptSource,
  isUnneeded: (artifact: ReceiptArtifact) => boolean,
  found: readonly string[],
  settings: ArtifactSettings,
): Promise<void> {
  const listed = await runner.list();
  if (listed.kind !== 'value') throw new Error(listed.reason);
  const unneeded = listed.value.filter(isUnneeded);
  // The oldest first: what is left after an error must not be older than what is deleted.
  for (const { name } of unneeded.toSorted((a, b) => a.attempt - b.attempt)) {
    const deleted = await deleteByName(name, settings);
    if (deleted.kind !== 'value') throw new Error(deleted.reason);
  }
  if (found.some((name) => !unneeded.some((one) => one.name === name))) throw new Error('the runner does not list it');
}

/** Another step that resumed the same testset may have deleted it already. */
function deleteByName(name: string, settings: ArtifactSettings): Promise<ApiReply> {
  return askInTime(settings, async () => {
    const value = await settings.client.deleteArtifact(name).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'ArtifactNotFoundError') throw error;
    });
    return { kind: 'value', value };
  });
}

/** An older file does no harm: after a cancel there is no time for it. */
async function deleteReplaced(name: string, settings: ArtifactSettings): Promise<void> {
  if (settings.cancelled.aborted) return;
  const deleted = await deleteByName(name, settings);
  if (deleted.kind !== 'value') settings.log.debug(`A receipt was not deleted: ${deleted.reason}.`);
}
