import type { Limits } from './report/report.ts';
import type { Secret } from './secret.ts';

export type OsType = 'ANDROID' | 'iOS';

/** What the step was asked to do, in final types: checked, frozen, and free of anything that is still to be looked up. */
export interface Inputs {
  readonly service: ServiceAccess;
  readonly target: AppTarget | AttachTarget;
  /** `false`: return as soon as the testset is created, or after one look. */
  readonly wait: boolean;
  /** Milliseconds in all, from the step's start. */
  readonly timeoutMs: number;
  readonly limits: Limits;
  /** Absolute, below the workspace. */
  readonly resultsDir: string;
  /** Absent: publish none. */
  readonly artifact?: ArtifactWish;
  readonly jobSummary: boolean;
  /** Absent without a token: then GitHub is asked for nothing. */
  readonly github?: GithubWishes;
}

/** What GitHub is asked for beside the job's own report. */
export interface GithubWishes {
  readonly token: Secret;
  readonly checkRun: boolean;
  readonly prComment: boolean;
  readonly compare: boolean;
}

export interface ServiceAccess {
  /** `https:`, or `http:` on loopback; the path is a prefix without a slash at its end; no user info, query or fragment. */
  readonly baseUrl: URL;
  readonly userId: string;
  readonly accessKey: Secret;
}

/** An automated test of an app. */
export interface AppTarget {
  readonly kind: 'app';
  readonly projectId: number;
  readonly app: AppFile;
  readonly osType: OsType;
  /** 1 to 100 UTF-16 units. */
  readonly testsetName: string;
  /** Whole minutes, 5 to 30; absent: the project's own. */
  readonly timeLimitMinutes?: number;
  readonly useVo: boolean;
  readonly callback?: Callback;
  readonly loginId?: string;
  readonly loginPw?: Secret;
}

/** Testsets that exist already; each identifier once, in the order given. */
export interface AttachTarget {
  readonly kind: 'attach';
  readonly testsetIds: readonly number[];
}

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

export interface ArtifactWish {
  /** Absent: made from the testset's identifier. */
  readonly name?: string;
  /** 1 to 400; absent: the repository's own. */
  readonly retentionDays?: number;
}
