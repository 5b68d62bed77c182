import type { CreateFailure } from '../create/classify.ts';
import type { CreatedTestsets, PendingTestset } from '../create/pending-testset.ts';
import { NO_COUNTS, type Counts } from '../model/counts.ts';
import { messageOf, TestsetError } from '../model/errors.ts';
import { outcomeOf, type TestsetOutcome, type TestsetReport } from '../model/report.ts';
import type { CompleteTestset, TestsetResult } from '../model/testset-result.ts';
import { fetchResults } from '../results/fetch-results.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { CheckRun } from '../runtime/platform.ts';
import { liveText } from '../report/check-run.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import { NOT_READY_ONCE_MS } from '../service/retry.ts';
import { logFailedCreates } from './failed-creates.ts';
import { pollTestset } from './poll.ts';
import { createProgress, type Progress } from './progress.ts';

/** The dependencies of the wait phase. */
export interface WaitContext {
  readonly service: Service;
  readonly runtime: Runtime;
  readonly folder: ResultsFolder;
  /** Shows the progress; absent if it is not wanted. */
  readonly checkRun?: Pick<CheckRun, 'update'>;
  /** `false`: return as soon as the testset is created, or after one poll. */
  readonly wait: boolean;
}

/** Waits until all testsets are complete, and fetches their results. Never fails. */
export async function waitForTestsets(
  context: WaitContext,
  { testsets, nothingToAwait }: Pick<CreatedTestsets, 'testsets' | 'nothingToAwait'>,
): Promise<readonly TestsetResult[]> {
  const { runtime, checkRun } = context;
  const began = new Date();
  const showLive = (counts: Counts, testsetIds: readonly number[]): void => {
    checkRun?.update(liveText(counts, testsetIds, began));
  };
  const progress = createProgress(runtime, testsets.length, showLive);
  const waitForAll = async (): Promise<readonly TestsetResult[]> => {
    const results = testsets.map((testset) => waitForTestset({ ...context, progress }, testset));
    await logFailedCreates(testsets, runtime.log);
    return Promise.all(results);
  };
  if (nothingToAwait) return waitForAll();
  return runtime.log.group('Wait', waitForAll);
}

/** Waits until one testset is complete, and fetches its results. Never fails, so that the results of the others are not lost. */
export async function waitForTestset(
  { service, runtime, folder, wait, progress }: WaitContext & { readonly progress: Progress },
  { creation, scenario, retry, existed, complete }: PendingTestset,
): Promise<TestsetResult> {
  if (complete) return showKept(complete, progress);
  const created = await creation;
  if ('error' in created) {
    progress.notCreated();
    return endedCreate(created, scenario, retry);
  }
  const { id, announcedDevices } = created;
  const testset = { id, since: runtime.clock.now() };
  let counts: Counts = { ...NO_COUNTS, total: announcedDevices };
  let mostDevices = announcedDevices;
  // A testset that this step created is running; of one that was given by its identifier only a status says so.
  let isRunning = !existed;
  const endedWith = (outcome: TestsetOutcome): TestsetReport =>
    reportOf({ id, scenario, retry, ...outcome, status: isRunning ? 'Running' : 'Unknown', counts });
  try {
    progress.add({ id, announcedDevices, existed, scenario });
    if (!wait && !existed) return endedWith(outcomeOf('started'));
    const polled = await pollTestset(service, runtime, {
      testset,
      announcedDevices,
      existed,
      once: !wait,
      onStatus: (latest) => {
        isRunning = true;
        ({ counts } = latest);
        mostDevices = Math.max(mostDevices, counts.total);
        progress.update(id, latest);
      },
      onFailure: (error, failures) => {
        progress.pollFailed(id, error, failures);
      },
    });
    if ('outcome' in polled) return endedWith(polled);
    const results = await fetchResults(service, runtime, {
      testset,
      devices: counts.total,
      folder,
      notReadyMs: wait ? undefined : NOT_READY_ONCE_MS,
    });
    const tookMs = runtime.clock.now() - testset.since;
    return { id, scenario, retry, announcedDevices: mostDevices, status: polled, results, tookMs };
  } catch (error) {
    return endedWith(unexpectedError(error));
  }
}

/** Shows a testset that passed in an earlier attempt in the progress. */
function showKept(complete: CompleteTestset, progress: Progress): CompleteTestset {
  progress.add({ ...complete, existed: true });
  progress.update(complete.id, complete.status);
  return complete;
}

/** What came of a create without a testset to wait for. */
export function endedCreate({ outcome, error, id }: CreateFailure, scenario?: number, retry?: number): TestsetReport {
  return reportOf({ id, scenario, retry, ...outcomeOf(outcome, error), status: 'Unknown', counts: NO_COUNTS });
}

function reportOf(ended: Omit<TestsetReport, 'sources' | 'suites' | 'warnings'>): TestsetReport {
  return { ...ended, sources: [], suites: [], warnings: [] };
}

function unexpectedError(cause: unknown): TestsetOutcome {
  const message = `Waiting for the testset failed unexpectedly: ${messageOf(cause)}.`;
  const error = new TestsetError({ code: 'unexpected', message, hint: 'Look at the testset in the service.', cause });
  // An error of this action says nothing about the testset.
  const words = 'an unexpected error occurred';
  return { ...outcomeOf('inconclusive', error), reasons: [{ words, sentence: message }] };
}
