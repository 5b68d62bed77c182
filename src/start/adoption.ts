import { createHmac } from 'node:crypto';

import { messageOf } from '../errors.ts';
import type { Host } from '../host.ts';
import type { Inputs, ScenarioChoice } from '../inputs.ts';
import type { Outcome } from '../outcome.ts';
import type { Report, RunFacts, TestsetReport } from '../report/report.ts';
import { count } from '../report/words.ts';
import type { World } from '../world.ts';
import { earlierTestsets, type Created, type Earlier } from './earlier-testsets.ts';
import type { TestsetRequest } from './request.ts';

/** What decides whether another testset is the same: all of the request but its name and its scenario, and the bytes of the app. */
export interface CreateIdentity {
  readonly request: TestsetRequest;
  readonly appSha256?: string;
}

/** Adopts testsets that an earlier attempt of this job created and left without a verdict: nobody pays for the same test twice. */
export interface Adoption {
  /** Whether there may be something to find: `false` on a first attempt. */
  readonly mayFind: boolean;
  /** By scenario; 0 stands for an automated test. Never fails. */
  find(what: CreateIdentity): Promise<ReadonlyMap<number, Earlier>>;
  /** Leaves a receipt for a testset that has just been created; none where `what` turns out not to be known. */
  created(what: Promise<CreateIdentity | undefined>, testset: Created): void;
  /** To be called when everything is reported: receipts of what has a verdict are taken back. Never fails. */
  settle(report: Report): Promise<void>;
}

/** After these nobody has judged the testsets. */
const NO_VERDICT: readonly Outcome[] = ['cancelled', 'timed-out'];

/** So long the end waits for a digest that is still being made, in milliseconds. */
const DIGEST_MS = 2_000;

const NOTHING: Adoption = {
  mayFind: false,
  find: () => Promise.resolve(new Map()),
  created: () => undefined,
  settle: () => Promise.resolve(),
};

/** Makes ready to adopt; does nothing where that is not wanted, or where the step is not to see the end of what it starts. */
export function openAdoption(
  inputs: Pick<Inputs, 'adopt' | 'matrix' | 'wait' | 'target' | 'service'>,
  { clock, log }: Pick<World, 'clock' | 'log'>,
  { run, receipts: store }: Pick<Host, 'run' | 'receipts'>,
): Adoption {
  if (!inputs.adopt || !inputs.wait || inputs.target.kind === 'attach') return NOTHING;
  if (!store) {
    if (run.attempt > 1) log.notice(notKnownWords(run.attempt, 'there is no artifact service here'));
    return NOTHING;
  }
  const leaving: Promise<void>[] = [];
  return {
    mayFind: run.attempt > 1,
    find: async (what) => {
      try {
        const { testsets, ambiguous } = earlierTestsets(await store.find(keyFor(inputs, run, what)), run.attempt);
        if (ambiguous.length > 0) log.notice(ambiguousWords(ambiguous.length));
        return testsets;
      } catch (error) {
        log.notice(notKnownWords(run.attempt, messageOf(error)));
        return new Map();
      }
    },
    created: (what, { id, unitTests }) => {
      const leave = async (): Promise<void> => {
        const known = await what;
        if (!known) return;
        const scenario = known.request.scenario_id;
        const receipt = { testsetId: id, scenario, ...(unitTests !== undefined && { unitTests }) };
        store.leave(keyFor(inputs, run, known), receipt);
      };
      leaving.push(
        leave().catch((error: unknown) => {
          log.debug(`No receipt could be left: ${messageOf(error)}`);
        }),
      );
    },
    settle: async ({ outcome, testsets }) => {
      const done = new AbortController();
      await Promise.race([Promise.allSettled(leaving), clock.sleep(DIGEST_MS, done.signal)]);
      done.abort();
      await store.settle(!NO_VERDICT.includes(outcome) && !testsets.some(goesOn));
    },
  };
}

/** Whether a testset still runs, or may, and nobody has judged it. One that the service knows nothing of does not. */
function goesOn({ id, status, outcome, problem }: TestsetReport): boolean {
  const isGone = outcome === 'refused' && problem?.code === 'service-refused';
  return id !== undefined && status !== 'Complete' && !isGone;
}

/**
 * The same for the same job of a matrix, step, account, request, choice of scenarios and app. The request holds secrets and the key stands
 * in the open, so it is made with the access key, which nobody has who could not create the testset.
 */
function keyFor(
  { service, target, matrix = '' }: Pick<Inputs, 'service' | 'target' | 'matrix'>,
  { job, step }: RunFacts,
  what: CreateIdentity,
): string {
  const { baseUrl, userId, accessKey } = service;
  const request: TestsetRequest = { ...what.request, testset_name: '', scenario_id: 0 };
  // A reusable workflow does not see its caller's matrix: there, what each job was asked to run tells some of them apart.
  const choice = target.kind === 'scenarios' ? inOrder(target.which) : {};
  const same = JSON.stringify([baseUrl.href, userId, job, matrix, step, request, choice, what.appSha256 ?? '']);
  return createHmac('sha256', accessKey.reveal()).update(same).digest('hex').slice(0, 24);
}

/** The same scenarios in another order are the same choice. */
function inOrder(which: ScenarioChoice): ScenarioChoice {
  return which.kind === 'ids' ? { ...which, ids: which.ids.toSorted((a, b) => a - b) } : which;
}

function notKnownWords(attempt: number, why: string): string {
  const before = attempt === 2 ? 'attempt 1' : 'an earlier attempt';
  return `Whether ${before} left a testset that could be adopted is not known: ${why.replace(/\.$/, '')}. A new one is created.`;
}

function ambiguousWords(testsets: number): string {
  const created = testsets === 1 ? 'a new testset is' : `${count(testsets, 'new testset')} are`;
  return (
    'An earlier attempt left several testsets for the same request. ' +
    `Which of them belongs to this step is not known: ${created} created.`
  );
}
