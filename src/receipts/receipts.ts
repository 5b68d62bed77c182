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
