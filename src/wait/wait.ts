import type { CreatedTestsets, PendingTestset } from '../create/pending-testset.ts';
import { NO_COUNTS, type Counts } from '../model/counts.ts';
import { messageOf, TestsetError } from '../model/errors.ts';
import { decideEarly, type Complete, type Decision, type Testset } from '../model/testset.ts';
import { fetchResults } from '../results/fetch-results.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import { NOT_READY_ONCE_MS } from '../service/retry.ts';
import { logFailedCreates } from './failed-creates.ts';
import { pollTestset } from './poll.ts';
import type { Progress } from './progress.ts';

/** The dependencies of the wait phase. */
export interface WaitContext {
  readonly service: Service;
  readonly runtime: Runtime;
  readonly folder: ResultsFolder;
  /** Of all testsets of the step, retries too. */
  readonly progress: Progress;
  /** `false`: return as soon as the testset is created, or after one poll. */
  readonly wait: boolean;
}

/** Waits until all testsets are complete, and fetches their results. Never fails. */
export async function waitForTestsets(
  context: WaitContext,
  { testsets, nothingToAwait }: Pick<CreatedTestsets, 'testsets' | 'nothingToAwait'>,
): Promise<readonly Testset[]> {
  context.progress.expectTestsets(testsets.length);
  const waitForAll = async (): Promise<readonly Testset[]> => {
    const results = testsets.map((testset) => waitForTestset(context, testset));
    await logFailedCreates(testsets, context.runtime.log);
    return Promise.all(results);
  };
  if (nothingToAwait) return waitForAll();
  return context.runtime.log.group('Wait', waitForAll);
}

/** Waits until one testset is complete, and fetches its results. Never fails, so that the results of the others are not lost. */
export async function waitForTestset(
  { service, runtime, folder, wait, progress }: WaitContext,
  pending: PendingTestset,
): Promise<Testset> {
  const { scenario, retry, origin, complete } = pending;
  if (complete) return showKept(complete, progress);
  const created = await pending.creation;
  const known = { scenario, retry, origin };
  if (created.kind === 'failed') {
    progress.notCreated();
    const { id, outcome, error } = created;
    return { kind: 'not-created', ...known, id, counts: NO_COUNTS, ending: decideEarly(outcome, error) };
  }
  const existed = origin.kind !== 'created';
  const { id, announcedDevices } = created;
  const testset = { id, since: runtime.clock.now() };
  let counts: Counts = { ...NO_COUNTS, total: announcedDevices };
  let mostDevices = announcedDevices;
  // A testset that this step created is running; of one that was given by its identifier only a status says so.
  let isRunning = !existed;
  const endedWith = (ending: Decision): Testset => ({ kind: 'unfinished', ...known, id, isRunning, counts, ending });
  try {
    progress.add({ id, announcedDevices, existed, scenario });
    if (!wait && !existed) return endedWith(decideEarly('started'));
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
    if (polled.kind === 'ended') return endedWith(polled.ending);
    const { status } = polled;
    const results = await fetchResults(service, runtime, {
      testset,
      devices: counts.total,
      folder,
      notReadyMs: wait ? undefined : NOT_READY_ONCE_MS,
    });
    const tookMs = runtime.clock.now() - testset.since;
    return { kind: 'complete', ...known, id, counts, announcedDevices: mostDevices, status, results, tookMs };
  } catch (error) {
    return endedWith(unexpectedError(error));
  }
}

/** Shows a testset that passed in an earlier attempt in the progress. */
function showKept(complete: Complete, progress: Progress): Complete {
  progress.add({ ...complete, existed: true });
  progress.update(complete.id, complete.status);
  return complete;
}

function unexpectedError(cause: unknown): Decision {
  const message = `Waiting for the testset failed unexpectedly: ${messageOf(cause)}.`;
  const error = new TestsetError({ code: 'unexpected', message, hint: 'Look at the testset in the service.', cause });
  // An error of this action says nothing about the testset.
  const words = 'an unexpected error occurred';
  return { ...decideEarly('inconclusive', error), reasons: [{ words, sentence: message }] };
}
