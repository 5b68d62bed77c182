import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactClient } from '@actions/artifact';

import { messageOf } from '../errors.ts';
import { isFields } from '../fields.ts';
import type { Log } from '../log.ts';
import type { LeftReceipts, Receipt, ReceiptStore } from '../receipts.ts';
import { createPublisher, loadClient, type ArtifactSettings, type LoadClient } from './artifact.ts';

/** What keeping receipts takes. */
export interface ReceiptSettings extends ArtifactSettings {
  readonly log: Pick<Log, 'debug' | 'warning'>;
  /** Absolute; for files that are gone when the job is over. */
  readonly tempDir: string;
}

const PREFIX = 'run-testset-receipt';
const FILE = 'receipt.json';

/** Receipts are for the next attempt, and nobody waits for days before running a job again. */
const RETENTION_DAYS = 3;

/** From one artifact to the next, in milliseconds: a step may create hundreds of testsets, and each artifact is ten lines of the log. */
const GAP_MS = 15_000;

/** So long may looking for receipts take, or tidying them up at the end, in milliseconds; less after a cancel. */
const PATIENCE_MS = 30_000;
const CANCELLED_MS = 1_500;

/** Keeps receipts as small artifacts of the workflow run. */
export function createReceiptStore(settings: ReceiptSettings, load: LoadClient = loadClient): ReceiptStore {
  const { clock, log, run } = settings;
  // A receipt matters most when the run is cancelled: then the next attempt adopts. Only `settle` bounds how long it may take.
  const publish = createPublisher({ ...settings, cancelled: new AbortController().signal }, load);
  const own = randomUUID().slice(0, 8);
  let count = 0;
  const nameOf = (key: string, number: number): string => [PREFIX, key, run.attempt, own, number].join('-');
  const found = new Set<string>();
  const waiting = new Map<string, Receipt[]>();
  let storing: Promise<void> | undefined;
  const hurry = new AbortController();

  /** One artifact at a time, and not too many: what comes meanwhile goes into the next. */
  const storeAll = async (): Promise<void> => {
    for (let [next] = waiting; next; [next] = waiting) {
      const [key, receipts] = next;
      waiting.delete(key);
      count += 1;
      await store(publish, settings, nameOf(key, count), receipts).catch((error: unknown) => {
        log.debug(`No receipt could be left: ${messageOf(error)}`);
      });
      await clock.sleep(GAP_MS, hurry.signal);
    }
  };
  return {
    find: async (key) => {
      const client = await load();
      return inTime(settings, 'the list of artifacts took too long', async () => {
        const { artifacts } = await client.listArtifacts();
        const left = artifacts.filter(({ name }) => name.startsWith(`${PREFIX}-${key}-`));
        for (const { name } of left) found.add(name);
        return Promise.all(left.map(({ id }) => download(client, id, settings.tempDir)));
      });
    },
    leave: (key, receipt) => {
      waiting.set(key, [...(waiting.get(key) ?? []), receipt]);
      storing ??= storeAll().finally(() => {
        storing = undefined;
      });
    },
    settle: async (takeBack) => {
      try {
        await inTime(settings, 'it took too long', async () => {
          hurry.abort();
          await storing;
          if (!takeBack || (count === 0 && found.size === 0)) return;
          const client = await load();
          // What was stored though its upload seemed to fail is known by its name alone.
          const { artifacts } = await client.listArtifacts();
          const ours = artifacts.filter(({ name }) => found.has(name) || name.includes(`-${own}-`));
          for (const { name } of ours) await client.deleteArtifact(name).catch(bearGone);
        });
      } catch (error) {
        if (takeBack) log.warning(notTakenBack(messageOf(error)));
      }
    },
  };
}

/** Puts receipts into an artifact of the given name. */
async function store(
  publish: ReturnType<typeof createPublisher>,
  { log, run, tempDir }: ReceiptSettings,
  name: string,
  receipts: readonly Receipt[],
): Promise<void> {
  const root = join(tempDir, name);
  await mkdir(root, { recursive: true });
  const file = join(root, FILE);
  await writeFile(file, JSON.stringify({ attempt: run.attempt, receipts }));
  const published = await publish({ name, files: [file], root, retentionDays: RETENTION_DAYS });
  if (published.kind !== 'published') log.debug(`No receipt could be left: ${published.why}`);
}

/** Another step that adopted the same testset may have been quicker. */
function bearGone(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'ArtifactNotFoundError') throw error;
}

function notTakenBack(why: string): string {
  const advice = 'Set `adopt: false` if this job is run again, or it takes up this finished testset.';
  return `The receipt for the testset could not be taken back: ${why.replace(/\.$/, '')}. ${advice}`;
}

async function download(client: ArtifactClient, id: number, tempDir: string): Promise<LeftReceipts> {
  const { downloadPath } = await client.downloadArtifact(id, { path: join(tempDir, `${PREFIX}-${id}`) });
  const content: unknown = JSON.parse(await readFile(join(downloadPath ?? '', FILE), 'utf8'));
  const { attempt, receipts } = isFields(content) ? content : {};
  return {
    attempt: isWhole(attempt) ? attempt : 0,
    receipts: (Array.isArray(receipts) ? receipts : []).filter(isReceipt),
  };
}

function isReceipt(value: unknown): value is Receipt {
  return isFields(value) && isWhole(value['testsetId']) && value['testsetId'] > 0 && isWhole(value['scenario']);
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The client cannot be stopped, and may hang. */
async function inTime<T>({ clock, cancelled }: ReceiptSettings, why: string, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = async (): Promise<never> => {
    await clock.sleep(PATIENCE_MS, AbortSignal.any([cancelled, over.signal]));
    if (!over.signal.aborted) await clock.sleep(CANCELLED_MS, over.signal);
    throw new Error(`${why}.`);
  };
  try {
    return await Promise.race([work(), late()]);
  } finally {
    over.abort();
  }
}
