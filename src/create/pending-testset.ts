import type { AppInfo, Report } from '../model/report.ts';
import type { Origin, ScenarioRetry } from '../model/testset.ts';
import type { TestVerdict } from '../model/verdict.ts';
import type { CreateResult } from './classify.ts';

/** A testset that is being created, or exists already. */
export interface PendingTestset {
  /** The scenario that it runs; absent for an automated test, and when attaching. */
  readonly scenario?: number;
  /** The number of the retry, from 1; absent for the first testset of a scenario. */
  readonly retry?: number;
  /** Without secrets; absent if it existed before this step, and if no scenario could be chosen. */
  readonly testsetName?: string;
  readonly origin: Origin;
  /** Resolves when a testset may exist, and the service has not answered for 5 seconds. */
  readonly unanswered?: Promise<unknown>;
  /** Never fails. */
  readonly creation: Promise<CreateResult>;
}

/** The receipts of this attempt. */
export interface StepReceipts {
  /** Saves receipts of further testsets, of each as soon as it may exist. */
  save(testsets: readonly PendingTestset[]): void;
  /** Whether a receipt of each testset without a result is saved, so that a later attempt continues it. */
  canResume(testsets: readonly TestVerdict[]): boolean;
  /** Waits until the receipts are saved. Then deletes them if no later attempt needs them. Never fails. */
  finish(report: Report): Promise<void>;
}

/** The testsets that a step waits for, and their app. */
export interface CreatedTestsets {
  /** At least one. */
  readonly testsets: readonly PendingTestset[];
  /** Whether it is certain already that there is no testset to wait for. */
  readonly nothingToAwait?: boolean;
  readonly resumed?: Report['resumed'];
  /** Absent if no later attempt uses these testsets. */
  readonly receipts?: StepReceipts;
  /** Starts to create testsets for scenarios that failed; absent for other tests. */
  readonly createRetries?: (retries: readonly ScenarioRetry[]) => readonly PendingTestset[];
  /** Resolves some time after the testset is created, when the digest is computed; absent if it is not known. */
  readonly app?: Promise<AppInfo>;
}
