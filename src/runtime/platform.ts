import type { Outcome } from '../model/outcome.ts';
import type { ReceiptStore } from '../create/receipts.ts';
import type { CheckRunText } from '../report/check-run.ts';
import type { BaselineReport } from '../report/compare-devices.ts';
import type { Report, RunInfo } from '../model/report.ts';
import type { ProxyFor } from '../service/http/connect.ts';

/** Where the story hands in what it has made: the runner and GitHub, as far as it needs to know them. */
export interface Platform {
  readonly run: RunInfo;
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
  /** Where on GitHub the report is shown beside the job, and where an earlier one is found; absent: nowhere. None of them throws. */
  readonly checkRun?: CheckRun;
  readonly comment?: PublishComment;
  readonly findBaseline?: (report: Report) => Promise<BaselineReport | undefined>;
  /** Where receipts for testsets are kept; absent: nowhere. */
  readonly receipts?: ReceiptStore;
  /** From now on an uncaught error is a warning: the outcome is known. */
  outcomeIsDecided(): void;
  /** Publishes files as a workflow artifact; never throws. */
  publishArtifact(content: ArtifactContent): Promise<ArtifactResult>;
}

/** A check run on the last commit of the pull request, or of the push. It never fails: whatever goes wrong is one warning. */
export interface CheckRun {
  /** Shows how far it is, as soon as that may be; it waits for nothing. The first call creates the check run. */
  update(text: CheckRunText): void;
  /** Says how it ended, also when there was no update before, and when the run is cancelled. Nothing may follow. */
  conclude(outcome: Outcome, text: CheckRunText): Promise<void>;
}

/** A pull request comment, updated in place; `draw` makes its text, which begins with the marker that it is given. */
export type PublishComment = (draw: (marker: string) => string) => Promise<void>;

/** What goes into an artifact. */
export interface ArtifactContent {
  readonly name: string;
  /** Absolute paths below `root`. */
  readonly files: readonly string[];
  readonly root: string;
  /** 1 to 400; absent: the repository's own. */
  readonly retentionDays?: number;
}

/** What came of publishing. */
export type ArtifactResult =
  | {
      readonly kind: 'published';
      readonly name: string;
      readonly id: string;
      readonly url: string;
      readonly digest: string;
    }
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };
