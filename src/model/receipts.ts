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
