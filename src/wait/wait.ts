import type { CreateFailure } from '../create/classify.ts';
import type { CreatedTestsets, PendingTestset } from '../create/pending-testset.ts';
import { NO_COUNTS, type Counts } from '../model/counts.ts';
import { messageOf, TestsetError } from '../model/errors.ts';
import { outcomeOf, type TestsetOutcome, type TestsetReport } from '../model/report.ts';
import type { CompleteTestset, EndedTestset, TestsetResult } from '../results/testset-result.ts';
import { fetchResults } from '../results/fetch-results.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { CheckRun } from '../runtime/platform.ts';
import { liveText } from '../report/check-run.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import { NOT_READY_ONCE_MS } from '../service/retry.ts';
import type { ExpectedDurations } from './expected-durations.ts';
import { logFailedCreates } from './failed-creates.ts';
import { pollTestset } from './poll.ts';
import { createProgress, type Progress } from './progress.ts';
import type { Timeline } from './timeline.ts';

/** The dependencies of the wait phase. */
export interface WaitContext {
  readonly service: Service;
  readonly runtime: Runtime;
  readonly folder: ResultsFolder;
  readonly expected: Pick<ExpectedDurations, 'known'>;
  /** Shows the progress; absent if it is not wanted. */
  readonly checkRun?: Pick<CheckRun, 'update'> | undefined;
  /** Records the progress; absent if it is not wanted. */
  readonly timeline?: Pick<Timeline, 'record'>;
  /** `false`: return as soon as the testset is created, or after one poll. */
  readonly wait: boolean;
}

/** Waits until all testsets are complete, and fetches their results. Never fails. */
export async function waitForTestsets(
  context: WaitContext,
  { testsets, nothingToAwait = false }: Pick<CreatedTestsets, 'testsets' | 'nothingToAwait'>,
): Promise<readonly TestsetResult[]> {
  const { log } = context.runtime;
  const began = new Date();
  const progress = createProgress(context.runtime, testsets.length, (counts, testsetIds) => {
    context.checkRun?.update(liveText(counts, testsetIds, { began, expectedMs: longestExpected(context, testsets) }));
  });
  const recorded: Progress = {
    ...progress,
    add: (testset) => {
      const counts = { ...NO_COUNTS, total: testset.announcedDevices };
      if (!testset.existed) context.timeline?.record(testset.id, { counts, active: 0 });
      progress.add(testset);
    },
    update: (id, status) => {
      context.timeline?.record(id, status);
      progress.update(id, status);
    },
  };
  const waitForAll = async (): Promise<readonly TestsetResult[]> => {
    const results = testsets.map((testset) => waitForTestset({ ...context, progress: recorded }, testset));
    await logFailedCreates(testsets, log);
    return Promise.all(results);
  };
  return nothingToAwait ? waitForAll() : log.group('Wait', waitForAll);
}

/** How long the wait will probably take, in milliseconds; `undefined` if it is not known. */
function longestExpected({ expected }: WaitContext, testsets: readonly PendingTestset[]): number | undefined {
  const known = testsets.flatMap(({ scenario, existed }) => (existed ? [] : expected.known(scenario)));
  return known.length === 0 ? undefined : Math.max(...known);
}

/** Waits until one testset is complete, and fetches its results. Never fails, so that the results of the others are not lost. */
export async function waitForTestset(
  { service, runtime, folder, expected, wait, progress }: WaitContext & { readonly progress: Progress },
  { creation, scenario, retry, existed, complete }: PendingTestset,
): Promise<TestsetResult> {
  if (complete) return showKept(complete, progress);
  const created = await creation;
  if ('error' in created) {
    progress.notCreated();
    return endedCreate(created, scenario, retry);
  }
  const { id, announcedDevices } = created;
  let counts: Counts = { ...NO_COUNTS, total: announcedDevices };
  let mostDevices = announcedDevices;
  // A testset that this step created is running; of one that was given by its identifier only a status says so.
  let status: TestsetReport['status'] = existed ? 'Unknown' : 'Running';
  const endedWith = (outcome: TestsetOutcome): EndedTestset =>
    ended({ id, scenario, retry, ...outcome, status, counts });
  try {
    progress.add({ id, announcedDevices, existed, scenario });
    const testset = { id, since: runtime.clock.now() };
    if (!wait && !existed) return endedWith(outcomeOf('started'));
    const polled = await pollTestset(service, runtime, {
      testset,
      announcedDevices,
      existed,
      once: !wait,
      // When the devices of an existing testset started is not known.
      expectedMs: () => (existed ? [] : expected.known(scenario)),
      onStatus: (latest) => {
        ({ counts } = latest);
        status = 'Running';
        mostDevices = Math.max(mostDevices, counts.total);
        progress.update(id, latest);
      },
      onFailure: (error, failures) => {
        progress.pollFailed(id, error, failures);
      },
    });
    if (polled.kind !== 'complete') return endedWith(polled.outcome);
    const results = await fetchResults(service, runtime, {
      testsetId: id,
      since: testset.since,
      devices: counts.total,
      folder,
      notReadyMs: wait ? undefined : NOT_READY_ONCE_MS,
    });
    const tookMs = runtime.clock.now() - testset.since;
    return {
      kind: 'complete',
      id,
      scenario,
      retry,
      announcedDevices: mostDevices,
      status: polled.status,
      results,
      tookMs,
    };
  } catch (error) {
    return endedWith(unexpectedError(error));
  }
}

/** Counts a testset that passed in an earlier attempt. */
function showKept(complete: CompleteTestset, progress: Progress): CompleteTestset {
  progress.add({ ...complete, existed: true });
  progress.update(complete.id, complete.status);
  return complete;
}

/** What came of a create without a testset to wait for. */
export function endedCreate({ outcome, error, id }: CreateFailure, scenario?: number, retry?: number): EndedTestset {
  return ended({ id, scenario, retry, ...outcomeOf(outcome, error), status: 'Unknown', counts: NO_COUNTS });
}

function ended(report: Omit<TestsetReport, 'sources' | 'suites' | 'warnings'>): EndedTestset {
  return { kind: 'ended', report: { ...report, sources: [], suites: [], warnings: [] } };
}

function unexpectedError(cause: unknown): TestsetOutcome {
  const message = `Waiting for the testset failed unexpectedly: ${messageOf(cause)}.`;
  const error = new TestsetError({ code: 'unexpected', message, hint: 'Look at the testset in the service.', cause });
  // An error of this action says nothing about the testset.
  const words = 'an unexpected error occurred';
  return { ...outcomeOf('inconclusive', error), reasons: [{ words, sentence: message }] };
}
