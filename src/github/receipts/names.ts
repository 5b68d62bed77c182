const PREFIX = 'run-testset-receipt';

/** The file in each artifact. */
export const RECEIPT_FILE = 'receipt.json';

/** Which artifact of receipts it is. */
export interface ReceiptName {
  readonly key: string;
  /** From 1. */
  readonly attempt: number;
  /** Tells the steps of one attempt apart that have the same key. */
  readonly own: string;
  /** From 1 within the step. */
  readonly number: number;
}

/** How an artifact of receipts is called; a name that is taken gets something more behind it. */
export function receiptName({ key, attempt, own, number }: ReceiptName): string {
  return [PREFIX, key, attempt, own, number].join('-');
}

/** The attempt that left receipts under the key, as their artifact's name tells it; `undefined` for anything else. */
export function attemptOf(name: string, key: string): number | undefined {
  const beginning = `${PREFIX}-${key}-`;
  const [, attempt] = (name.startsWith(beginning) && /^(\d{1,9})-/.exec(name.slice(beginning.length))) || [];
  return attempt === undefined ? undefined : Number(attempt);
}
