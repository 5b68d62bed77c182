import type { CreatedTestsets } from '../create/pending-testset.ts';
import { listFirst, nounFor } from '../model/words.ts';
import type { TestsetResult } from '../model/testset-result.ts';
import { chooseRetries } from '../verdict/choose-retries.ts';
import type { Rules } from '../verdict/judge.ts';
import { waitForTestsets, type WaitContext } from './wait.ts';

const MAX_NAMED = 20;

/** The results of all testsets of a step. */
interface AllResults {
  readonly results: readonly TestsetResult[];
  /** Why failures were not tried again, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Creates another testset for each scenario whose failures could be chance, and waits for it; at most `most` times. Never fails.
 *
 * @param first the results of the testsets that were created first
 */
export async function retryFailed(
  context: WaitContext,
  { createRetries }: Pick<CreatedTestsets, 'createRetries'>,
  first: readonly TestsetResult[],
  rules: Rules,
  most: number,
): Promise<AllResults> {
  const { log, signal, timeLeftMs } = context.runtime;
  let results = first;
  while (createRetries && most > 0 && !signal.aborted) {
    const { retries, notes } = chooseRetries(results, rules, { most, timeLeftMs: timeLeftMs() });
    if (retries.length === 0) return { results, notes };
    const scenarios = listFirst(
      retries.map(({ scenario }) => scenario),
      MAX_NAMED,
    );
    log.info(`Trying ${nounFor(retries.length, 'scenario')} ${scenarios} again.`);
    const added = await waitForTestsets(context, { testsets: createRetries(retries) });
    results = [...results, ...added];
  }
  return { results, notes: [] };
}
