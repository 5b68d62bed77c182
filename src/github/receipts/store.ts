import { randomUUID } from 'node:crypto';

import type { ArtifactClient } from '@actions/artifact';

import { messageOf } from '../../model/errors.ts';
import type { ReceiptStore } from '../../create/receipts.ts';
import { loadClient, type LoadClient } from '../artifact.ts';
import { earlierArtifacts, readReceipts } from './find.ts';
import { createOutbox, type ReceiptSettings } from './outbox.ts';

/** So long may looking for receipts take, or tidying them up at the end, in milliseconds; less after a cancel. */
const PATIENCE_MS = 30_000;
const CANCELLED_MS = 1_500;

/** Keeps receipts as small artifacts of the workflow run. */
export function createReceiptStore(settings: ReceiptSettings, load: LoadClient = loadClient): ReceiptStore {
  const own = randomUUID().slice(0, 8);
  const found = new Set<string>();
  const outbox = createOutbox(settings, own, load);
  return {
    find: async (key) => {
      const client = await load();
      const patience = startPatience(settings, 'looking for receipts took too long.');
      try {
        const { artifacts } = await Promise.race([client.listArtifacts(), patience.late]);
        const search = { ...settings, key, attempt: settings.run.attempt };
        const earlier = earlierArtifacts(artifacts, search);
        for (const { name } of earlier) found.add(name);
        return await readReceipts(client, earlier, search, patience.late);
      } finally {
        patience.stop();
      }
    },
    leave: outbox.leave,
    settle: async (takeBack) => {
      const patience = startPatience(settings, 'it took too long.');
      const settling = async (): Promise<void> => {
        await outbox.empty();
        if (!takeBack || (!outbox.wasUsed() && found.size === 0)) return;
        // What was stored though its upload seemed to fail is known by its name alone.
        await removeArtifacts(await load(), (name) => found.has(name) || name.includes(`-${own}-`));
      };
      try {
        await Promise.race([settling(), patience.late]);
      } catch (error) {
        if (takeBack) settings.log.warning(notTakenBack(messageOf(error)));
      } finally {
        patience.stop();
      }
    },
  };
}

async function removeArtifacts(client: ArtifactClient, isMeant: (name: string) => boolean): Promise<void> {
  const { artifacts } = await client.listArtifacts();
  const meant = artifacts.filter(({ name }) => isMeant(name));
  for (const { name } of meant) await client.deleteArtifact(name).catch(bearGone);
}

/** Another step that resumed the same testset may have been quicker. */
function bearGone(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'ArtifactNotFoundError') throw error;
}

function notTakenBack(why: string): string {
  const advice = 'Set `resume: false` if this job is run again, or it takes up this finished testset.';
  return `The receipt for the testset could not be taken back: ${why.replace(/\.$/, '')}. ${advice}`;
}

/** The client cannot be stopped, and may hang: `late` fails with `why` when nobody is to wait for it any longer. */
function startPatience(
  { clock, cancelled }: ReceiptSettings,
  why: string,
): { readonly late: Promise<never>; readonly stop: () => void } {
  const done = new AbortController();
  const wait = async (): Promise<never> => {
    await clock.sleep(PATIENCE_MS, AbortSignal.any([cancelled, done.signal]));
    if (cancelled.aborted) await clock.sleep(CANCELLED_MS, done.signal);
    throw new Error(why);
  };
  const late = wait();
  late.catch(() => undefined);
  return {
    late,
    stop: () => {
      done.abort();
    },
  };
}
