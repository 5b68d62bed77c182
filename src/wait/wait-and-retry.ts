import type { CreatedTestsets } from '../create/pending-testset.ts';
import type { Inputs } from '../model/inputs.ts';
import type { Testset } from '../model/testset.ts';
import type { Verdict } from '../model/verdict.ts';
import { listFirst, MAX_IN_LOG_LINE, nounFor } from '../model/words.ts';
import { chooseRetries } from '../verdict/choose-retries.ts';
import { judge } from '../verdict/judge.ts';
import { createProgress } from './progress.ts';
import { waitForTestsets, type WaitContext } from './wait.ts';

interface WaitResult {
  readonly verdict: Verdict;
  /** Why nothing was tried again, a sentence each. */
  readonly notes: readonly string[];
  readonly elapsedMs: number;
}

/** Waits for the testsets and judges them; tries scenarios again whose failures could be chance, as the inputs allow. Never fails. */
export async function waitAndRetry(
  others: Omit<WaitContext, 'progress'>,
  created: CreatedTestsets,
  { maxFailures, quarantine, retryFailed }: Pick<Inputs, 'maxFailures' | 'quarantine' | 'retryFailed'>,
): Promise<WaitResult> {
  const { clock, log, cancelled, timeLeftMs } = others.runtime;
  const startedAt = clock.now();
  const context = { ...others, progress: createProgress(others.runtime) };
  const rules = { maxFailures, quarantine: quarantine?.entries ?? [] };
  let testsets: readonly Testset[] = [];
  let pending: Pick<CreatedTestsets, 'testsets' | 'nothingToAwait'> = created;
  for (;;) {
    testsets = [...testsets, ...(await waitForTestsets(context, pending))];
    const verdict = judge(testsets, rules);
    const elapsedMs = clock.now() - startedAt;
    if (!created.createRetries || retryFailed === 0 || cancelled.aborted) return { verdict, notes: [], elapsedMs };
    const { retries, notes } = chooseRetries(verdict, maxFailures, { most: retryFailed, timeLeftMs: timeLeftMs() });
    for (const note of notes) log.info(note);
    if (retries.length === 0) return { verdict, notes, elapsedMs };
    const scenarios = retries.map(({ scenario }) => scenario);
    log.info(`Retrying ${nounFor(scenarios.length, 'scenario')} ${listFirst(scenarios, MAX_IN_LOG_LINE)}.`);
    pending = { testsets: created.createRetries(retries) };
  }
}
