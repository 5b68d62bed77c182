import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Artifact } from '@actions/artifact';
import pLimit from 'p-limit';

import { messageOf } from '../model/errors.ts';
import { RECEIPT_DAYS, sealReceipts, unsealReceipts } from '../model/receipts.ts';
import type { Receipt, ReceiptFile, ReceiptKey, ReceiptStore } from '../model/receipts.ts';
import { capitalize, listFirst, MAX_IN_SENTENCE, nounFor, pluralize } from '../model/words.ts';
import { repeat, withTimeout } from '../runtime/time-limits.ts';
import { readFromZip } from '../runtime/zip.ts';
import type { Artifacts } from './artifact-client.ts';
import { uploadOnce, type ArtifactSettings } from './artifact.ts';

const PREFIX = 'run-testset-receipt';
const NAME =
  /^run-testset-receipt-(?<jobId>[0-9a-f]+)-(?<requestId>[0-9a-f]+)-(?<attempt>\d{1,9})-(?<stepId>[0-9a-f]+)-/;
const FILE = 'receipt.json';
const NEW_TESTSET = 'A new testset is created.';
/** For an artifact and the file in it: thousands of testsets need less. */
const MAX_BYTES = 4 * 1024 * 1024;
const DOWNLOADS_AT_ONCE = 8;
/** For the list of artifacts, and then for all downloads; less after a cancel. */
const FIND_MS = 30_000;
/** For one try of these: a request may hang. */
const TRY_MS = 8_000;
const GRACE_MS = 1_500;
/** Before the first repetition; twice as long before each other. */
const RETRY_MS = 1_000;

