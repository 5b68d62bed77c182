import { createHmac, timingSafeEqual } from 'node:crypto';

import { isJsonObject } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import type { Secret } from '../model/secret.ts';

/** A testset that was created, and for which scenario; 0 stands for an automated test, as in the request. */
export interface Receipt {
  readonly testsetId: number;
  readonly scenario: number;
  /** How many unit tests the create announced, from 1; absent when unknown. */
  readonly unitTests?: number;
}

/** What receipts were left under a key by an attempt of this job. */
export interface LeftReceipts {
  /** From 1. */
  readonly attempt: number;
  readonly receipts: readonly Receipt[];
}

/** Keeps receipts where a later attempt of the same job finds them. */
export interface ReceiptStore {
  /** What earlier attempts of this run left under the key, and was not taken back. @throws when that cannot be known */
  find(key: string): Promise<readonly LeftReceipts[]>;
  /** Leaves a receipt as soon as that may be; waits for nothing, and never fails. */
  leave(key: string, receipt: Receipt): void;
  /** Waits until what was left is stored; `takeBack`: and takes away all that was left or found. Never fails. */
  settle(takeBack: boolean): Promise<void>;
}

/** What a file of receipts is bound to, beside its attempt: in another run, or under another key, it says nothing. */
export interface Binding {
  readonly run: Pick<RunInfo, 'repository' | 'runId'>;
  readonly key: string;
  /** Nobody who does not have it could have created the testsets, and so nobody else can make a receipt for them. */
  readonly accessKey: Secret;
}

/** The text of a file of receipts, sealed against whoever may write artifacts, but not create testsets. */
export function sealReceipts({ attempt, receipts }: LeftReceipts, binding: Binding): string {
  return JSON.stringify({ attempt, receipts, seal: sealOf({ attempt, receipts }, binding) });
}

/** Reads such a text, and believes nothing that its seal does not bear out. @throws an error that says why it cannot be believed */
export function unsealReceipts(text: string, binding: Binding): LeftReceipts {
  const content: unknown = JSON.parse(text);
  const { attempt, receipts, seal } = isJsonObject(content) ? content : {};
  if (!isNumber(attempt, 1) || !Array.isArray(receipts) || typeof seal !== 'string') {
    throw new Error('it is no file of receipts');
  }
  const left = { attempt, receipts: receipts.map(readReceipt) };
  if (!isSame(seal, sealOf(left, binding))) throw new Error('its seal is not of this run and this access key');
  return left;
}

/** Begins with a word of its own, because the access key seals other texts, too. */
function sealOf({ attempt, receipts }: LeftReceipts, { run, key, accessKey }: Binding): string {
  const facts = receipts.map(({ testsetId, scenario, unitTests }) => [testsetId, scenario, unitTests ?? null]);
  const text = JSON.stringify(['receipts', run.repository, run.runId, key, attempt, facts]);
  return createHmac('sha256', accessKey.reveal()).update(text).digest('hex');
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function readReceipt(value: unknown): Receipt {
  const { testsetId, scenario, unitTests } = isJsonObject(value) ? value : {};
  const isKnown = unitTests !== undefined;
  if (!isNumber(testsetId, 1) || !isNumber(scenario, 0) || (isKnown && !isNumber(unitTests, 1))) {
    throw new Error('it holds what is no receipt');
  }
  return { testsetId, scenario, ...(isKnown && { unitTests }) };
}

function isNumber(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
