import { messageOf, TestsetError } from '../model/errors.ts';
import { nothingCollected, type Collected } from '../results/collected.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { NotCreated } from '../service/classify.ts';
import type { Service } from '../service/client.ts';
import { pollTestset, type PollResult } from '../service/poll.ts';
import type { Status } from '../service/wire.ts';
import type { PendingTestset } from '../create/context.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Progress } from './progress.ts';

/** How far a testset came. */
export type TestsetResult = Subject & (WithoutTestset | (Known & (Unwatched | Unfinished | Complete)));

interface Subject {
  /** The scenario that it runs; absent for an automated test, and where it is not known. */
  readonly scenario?: number;
}

/** No testset is known. */
interface WithoutTestset {
  readonly kind: 'not-created';
  readonly over: NotCreated;
}

interface Known {
  readonly id: number;
  /** Whether this step created it, so that it certainly exists. */
  readonly created: boolean;
  /** How many unit tests the create announced; 0 when unknown. */
  readonly announced: number;
}

/** It was created, and not looked at. */
interface Unwatched {
  readonly kind: 'unwatched';
}

/** Watching it ended before it was complete; `broken` where this action failed in a way that nobody foresaw. */
interface Unfinished {
  readonly kind: 'unfinished';
  readonly ending:
    | Exclude<PollResult, { kind: 'complete' }>
    | { readonly kind: 'broken'; readonly error: TestsetError; readonly status?: undefined };
}

/** It is complete, with what its documents told. */
export interface Complete {
  readonly kind: 'complete';
  readonly status: Status;
  readonly collected: Collected;
}

/** What following takes, beside the service and the runtime. */
export interface WaitOptions {
  readonly wait: boolean;
  readonly folder: ResultsFolder;
  readonly progress: Progress;
}

/** Results that are not ready are waited for so long by a step that does not wait for the testset, in milliseconds. */
const BRIEFLY_MS = 60_000;

/** Waits for a testset and, as soon as it is complete, collects its results. Nothing is thrown. */
export async function waitForTestset(
  service: Service,
  runtime: Runtime,
  { creation: creating, scenario, existed }: PendingTestset,
  following: WaitOptions,
): Promise<TestsetResult> {
  const subject = scenario === undefined ? {} : { scenario };
  const creation = await creating;
  if (creation.kind === 'not-created') {
    following.progress.missing();
    return { kind: 'not-created', ...subject, over: creation };
  }
  const { id, unitTests: announced = 0 } = creation;
  const known = { id, announced, created: !existed, ...subject };
  // What nobody foresaw for one testset must not take the verdicts of the others with it.
  return followCreated(service, runtime, known, following).catch((error: unknown) => ({
    kind: 'unfinished',
    ...known,
    ending: { kind: 'broken', error: unforeseen(error) },
  }));
}

async function followCreated(
  service: Service,
  runtime: Runtime,
  known: Known & Subject,
  { wait, folder, progress }: WaitOptions,
): Promise<TestsetResult> {
  const { id, announced, created } = known;
  progress.began(id, known);
  if (!wait && created) return { kind: 'unwatched', ...known };
  const ending = await pollTestset(service, runtime, {
    testsetId: id,
    unitTests: announced,
    pollImmediately: !created,
    once: !wait,
    onStatus: (status) => {
      progress.heard(id, status);
    },
    onFailure: (error, failures) => {
      progress.failed(id, error, failures);
    },
  });
  if (ending.kind !== 'complete') return { kind: 'unfinished', ...known, ending };
  const { status } = ending;
  const { collectResults } = await import('../results/collect.ts');
  const collecting = collectResults(service, runtime, {
    testsetId: id,
    unitTests: status.counts.total,
    folder,
    ...(!wait && { notReadyMs: BRIEFLY_MS }),
  });
  // One testset's results, however odd, must not take the verdicts of the others with them.
  const collected = await collecting.catch((error: unknown) => nothingCollected({ problem: unforeseen(error) }));
  return { kind: 'complete', ...known, status, collected };
}

function unforeseen(error: unknown): TestsetError {
  const message = `Following the testset failed unexpectedly: ${messageOf(error)}.`;
  return new TestsetError('unexpected', message, 'Look at the testset in the service.', error);
}
