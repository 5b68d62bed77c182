import { isAbsolute, relative, sep } from 'node:path';

import type { RunInfo } from './report.ts';

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the runner says of the workflow run. A text is empty if the runner does not say it. */
export interface RunContext {
  readonly run: RunInfo;
  /** Absolute. */
  readonly workspace: string;
  /** Absolute; no other job uses it. */
  readonly tempDir: string;
  /** Whether the event file could be read. */
  readonly hasEvent: boolean;
  /** Whether the runner is GitHub's, which ends each job after six hours. */
  readonly isHosted: boolean;
  /** The whole message of the commit that was pushed, or of the merge group's; untrusted text. */
  readonly commitMessage: string;
  /** Branches with runs to compare with, best first: the base of the pull request or merge group, else the run's own and the default branch. */
  readonly branches: readonly string[];
  /** Whether the event's pull request comes from another repository. */
  readonly isFork: boolean;
  /** Who started the run; decides which secrets the run has. */
  readonly actor: string;
  readonly apiUrl: string;
  /** The name of the workflow's file in `.github/workflows` of this repository; '' if it lies elsewhere or is not known. */
  readonly workflowFile: string;
  /** Whether this is GitHub Enterprise Server, which has no artifact service for this client. */
  readonly isEnterpriseServer: boolean;
  /** Whether the run was started with debug logging. */
  readonly debug: boolean;
  /** Of all inputs that the workflow gives, in lower case; also of those that do not exist. */
  readonly inputNames: readonly string[];
}

/** The relative path from a folder to a path below it; '' for the folder itself, `undefined` outside of it. Both are absolute. */
export function pathWithin(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  // Between drives of Windows there is no relative path.
  return way.split(sep)[0] === '..' || isAbsolute(way) ? undefined : way;
}

/** The path as a workflow file would write it: relative if it lies in the workspace. Both are absolute. */
export function shortPath(workspace: string, path: string): string {
  return pathWithin(workspace, path) ?? path;
}
