import { isGreen } from '../model/outcome.ts';
import type { ScenarioRetry } from '../model/testset.ts';
import { devicesOf, longestSeconds, type TestVerdict, type Verdict } from '../model/verdict.ts';
import { formatDuration, formatNumber, pluralize } from '../model/words.ts';
import { namesAllFailures } from './excuse-devices.ts';

/** The scenarios to retry. */
export interface RetryChoice {
  readonly retries: readonly ScenarioRetry[];
  /** Why nothing is retried, a sentence each; empty if the step is green, or the retries of a scenario are used up. */
  readonly notes: readonly string[];
}

/** Steps with more failures are broken, not flaky. */
const FEW_SCENARIOS = 5;
const SHARE_OF_SCENARIOS = 0.1;

/** For creating the testsets and fetching the results, in milliseconds. */
const EXTRA_MS = 2 * 60_000;

/** Chooses the scenarios whose failures could be chance: all that failed, if the step is green with them, or none (docs/flakes.md). */
export function chooseRetries(
  { outcome, testsets }: Verdict,
  maxFailures: number,
  { most, timeLeftMs }: Readonly<Record<'most' | 'timeLeftMs', number>>,
): RetryChoice {
  const isUsedUp = (testset: TestVerdict): boolean =>
    testset.lastRetry >= most && (mayBeFlaky(testset) || !isGreen(testset.outcome));
  if (isGreen(outcome) || testsets.some(isUsedUp)) return NO_RETRY;
  const candidates = testsets.filter(mayBeFlaky);
  if (candidates.length === 0) return noRetry(whyNoCandidate(testsets));
  const failed = candidates.length === 1 ? 'failed scenario' : `${formatNumber(candidates.length)} failed scenarios`;
  if (!wouldBeGreen(testsets, maxFailures)) return noRetry(`the step would fail even if the ${failed} passed`);
  const retries = candidates.flatMap(({ scenario, lastRetry }) =>
    scenario === undefined ? [] : { scenario, retry: lastRetry + 1 },
  );
  const limit = Math.max(FEW_SCENARIOS, Math.floor(testsets.length * SHARE_OF_SCENARIOS));
  if (candidates.length > limit)
    return noRetry(`${pluralize(candidates.length, 'scenario')} failed, and at most ${limit} are retried`);
  const neededMs = Math.max(...candidates.map(longestRunMs)) + EXTRA_MS;
  if (neededMs <= timeLeftMs) return { retries, notes: [] };
  const needed = formatDuration(neededMs / 1000);
  return noRetry(`it would take about ${needed}, and \`timeout\` ends the step sooner`);
}

const NO_RETRY: RetryChoice = { retries: [], notes: [] };

function noRetry(reason: string): RetryChoice {
  return { retries: [], notes: [`No retry: ${reason}.`] };
}

/** Whether a scenario has failures that count, the results name all of them, and nothing else is wrong with it. */
function mayBeFlaky(testset: TestVerdict): boolean {
  const { isReliable, counted, counts } = testset;
  return isReliable && counted > 0 && counts.stop === 0 && namesAllFailures(testset);
}

function whyNoCandidate(testsets: readonly TestVerdict[]): string {
  const doubtful = testsets.filter(({ isReliable }) => !isReliable).length;
  if (doubtful > 0) return `results of ${pluralize(doubtful, 'scenario')} are missing or in doubt`;
  if (testsets.some((testset) => testset.counted > 0 && !namesAllFailures(testset)))
    return 'the results do not name all devices that failed';
  return testsets.some(({ counts }) => counts.stop > 0) ? 'a user stopped a device' : 'no device passed';
}

/** Whether the step would be green if each candidate passed on all devices. Any doubt keeps it red. */
function wouldBeGreen(testsets: readonly TestVerdict[], maxFailures: number): boolean {
  const others = testsets.filter((each) => !mayBeFlaky(each));
  const failures = others.reduce((sum, { counted }) => sum + counted, 0);
  return others.every(({ isReliable }) => isReliable) && failures <= maxFailures;
}

/** How long a testset took: as long as this step waited, or as its slowest device, if the step did not see its beginning. */
function longestRunMs(testset: TestVerdict): number {
  const tookMs = testset.kind === 'complete' ? testset.tookMs : 0;
  return Math.max(tookMs, (longestSeconds(devicesOf(testset)) ?? 0) * 1000);
}
