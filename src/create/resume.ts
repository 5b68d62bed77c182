import { createHmac } from 'node:crypto';

import { messageOf } from '../model/errors.ts';
import type { Inputs, ScenarioChoice } from '../model/inputs.ts';
import type { Outcome } from '../model/outcome.ts';
import type { ResumedTestset, Report, RunInfo, TestsetReport } from '../model/report.ts';
import { pluralize } from '../model/words.ts';
import type { Platform } from '../runtime/platform.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { CreateResult } from '../service/create.ts';
import type { LeftReceipts } from './receipts.ts';
import type { TestsetRequest } from './request.ts';

/** What decides whether another testset is the same: all of the request but its name and its scenario, and the bytes of the app. */
export interface TestIdentity {
  readonly request: TestsetRequest;
  readonly appSha256?: string;
}

/** Adopts testsets that an earlier attempt of this job created and left without a verdict: nobody pays for the same test twice. */
export interface Resume {
  /** Whether there may be something to find: `false` on a first attempt. */
  readonly mayFind: boolean;
  /** By scenario; 0 stands for an automated test. Never fails. */
  find(what: TestIdentity): Promise<ReadonlyMap<number, EarlierTestset>>;
  /** Leaves a receipt for a testset that has just been created; none where `what` turns out not to be known. */
  created(what: Promise<TestIdentity | undefined>, testset: CreatedTestset): void;
  /** To be called when everything is reported: receipts of what has a verdict are taken back. Never fails. */
  settle(report: Report): Promise<void>;
}

/** After these nobody has judged the testsets. */
const NO_VERDICT: readonly Outcome[] = ['cancelled', 'timed-out'];

/** So long the end waits for a digest that is still being made, in milliseconds. */
const DIGEST_MS = 2_000;

const NOTHING: Resume = {
  mayFind: false,
  find: () => Promise.resolve(new Map()),
  created: () => undefined,
  settle: () => Promise.resolve(),
};

/** Makes ready to resume; does nothing where that is not wanted, or where the step is not to see the end of what it starts. */
export function openResume(
  inputs: Pick<Inputs, 'resume' | 'matrix' | 'wait' | 'target' | 'service'>,
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  { run, receipts: store }: Pick<Platform, 'run' | 'receipts'>,
): Resume {
  if (!inputs.resume || !inputs.wait || inputs.target.kind === 'attach') return NOTHING;
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
  { job, step }: RunInfo,
  what: TestIdentity,
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
  return `Whether ${before} left a testset that could be resumed is not known: ${why.replace(/\.$/, '')}. A new one is created.`;
}

function ambiguousWords(testsets: number): string {
  const created = testsets === 1 ? 'a new testset is' : `${pluralize(testsets, 'new testset')} are`;
  return (
    'An earlier attempt left several testsets for the same request. ' +
    `Which of them belongs to this step is not known: ${created} created.`
  );
}

/** A testset that was created, now or in an earlier attempt. */
export type CreatedTestset = Extract<CreateResult, { kind: 'created' }>;

/** A testset that an earlier attempt created, with what its create announced, so that it is judged as if this step had created it. */
export interface EarlierTestset {
  readonly resumed: ResumedTestset;
  readonly creation: CreatedTestset;
}

/** What earlier attempts left, by scenario; 0 stands for an automated test. */
export interface EarlierTestsets {
  readonly testsets: ReadonlyMap<number, EarlierTestset>;
  /** Scenarios of which nobody can tell whose testset is whose. */
  readonly ambiguous: readonly number[];
}

/**
 * Chooses from the receipts under one key. Of several attempts the last one counts. Where one attempt left several testsets for a
 * scenario, two jobs share the key, as in a reusable workflow that a matrix calls: both would take up the same testset, and so neither
 * does. Receipts of this very attempt are another's in any case.
 *
 * @param attempt the present one
 */
export function earlierTestsets(left: readonly LeftReceipts[], attempt: number): EarlierTestsets {
  const earlier = left.filter((one) => one.attempt < attempt).sort((a, b) => a.attempt - b.attempt);
  const testsets = new Map<number, EarlierTestset>();
  const ambiguous = new Set<number>();
  for (const { attempt: from, receipts } of earlier) {
    for (const { scenario, testsetId, unitTests } of receipts) {
      const other = testsets.get(scenario)?.resumed;
      if (other?.attempt === from && other.testsetId !== testsetId) ambiguous.add(scenario);
      const creation = { kind: 'created', id: testsetId, ...(unitTests !== undefined && { unitTests }) } as const;
      testsets.set(scenario, { resumed: { testsetId, attempt: from }, creation });
    }
  }
  for (const scenario of ambiguous) testsets.delete(scenario);
  return { testsets, ambiguous: [...ambiguous] };
}
