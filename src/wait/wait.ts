import type { CreateFailure } from '../create/classify.ts';
import type { PendingTestset } from '../create/pending-testset.ts';
import { NO_COUNTS, type Counts } from '../model/counts.ts';
import { messageOf, TestsetError } from '../model/errors.ts';
import { outcomeOf, type TestsetOutcome, type TestsetReport } from '../model/report.ts';
import type { Results } from '../results/fetch-results.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import { pollTestset } from './poll.ts';
import { NOT_READY_ONCE_MS } from '../service/retry.ts';
import type { Status } from '../service/wire.ts';
import type { ExpectedDurations } from './expected-durations.ts';
import type { Progress } from './progress.ts';

/** What came of a testset. */
export type TestsetResult = EndedTestset | CompleteTestset;

/** A testset whose outcome is known although it is not complete, or of which it is not known whether it exists. */
interface EndedTestset {
  readonly kind: 'ended';
  readonly report: TestsetReport;
}

/** A complete testset with its results. */
export interface CompleteTestset {
  readonly kind: 'complete';
  readonly id: number;
  readonly scenario?: number;
  /** The most devices that the create or a status announced; 0 when unknown. */
  readonly announcedDevices: number;
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
  if (created.kind === 'failed') {
    progress.notCreated();
    return endedCreate(created, scenario);
  }
  const { id, announcedDevices } = created;
  let counts: Counts = { ...NO_COUNTS, total: announcedDevices };
  let mostDevices = announcedDevices;
  // A testset that this step created is running; of one that was given by its identifier only a status says so.
  let status: TestsetReport['status'] = existed ? 'Unknown' : 'Running';
  const endedWith = (outcome: TestsetOutcome): EndedTestset => ended({ id, ...subject, ...outcome, status, counts });
  try {
    progress.add({ id, announcedDevices, existed, ...subject });
    const since = runtime.clock.now();
    if (!wait && !existed) return endedWith(outcomeOf('started'));
    const polled = await pollTestset(service, runtime, {
      testsetId: id,
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
    // Loads the XML reader.
    const { fetchResults } = await import('../results/fetch-results.ts');
    const results = await fetchResults(service, runtime, {
      testsetId: id,
      since,
      devices: counts.total,
      folder,
      ...(!wait && { notReadyMs: NOT_READY_ONCE_MS }),
    });
    return { kind: 'complete', id, ...subject, announcedDevices: mostDevices, status: polled.status, results };
  } catch (error) {
    return endedWith(unexpectedError(error));
  }
}

/** What came of a create without a testset to wait for. */
export function endedCreate({ outcome, error, id }: CreateFailure, scenario?: number): EndedTestset {
  const subject = { ...(id !== undefined && { id }), ...(scenario !== undefined && { scenario }) };
  return ended({ ...subject, ...outcomeOf(outcome, error), status: 'Unknown', counts: NO_COUNTS });
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
