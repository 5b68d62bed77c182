import { createHmac, timingSafeEqual } from 'node:crypto';

import { isJsonObject } from './fields.ts';

/** How long receipts are kept, in days. */
export const RECEIPT_DAYS = 3;

/** A testset that was created, so that a later attempt of the job can resume it. It decides nothing: results are fetched again. */
export interface Receipt {
  readonly testsetId: number;
  /** 0: an automated test, as in the request. */
  readonly scenario: number;
  /** How many devices the create announced; 0 when unknown. */
  readonly announcedDevices: number;
  /** The number of the retry, from 1; absent for the first testset of a scenario. */
  readonly retry?: number;
}

/** A create that may have made a testset, so that a later attempt of the job can say so. */
export interface UncertainCreate {
  /** As in {@link Receipt}. */
  readonly scenario: number;
  /** As in {@link Receipt}. */
  readonly retry?: number;
  /** Without secrets. */
  readonly testsetName: string;
  /** Such as `2026-07-01 12:34 UTC`. */
  readonly time: string;
}

/** What is known of the creates of a step. */
export interface CreateRecords {
  readonly receipts: readonly Receipt[];
  /** Those whose testset is not known by an identifier. */
  readonly uncertain: readonly UncertainCreate[];
}

/** What one attempt saved in one artifact. */
export interface ReceiptFile extends CreateRecords {
  /** From 1. */
  readonly attempt: number;
  /** Tells apart the steps that saved under the same key in one attempt; from the artifact's name, not sealed. */
  readonly stepId?: string;
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
  /** Saves records of this attempt; what was saved before is kept. Never throws. @returns whether they are saved */
  save(key: ReceiptKey, records: CreateRecords): Promise<boolean>;
  /** Deletes all that this step has found or saved. @throws when something may be left */
  remove(): Promise<void>;
}

/** Returns the text of a receipt file, sealed because any job of the workflow can write artifacts. */
export function sealReceipts(file: ReceiptFile, key: ReceiptKey): string {
  return JSON.stringify({ ...file, seal: sealOf(file, key) });
}

/** Reads a receipt file. @throws when it is malformed, or sealed with another key */
export function unsealReceipts(text: string, key: ReceiptKey): ReceiptFile {
  const content: unknown = JSON.parse(text);
  const { attempt, receipts, uncertain, seal } = isJsonObject(content) ? content : {};
  const hasRecords = Array.isArray(receipts) && Array.isArray(uncertain);
  if (!isInteger(attempt, 1) || !hasRecords || typeof seal !== 'string') throw new Error('it is not a receipt file');
  const file = { attempt, receipts: receipts.map(readReceipt), uncertain: uncertain.map(readUncertain) };
  const [given, expected] = [Buffer.from(seal), Buffer.from(sealOf(file, key))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Error('its seal is wrong');
  return file;
}

function sealOf({ attempt, receipts, uncertain }: ReceiptFile, { secret, requestId }: ReceiptKey): string {
  const facts = [
    receipts.map(({ testsetId, scenario, announcedDevices, retry }) => [testsetId, scenario, announcedDevices, retry]),
    uncertain.map(({ scenario, testsetName, time, retry }) => [scenario, testsetName, time, retry]),
  ];
  return createHmac('sha256', secret)
    .update(JSON.stringify(['receipts', requestId, attempt, ...facts]))
    .digest('hex');
}

function readReceipt(value: unknown): Receipt {
  const { testsetId, scenario, announcedDevices, retry } = isJsonObject(value) ? value : {};
  const isValid = isInteger(testsetId, 1) && isInteger(scenario, 0) && isInteger(announcedDevices, 0);
  if (!isValid || !isRetry(retry)) throw new Error('it holds an invalid receipt');
  return { testsetId, scenario, announcedDevices, retry };
}

function readUncertain(value: unknown): UncertainCreate {
  const { scenario, testsetName, time, retry } = isJsonObject(value) ? value : {};
  const isValid = isInteger(scenario, 0) && typeof testsetName === 'string' && typeof time === 'string';
  if (!isValid || !isRetry(retry)) throw new Error('it holds an invalid create');
  return { scenario, testsetName, time, retry };
}

function isRetry(value: unknown): value is number | undefined {
  return value === undefined || isInteger(value, 1);
}

function isInteger(value: unknown, min: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= min;
}
