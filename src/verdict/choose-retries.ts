import { isGreen, worstOutcome } from '../model/outcome.ts';
import { sumCounts } from '../model/counts.ts';
import { devicesOf, longestSeconds } from '../model/report.ts';
import { formatDuration, pluralize } from '../model/words.ts';
import type { TestsetResult } from '../model/testset-result.ts';
import { judgeTestsets, type JudgedTestset, type Rules } from './judge.ts';
import { limitViolations } from './verdict.ts';

/** What limits the retries of a step. */
export interface RetryLimits {
  /** Most retries of a scenario. */
  readonly most: number;
  /** Milliseconds until `timeout`. */
  readonly timeLeftMs: number;
}

/** The scenarios to try again. */
export interface RetryChoice {
  readonly retries: readonly { readonly scenario: number; /** From 1. */ readonly retry: number }[];
  /** Why failures are not tried again, a sentence each; empty without a failure that could be chance. */
  readonly notes: readonly string[];
}

/** Steps with more failures are broken, not flaky. */
const FEW_SCENARIOS = 5;
const SHARE_OF_SCENARIOS = 0.1;

/** For creating the testsets and fetching the results, in milliseconds. */
const EXTRA_MS = 2 * 60_000;

/**
 * Chooses the scenarios whose failures could be chance: all that failed, or none (docs/flakes.md). Only if the step is red now, and would be
 * green if each of them passed.
 */
export function chooseRetries(
  results: readonly TestsetResult[],
  rules: Rules,
  { most, timeLeftMs }: RetryLimits,
): RetryChoice {
  const judged = judgeTestsets(results, rules);
  const outcome = worstOutcome(judged.map(({ testset }) => testset.outcome));
  const candidates = judged.filter(mayBeFlaky);
  if (isGreen(outcome)) return NO_RETRY;
  if (candidates.length === 0) return judged.some(wasStopped) ? noRetry('a user stopped a device') : NO_RETRY;
  const scenarios = pluralize(candidates.length, 'scenario');
  if (!wouldBeGreen(judged, rules)) return noRetry(`the step would be red even if ${scenarios} that failed had passed`);
  const retries = candidates.flatMap(({ testset: { scenario } }) => {
    if (scenario === undefined) return [];
    return { scenario, retry: retriesOf(scenario, results) + 1 };
  });
  if (retries.some(({ retry }) => retry > most)) return NO_RETRY;
  const limit = Math.max(FEW_SCENARIOS, Math.floor(judged.length * SHARE_OF_SCENARIOS));
  if (candidates.length > limit) return noRetry(`${scenarios} failed, and more than ${limit} are not taken for flaky`);
  const neededMs = Math.max(...candidates.map(longestRunMs)) + EXTRA_MS;
  if (neededMs <= timeLeftMs) return { retries, notes: [] };
  const needed = formatDuration(neededMs / 1000);
  return noRetry(`it needs about ${needed}, and \`timeout\` ends the step before that`);
}

const NO_RETRY: RetryChoice = { retries: [], notes: [] };

function noRetry(reason: string): RetryChoice {
  return { retries: [], notes: [`No retry: ${reason}.`] };
}

/** How many retries a scenario has had, also those that were rejected. */
function retriesOf(scenario: number, results: readonly TestsetResult[]): number {
  const own = results.filter((each) => each.scenario === scenario);
  return Math.max(...own.map(({ retry = 0 }) => retry));
}

/** Whether a scenario has failures that count, and nothing else is wrong with it. */
function mayBeFlaky({ isReliable, counted }: JudgedTestset): boolean {
  return isReliable && counted.fail + counted.error > 0 && counted.stop === 0;
}

function wasStopped({ isReliable, counted }: JudgedTestset): boolean {
  return isReliable && counted.fail + counted.error > 0 && counted.stop > 0;
}

/** Whether the step would be green if each candidate passed on all devices. Any doubt keeps it red. */
function wouldBeGreen(judged: readonly JudgedTestset[], { limits }: Rules): boolean {
  const others = judged.filter((each) => !mayBeFlaky(each));
  const counts = sumCounts(others.map(({ counted }) => counted));
  const violations = limitViolations(counts, { counts, limits, testsets: judged.length });
  return others.every(({ isReliable }) => isReliable) && violations.length === 0;
}

/** How long a testset took: as long as this step waited, or as its slowest device, if the step did not see its beginning. */
function longestRunMs({ testset, tookMs = 0 }: JudgedTestset): number {
  return Math.max(tookMs, (longestSeconds(devicesOf(testset)) ?? 0) * 1000);
}