/** Keeps receipts as small artifacts of the workflow run. */
export function createReceiptStore(settings: ArtifactSettings): ReceiptStore {
  const { run, client } = settings;
  // Tells apart steps that save under the same key in the same attempt.
  const stepId = randomUUID().slice(0, 8);
  let searched: ReceiptKey | undefined;
  let uploads = 0;
  let stored: string | undefined;
  let hasFound = false;
  const save = async (key: ReceiptKey, receipts: readonly Receipt[]): Promise<void> => {
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
  // By the step's identifier, because an upload that seemed to fail may have been stored.
  const isOwn = ({ name }: Artifact): boolean => name.includes(`-${stepId}-`);
  const isEarlier = ({ name }: Artifact, key: ReceiptKey): boolean => {
    const { jobId, attempt } = parseName(name);
    return jobId === key.jobId && attempt >= 1 && attempt < run.attempt;
  };
  return {
    find: async (key) => {
      searched = key;
      const list = () => keepTrying(settings, () => client.listArtifacts());
      const listed = await inTime(settings, FIND_MS, 'listing the artifacts', list);
      const earlier = listed.artifacts.filter((artifact) => isEarlier(artifact, key));
      const found = earlier.filter((artifact) => isOfRequest(artifact, key));
      hasFound = found.length > 0;
      if (hasFound || earlier.length === 0) return readReceipts(client, found, key, settings);
      settings.log.warning(describeOther(await readReceipts(client, earlier, key, settings)));
      return [];
    },
    save: async (key, receipts) => {
      try {
        await save(key, receipts);
        return true;
      } catch (error) {
        settings.log.debug(`No receipt was saved: ${messageOf(error)}`);
        return false;
      }
    },
    remove: async () => {
      const key = searched;
      if (uploads === 0 && !key) return;
      // Also what could not be listed before: a later attempt would take an old testset for the last one.
      const isUnneeded = (artifact: Artifact): boolean =>
        isOwn(artifact) || (key !== undefined && isEarlier(artifact, key) && isOfRequest(artifact, key));
      await deleteThose(client, isUnneeded).catch((error: unknown) => {
        if (stored !== undefined || hasFound) throw error;
      });
    },
  };
}

/** What the name of an artifact says; the attempt is NaN for one that holds no receipts. */
function parseName(name: string) {
  const { jobId, requestId, attempt, stepId = '' } = NAME.exec(name)?.groups ?? {};
  return { jobId, requestId, attempt: Number(attempt), stepId };
}

function isOfRequest({ name }: Artifact, { requestId }: ReceiptKey): boolean {
  return parseName(name).requestId === requestId;
}

/** Warns that something is paid for again. @param files what earlier attempts saved for other requests of the same step */
function describeOther(files: readonly ReceiptFile[]): string {
  const ids = [...new Set(files.flatMap(({ receipts }) => receipts.flatMap(({ testsetId }) => testsetId ?? [])))];
  const testsets = `${nounFor(ids.length, 'testset')} ${listFirst(ids, MAX_IN_SENTENCE)}`;
  const created = ids.length > 0 ? `created ${testsets}` : 'may have created a testset';
  return `An earlier attempt ${created} for another app or other inputs. ${NEW_TESTSET}`;
}

/** Reads all receipts that can be read in time. A debug line explains each that is not used, and one notice counts them. */
async function readReceipts(
  client: Artifacts,
  artifacts: readonly Artifact[],
  key: ReceiptKey,
  settings: ArtifactSettings,
): Promise<readonly ReceiptFile[]> {
  const { log, tempDir } = settings;
  const read = new Map<Artifact, readonly ReceiptFile[]>();
  const limited = pLimit(DOWNLOADS_AT_ONCE);
  const readAll = artifacts.map((artifact) =>
    limited(async () => {
      try {
        const text = await keepTrying(settings, () => downloadReceipt(client, artifact, tempDir));
        // Whatever it holds, it is not missing.
        read.set(artifact, []);
        read.set(artifact, [readReceipt(text, artifact, key)]);
      } catch (error) {
        log.debug(`The receipt ${artifact.name} is not used: ${messageOf(error)}.`);
      }
    }),
  );
  await inTime(settings, FIND_MS, 'downloading the receipts', () => Promise.all(readAll)).catch((error: unknown) => {
    log.debug(`${capitalize(messageOf(error))}.`);
  });
  const usable = [...read.values()].flat();
  const unused = artifacts.length - usable.length;
  const notice = `${pluralize(unused, 'receipt')} of earlier attempts cannot be used. Debug logging shows why.`;
  if (unused > 0) log.notice(usable.length > 0 ? notice : `${notice} ${NEW_TESTSET}`);
  // What was not downloaded may be of another step, whose testset must not be used.
  const missing = artifacts.filter((artifact) => !read.has(artifact)).map(({ name }) => parseName(name));
  return [...usable, ...missing.map(({ attempt, stepId }) => ({ attempt, stepId, receipts: [] }))];
}

/** Awaits work for a limited time. @throws if it takes longer */
function inTime<T>(settings: ArtifactSettings, ms: number, what: string, work: () => Promise<T>): Promise<T> {
  const onTimeout = (): never => {
    throw new Error(`${what} took too long`);
  };
  return withTimeout<T>(settings, { ms, afterCancelMs: GRACE_MS, onTimeout }, work);
}

/** Repeats a call whatever its error, unless the token is said to lack a scope: a new testset costs more. @throws the last error */
async function keepTrying<T>(settings: ArtifactSettings, call: () => Promise<T>): Promise<T> {
  const { clock, cancelled: signal } = settings;
  const until = clock.now() + FIND_MS;
  type Tried = { readonly value: T } | { readonly error: unknown };
  const pauseMs = (tried: Tried, tries: number): number | undefined => {
    const ms = RETRY_MS * 2 ** (tries - 1);
    const isFinal = 'value' in tried || /\bscopes?\b/i.test(messageOf(tried.error)) || clock.now() + ms >= until;
    return isFinal ? undefined : ms;
  };
  const last = await repeat({ clock, signal }, { pauseMs }, async (): Promise<Tried> => {
    try {
      return { value: await inTime(settings, TRY_MS, 'it', call) };
    } catch (error) {
      return { error };
    }
  });
  if ('error' in last) throw last.error;
  return last.value;
}

/** Returns the text of the file in an artifact; '' if there is none. @throws if it cannot be downloaded as a whole */
async function downloadReceipt(client: Artifacts, { id, size }: Artifact, tempDir: string): Promise<string> {
  if (size > MAX_BYTES) return '';
  const folder = await mkdtemp(join(tempDir, 'receipt-'));
  try {
    // Not unpacked by the client: a zip that others can write must create no files, and can be larger than it says.
    await client.downloadArtifact(id, { path: folder, skipDecompress: true });
    const zip = join(folder, (await readdir(folder))[0] ?? '');
    if ((await stat(zip)).size > MAX_BYTES) return '';
    const text = await readFromZip(await readFile(zip), FILE, MAX_BYTES);
    return text?.toString('utf8') ?? '';
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @throws if it is no receipt of the request that its name names */
function readReceipt(text: string, { name }: Artifact, key: ReceiptKey): ReceiptFile {
  if (text === '') throw new Error(`it holds no ${FILE} of at most ${MAX_BYTES} bytes`);
  const { attempt, stepId, requestId = '' } = parseName(name);
  const file = unsealReceipts(text, { ...key, requestId });
  if (file.attempt !== attempt) throw new Error('its name belongs to another attempt');
  if (file.stepId !== stepId) throw new Error('its name belongs to another step');
  return file;
}

/** An older file does no harm: after a cancel there is no time for it. */
async function deleteReplaced(name: string, settings: ArtifactSettings): Promise<void> {
  if (settings.cancelled.aborted) return;
  const work = () => settings.client.deleteArtifact(name);
  await inTime(settings, TRY_MS, 'it', work).catch((error: unknown) => {
    settings.log.debug(`A receipt was not deleted: ${messageOf(error)}.`);
  });
}

async function deleteThose(client: Artifacts, isUnneeded: (artifact: Artifact) => boolean): Promise<void> {
  const { artifacts } = await client.listArtifacts();
  // The oldest first: what is left after an error must not be older than what is deleted.
  const names = artifacts.filter(isUnneeded).map(({ name }) => name);
  names.sort((a, b) => parseName(a).attempt - parseName(b).attempt);
  for (const name of names) await client.deleteArtifact(name).catch(ignoreMissing);
}

/** Another step that resumed the same testset may have deleted it already. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'ArtifactNotFoundError') throw error;
}
