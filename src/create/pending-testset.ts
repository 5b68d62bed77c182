import type { AppInfo, ResumedTestset } from '../model/report.ts';
import { listFirst } from '../model/words.ts';
import type { Log } from '../runtime/log.ts';
import type { CreateResult } from './create-testset.ts';

/** A testset that is being created, or exists already. */
export interface PendingTestset {
  /** The scenario that it runs; absent for an automated test, and when attaching. */
  readonly scenario?: number;
  /** Without secrets; absent when attaching, and if no scenario could be chosen. */
  readonly testsetName?: string;
  /** Whether it existed before this step. */
  readonly existed: boolean;
  /** Never fails. */
  readonly creation: Promise<CreateResult>;
}

/** The testsets that a step waits for, and the app that was sent. */
export interface CreatedTestsets {
  /** At least one. */
  readonly testsets: readonly PendingTestset[];
  /** Whether it is certain already that there is no testset to wait for. */
  readonly hasNoTestset: boolean;
  /** Testsets of an earlier attempt that are not created again. */
  readonly resumed: readonly ResumedTestset[];
  /** Resolves some time after the testset is created, when the digest is computed. */
  readonly app?: Promise<AppInfo>;
}

const MAX_SCENARIOS_SHOWN = 20;
/** A line each; the scenarios of the other reasons share a line. */
const MAX_REASONS = 5;

/** Logs creates that failed, and why, as soon as all creates are over: waiting for the other testsets can take hours. */
export async function logFailedCreates(testsets: readonly PendingTestset[], log: Pick<Log, 'info'>): Promise<void> {
  const creations = await Promise.all(
    testsets.map(async ({ scenario, creation }) => ({ scenario, ...(await creation) })),
  );
  const failed = creations.filter((creation) => creation.kind === 'failed');
  // Testsets that may exist come first: a person has to search the service for them.
  for (const isUnknown of [true, false]) {
    const what = isUnknown ? 'unknown whether a testset was created' : 'no testset was created';
    const alike = failed.filter(({ outcome }) => (outcome === 'unknown-start') === isUnknown);
    const byReason = [...Map.groupBy(alike, ({ error }) => error.message)];
    for (const [reason, creates] of byReason.slice(0, MAX_REASONS)) {
      log.info(`${withScenarios(creates, what)}. ${reason}`);
    }
    const others = byReason.slice(MAX_REASONS).flatMap(([, creates]) => creates);
    if (others.length > 0) log.info(`${withScenarios(others, what)}, for other reasons.`);
  }
}

/** `Scenarios 101, 102 and 30 more: no testset was created`; without scenarios `No testset was created`. */
function withScenarios(creates: readonly { readonly scenario: number | undefined }[], what: string): string {
  const scenarios = creates.flatMap(({ scenario }) => scenario ?? []);
  if (scenarios.length === 0) return `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return `${scenarios.length === 1 ? 'Scenario' : 'Scenarios'} ${listFirst(scenarios, MAX_SCENARIOS_SHOWN)}: ${what}`;
}
