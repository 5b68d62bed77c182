import pLimit from 'p-limit';

import { describeNotKept, type EarlierReceipt } from '../create/earlier-testsets.ts';
import type { JudgedAgain } from '../create/resume.ts';
import { messageOf } from '../model/errors.ts';
import type { Outcome } from '../model/outcome.ts';
import { sentencesOf, type Complete, type Decision } from '../model/testset.ts';
import { pluralize } from '../model/words.ts';
import type { FailedBefore } from '../model/verdict.ts';
import { fetchResults } from '../results/fetch-results.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import type { Service } from '../service/client.ts';
import { judge } from '../verdict/judge.ts';
import { createPolling } from './poll.ts';

const AT_ONCE = 10;
/** For all testsets; the last results may take half a minute more. */
const LIMIT_MS = 90_000;
/** Each testset gets an equal share, at least this: a slow one does not use up the time of the others. */
const LEAST_MS = 20_000;
/** For each testset: its results were there before. */
const NOT_READY_MS = 10_000;

interface NotKept {
  readonly kind: 'not-kept';
  readonly reason: string;
  /** Set if its results were read, and it did not pass. */
  readonly outcome?: Outcome;
}

/**
 * Fetches status and results of testsets that passed in an earlier attempt, and judges them again: only a pass on all devices is kept.
 * Takes at most two minutes. Never fails.
 */
export async function judgePassed(
  service: Service,
  runtime: Runtime,
  folder: ResultsFolder,
  testsets: readonly EarlierReceipt[],
): Promise<JudgedAgain> {
  const { clock, log, signal } = runtime;
  const endsAt = clock.now() + LIMIT_MS;
  const shareMs = LIMIT_MS / Math.ceil(testsets.length / AT_ONCE);
  const judgeInTime = async (testset: EarlierReceipt): Promise<Complete | NotKept> => {
    const limitMs = Math.min(Math.max(LEAST_MS, shareMs), endsAt - clock.now());
    if (limitMs <= 0 || signal.aborted) return notKept('there was no time to judge it again');
    const judged = withTimeout(runtime, { ms: limitMs }, (late) =>
      judgeAgain(service, { ...runtime, signal: AbortSignal.any([signal, late]) }, folder, testset),
    );
    return judged.catch((error: unknown) => notKept(messageOf(error)));
  };
  const queue = pLimit(AT_ONCE);
  const all = await Promise.all(testsets.map(async (testset) => [testset, await queue(judgeInTime, testset)] as const));
  const kept: Complete[] = [];
  const reasons = new Map<number, string>();
  const failed = new Map<number, FailedBefore>();
  for (const [{ testsetId, attempt, scenario }, judged] of all) {
    if (judged.kind === 'complete') {
      kept.push(judged);
      continue;
    }
    const { reason, outcome } = judged;
    const sentence = describeNotKept({ testsetId, attempt }, reason);
    reasons.set(scenario, sentence);
    log.info(sentence);
    if (outcome) failed.set(scenario, { testsetId, attempt, outcome });
  }
  if (kept.length > 0) log.info(`${pluralize(kept.length, 'testset')} of earlier attempts passed again: kept.`);
  // After a cancel nothing is created, and the next attempt judges them again.
  if (signal.aborted) reasons.clear();
  return { kept, notKept: reasons, failed };
}

async function judgeAgain(
  service: Service,
  runtime: Runtime,
  folder: ResultsFolder,
  { testsetId, scenario, retry, announcedDevices, attempt }: EarlierReceipt,
): Promise<Complete | NotKept> {
  const testset = { id: testsetId, since: runtime.clock.now() };
  const poll = createPolling(service, runtime, { testset, announcedDevices, origin: 'kept', once: true });
  const polled = await poll();
  if (polled.kind === 'unfinished') return notKept(whyUnfinished(polled.ending));
  const { status } = polled;
  const devices = status.counts.total;
  const times = { notReadyMs: NOT_READY_MS };
  const results = await fetchResults(service, runtime, { testset, devices, folder, times });
  const complete: Complete = {
    kind: 'complete',
    id: testsetId,
    scenario: scenario || undefined,
    retry,
    origin: { kind: 'kept', attempt },
    counts: status.counts,
    announcedDevices: Math.max(announcedDevices, devices),
    status,
    results,
  };
  const { outcome, testsets } = judge([complete], { maxFailures: 0, quarantine: [] });
  if (outcome === 'passed') return complete;
  await folder.removeResults(testsetId);
  let reason = testsets.flatMap(sentencesOf).join(' ');
  // The sentence would speak of the `max-failures` of the step.
  if (outcome === 'failed') reason = `only ${status.counts.pass} of ${pluralize(devices, 'device')} passed`;
  const isRead = results.documents.some(({ state }) => state === 'read');
  return notKept(reason, isRead ? outcome : undefined);
}

function notKept(reason: string, outcome?: Outcome): NotKept {
  return { kind: 'not-kept', reason, outcome };
}

function whyUnfinished(ending: Decision): string {
  if (ending.outcome === 'started') return 'it is running again';
  if (ending.outcome === 'timed-out') return ending.problem?.message ?? 'the service did not respond in time';
  return sentencesOf(ending).join(' ');
}
