import type { RunContext } from '../run-context.ts';

/** Where files are looked for. */
export interface FileSetting {
  /** Absolute; what relative paths start from. */
  readonly workspace: string;
  /** Absolute paths that match an absolute glob; called only when there is a glob to match. */
  readonly findFiles: (pattern: string) => Promise<string[]>;
}

/** What the inputs are read against. */
export interface Setting extends FileSetting {
  readonly context: RunContext;
}
