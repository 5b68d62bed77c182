import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Artifact } from '@actions/artifact';
import pLimit from 'p-limit';

import { messageOf } from '../model/errors.ts';
import type { ReceiptFile, ReceiptKey } from '../model/receipts.ts';
import { capitalize, pluralize } from '../model/words.ts';
import { repeat, withTimeout } from '../runtime/time-limits.ts';
import { readFromZip } from '../runtime/zip.ts';
import type { ArtifactSettings } from './artifact.ts';

/** An artifact that may hold receipts, and what its name says; any job of the workflow can choose it. */
export interface ReceiptArtifact extends Pick<Artifact, 'id' | 'name' | 'size'>, Omit<ReceiptFile, 'receipts'> {
  readonly jobId: string;
  readonly requestId: string;
}

/** How the names of these artifacts begin. */
export const PREFIX = 'run-testset-receipt';
const NAME = /^run-testset-receipt-([0-9a-f]+)-([0-9a-f]+)-(\d{1,9})-([0-9a-f]+)-/;
/** The file in the artifact. */
export const FILE = 'receipt.json';
/** For an artifact and the file in it: thousands of testsets need less. */
const MAX_BYTES = 4 * 1024 * 1024;
const DOWNLOADS_AT_ONCE = 8;
/** For the list of artifacts, and then for all downloads; less after a cancel. */
const FIND_MS = 30_000;
/** For one request, which may hang; in milliseconds. */
const TRY_MS = 8_000;
const GRACE_MS = 1_500;
/** Before the first repetition; twice as long before each other. */
const RETRY_MS = 1_000;

/** Lists the artifacts of the run that may hold receipts, once. @throws when that is not possible */
export async function listReceipts({ client }: Pick<ArtifactSettings, 'client'>): Promise<readonly ReceiptArtifact[]> {
  const { artifacts } = await client.listArtifacts();
  return artifacts.flatMap(({ id, name, size }) => {
    const [, jobId, requestId, attempt, stepId] = NAME.exec(name) ?? [];
    if (!jobId || !requestId || !stepId) return [];
    return { id, name, size, jobId, requestId, attempt: Number(attempt), stepId };
  });
}

/** Lists as {@link listReceipts}, and tries again for a time. @throws when that is not possible */
export function findReceipts(settings: ArtifactSettings): Promise<readonly ReceiptArtifact[]> {
  const list = () => keepTrying(settings, () => listReceipts(settings));
  return inTime(settings, list, 'listing the artifacts', FIND_MS);
}

/** Reads all receipts that can be read in time. A debug line explains each that is not used, and one notice counts them. */
export async function readReceipts(
  artifacts: readonly ReceiptArtifact[],
  key: ReceiptKey,
  settings: ArtifactSettings,
): Promise<readonly ReceiptFile[]> {
  const { log } = settings;
  const read = new Map<ReceiptArtifact, readonly ReceiptFile[]>();
  const limited = pLimit(DOWNLOADS_AT_ONCE);
  const readAll = artifacts.map((artifact) =>
    limited(async () => {
      try {
        const text = await keepTrying(settings, () => downloadReceipt(artifact, settings));
        // Whatever it holds, it is not missing.
        read.set(artifact, []);
        read.set(artifact, [readReceipt(text, artifact, key)]);
      } catch (error) {
        log.debug(`The receipt ${artifact.name} is not used: ${messageOf(error)}.`);
      }
    }),
  );
  const all = () => Promise.all(readAll);
  await inTime(settings, all, 'downloading the receipts', FIND_MS).catch((error: unknown) => {
    log.debug(`${capitalize(messageOf(error))}.`);
  });
  const usable = [...read.values()].flat();
  const unused = artifacts.length - usable.length;
  const notice = `${pluralize(unused, 'receipt')} of earlier attempts cannot be used. Debug logging shows why.`;
  if (unused > 0) log.notice(usable.length > 0 ? notice : `${notice} A new testset is created.`);
  // What was not downloaded may be of another step, whose testset must not be used.
  const missing = artifacts.filter((artifact) => !read.has(artifact));
  return [...usable, ...missing.map(({ attempt, stepId }) => ({ attempt, stepId, receipts: [] }))];
}

/** Awaits work for a limited time, less after a cancel; in milliseconds, one try by default. @throws if it takes longer */
export function inTime<T>(settings: ArtifactSettings, work: () => Promise<T>, what = 'it', ms = TRY_MS): Promise<T> {
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
      return { value: await inTime(settings, call) };
    } catch (error) {
      return { error };
    }
  });
  if ('error' in last) throw last.error;
  return last.value;
}

/** Returns the content of the file in an artifact; '' if there is none. @throws if it cannot be downloaded as a whole */
async function downloadReceipt({ id, size }: ReceiptArtifact, { client, tempDir }: ArtifactSettings): Promise<string> {
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

/** @throws if it is no receipt of the request, attempt and step that its name names */
function readReceipt(content: string, { requestId, attempt, stepId }: ReceiptArtifact, key: ReceiptKey): ReceiptFile {
  if (content === '') throw new Error(`it holds no ${FILE} of at most ${MAX_BYTES} bytes`);
  const file = unsealReceipts(content, { ...key, requestId });
  if (file.attempt !== attempt) throw new Error('its name belongs to another attempt');
  if (file.stepId !== stepId) throw new Error('its name belongs to another step');
  return file;
}

/** Returns the content of a receipt file, sealed because any job of the workflow can write artifacts. */
export function sealReceipts(file: ReceiptFile, key: ReceiptKey): string {
  const text = JSON.stringify(file);
  return `${sealOf(text, key)}\n${text}`;
}

const CONTENT = /^(?<seal>[0-9a-f]{64})\n(?<text>.+)$/s;

/** Reads a receipt file. @throws when it is none, or sealed with another key */
export function unsealReceipts(content: string, key: ReceiptKey): ReceiptFile {
  const { seal, text } = CONTENT.exec(content)?.groups ?? {};
  if (seal === undefined || text === undefined) throw new Error('it is not a receipt file');
  if (!timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(text, key)))) throw new Error('its seal is wrong');
  return parseSealed(text);
}

/** Without a check of each field, because only this action can have sealed them. */
const parseSealed: (text: string) => ReceiptFile = JSON.parse;

function sealOf(text: string, { secret, requestId }: ReceiptKey): string {
  // Another version of the action may read it: a format that this one cannot read needs another first word.
  return createHmac('sha256', secret)
    .update(JSON.stringify(['receipts', requestId, text]))
    .digest('hex');
}
