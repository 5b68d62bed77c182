import pLimit from 'p-limit';

import type { EarlierTestset } from '../create/earlier-testsets.ts';
import type { JudgedTestsets } from '../create/resume.ts';
import { messageOf } from '../model/errors.ts';
import type { Outcome } from '../model/outcome.ts';
import type { FailedBefore } from '../model/report.ts';
import { pluralize } from '../model/words.ts';
import type { CompleteTestset } from '../results/testset-result.ts';
import { fetchResults } from '../results/fetch-results.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import { decideOutcome } from '../verdict/verdict.ts';
import { pollTestset } from './poll.ts';

/** What judging testsets again takes. */
interface JudgeContext {
  readonly service: Service;
  readonly runtime: Runtime;
  readonly folder: Pick<ResultsFolder, 'writeResult' | 'removeResults'>;
}

const AT_ONCE = 10;
const MAX_LOGGED = 5;
/** For all testsets; the last results may take half a minute more. */
const LIMIT_MS = 90_000;
/** For each testset, so that slow ones do not cost the others. */
const LEAST_MS = 20_000;
/** For each testset: its results were there before. */
const NOT_READY_MS = 10_000;
const NONE_ALLOWED = { fail: 0, error: 0, stop: 0 };

/**
 * Fetches status and results of testsets that passed in an earlier attempt, and judges them again: only a pass on all devices is kept.
 * Takes at most two minutes. Never fails.
 */
export async function judgePassed(context: JudgeContext, testsets: readonly EarlierTestset[]): Promise<JudgedTestsets> {
  const { clock, log, signal } = context.runtime;
  const [done, late] = [new AbortController(), new AbortController()];
  void clock.sleep(LIMIT_MS, done.signal).then(() => {
    late.abort();
  });
  const eachMs = Math.max(LEAST_MS, LIMIT_MS / Math.ceil(testsets.length / AT_ONCE));
  const limited = pLimit(AT_ONCE);
  const judge = async (testset: EarlierTestset): Promise<Judged> => {
    if (late.signal.aborted || signal.aborted) return { reason: 'there was no time to judge it again' };
    const [ended, slow] = [new AbortController(), new AbortController()];
    void clock.sleep(eachMs, ended.signal).then(() => {
      slow.abort();
    });
    const runtime = { ...context.runtime, signal: AbortSignal.any([signal, late.signal, slow.signal]) };
    return judgeAgain({ ...context, runtime }, testset)
      .catch(unexpected)
      .finally(() => {
        ended.abort();
      });
  };
  const all = await Promise.all(
    testsets.map(async (testset) => ({ ...testset, judged: await limited(judge, testset) })),
  );
  done.abort();
  const kept = all.flatMap(({ judged }) => ('reason' in judged ? [] : judged));
  const others = all.flatMap(({ judged, ...testset }) => ('reason' in judged ? [{ ...testset, ...judged }] : []));
  const notKept = new Map(others.map((testset) => [testset.scenario, describeNotKept(testset)]));
  const failed = new Map(others.flatMap((testset) => failedNow(testset)));
  for (const sentence of [...notKept.values()].slice(0, MAX_LOGGED)) log.info(sentence);
  if (notKept.size > MAX_LOGGED)
    log.info(`${notKept.size - MAX_LOGGED} more are not kept: see the warnings at the end.`);
  if (kept.length > 0) log.info(`${pluralize(kept.length, 'testset')} of earlier attempts passed again: kept.`);
  // After a cancel nothing is created, and the next attempt judges them again.
  return signal.aborted ? { kept, notKept: new Map(), failed } : { kept, notKept, failed };
}

/** The testset with its results, or why it is not kept. */
type Judged = CompleteTestset | NotKept;

interface NotKept {
  readonly reason: string;
  /** Set if its results were read, and it did not pass. */
  readonly outcome?: Outcome;
}

function unexpected(error: unknown): NotKept {
  return { reason: messageOf(error) };
}

function describeNotKept({ testsetId, attempt, reason }: EarlierTestset & NotKept): string {
  return `Testset ${testsetId} passed in attempt ${attempt}, but is not kept: ${reason.replace(/\.$/, '')}.`;
}

function failedNow({ scenario, testsetId, attempt, outcome }: EarlierTestset & NotKept): [number, FailedBefore][] {
  return outcome === undefined ? [] : [[scenario, { testsetId, attempt, outcome }]];
}

async function judgeAgain(
  { service, runtime, folder }: JudgeContext,
  { testsetId, scenario, retry, announcedDevices, attempt }: EarlierTestset,
): Promise<Judged> {
  const testset = { id: testsetId, since: runtime.clock.now() };
  const polled = await pollTestset(service, runtime, {
    testset,
    announcedDevices,
    existed: true,
    once: true,
    expectedMs: () => [],
    onStatus: () => undefined,
    onFailure: () => undefined,
  });
  if (polled.kind !== 'complete') {
    const { outcome, problem, reasons } = polled.outcome;
    if (outcome === 'timed-out') return { reason: problem?.message ?? 'the service did not respond in time' };
    return { reason: reasons[0]?.sentence ?? 'it is running again' };
  }
  const { status } = polled;
  const devices = status.counts.total;
  const job = { testsetId, since: testset.since, devices, folder, notReadyMs: NOT_READY_MS };
  const results = await fetchResults(service, runtime, job);
  const complete: CompleteTestset = {
    kind: 'complete',
    id: testsetId,
    scenario: scenario || undefined,
    retry,
    announcedDevices: Math.max(announcedDevices, devices),
    status,
    results,
    passedInAttempt: attempt,
  };
  const { outcome, reasons } = decideOutcome(complete, { counts: status.counts, limits: NONE_ALLOWED, testsets: 1 });
  if (outcome === 'passed') return complete;
  await folder.removeResults(testsetId);
  const reason = reasons.map(({ sentence }) => sentence).join(' ');
  const isRead = results.documents.some(({ state }) => state === 'read');
  return { reason, outcome: isRead ? outcome : undefined };
}
