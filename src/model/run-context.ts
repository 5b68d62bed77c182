import type { RunInfo } from './report.ts';

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the runner says of the workflow run around this step. Every text is empty where the runner is silent. */
export interface RunContext {
  readonly run: RunInfo;
  /** Absolute. */
  readonly workspace: string;
  /** Absolute; what is put there belongs to this job alone. */
  readonly tempDir: string;
  /** Such as `push` or `pull_request`. */
  readonly eventName: string;
  /** Hostile text: whoever opens a pull request chooses it. */
  readonly pullRequestTitle: string;
  /** The whole message of the commit that was pushed; hostile text. */
  readonly commitMessage: string;
  /** The number of the pull request that the event is about; absent for other events. */
  readonly pullRequest?: number;
  /** Where earlier runs are to be compared with, the best first: a pull request's base, or the run's own branch and the default one. */
  readonly branches: readonly string[];
  /** The event is about a pull request whose head is in another repository. */
  readonly isFork: boolean;
  /** Who started the run; its rights decide which secrets there are. */
  readonly actor: string;
  /** The pull request's own last commit, where there is one; otherwise the run's commit. */
  readonly headSha: string;
  /** Address of GitHub's REST interface. */
  readonly apiUrl: string;
  /** A server of one's own, where the artifact service is not to be had. */
  readonly isEnterpriseServer: boolean;
  /** The run was started with debug logging. */
  readonly debug: boolean;
}
