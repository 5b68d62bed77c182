import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf } from '../../model/errors.ts';
import type { Log } from '../../runtime/log.ts';
import { sealReceipts } from '../../create/receipts.ts';
import type { Receipt, ReceiptStore } from '../../create/receipts.ts';
import type { Secret } from '../../model/secret.ts';
import { createPublisher, type ArtifactSettings, type LoadClient } from '../artifact.ts';
import { RECEIPT_FILE, receiptName } from './names.ts';

/** What keeping receipts takes. */
export interface ReceiptSettings extends ArtifactSettings {
  readonly log: Pick<Log, 'debug' | 'notice' | 'warning'>;
  /** Absolute; for files that are gone when the job is over. */
  readonly tempDir: string;
  /** Seals the receipts. */
  readonly accessKey: Secret;
}

/** Receipts are for the next attempt, and nobody waits for days before running a job again. */
const RETENTION_DAYS = 3;

/**
 * From the first artifact to the second, and at most from one to the next, in milliseconds. The gap grows: the first testsets are soon
 * safe, and yet a step that creates hundreds leaves few artifacts, each of which is ten lines of the log.
 */
const FIRST_GAP_MS = 1_000;
const LARGEST_GAP_MS = 15_000;

/** Receipts that wait for their artifact. */
export interface Outbox {
  readonly leave: ReceiptStore['leave'];
  /** Waits for nothing but the artifacts from now on. */
  readonly empty: () => Promise<void>;
  /** Whether there may be an artifact. */
  readonly wasUsed: () => boolean;
}

/** Stores one artifact at a time, and not too many: what comes meanwhile goes into the next. `own` tells this step from others. */
export function createOutbox(settings: ReceiptSettings, own: string, load: LoadClient): Outbox {
  // A receipt matters most when the run is cancelled: then the next attempt adopts. Only `settle` bounds how long it may take.
  const publish = createPublisher({ ...settings, cancelled: new AbortController().signal }, load);
  const { clock, log, run } = settings;
  const waiting = new Map<string, Receipt[]>();
  const hurry = new AbortController();
  let artifacts = 0;
  let storing: Promise<void> | undefined;

  const storeAll = async (): Promise<void> => {
    for (let [next] = waiting; next; [next] = waiting) {
      const [key, receipts] = next;
      waiting.delete(key);
      artifacts += 1;
      const name = receiptName({ key, attempt: run.attempt, own, number: artifacts });
      await store(publish, settings, { name, key, receipts }).catch((error: unknown) => {
        log.debug(`No receipt could be left: ${messageOf(error)}`);
      });
      await clock.sleep(gapMs(artifacts), hurry.signal);
    }
    storing = undefined;
  };
  return {
    leave: (key, receipt) => {
      waiting.set(key, [...(waiting.get(key) ?? []), receipt]);
      storing ??= storeAll();
    },
    empty: async () => {
      hurry.abort();
      await storing;
    },
    wasUsed: () => artifacts > 0,
  };
}

/** The gap behind an artifact, counted from 1, in milliseconds. */
function gapMs(artifact: number): number {
  return Math.min(LARGEST_GAP_MS, FIRST_GAP_MS * 2 ** (artifact - 1));
}

/** What goes into one artifact. */
interface Parcel {
  readonly name: string;
  readonly key: string;
  readonly receipts: readonly Receipt[];
}

async function store(
  publish: ReturnType<typeof createPublisher>,
  { accessKey, log, run, tempDir }: ReceiptSettings,
  { name, key, receipts }: Parcel,
): Promise<void> {
  const root = join(tempDir, name);
  await mkdir(root, { recursive: true });
  const file = join(root, RECEIPT_FILE);
  await writeFile(file, sealReceipts({ attempt: run.attempt, receipts }, { run, key, accessKey }));
  const published = await publish({ name, files: [file], root, retentionDays: RETENTION_DAYS });
  if (published.kind !== 'published') log.debug(`No receipt could be left: ${published.why}`);
}
