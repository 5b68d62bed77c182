import type { CreatedTestsets, PendingTestset } from '../create/pending-testset.ts';
import { failureCount, NO_COUNTS } from '../model/counts.ts';
import { messageOf, TestsetError } from '../model/errors.ts';
import { XML_STATES } from '../model/results.ts';
import {
  decideEarly,
  type Complete,
  type Decision,
  type Status,
  type Testset,
  type Unfinished,
} from '../model/testset.ts';
import { withoutStop } from '../model/text.ts';
import { capitalize, listFirst, MAX_IN_LOG_LINE, nounFor } from '../model/words.ts';
import { fetchResults, NO_RETRY, type RetryTimes } from '../results/fetch-results.ts';
import type { ResultsFolder } from '../results/results-folder.ts';
import type { Log } from '../runtime/log.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Service } from '../service/client.ts';
import { NOT_READY_WITHOUT_WAIT_MS } from '../service/retry.ts';
import { createPolling, hasEnded } from './poll.ts';
import type { Progress } from './progress.ts';
import { isSettled, settle } from './settle.ts';

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

/** Testsets that may exist come first: a person has to search the service for them. */
const FAILED_CREATES = [
  ['unknown whether a testset was created', true],
  ['no testset was created', false],
] as const;

/** Logs creates that failed, and why, as soon as all creates are over: waiting for the other testsets can take hours. */
async function logFailedCreates(testsets: readonly PendingTestset[], log: Pick<Log, 'info'>): Promise<void> {
  const creations = await Promise.all(
    testsets.map(async ({ scenario, creation }) => ({ scenario, ...(await creation) })),
  );
  const failed = creations.filter((creation) => creation.kind === 'failed');
  for (const [what, isUnknown] of FAILED_CREATES) {
    const alike = failed.filter(({ outcome }) => (outcome === 'unknown-start') === isUnknown);
    for (const [reason, creates] of Map.groupBy(alike, ({ error }) => error.message)) {
      log.info(`${withScenarios(creates, what)}. ${reason}`);
    }
  }
}

/** `Scenarios 101, 102 and 30 more: no testset was created`; without scenarios `No testset was created`. */
function withScenarios(creates: readonly { readonly scenario: number | undefined }[], what: string): string {
  const scenarios = creates.flatMap(({ scenario }) => scenario ?? []);
  if (scenarios.length === 0) return capitalize(what);
  const noun = nounFor(scenarios.length, 'Scenario');
  return `${noun} ${listFirst(scenarios, MAX_IN_LOG_LINE)}: ${what}`;
}

/** Waits until one testset is complete, and fetches its results. Never fails, so that the results of the others are not lost. */
async function waitForTestset(context: WaitContext, pending: PendingTestset): Promise<Testset> {
  const { scenario, retry, testsetName: name, origin } = pending;
  const created = await pending.creation;
  if (created.kind === 'created') {
    const { id, announcedDevices } = created;
    return waitUntilEnded(context, { id, scenario, retry, origin, announcedDevices });
  }
  context.progress.notCreated();
  const { id, outcome, error } = created;
  const ending = decideEarly(outcome, error);
  return { kind: 'not-created', scenario, retry, origin, id, name, counts: NO_COUNTS, ending };
}

/** A testset that exists, as far as this step knows. */
type Existing = Pick<Unfinished, 'id' | 'scenario' | 'retry' | 'origin'> & Pick<Complete, 'announcedDevices'>;

async function waitUntilEnded(context: WaitContext, existing: Existing): Promise<Testset> {
  const { service, runtime, folder, wait, progress } = context;
  const { announcedDevices, ...known } = existing;
  const { id, origin } = known;
  const isCreated = origin === 'created';
  const startedAt = runtime.clock.now();
  let latest: Status | undefined;
  let most = { announcedDevices, mostFailures: 0 };
  const onStatus = (status: Status): void => {
    latest = status;
    most = {
      announcedDevices: Math.max(most.announcedDevices, status.counts.total),
      mostFailures: Math.max(most.mostFailures, failureCount(status.counts)),
    };
    progress.update(id, status);
  };
  const endedWith = (ending: Decision): Testset => {
    // A testset that this step created is running; of one that was given by its identifier only a status says so.
    const word = latest?.word ?? (isCreated ? 'Running' : '');
    const counts = latest?.counts ?? { ...NO_COUNTS, total: announcedDevices };
    return { ...known, kind: 'unfinished', word, counts, ending };
  };
  const readResults = async (status: Status, times: Partial<RetryTimes>, limited?: Runtime): Promise<Complete> => {
    const job = { testsetId: id, devices: status.counts.total, folder, times, isAgain: limited !== undefined };
    const results = await fetchResults(service, limited ?? runtime, job);
    const tookMs = runtime.clock.now() - startedAt;
    return { ...known, kind: 'complete', ...status, ...most, results, tookMs };
  };
  const readAgain = async (limited: Runtime): Promise<Complete | undefined> => {
    const reply = await service.fetchStatus(id, limited.signal);
    if (reply.kind !== 'value') return undefined;
    onStatus(reply.value);
    if (!hasEnded(reply.value, announcedDevices)) return undefined;
    const again = await readResults(reply.value, NO_RETRY, limited);
    return XML_STATES[again.results.xml.state].isFinal ? undefined : again;
  };
  try {
    progress.add(existing);
    if (!wait && isCreated) return endedWith(decideEarly('started'));
    const onFailure = (error: TestsetError, failures: number): void => {
      progress.pollFailed(id, error, failures);
    };
    const options = { testsetId: id, announcedDevices, origin, once: !wait, onStatus, onFailure };
    const poll = createPolling(service, runtime, options);
    for (;;) {
      const polled = await poll();
      if (polled.kind === 'unfinished') return endedWith(polled.ending);
      const { status } = polled;
      if (!wait) return await readResults(status, { notReadyMs: NOT_READY_WITHOUT_WAIT_MS });
      // Safe for a testset that is not `Complete`: the service then responds with 6002.
      const first = await readResults(status, status.state === 'complete' ? {} : NO_RETRY);
      const settled = await settle(runtime, first, readAgain);
      // `Complete` may have come too early: if devices still run, polling goes on.
      if (isSettled(settled) || (status.state === 'complete' && hasEnded(latest ?? status, announcedDevices))) {
        progress.update(id, { ...settled, state: 'complete' });
        return settled;
      }
    }
  } catch (error) {
    return endedWith(unexpectedError(error));
  }
}

function unexpectedError(cause: unknown): Decision {
  const message = `Waiting for the testset failed unexpectedly: ${withoutStop(messageOf(cause))}.`;
  const error = new TestsetError({ code: 'unexpected', message, hint: 'Look at the testset in the service.', cause });
  // An error of this action says nothing about the testset.
  const words = 'an unexpected error occurred';
  return { ...decideEarly('inconclusive', error), reasons: [{ kind: 'doubt', words, sentence: message }] };
}
