import type { AppFacts, OsType } from './app-facts.ts';
import type { Counts } from './counts.ts';
import type { ErrorCode, Rejection, TestsetError } from './errors.ts';
import type { Comparison, History } from './history.ts';
import type { Outcome } from './outcome.ts';
import type { Quarantine } from './quarantine.ts';
import type { Testcase } from './results.ts';
import { agreesWith, type ResultSource } from './sources.ts';

/** The version of the format of `report.json`. */
export const REPORT_SCHEMA = 3;

/**
 * The result of a step, as plain data without secrets. It is created when the outcome is decided; log, job summary, check run,
 * comment and files all show this one value.
 */
export interface Report {
  readonly outcome: Outcome;
  /** What happened, to what, and what the service said. */
  readonly sentence: string;
  /** What to do next; empty when the step is green. */
  readonly hint: string;
  readonly run: RunInfo;
  readonly app?: AppInfo;
  readonly request: RequestInfo;
  /** Testsets of an earlier attempt of this job that were resumed instead of creating new ones; absent without any. */
  readonly resumed?: readonly ResumedTestset[];
  /** What a re-run of the job does with these testsets; absent if it creates all of them anew. */
  readonly rerun?: Rerun;
  /** One for each scenario: the last that was created, or may have been. */
  readonly testsets: readonly TestsetReport[];
  /** What users should know of the step as a whole, a sentence each; absent without any. */
  readonly notes?: readonly string[];
  /** Summed over the testsets. */
  readonly counts: Counts;
  readonly limits: Limits;
  /** Whole seconds from the beginning of the wait to its end. */
  readonly durationSeconds: number;
  /** Absent until the artifact with the result files is published, and so from `report.json`. */
  readonly artifact?: { readonly name: string; readonly url: string };
  /** Address of the report page, if it was published as an artifact of its own; absent from `report.json`. */
  readonly pageUrl?: string;
  /** Absent if there is no earlier run to compare with. */
  readonly comparison?: Comparison;
  /** The branch on which no run to compare with was found; absent if none was looked for. */
  readonly noBaselineOn?: string;
  /** The earlier results of devices and scenarios on the base branch; absent if there are none. */
  readonly history?: readonly History[];
}

/** `resume`: continues with the testsets that have no result. `keep-passed`: also keeps those that passed. */
export type Rerun = 'resume' | 'keep-passed';

/** The workflow run that this step belongs to; texts are empty if the runner does not provide them. */
export interface RunInfo {
  readonly repository: string;
  readonly workflow: string;
  readonly job: string;
  /** The step's `id`, or the name that the runner gives it: a job may have several such steps. */
  readonly step: string;
  readonly runId: string;
  readonly runNumber: number;
  /** From 1. */
  readonly attempt: number;
  /** Full commit hash. */
  readonly commit: string;
  /** Address of the run's page. */
  readonly url: string;
}

/** The app of an automated test. */
export interface AppInfo {
  readonly name: string;
  /** 0 if it was never opened. */
  readonly bytes: number;
  /** Set if all of it was sent, so that a testset may exist. */
  readonly sent?: true;
  /** Lower-case hex; absent if nothing was sent, or if the run was cancelled first. */
  readonly sha256?: string;
  /** What the file contains; absent if it was not understood. */
  readonly inspection?: AppFacts;
}

/** The request, without secrets. */
export interface RequestInfo {
  readonly kind: 'automated' | 'scenario' | 'attached';
  /** The name of the testset; empty when attaching. */
  readonly name: string;
  readonly osType?: OsType;
  readonly projectId?: number;
  /** Whole minutes; absent: the project's own. */
  readonly timeLimitMinutes?: number;
  readonly useVo?: boolean;
  /** Only the origin, because the rest may contain a secret. */
  readonly callbackOrigin?: string;
}

/** A testset that an earlier attempt of this job created, and whose outcome was not decided. */
export interface ResumedTestset {
  readonly testsetId: number;
  /** From 1. */
  readonly attempt: number;
}

/** How many devices may end so before the step fails; `Infinity` for `any`. */
export interface Limits {
  readonly fail: number;
  readonly error: number;
  readonly stop: number;
}

/** Each device must pass. */
export const NONE_ALLOWED: Limits = { fail: 0, error: 0, stop: 0 };

/** What came of a testset, and why. */
export interface TestsetOutcome {
  readonly outcome: Outcome;
  /** Why it did not pass. */
  readonly reasons: readonly Reason[];
  /** The error that ended it early, if any. */
  readonly problem?: Problem;
}

/** An outcome with the error that led to it, if any. @param sentences reasons that come before the message of the error */
export function outcomeOf(outcome: Outcome, error?: TestsetError, ...sentences: string[]): TestsetOutcome {
  const reasons = sentences.map((sentence) => ({ sentence }));
  if (!error) return { outcome, reasons };
  const { code, message, hint, rejection } = error;
  return { outcome, reasons: [...reasons, { sentence: message }], problem: { code, message, hint, rejection } };
}

