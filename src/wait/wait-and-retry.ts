import type { CreatedTestsets } from '../create/pending-testset.ts';
import type { Verdict } from '../model/verdict.ts';
import { listFirst, nounFor } from '../model/words.ts';
import type { Platform } from '../runtime/platform.ts';
import { chooseRetries } from '../verdict/choose-retries.ts';
import { judge, type Rules } from '../verdict/judge.ts';
import { createProgress } from './progress.ts';
import { waitForTestsets, type WaitContext } from './wait.ts';

const MAX_NAMED = 20;

/** What came of all testsets of a step. */
interface WaitResult {
  readonly verdict: Verdict;
  /** Why failures were not tried again, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Waits for the testsets and judges them. Then creates another for each scenario whose failures could be chance, and waits for it, at most
 * `mostRetries` times. Never fails.
 */
export async function waitAndRetry(
  { checkRun, ...others }: Omit<WaitContext, 'progress'> & Pick<Platform, 'checkRun'>,
  created: CreatedTestsets,
  rules: Rules,
  mostRetries: number,
): Promise<WaitResult> {
  const { log, signal, timeLeftMs } = others.runtime;
  const context = { ...others, progress: createProgress(others.runtime, checkRun) };
  let testsets = await waitForTestsets(context, created);
  for (;;) {
    const verdict = judge(testsets, rules);
    if (!created.createRetries || mostRetries === 0 || signal.aborted) return { verdict, notes: [] };
    const limits = { most: mostRetries, timeLeftMs: timeLeftMs() };
    const { retries, notes } = chooseRetries(verdict, rules.limits, limits);
    if (retries.length === 0) return { verdict, notes };
    const scenarios = retries.map(({ scenario }) => scenario);
    log.info(`Trying ${nounFor(scenarios.length, 'scenario')} ${listFirst(scenarios, MAX_NAMED)} again.`);
    testsets = [...testsets, ...(await waitForTestsets(context, { testsets: created.createRetries(retries) }))];
  }
}
