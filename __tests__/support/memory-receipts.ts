import type { Receipt, ReceiptFile, ReceiptKey, ReceiptStore } from '../../src/model/receipts.ts';

/** A receipt of a create that may have made a testset. @param facts what is known otherwise */
export function createReceipt(facts: Partial<Receipt> = {}): Receipt {
  return { scenario: 0, retry: 0, testsetName: 'Login', time: '2026-07-01 12:34 UTC', announcedDevices: 0, ...facts };
}

/** What the attempts of a workflow run saved, by key. */
export type Saved = Map<string, ReceiptFile[]>;

/** A store in memory for the step of one attempt. */
export interface MemoryStore extends ReceiptStore {
  readonly saved: Saved;
  readonly removals: number[];
}

/** How many stores there are; each is of a step of its own. */
let steps = 0;

/** Creates a store that finds what stores of earlier attempts have saved. */
export function createStore(
  attempt: number,
  saved: Saved = new Map(),
  changes: Partial<ReceiptStore> = {},
): MemoryStore {
  const removals: number[] = [];
  steps += 1;
  const stepId = `${steps}`;
  const idOf = ({ secret, requestId }: ReceiptKey): string => `${secret.toString('hex')} ${requestId}`;
  const filesOf = (key: ReceiptKey): readonly ReceiptFile[] => saved.get(idOf(key)) ?? [];
  return {
    saved,
    removals,
    // Downloads end in any order.
    find: (key) => Promise.resolve(filesOf(key).toReversed()),
    save: (key, receipts, jobName) => {
      const others = filesOf(key).filter((file) => file.stepId !== stepId);
      saved.set(idOf(key), [...others, { attempt, stepId, receipts, ...(jobName && { jobName }) }]);
      return Promise.resolve(true);
    },
    remove: () => {
      removals.push(saved.size);
      saved.clear();
      return Promise.resolve();
    },
    ...changes,
  };
}
