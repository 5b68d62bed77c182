import type { Limits } from './report.ts';
import type { Secret } from '../model/secret.ts';

/** The system that a testset runs on, as the service spells it. */
export type OsType = 'ANDROID' | 'iOS';

/** What the step was asked to do, in final types: checked, frozen, and free of anything that is still to be looked up. */
export interface Inputs {
  readonly service: ServiceAccess;
  readonly target: AppTarget | ScenarioTarget | AttachTarget;
  /** `false`: return as soon as the testset is created, or after one look. */
  readonly wait: boolean;
  /** Whether to take up testsets that an earlier attempt of this job left without a verdict. */
  readonly resume: boolean;
  /** The job's part of its matrix, as JSON; the same in each attempt. Absent: unknown, or `null` where there is no matrix. */
  readonly matrix?: string;
  /** Milliseconds in all, from the step's start. */
  readonly timeoutMs: number;
  readonly limits: Limits;
  /** Absolute, below the workspace. */
  readonly resultsDir: string;
  /** Absent: publish none. */
  readonly artifact?: ArtifactOptions;
  readonly jobSummary: boolean;
  /** Absent without a token: then GitHub is asked for nothing. */
  readonly github?: GithubOptions;
}

/** What GitHub is asked for beside the job's own report. */
export interface GithubOptions {
  readonly token: Secret;
  readonly checkRun: boolean;
  readonly prComment: boolean;
  readonly compare: boolean;
}

/** Where the service is, and who asks. */
export interface ServiceAccess {
  /** `https:`, or `http:` on loopback; the path is a prefix without a slash at its end; no user info, query or fragment. */
  readonly baseUrl: URL;
  readonly userId: string;
  readonly accessKey: Secret;
}

/** What every testset is created with, whatever it runs. */
export interface NewTestset {
  readonly projectId: number;
  readonly osType: OsType;
  /** 1 to 100 UTF-16 units. */
  readonly testsetName: string;
  /** Whole minutes, 5 to 30; absent: the project's own. */
  readonly timeLimitMinutes?: number;
  readonly callback?: Callback;
  readonly loginId?: string;
  readonly loginPw?: Secret;
}

/** An automated test of an app. */
export interface AppTarget extends NewTestset {
  readonly kind: 'app';
  readonly app: AppFile;
  readonly useVo: boolean;
}

/** Scenario tests, a testset for each scenario; `scenarioTestsetName` tells them apart where there are several. */
export interface ScenarioTarget extends NewTestset {
  readonly kind: 'scenarios';
  /** What the project's app repository keeps: app files or app ids. */
  readonly sourceType: 'file' | 'app_id';
  readonly which: ScenarioChoice;
}

/** Which scenarios of a project; identifiers stand once each, in the order given. */
export type ScenarioChoice =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'all' }
  | { readonly kind: 'query'; readonly query: string };

/** Testsets that exist already; each identifier once, in the order given. */
export interface AttachTarget {
  readonly kind: 'attach';
  readonly testsetIds: readonly number[];
}

/** The app to send: one file, or an `.app` folder. */
export interface AppFile {
  /** Absolute. */
  readonly path: string;
  /** `folder`: an `.app` bundle, sent as a zip of it. */
  readonly kind: 'file' | 'folder';
  /** The base name. */
  readonly name: string;
}

/** Where the service calls when a testset is complete. The address may hold a secret, so only its origin is shown. */
export interface Callback {
  readonly url: Secret;
  readonly origin: string;
}

/** How the artifact is to be named and kept. */
export interface ArtifactOptions {
  /** Absent: made from the testset's identifier. */
  readonly name?: string;
  /** 1 to 400; absent: the repository's own. */
  readonly retentionDays?: number;
}

/** What the step that lists scenarios was asked. */
export interface ListInputs {
  readonly service: ServiceAccess;
  readonly projectId: number;
  /** Absent: of both systems. */
  readonly osType?: OsType;
  /** Only scenarios whose name contains this text. */
  readonly query?: string;
  /** How many scenarios one job of a matrix is to run; 1 to 256. */
  readonly chunkSize: number;
}
