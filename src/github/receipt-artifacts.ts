import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf } from '../model/errors.ts';
import { numberIn, textIn } from '../model/fields.ts';
import type { ReceiptFile, ReceiptKey } from '../model/receipts.ts';
import { withoutStop } from '../model/text.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import { readFromZip } from '../runtime/zip.ts';
import { type ApiReply, failed, readValue } from './api/api-reply.ts';
import type { Api } from './api/api.ts';
import type { ArtifactSettings } from './artifact.ts';
import { downloadZip, listArtifacts } from './download-reports.ts';

/** An artifact that may hold receipts, and what its name says; any job of the workflow can choose it. */
export interface ReceiptArtifact
  extends Pick<ReceiptFile, 'attempt' | 'stepId'>, Pick<ReceiptKey, 'jobId' | 'requestId'> {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}

/** One way to the artifacts of the run. Both name an artifact by the same identifier. */
export interface ReceiptSource {
  /** Those that may hold receipts. `rejected`: no later try is answered otherwise. */
  readonly list: () => Promise<ApiReply<readonly ReceiptArtifact[]>>;
  /** The content of the file in an artifact; '' if there is none of at most 4 MiB. */
  readonly download: (artifact: ReceiptArtifact) => Promise<ApiReply<string>>;
}

/** How the names of these artifacts begin. */
export const PREFIX = 'run-testset-receipt';
const NAME = /^run-testset-receipt-([0-9a-f]+)-([0-9a-f]+)-(\d{1,9})-([0-9a-f]+)-/;
/** The file in the artifact. */
export const FILE = 'receipt.json';
/** For an artifact and the file in it: thousands of testsets need less. */
const MAX_BYTES = 4 * 1024 * 1024;
/** For one request, which may hang; in milliseconds. */
const TRY_MS = 8_000;
const GRACE_MS = 1_500;

/** The interface of the runner, with the token that every action gets. */
export function runnerSource(settings: ArtifactSettings): ReceiptSource {
  const { client, tempDir } = settings;
  return {
    list: () => askInTime(settings, async () => valueOf((await client.listArtifacts()).artifacts.flatMap(toReceipt))),
    download: ({ id, size }) =>
      askInTime(settings, async () => {
        if (size > MAX_BYTES) return valueOf('');
        const folder = await mkdtemp(join(tempDir, 'receipt-'));
        try {
          // Not unpacked by the client: a zip that others can write must create no files, and can be larger than it says.
          await client.downloadArtifact(id, { path: folder, skipDecompress: true });
          const [zip = ''] = await readdir(folder);
          return valueOf(await contentOf(await readFile(join(folder, zip))));
        } finally {
          await rm(folder, { recursive: true });
        }
      }),
  };
}

/** GitHub's REST interface, which needs `actions: read`: it may have what the runner's does not list or send. */
export function apiSource(api: Api, settings: ArtifactSettings): ReceiptSource {
  const list = () => listArtifacts(api, settings.run.runId);
  return {
    list: async () =>
      readValue(await askInTime(settings, list), (listed) =>
        listed.flatMap((one) => {
          const [id = 0, size = 0] = [numberIn(one, 'id'), numberIn(one, 'size_in_bytes')];
          return toReceipt({ id, name: textIn(one, 'name'), size });
        }),
      ),
    download: ({ id }) =>
      askInTime(settings, async (signal) => {
        const zip = await downloadZip(api, id, MAX_BYTES, signal);
        return zip.kind === 'value' ? valueOf(await contentOf(zip.value)) : zip;
      }),
  };
}

function toReceipt({ id, name, size }: Pick<ReceiptArtifact, 'id' | 'name' | 'size'>): readonly ReceiptArtifact[] {
  const [, jobId, requestId, attempt, stepId] = NAME.exec(name) ?? [];
  if (!jobId || !requestId || !stepId) return [];
  return [{ id, name, size, jobId, requestId, attempt: Number(attempt), stepId }];
}

/** @param zip absent if it is too large @throws if it is no whole zip */
async function contentOf(zip: Buffer | undefined): Promise<string> {
  const text = zip && (await readFromZip(zip, FILE, MAX_BYTES));
  return text?.toString('utf8') ?? '';
}

function valueOf<T>(value: T): ApiReply<T> {
  return { kind: 'value', value };
}

/** Asks once, for a limited time, less after a cancel. Never fails: errors of the runner's client have messages only. */
export async function askInTime<T>(
  settings: ArtifactSettings,
  work: (signal: AbortSignal) => Promise<ApiReply<T>>,
): Promise<ApiReply<T>> {
  const onTimeout = (): ApiReply<T> => failed('it took too long');
  try {
    return await withTimeout(settings, { ms: TRY_MS, afterCancelMs: GRACE_MS, onTimeout }, work);
  } catch (error) {
    const reason = withoutStop(messageOf(error));
    const [, status] = /\((\d{3})\)/.exec(reason) ?? [];
    return { kind: 'failed', reason, ...(status && { status: Number(status) }) };
  }
}

/** Returns the content of a receipt file, sealed because any job of the workflow can write artifacts. */
export function sealReceipts(file: ReceiptFile, key: ReceiptKey): string {
  const text = JSON.stringify(file);
  return `${sealOf(text, key)}\n${text}`;
}

const CONTENT = /^(?<seal>[0-9a-f]{64})\n(?<text>.+)$/s;

/** Reads what a receipt file holds. @throws when it is none, or sealed with another key */
export function unsealReceipts(content: string, key: ReceiptKey): ReceiptFile {
  const { seal, text } = CONTENT.exec(content)?.groups ?? {};
  if (seal === undefined || text === undefined)
    throw new Error(`it holds no receipt file of at most ${MAX_BYTES} bytes`);
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
