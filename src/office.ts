import type { RunFacts } from './report/report.ts';
import type { ProxyFor } from './service/http/connect.ts';

/** Where the story hands in what it has made: the runner and GitHub, as far as it needs to know them. */
export interface Office {
  readonly run: RunFacts;
  /** Absolute. */
  readonly workspace: string;
  /** Absolute; for files that are gone when the job is over. */
  readonly tempDir: string;
  readonly proxyFor: ProxyFor;
  /** Sets an output at once; trouble with it is a warning. */
  setOutput(name: string, value: string): void;
  /** An error annotation. */
  annotate(annotation: { readonly title: string; readonly message: string }): void;
  /** Appends to the job summary. @throws when the runner does not take it */
  writeSummary(markdown: string): Promise<void>;
  /** Publishes files as a workflow artifact; never throws. */
  publishArtifact(parcel: Parcel): Promise<Published>;
}

/** What goes into an artifact. */
export interface Parcel {
  readonly name: string;
  /** Absolute paths below `root`. */
  readonly files: readonly string[];
  readonly root: string;
  /** 1 to 400; absent: the repository's own. */
  readonly retentionDays?: number;
}

/** What came of publishing. */
export type Published =
  | {
      readonly kind: 'published';
      readonly name: string;
      readonly id: string;
      readonly url: string;
      readonly digest: string;
    }
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };
