import type { Comparison, History } from './history.ts';
import type { QuarantineFile } from './quarantine.ts';
import { cleanText } from './text.ts';
import type { Verdict } from './verdict.ts';
import { listFirst, MAX_IN_SENTENCE, nounFor } from './words.ts';

/** The version of the format of `report.json`. */
export const REPORT_SCHEMA = 1;

/** What `report.json` begins with, whatever its version: by it a later run knows the files of this action. */
export const REPORT_BEGINNING = /^\{"schema":\d+,"outcome":"[a-z-]+","heading":"/;

/** The files of a report in the results folder (docs/design.md, appendix B). */
export const REPORT_FILES = ['report.json', 'junit.xml', 'summary.md', 'report.html'] as const;

/** The result of a step, as plain data without secrets. All outputs show this one value, which is complete when it is created. */
export interface Report extends Verdict {
  readonly run: RunInfo;
  readonly app?: AppInfo;
  readonly request: RequestInfo;
  /** Testsets of an earlier attempt of this job that were resumed instead of creating new ones; absent without any. */
  readonly resumed?: readonly { readonly testsetId: number; /** From 1. */ readonly attempt: number }[];
  /** Whether a re-run of the job finds each testset without a result by its receipt; absent from `report.json`. */
  readonly canResume?: boolean;
  /** What users should know of the step as a whole, a sentence each; absent without any. */
  readonly notes?: readonly string[];
  /** The input `max-failures`; `Infinity` for `any`. Absent from `report.json`. */
  readonly maxFailures: number;
  /** Absent without a quarantine file, and from `report.json`. */
  readonly quarantine?: QuarantineFile;
  /** Whole seconds from the beginning of the wait to its end. */
  readonly durationSeconds: number;
  /** When the wait ended, in UTC (ISO 8601). */
  readonly endedAt: string;
  /** Absent if there is no earlier run to compare with. */
  readonly comparison?: Comparison;
  /** The devices of the earlier run that this one did not test, as the service names them; absent without any. */
  readonly notTested?: readonly string[];
  /** The branch on which no run to compare with was found; absent if none was looked for. */
  readonly noBaselineOn?: string;
  /** The earlier results of devices and scenarios on the base branch; absent if there are none. */
  readonly history?: readonly History[];
}

/** The workflow run that this step belongs to; texts are empty if the runner does not provide them. */
export interface RunInfo {
  readonly repository: string;
  readonly workflow: string;
  readonly job: string;
  /** The `matrix` context of the job, of any form; absent without a matrix. */
  readonly matrix?: unknown;
  /** GitHub's number of the job, in digits; absent where there is none, as on other forges. */
  readonly jobId?: string;
  /** Address of the page of the job; absent without `jobId`. */
  readonly jobUrl?: string;
  /** GitHub's name of the job, such as `android / device-test (paid)`; absent if it is not known. It may be cut, or not unique. */
  readonly jobName?: string;
  /** The step's `id`, or the name that the runner gives it: a job may have several such steps. */
  readonly step: string;
  /** Set if the job has an earlier step of this action; absent from `report.json`. */
  readonly isLaterStep?: true;
  readonly runId: string;
  readonly runNumber: number;
  /** From 1. */
  readonly attempt: number;
  /** Full commit hash; empty if it is not known. */
  readonly commit: string;
  /** The last commit of the pull request, otherwise that of the run; empty if the event does not say it. Absent from `report.json`. */
  readonly headCommit: string;
  readonly url: string;
  /** What started the run, such as `push` or `pull_request`. */
  readonly event: string;
  /** The names of the inputs of a run that was started by hand; absent without any. */
  readonly inputs?: readonly string[];
  /** The branch that is tested, of a pull request its own; untrusted text, empty if it is not known. */
  readonly branch: string;
  /** Address of the page of `headCommit`; empty if it is not known. */
  readonly commitUrl: string;
  readonly pullRequest?: PullRequest;
}

/** `by hand, with inputs branch, minutes`, which may choose what is tested; empty for any other run. Cleaned, not escaped. */
export function describeInputs({ inputs }: RunInfo): string {
  if (!inputs) return '';
  return cleanText(`by hand, with ${nounFor(inputs.length, 'input')} ${listFirst(inputs, MAX_IN_SENTENCE)}`);
}

/** A pull request. Texts are untrusted, and empty if the event does not have them. */
interface PullRequest {
  readonly number: number;
  readonly title: string;
  readonly author: string;
  readonly url: string;
}

/** The operating system of an app, and of the devices of a testset, as the service spells it. */
export type OsType = 'ANDROID' | 'iOS';

/** The app that is tested; of attached testsets it is not known. */
export type AppInfo = SentApp | StoredApp;

/** The app of an automated test. */
export interface SentApp {
  readonly kind: 'sent';
  readonly name: string;
  /** 0 if it was never opened. */
  readonly bytes: number;
  /** Whole days since its last change; absent from `report.json`. */
  readonly ageDays?: number;
  /** Set if all of it was sent, so that a testset may exist. */
  readonly sent?: true;
  /** Lower-case hex; absent if nothing was sent, or if the run was cancelled first. */
  readonly sha256?: string;
}

/** The app of scenarios: the service takes it from the project. */
export interface StoredApp {
  readonly kind: 'stored';
  readonly projectId: number;
  /** What the app repository of the project contains: app files or app ids. */
  readonly sourceType: 'file' | 'app_id';
}

/** `app stored in project 509`, or of an app id `the app that project 509 names`. @param noun for what the word `app` precedes */
export function describeStoredApp({ projectId, sourceType }: Omit<StoredApp, 'kind'>, noun?: 'the one'): string {
  if (sourceType === 'app_id') return `${noun ?? 'the app'} that project ${projectId} names`;
  return `${noun ?? 'app'} stored in project ${projectId}`;
}

/** The request, without secrets. */
export interface RequestInfo {
  readonly kind: 'automated' | 'scenario' | 'attached';
  /** The name of the testset; when attaching, that of the report, empty if none is given. */
  readonly name: string;
  /** Set if it is not the default name; absent from `report.json`. */
  readonly isNameGiven?: true;
  readonly osType?: OsType;
  readonly projectId?: number;
  /** Whole minutes; absent: the project's own. */
  readonly timeLimitMinutes?: number;
  readonly useVo?: boolean;
  /** Only the origin, because the rest may contain a secret. */
  readonly callbackOrigin?: string;
}
