import { messageOf } from '../model/errors.ts';
import type { Inputs } from '../model/inputs.ts';
import type { RunInfo } from '../model/report.ts';
import { withoutStop } from '../model/text.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { whenAborted } from '../runtime/time-limits.ts';
import { earlierTestsets, warningsOf, type EarlierAttempts } from './earlier-testsets.ts';
import type { CreatedTestsets, PendingTestset } from './pending-testset.ts';
import { prepareKey } from './receipt-key.ts';
import { openReceipts } from './step-receipts.ts';
import type { TestsetRequest } from './testset-request.ts';

/** Uses testsets that an earlier attempt of this job created, so that they are not paid for again. */
export interface Resume {
  /**
   * Finds the testsets of earlier attempts, and warns of those that they may have created. To be called once, before the creates. Never fails.
   *
   * @param request of any testset of the step
   * @param scenarios 0 stands for an automated test
   * @param digest computes the SHA-256 of the app; called now only if there may be an earlier testset
   */
  find(
    request: TestsetRequest,
    scenarios: readonly number[],
    digest?: () => Promise<string | undefined>,
  ): Promise<Found>;
}

interface Found extends Pick<CreatedTestsets, 'resumed' | 'receipts'> {
  /** Those that are not created again, by scenario; of each in the order of their retries. */
  readonly testsets: ReadonlyMap<number, readonly PendingTestset[]>;
}

const NO_EARLIER = earlierTestsets([], 1);
const NO_RESUME: Resume = { find: () => Promise.resolve({ testsets: new Map() }) };

/** Prepares to resume testsets; does nothing if `resume` is false, or the step does not wait for the testsets that it creates. */
export function openResume(
  inputs: Pick<Inputs, 'resume' | 'wait' | 'target' | 'service'>,
  runtime: Pick<Runtime, 'clock' | 'cancelled' | 'graceOver' | 'log' | 'signal'>,
  { run, receipts: store, findJobName }: Pick<Platform, 'run' | 'receipts' | 'findJobName'>,
): Resume {
  const { log, signal } = runtime;
  if (!inputs.resume || !inputs.wait || inputs.target.kind === 'attach') return NO_RESUME;
  if (!store) {
    if (run.attempt > 1) log.notice(describeUnknown('there is no artifact service here', run));
    return NO_RESUME;
  }
  return {
    find: async (request, scenarios, digest = () => Promise.resolve('')) => {
      const keyFor = prepareKey(request, digest, inputs, run);
      const search = async (): Promise<EarlierAttempts> => {
        const key = await keyFor();
        const files = key ? await store.find(key, signal) : [];
        return earlierTestsets(files, run.attempt, files.length > 0 ? await findJobName?.() : undefined);
      };
      let earlier = run.attempt > 1 ? undefined : NO_EARLIER;
      try {
        // Nothing was sent yet: a step that is stopped does not wait for the digest of a large app, or for GitHub.
        earlier ??= await Promise.race([search(), whenAborted(signal).then(() => undefined)]);
      } catch (error) {
        log.warning(describeUnknown(messageOf(error), run));
      }
      const found = findResumed(earlier?.testsets ?? [], scenarios);
      const isComplete = found.testsets.size === scenarios.length;
      for (const warning of warningsOf(earlier ?? NO_EARLIER, isComplete)) log.warning(warning);
      const isUncertain = (scenario: number): boolean =>
        !earlier || earlier.unread.length > 0 || earlier.uncertain.some((create) => create.scenario === scenario);
      return { ...found, receipts: openReceipts(runtime, store, keyFor, findJobName, isUncertain) };
    },
  };
}

function findResumed(testsets: EarlierAttempts['testsets'], scenarios: readonly number[]): Found {
  const resumed = scenarios.flatMap((wanted) => testsets.filter(({ scenario }) => scenario === wanted));
  return {
    testsets: Map.groupBy(resumed.map(asResumed), ({ scenario = 0 }) => scenario),
    resumed: resumed.length > 0 ? resumed.map(({ testsetId, attempt }) => ({ testsetId, attempt })) : undefined,
  };
}

function asResumed(earlier: EarlierAttempts['testsets'][number]): PendingTestset {
  const { scenario, retry, testsetId: id, announcedDevices } = earlier;
  const creation = Promise.resolve({ kind: 'created', id, announcedDevices } as const);
  return { scenario: scenario || undefined, retry: retry || undefined, origin: 'resumed', creation };
}

function describeUnknown(reason: string, { attempt }: RunInfo): string {
  const before = attempt === 2 ? 'attempt 1' : 'an earlier attempt';
  return `Could not check whether ${before} created a testset: ${withoutStop(reason)}. A new one is created.`;
}
