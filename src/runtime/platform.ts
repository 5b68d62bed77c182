import type { BaselineReport } from '../model/history.ts';
import type { ReceiptStore } from '../model/receipts.ts';
import type { Report, RunInfo } from '../model/report.ts';
import type { RunContext } from '../model/run-context.ts';
import type { FilePlace } from './log.ts';

/** What the runner and GitHub offer to a step. */
export interface Platform extends Services, Pick<RunContext, 'run' | 'workspace' | 'tempDir'> {
  readonly proxyFor: ProxyFor;
  /** Sets an output at once, so that it remains if the step is killed. Never throws: the first failure is a warning. */
  setOutput(name: string, value: string): void;
  annotate(annotation: Annotation): void;
  /** Appends to the job summary. @throws if the text is longer than 1 MiB of UTF-8, or the file cannot be written */
  writeSummary(markdown: string): Promise<void>;
  /** From now on an uncaught error is a warning. */
  markOutcomeDecided(): void;
}

/** What a step runs: an earlier report of the same is compared with it. */
export interface ReportSubject extends Pick<Report, 'run' | 'request' | 'app'> {
  /** Identifiers; empty for other runs. */
  readonly scenarios: readonly number[];
}

/** The services of GitHub; each is absent if it is not wanted or not available. Only `receipts` throws. */
export interface Services {
  /** Writes a pull request comment, or updates it. The text that `render` returns begins with the marker. */
  readonly comment?: (
    render: (marker: string) => string,
    isRed: boolean,
    run: Pick<RunInfo, 'jobName'>,
  ) => Promise<void>;
  /** GitHub's name of the job; `undefined` if it cannot be read. One or two requests, of ten seconds at most in all. */
  readonly findJobName?: () => Promise<string | undefined>;
  readonly findBaseline?: (subject: ReportSubject) => Promise<Baseline>;
  /** Absent if there is no artifact service. */
  readonly receipts?: ReceiptStore;
  readonly publishArtifact: (content: ArtifactContent) => Promise<ArtifactResult>;
}

/** The proxy for requests to an address; `undefined` for a direct connection. */
export type ProxyFor = (target: URL) => URL | undefined;

/** An IPv6 address stays in its brackets (RFC 9112 §3.2.3). */
export function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Names the proxy and its setting without the credentials. */
export function nameOfProxy(proxy: URL): string {
  return `proxy ${hostAndPort(proxy)} (HTTPS_PROXY)`;
}

/** What every client says of a proxy that responds 407. @param scheme what it asks for, if that is not Basic */
export function proxyRejection(proxy: URL, scheme?: string): string {
  if (scheme) return `${nameOfProxy(proxy)} asks for ${scheme}; only Basic is supported (HTTP 407)`;
  const what = proxy.username || proxy.password ? 'rejected the credentials' : 'requires credentials';
  return `${nameOfProxy(proxy)} ${what} (HTTP 407)`;
}

/** The runner keeps ten error annotations of a step; the last line is one of them. */
export const MAX_ANNOTATIONS = 9;

/** An error annotation: two cleaned texts of one line. */
export interface Annotation {
  readonly title: string;
  readonly message: string;
  readonly place?: FilePlace;
}

/** What a service of GitHub found or published, or why it did not. */
export type PlatformReply<T> = { readonly kind: 'value'; readonly value: T } | PlatformFailure;

/** Why a service found or published nothing. */
export interface PlatformFailure {
  /** `skipped`: nothing to find or publish, or no place for it; `rejected`: GitHub does not allow it; `limited`: too many requests. */
  readonly kind: 'skipped' | 'rejected' | 'limited' | 'failed';
  /** In lower case, without a full stop. */
  readonly reason: string;
  /** Set if `limited`: the pause that GitHub asks for, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** What there is to compare with, or why there is nothing. `branch` has no run with a report; absent if that is not known. */
export type Baseline = FoundBaseline | (PlatformFailure & { readonly branch?: string });

/** An earlier run to compare with. */
export interface FoundBaseline {
  readonly kind: 'value';
  readonly value: BaselineReport;
  /** Set if no device passed in that run: what to compare with if one passed in this run. */
  readonly ifPassed?: Baseline;
}

/** The files of an artifact. */
export interface ArtifactContent {
  readonly name: string;
  /** Absolute paths below `root`. */
  readonly files: readonly string[];
  readonly root: string;
  /** Set to publish the only file as it is, not zipped: a browser opens it. Its extension is added to the name. */
  readonly isPlain?: true;
}

/** An artifact that was published, or why it was not. */
export type ArtifactResult = PlatformReply<{
  readonly name: string;
  readonly id: string;
  /** '' if the run has no page. */
  readonly url: string;
}>;
