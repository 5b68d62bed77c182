import type { Counts } from './counts.ts';
import type { ErrorCode } from './errors.ts';
import type { Outcome } from './outcome.ts';
import type { Suite } from './results.ts';

/** The version of what `report.json` holds; later versions may hold other fields. */
export const REPORT_SCHEMA = 1;

/**
 * Everything that a step has to tell, as plain data without secrets. It is made once, when the outcome is decided, and drawn
 * many times: console, job summary, `report.json`, annotations.
 */
export interface Report {
  readonly outcome: Outcome;
  /** One sentence: what happened, to what, what the service said. */
  readonly sentence: string;
  /** What to do next; empty when the step is green. */
  readonly hint: string;
  readonly run: RunInfo;
  readonly app?: AppInfo;
  readonly request: RequestInfo;
  /** Testsets of an earlier attempt of this job that were taken up instead of creating new ones; absent without any. */
  readonly resumed?: readonly ResumedTestset[];
  readonly testsets: readonly TestsetReport[];
  /** Summed over the testsets. */
  readonly counts: Counts;
  readonly limits: Limits;
  /** Whole seconds from create (or attach) to the end. */
  readonly durationSeconds: number;
  /** Absent until an artifact with the result files is published; so it is in no `report.json`. */
  readonly artifact?: { readonly name: string; readonly url: string };
  /** Absent where there is no earlier run to compare with. */
  readonly comparison?: Comparison;
}

/** How the devices did beside the last run of the same workflow that left a report. */
export interface Comparison {
  /** Devices as the service names them; hostile text. */
  readonly newlyFailing: readonly string[];
  /** Failed then, passed now. */
  readonly fixed: readonly string[];
  readonly stillFailing: readonly string[];
  /** How long that run waited; absent when it does not say. */
  readonly secondsBefore?: number;
  readonly secondsNow: number;
  /** Address of that run's page. */
  readonly runUrl: string;
}

/** The workflow run that this step belongs to; every field is empty where the runner does not say. */
export interface RunInfo {
  readonly repository: string;
  readonly workflow: string;
  readonly job: string;
  /** The step's identifier, or the name that the runner gives it: one job may run several. */
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

/** The app that was sent, or was to be. */
export interface AppInfo {
  readonly name: string;
  /** 0 where it was never opened. */
  readonly bytes: number;
  /** Set when all of it was sent, so that a testset of it may exist. */
  readonly sent?: true;
  /** Lower-case hex; absent when nothing was sent, and where a cancel left no time for it. */
  readonly sha256?: string;
}

/** What was asked for, without secrets. */
export interface RequestInfo {
  readonly kind: 'automated' | 'scenario' | 'attached';
  /** The testset's name; empty when attaching. */
  readonly name: string;
  readonly osType?: 'ANDROID' | 'iOS';
  readonly projectId?: number;
  /** Whole minutes; absent: the project's own. */
  readonly timeLimitMinutes?: number;
  readonly useVo?: boolean;
  /** Origin only, because the rest may hold a secret. */
  readonly callbackOrigin?: string;
}

/** A testset that an earlier attempt of this job created and left without a verdict. */
export interface ResumedTestset {
  readonly testsetId: number;
  /** From 1. */
  readonly attempt: number;
}

/** How many unit tests may end so before the step fails; `Infinity` for `any`. */
export interface Limits {
  readonly fail: number;
  readonly error: number;
  readonly stop: number;
}

/** One testset, or the failed attempt to create one. */
export interface TestsetReport {
  /** Absent when none was created, or none is known to have been. */
  readonly id?: number;
  /** The scenario that it runs; absent for an automated test, and where it is not known. */
  readonly scenario?: number;
  /** What people call that scenario; hostile text. */
  readonly scenarioName?: string;
  readonly outcome: Outcome;
  /** The status operation's own word; `Unknown` when it was never heard. */
  readonly status: 'Complete' | 'Running' | 'Unknown';
  readonly counts: Counts;
  readonly sources: readonly ResultSource[];
  /** Every unit test that a document names; empty before the testset is complete. */
  readonly suites: readonly Suite[];
  /** Why the outcome is what it is, a sentence each; empty when it passed. */
  readonly reasons: readonly string[];
  /** What went wrong without changing the outcome. */
  readonly warnings: readonly string[];
  /** The trouble that ended it early, if any. */
  readonly problem?: { readonly code: ErrorCode; readonly message: string; readonly hint: string };
}

/** One of the three sources that tell how a complete testset went. */
export interface ResultSource {
  readonly source: 'status' | 'xml' | 'json';
  /** `absent`: not delivered. `unreadable`: delivered, and of no use. */
  readonly state: 'read' | 'absent' | 'unreadable';
  readonly passed: number;
  readonly notPassed: number;
  /** Why it is unreadable; empty otherwise. */
  readonly why: string;
}

/**
 * Whether a document bears out the status (docs/design.md §5): it shows the same number passed, and no more not passed than the status
 * knows of; a unit test that failed or was stopped may be absent from it.
 */
export function agreesWith(status: ResultSource, document: ResultSource): boolean {
  return document.state === 'read' && document.passed === status.passed && document.notPassed <= status.notPassed;
}
