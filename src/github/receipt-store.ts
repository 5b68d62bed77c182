import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf } from '../model/errors.ts';
import {
  hasSeveralSteps,
  isOfJob,
  RECEIPT_DAYS,
  type ReceiptFile,
  type ReceiptKey,
  type ReceiptStore,
} from '../model/receipts.ts';
import type { ApiReply } from './api/api-reply.ts';
import type { Api } from './api/api.ts';
import { uploadOnce, type ArtifactSettings } from './artifact.ts';
import {
  apiSource,
  askInTime,
  FILE,
  PREFIX,
  runnerSource,
  sealReceipts,
  type ReceiptArtifact,
  type ReceiptSource,
} from './receipt-artifacts.ts';
import { findReceipts, isEarlier, type FoundFile } from './search-receipts.ts';

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
  let found: readonly FoundFile[] | undefined = [];
  const save = async (key: ReceiptKey, content: Pick<ReceiptFile, 'receipts' | 'jobName' | 'isEnd'>) => {
    used = key;
    uploads += 1;
    const name = [PREFIX, key.jobId, key.requestId, run.attempt, stepId, uploads].join('-');
    const root = join(settings.tempDir, name);
    try {
      await mkdir(root);
      await writeFile(join(root, FILE), sealReceipts({ attempt: run.attempt, stepId, ...content }, key));
      const upload = { name, files: [join(root, FILE)], root, retentionDays: RECEIPT_DAYS };
      // Not ended by a cancel, because that is when the next attempt needs the receipt; the caller limits the time.
      const published = await uploadOnce(upload, { ...settings, cancelled: new AbortController().signal });
      if (published.kind !== 'value') throw new Error(published.reason);
    } catch (error) {
      log.debug(`No receipt was saved: ${messageOf(error)}`);
      return false;
    }
    const before = stored;
    stored = name;
    // An older file does no harm: after a cancel there is no time for it.
    if (before === undefined || settings.cancelled.aborted) return true;
    const deleted = await deleteByName(before, settings);
    if (deleted.kind !== 'value') log.debug(`A receipt was not deleted: ${deleted.reason}.`);
    return true;
  };
  return {
    find: async (key, signal) => {
      used = key;
      found = undefined;
      return (found = await findReceipts(sources, key, settings, signal));
    },
    save: (key, receipts, jobName) => save(key, { receipts, jobName }),
    remove: async (jobName) => {
      const [key, earlier = []] = [used, found];
      if (!key) return;
      // What may be of another job is kept: it would pay again without a warning.
      const possible = earlier.filter((file) => isOfJob(file, jobName) !== false);
      const own = possible.filter((file) => isOfJob(file, jobName) ?? !hasSeveralSteps(possible));
      const isOfOther = (name: string): boolean =>
        earlier.some((file) => file.name === name) && !own.some((file) => file.name === name);
      try {
        // Own ones by the step, because an upload that seemed to fail may have been stored. Also what could not be listed before: a later
        // attempt would take an old testset for the last one.
        const deleted = await deleteAll(runner, settings, (one) => {
          const isOfRequest = isEarlier(one, key, run) && one.requestId === key.requestId;
          return one.stepId === stepId || (isOfRequest && !isOfOther(one.name));
        });
        if (own.some(({ name }) => !deleted.includes(name))) throw new Error('the runner does not list it');
      } catch (error) {
        if (stored === undefined && found?.length === 0) return;
        const end = { receipts: [], jobName, isEnd: true } as const;
        // Once more, because a refusal may pass, and a later attempt would resume a finished testset.
        if (!(await save(key, end)) && !(await save(key, end))) throw error;
      }
    },
  };
}

/** @returns the names of what was deleted @throws if something may be left */
async function deleteAll(
  runner: ReceiptSource,
  settings: ArtifactSettings,
  isUnneeded: (artifact: ReceiptArtifact) => boolean,
): Promise<readonly string[]> {
  const listed = await runner.list();
  if (listed.kind !== 'value') throw new Error(listed.reason);
  // The oldest first: what is left after an error must not be older than what is deleted.
  const unneeded = listed.value.filter(isUnneeded).sort((a, b) => a.attempt - b.attempt);
  for (const { name } of unneeded) {
    const deleted = await deleteByName(name, settings);
    if (deleted.kind !== 'value') throw new Error(deleted.reason);
  }
  return unneeded.map(({ name }) => name);
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
