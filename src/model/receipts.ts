import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long receipts are kept, in days. */
export const RECEIPT_DAYS = 3;

/** A create that made a testset or may have made one, for a later attempt of the job. It decides nothing: results are fetched again. */
export interface Receipt {
  /** 0: an automated test, as in the request. */
  readonly scenario: number;
  /** The number of the retry; 0 for the first testset of a scenario. */
  readonly retry: number;
  /** Without secrets. */
  readonly testsetName: string;
  /** When this was known, such as `2026-07-01 12:34 UTC`. */
  readonly time: string;
  /** Absent if it is unknown whether a testset was created. */
  readonly testsetId?: number;
  /** How many devices the create announced; 0 when unknown. */
  readonly announcedDevices: number;
}

/** What one attempt saved in one artifact. */
export interface ReceiptFile {
  /** From 1. */
  readonly attempt: number;
  /** Tells apart the steps that saved under the same key in one attempt. */
  readonly stepId: string;
  readonly receipts: readonly Receipt[];
}

/** What receipts are bound to: account, run, and what is tested. */
export interface ReceiptKey {
  /** Derived from access key and run; see receipt-key.ts. */
  readonly secret: Buffer;
  /** 8 hex digits, the same for one step of a job and its part of a matrix; part of the artifact's name. */
  readonly jobId: string;
  /** 24 hex digits, the same for equal requests only; part of the artifact's name. */
  readonly requestId: string;
}

/** Keeps receipts between the attempts of a workflow run. */
export interface ReceiptStore {
  /** Reads what earlier attempts saved under the key. @throws when that cannot be known */
  find(key: ReceiptKey): Promise<readonly ReceiptFile[]>;
  /** Saves the receipts of this attempt in place of those that it saved before. Never throws. @returns whether they are saved */
  save(key: ReceiptKey, receipts: readonly Receipt[]): Promise<boolean>;
  /** Deletes all that this step has found or saved. @throws when something may be left */
  remove(): Promise<void>;
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
