import { messageOf } from '../model/errors.ts';
import type { Inputs } from '../model/inputs.ts';
import { RECEIPT_DAYS } from '../model/receipts.ts';
import type { EarlierResults, Rerun, RunInfo } from '../model/report.ts';
import { withoutStop } from '../model/text.ts';
import type { Complete } from '../model/testset.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import {
  describeAmbiguous,
  describeNotKept,
  describeUncertain,
  earlierTestsets,
  type EarlierAttempts,
  type EarlierReceipt,
} from './earlier-testsets.ts';
import type { CreatedTestsets, PendingTestset } from './pending-testset.ts';
import { prepareKey } from './receipt-key.ts';
import type { TestsetRequest } from './testset-request.ts';
import { openReceipts } from './step-receipts.ts';

/** Uses testsets that an earlier attempt of this job created, so that they are not paid for again. */
export interface Resume {
  /** What a later attempt will do with the testsets of this one; absent if it creates all of them anew. */
  readonly onRerun?: Rerun;
  /**
   * Finds the testsets of earlier attempts. Warns of those that earlier attempts may have created. To be called once, before the creates.
   * Never fails.
   *
   * @param request of any testset of the step
   * @param scenarios of the step; 0 stands for an automated test
   * @param digest computes the SHA-256 of the app; called now only if there may be an earlier testset
   */
  find(
    request: TestsetRequest,
    scenarios: readonly number[],
    digest?: () => Promise<string | undefined>,
  ): Promise<Found>;
}

interface Found extends Pick<CreatedTestsets, 'earlier' | 'receipts'> {
  /** Testsets that are not created again, by scenario, 0 for an automated test; of each in the order of their retries. */
  readonly testsets: ReadonlyMap<number, readonly PendingTestset[]>;
}

/** Testsets that passed in an earlier attempt, judged again. */
export interface JudgedAgain extends Pick<EarlierResults, 'failed' | 'notKept'> {
  readonly kept: readonly Complete[];
}

const NO_EARLIER = earlierTestsets([], 1);
const NONE_FOUND = `No testset of an earlier attempt is kept: there is no receipt for this app and these inputs. They expire after ${RECEIPT_DAYS} days.`;
const NONE_JUDGED: JudgedAgain = { kept: [], notKept: new Map(), failed: new Map() };
const NO_RESUME: Resume = { find: () => Promise.resolve({ testsets: new Map() }) };

/** Prepares to resume and keep testsets; does nothing if `resume` is false, or the step does not wait for the testsets that it creates. */
export function openResume(
  inputs: Pick<Inputs, 'resume' | 'matrix' | 'wait' | 'target' | 'service'>,
  runtime: Pick<Runtime, 'clock' | 'cancelled' | 'log'>,
  { run, receipts: store }: Pick<Platform, 'run' | 'receipts'>,
  judgePassed: (receipts: readonly EarlierReceipt[]) => Promise<JudgedAgain>,
): Resume {
  const { log } = runtime;
  const onRerun = inputs.resume;
  const keepsPassed = onRerun === 'keep-passed';
  if (!onRerun || !inputs.wait || inputs.target.kind === 'attach') return NO_RESUME;
  if (!store) {
    if (run.attempt > 1) log.notice(describeUnknown('there is no artifact service here', run));
    return NO_RESUME;
  }
  return {
    onRerun,
    find: async (request, scenarios, digest = () => Promise.resolve('')) => {
      const keyFor = prepareKey(request, digest, inputs, run);
      let earlier = NO_EARLIER;
      let judged = NONE_JUDGED;
      try {
        const key = run.attempt > 1 ? await keyFor() : undefined;
        const files = key ? await store.find(key) : [];
        if (keepsPassed && key && files.length === 0) log.info(NONE_FOUND);
        earlier = earlierTestsets(files, run.attempt);
        const { ambiguous, uncertain, passed } = earlier;
        if (ambiguous.length > 0) log.notice(describeAmbiguous(ambiguous.length));
        if (uncertain.length > 0) log.warning(describeUncertain(uncertain));
        const candidates = keepsPassed ? passed : [];
        const mayBeKept = candidates.filter(({ scenario }) => scenarios.includes(scenario));
        for (const testset of candidates.filter((each) => !mayBeKept.includes(each)))
          log.info(describeNotKept(testset, `this attempt does not run scenario ${testset.scenario}`));
        judged = await judgePassed(mayBeKept);
      } catch (error) {
        log.notice(describeUnknown(messageOf(error), run));
      }
      const receipts = openReceipts(runtime, store, keyFor, earlier, onRerun);
      return { ...joinFound(earlier, scenarios, judged), receipts };
    },
  };
}

function joinFound(
  { unfinished, failed: failedBefore }: EarlierAttempts,
  scenarios: readonly number[],
  { kept, notKept, failed }: JudgedAgain,
): Found {
  const byScenario = Map.groupBy(unfinished, ({ scenario }) => scenario);
  const resumed = scenarios.flatMap((scenario) => byScenario.get(scenario) ?? []);
  const testsets = [...resumed.map(asResumed), ...kept.map(asKept)];
  return {
    testsets: Map.groupBy(testsets, ({ scenario = 0 }) => scenario),
    earlier: {
      resumed: resumed.map(({ testsetId, attempt }) => ({ testsetId, attempt })),
      failed: new Map([...failedBefore, ...failed]),
      notKept,
    },
  };
}

function asResumed({ scenario, retry, testsetId, attempt, announcedDevices }: EarlierReceipt): PendingTestset {
  const creation = Promise.resolve({ kind: 'created', id: testsetId, announcedDevices } as const);
  return { scenario: scenario || undefined, retry, origin: { kind: 'resumed', attempt }, creation };
}

/** With what its create returned, so that it is judged like any other. */
function asKept(complete: Complete): PendingTestset {
  const { id, scenario, retry, origin, announcedDevices } = complete;
  const creation = Promise.resolve({ kind: 'created', id, announcedDevices } as const);
  return { scenario, retry, origin, creation, complete };
}

function describeUnknown(reason: string, { attempt }: RunInfo): string {
  const before = attempt === 2 ? 'attempt 1' : 'an earlier attempt';
  return `Could not check whether ${before} left a testset: ${withoutStop(reason)}. A new one is created.`;
}