/** One testset, or the failed attempt to create one. */
export interface TestsetReport extends TestsetOutcome {
  /** Absent if no testset was created, or its number is unknown. In `unknown-start`, that of a testset that may exist. */
  readonly id?: number;
  /** The scenario that it runs; absent for an automated test, and if it is not known. */
  readonly scenario?: number;
  /** The number of the retry, from 1; absent for the first testset of a scenario. */
  readonly retry?: number;
  /** The testsets of the same scenario before it, oldest first; absent without any. */
  readonly earlier?: readonly TestsetReport[];
  /** The last status; `Unknown` if there was none. */
  readonly status: 'Complete' | 'Running' | 'Unknown';
  readonly counts: Counts;
  readonly sources: readonly ResultSource[];
  /** Set if two documents name different devices. */
  readonly devicesDiffer?: true;
  /** Every device run that a document names; empty before the testset is complete. */
  readonly suites: readonly DeviceSuite[];
  /** Set if no device of the scenario counts. */
  readonly quarantine?: Quarantine;
  /** What went wrong without changing the outcome, a sentence each. */
  readonly warnings: readonly string[];
  /** The earlier attempt in which it passed, if this attempt did not create it anew; absent for all others. */
  readonly passedInAttempt?: number;
  /** The last testset that earlier attempts created for the same, and that did not pass; absent without any. */
  readonly failedBefore?: FailedBefore;
}

/** What is known of earlier testsets beside those that are used, by scenario; 0 stands for an automated test. */
export interface EarlierResults {
  /** The last testset that did not pass. */
  readonly failed: ReadonlyMap<number, FailedBefore>;
  /** Why a testset that passed is not kept, as a sentence. */
  readonly notKept: ReadonlyMap<number, string>;
}

/** A testset of an earlier attempt that did not pass. */
export interface FailedBefore {
  /** From 1. */
  readonly attempt: number;
  readonly testsetId: number;
  readonly outcome: Outcome;
}

/** Why a testset did not pass; `report.json` has the sentence alone. */
export interface Reason {
  readonly sentence: string;
  /** The same in a few words, for a heading; absent if only the sentence is known. */
  readonly words?: string;
  /** Set if the figures of the sources show it. */
  readonly isInSources?: true;
}

/** An error as plain data. */
interface Problem {
  readonly code: ErrorCode;
  /** What happened. */
  readonly message: string;
  /** What to do next. */
  readonly hint: string;
  /** Absent unless the service responded with an error code. */
  readonly rejection?: Rejection;
}

/** How a device run ended, as every text and file names it; it never contradicts the counts. `stopped` and `not-passed` are in no document. */
export type DeviceLabel = 'passed' | 'failed' | 'error' | 'stopped' | 'not-passed';

/** One device run that a document names. */
export interface Device extends Omit<Testcase, 'result'> {
  readonly result: DeviceLabel;
  /** Absent if the result counts. */
  readonly excused?: Excuse;
  /** Set if it is quarantined. */
  readonly quarantine?: Quarantine;
}

/** Why a result does not count. `flaky`: passed in one testset of the scenario and not in another of this step. */
export type Excuse = 'quarantined' | 'flaky';

/** The device runs of one `testsuite` element, in document order. */
export interface DeviceSuite {
  readonly name: string;
  readonly testcases: readonly Device[];
}

/** All device runs of a testset, in document order. */
export function devicesOf({ suites }: Pick<TestsetReport, 'suites'>): readonly Device[] {
  return suites.flatMap(({ testcases }) => testcases);
}

/** How long the longest of some device runs took; `undefined` if no duration is known. */
export function longestSeconds(devices: readonly Pick<Device, 'seconds'>[]): number | undefined {
  const known = devices.flatMap(({ seconds }) => seconds ?? []);
  if (known.length === 0) return undefined;
  return known.reduce((longest, seconds) => Math.max(longest, seconds));
}

/** The reasons why a testset did not pass, as sentences. */
export function sentencesOf({ reasons }: Pick<TestsetOutcome, 'reasons'>): readonly string[] {
  return reasons.map(({ sentence }) => sentence);
}

/** The identifiers of those testsets that have one. */
export function idsOf(testsets: readonly Pick<TestsetReport, 'id'>[]): readonly number[] {
  return testsets.flatMap(({ id }) => id ?? []);
}

/** How many device runs of a testset did not pass and do not count. */
export function countExcused(testset: TestsetReport): number {
  const { counts, quarantine } = testset;
  if (quarantine) return counts.fail + counts.error;
  return devicesOf(testset).filter(isExcusedFailure).length;
}

/** Whether a device run did not pass and does not count. */
export function isExcusedFailure({ excused, result }: Device): boolean {
  return excused !== undefined && result !== 'passed';
}

/** What says which testsets a step waited for. */
interface WaitedReport {
  readonly request: Pick<RequestInfo, 'kind'>;
  readonly resumed?: unknown;
  readonly testsets: readonly Pick<TestsetReport, 'passedInAttempt'>[];
}

/** Whether the step waited for all of its testsets from their start, so that its duration is theirs. */
export function hasWholeDuration({ request, resumed, testsets }: WaitedReport): boolean {
  if (request.kind === 'attached' || resumed) return false;
  return testsets.every(({ passedInAttempt }) => passedInAttempt === undefined);
}

/** Whether a document that says "passed" can be believed: readers look at single devices of a failed run. */
export function hasConfirmedResults({
  outcome,
  devicesDiffer,
  sources: [status, ...documents],
}: TestsetReport): boolean {
  if (outcome === 'inconclusive' || devicesDiffer || !status) return false;
  return documents.every((document) => document.state === 'absent' || agreesWith(status, document));
}
