import type { QuarantineFile } from './quarantine.ts';
import type { OsType, StoredApp } from './report.ts';
import type { Secret } from './secret.ts';
import type { TestsetName } from './testset-name.ts';
import { nounFor } from './words.ts';

/** The inputs of the step in final types, checked. */
export interface Inputs {
  readonly service: ServiceAccess;
  readonly target: AppTarget | ScenarioTarget | AttachTarget;
  /** `false`: return as soon as the testset is created, or after one poll. */
  readonly wait: boolean;
  /** What is done with the testsets of an earlier attempt of this job; `false`: all are created anew. */
  readonly resume: boolean;
  /** Milliseconds in all, from the step's start. */
  readonly timeoutMs: number;
  /** How many device runs may fail, have an error or be stopped; `Infinity` for `any`. */
  readonly maxFailures: number;
  /** Absent without a quarantine file. */
  readonly quarantine?: QuarantineFile;
  /** How many further testsets may be created for a scenario that failed; 0 to 2. */
  readonly retryFailed: number;
  /** Absolute, below the workspace. */
  readonly resultsDir: string;
  /** Of the artifacts: 1 to 400; absent: the repository's own. */
  readonly retentionDays?: number;
  /** Absent without a token; then the GitHub API is not used. */
  readonly github?: GithubOptions;
}

/** What the GitHub API is used for. */
export interface GithubOptions {
  readonly token: Secret;
  /** `on-failure`: creates one only when the step is red, and always updates one that exists. */
  readonly prComment: boolean | 'on-failure';
}

/** The address of the service, and the credentials. */
export interface ServiceAccess {
  /** `https:`, or `http:` on loopback; the path is a prefix without a slash at its end (`/` for none); no user info, query or fragment. */
  readonly baseUrl: URL;
  readonly userId: string;
  readonly accessKey: Secret;
}

/** What every testset is created with. */
export interface NewTestset {
  readonly projectId: number;
  readonly osType: OsType;
  readonly testsetName: TestsetName;
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

/** Scenario tests, one testset for each scenario. */
export interface ScenarioTarget extends NewTestset {
  readonly kind: 'scenarios';
  readonly sourceType: StoredApp['sourceType'];
  readonly which: ScenarioChoice;
}

/** Which scenarios of a project; each identifier once, in the order given. */
export type ScenarioChoice =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'all' }
  | { readonly kind: 'query'; readonly query: string };

/** `scenarios 101, 102` */
export function describeScenarios(which: ScenarioChoice): string {
  if (which.kind === 'all') return 'all scenarios';
  if (which.kind === 'query') return `scenarios named "${which.query}"`;
  return `${nounFor(which.ids.length, 'scenario')} ${which.ids.join(', ')}`;
}

/** Existing testsets; each identifier once, in the order given. */
export interface AttachTarget {
  readonly kind: 'attach';
  readonly testsetIds: readonly number[];
  readonly reportName?: string;
}

/** The types of app that the service accepts, by extension, with their system; a zip may be for either. docs/design.md, service §4.1. */
export const APP_TYPES = {
  ipa: 'iOS',
  zip: undefined,
  app: 'iOS',
  apk: 'ANDROID',
  xapk: 'ANDROID',
  apks: 'ANDROID',
} as const satisfies Readonly<Record<string, OsType | undefined>>;

/** The extension of an app, in lower case, without the dot. */
export type AppType = keyof typeof APP_TYPES;

/** The app to send: one file, or an `.app` folder. */
export interface AppFile {
  /** Absolute. */
  readonly path: string;
  /** `folder`: an `.app` bundle, sent as a zip of it. */
  readonly kind: 'file' | 'folder';
  readonly name: string;
  /** The system that its name, or the names of its files tell; absent if they tell none. */
  readonly osType?: OsType;
  /** Whole days since its last change. */
  readonly ageDays?: number;
  /** The size in bytes and the time of the last change, in milliseconds since 1970, when it was checked; absent for a folder. */
  readonly checked?: { readonly bytes: number; readonly changedMs: number };
}

/** The address that the service calls when a testset is complete. It may hold a secret, so only its origin is shown. */
export interface Callback {
  readonly url: Secret;
  readonly origin: string;
}

/** The inputs of the action that lists scenarios, checked. */
export interface ListInputs {
  readonly service: ServiceAccess;
  readonly projectId: number;
  readonly osType?: OsType;
  readonly query?: string;
}
