import type { PendingTestset } from '../create/pending-testset.ts';
import { messageOf, TestsetError } from '../model/errors.ts';
import type { Results } from '../results/fetch-results.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { NotCreated } from '../create/classify.ts';
import type { Service } from '../service/client.ts';
import { pollTestset, type PollResult } from './poll.ts';
import { NOT_READY_ONCE_MS } from '../service/retry.ts';
import type { Status } from '../service/wire.ts';
import type { ExpectedDurations } from './expected-durations.ts';
import type { KnownTestset, Progress } from './progress.ts';

/** The result of waiting for a testset. */
export type TestsetResult = NoTestset | (KnownTestset & (Unwatched | Unfinished | Complete));

interface NoTestset {
  readonly kind: 'not-created';
  readonly scenario?: number;
  readonly failure: NotCreated;
}

/** It was created; the step does not wait for it. */
interface Unwatched {
  readonly kind: 'unwatched';
}

/** The wait ended before it was complete; `broken`: this action failed unexpectedly. */
interface Unfinished {
  readonly kind: 'unfinished';
  readonly ending:
    | Exclude<PollResult, { kind: 'complete' }>
    | { readonly kind: 'broken'; readonly error: TestsetError; readonly status?: undefined };
}

/** It is complete, with its results. */
interface Complete {
  readonly kind: 'complete';
  readonly status: Status;
  readonly results: Results;
}

/** How to wait. */
interface WaitOptions {
  readonly wait: boolean;
  readonly folder: ResultsFolder;
  readonly progress: Progress;
  readonly expected: Pick<ExpectedDurations, 'known'>;
}

/** Waits until a testset is complete, and fetches its results. Never fails, so that the results of other testsets are not lost. */
export async function waitForTestset(
  service: Service,
  runtime: Runtime,
  { creation, scenario, existed }: PendingTestset,
  { wait, folder, progress, expected }: WaitOptions,
): Promise<TestsetResult> {
  const subject = scenario === undefined ? {} : { scenario };
  const created = await creation;
  if (created.kind === 'not-created') {
    progress.notCreated();
    return { kind: 'not-created', ...subject, failure: created };
  }
  const { id, announcedDevices } = created;
  const known = { id, announcedDevices, existed, ...subject };
  try {
    progress.add(known);
    let mostDevices = announcedDevices;
    const since = runtime.clock.now();
    if (!wait && !existed) return { kind: 'unwatched', ...known };
    const ending = await pollTestset(service, runtime, {
      testsetId: id,
      announcedDevices,
      existed,
      once: !wait,
      // When the devices of an existing testset started is not known.
      expectedMs: () => (existed ? [] : expected.known(scenario)),
      onStatus: (status) => {
        mostDevices = Math.max(mostDevices, status.counts.total);
        progress.update(id, status);
      },
      onFailure: (error, failures) => {
        progress.pollFailed(id, error, failures);
      },
    });
    if (ending.kind !== 'complete') return { kind: 'unfinished', ...known, ending };
    const { status } = ending;
    // Loads the XML reader.
    const { fetchResults } = await import('../results/fetch-results.ts');
    const results = await fetchResults(service, runtime, {
      testsetId: id,
      since,
      devices: status.counts.total,
      folder,
      ...(!wait && { notReadyMs: NOT_READY_ONCE_MS }),
    });
    return { kind: 'complete', ...known, announcedDevices: mostDevices, status, results };
  } catch (error) {
    return { kind: 'unfinished', ...known, ending: { kind: 'broken', error: unexpectedError(error) } };
  }
}

function unexpectedError(error: unknown): TestsetError {
  const message = `Waiting for the testset failed unexpectedly: ${messageOf(error)}.`;
  return new TestsetError('unexpected', message, 'Look at the testset in the service.', error);
}
