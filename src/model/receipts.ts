import { callerOf } from './job-name.ts';

/** How long receipts are kept, in days. */
export const RECEIPT_DAYS = 3;

/** A create that made a testset or may have made one, for a later attempt of the job. It decides nothing: results are fetched again. */
export interface Receipt {
  /** 0: an automated test, as in the request. */
  readonly scenario: number;
  /** 0 for the first testset of a scenario. */
  readonly retry: number;
  /** Without secrets. */
  readonly testsetName: string;
  /** When this was known, such as `2026-07-01 12:34 UTC`. */
  readonly time: string;
  /** Absent if it is unknown whether a testset was created. */
  readonly testsetId?: number;
  /** 0 when unknown. */
  readonly announcedDevices: number;
}

/** What one attempt saved in one artifact. */
export interface ReceiptFile {
  readonly attempt: number;
  /** Tells apart steps that saved under one key in one attempt. */
  readonly stepId: string;
  /** GitHub's name of the job; absent if it was not known yet. */
  readonly jobName?: string;
  readonly receipts: readonly Receipt[];
  /** Set if the attempt had results and could not delete its files and earlier ones: none of them counts any more. */
  readonly isEnd?: true;
  /** Why the file cannot be read, such as `404`; then it may hold receipts. */
  readonly unread?: string;
}

/** Whether several steps saved something in one attempt: a step without a testset must not use that of another. */
export function hasSeveralSteps(files: readonly ReceiptFile[]): boolean {
  const attempts = new Set(files.map(({ attempt }) => attempt));
  return attempts.size < new Set(files.map(({ attempt, stepId }) => `${attempt} ${stepId}`)).size;
}

/** Whether this job saved a file, and not another call of its workflow, which shares the key; `undefined` where GitHub's names do not say it. */
export function isOfJob(file: ReceiptFile, jobName: string | undefined): boolean | undefined {
  if (file.jobName === undefined || jobName === undefined) return undefined;
  return callerOf(file.jobName) === callerOf(jobName);
}

/** What receipts are bound to: account, run, and what is tested (receipt-key.ts). */
export interface ReceiptKey {
  readonly secret: Buffer;
  /** 8 hex digits, the same for one step of a job and its part of a matrix; part of the artifact's name. */
  readonly jobId: string;
  /** 24 hex digits, the same for equal requests only; part of the artifact's name. */
  readonly requestId: string;
}

/** Keeps receipts between the attempts of a workflow run. */
export interface ReceiptStore {
  /** Reads what earlier attempts saved under the key; asks again for minutes, until `signal` aborts. @throws when that cannot be known */
  find(key: ReceiptKey, signal: AbortSignal): Promise<readonly ReceiptFile[]>;
  /** Saves the receipts of this attempt in place of those that it saved before. Never throws. @returns whether they are saved */
  save(key: ReceiptKey, receipts: readonly Receipt[], jobName?: string): Promise<boolean>;
  /** Deletes all that this step has found or saved, or saves that it counts no more. @throws when neither is possible */
  remove(jobName?: string): Promise<void>;
}
