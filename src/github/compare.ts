import { certainFailures, chooseReport, mergeSimilar, resultsOf, type ReportSubject } from '../model/earlier-report.ts';
import { numberIn } from '../model/fields.ts';
import { appendResults, type BaselineReport, type History } from '../model/history.ts';
import type { StoredReport } from '../model/report-schema.ts';
import type { RunInfo } from '../model/report.ts';
import type { RunContext } from '../model/run-context.ts';
import type { NoBaseline } from '../runtime/platform.ts';
import { withTimeout, type TimeContext } from '../runtime/time-limits.ts';
import type { Api } from './api/client.ts';
import { explainFailure, transient, type ApiFailure, type FailureContext } from './api/reply.ts';
import { downloadReports } from './download-reports.ts';
import { earlierRuns } from './earlier-runs.ts';

/** The options of `findBaseline`. */
export interface CompareSettings extends TimeContext, FailureContext {
  readonly api: Api;
  readonly context: Pick<RunContext, 'branches' | 'isFork' | 'eventName' | 'apiUrl'>;
  /** The name of this step's artifact, if it was given. */
  readonly artifactName?: string;
  /** What an earlier search of this step has read. */
  readonly cache?: SearchCache;
}

/** The results of requests that a second search need not repeat. */
export interface SearchCache {
  workflowId?: number;
  /** By the identifier of the run. */
  readonly reports: Map<number, readonly StoredReport[]>;
}

/** Time limit of the whole search, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Most runs to search on a branch: some leave no report, such as cancelled ones. */
const MAX_RUNS = 5;

type SearchResult =
  | { readonly kind: 'found'; readonly baseline: BaselineReport }
  | { readonly kind: 'none'; readonly reason: string }
  | ApiFailure;

/** Finds the report of the latest earlier run of the same workflow for the same subject, or says why there is none. */
export async function findBaseline(
  settings: CompareSettings,
  subject: ReportSubject,
): Promise<BaselineReport | NoBaseline> {
  const { cancelled, context } = settings;
  if (cancelled.aborted) return { reason: 'the run was cancelled' };
  const result = await withTimeout(settings, TIMEOUT_MS, (signal) =>
    search(settings, subject.run, (reports) => chooseReport(reports, subject), signal),
  );
  if (!result) return { reason: 'the search took too long' };
  if (result.kind === 'found') return result.baseline;
  if (result.kind !== 'none') {
    return { reason: explainFailure(result, 'read', settings), isDenied: result.kind === 'rejected' || undefined };
  }
  const [branch] = context.branches;
  return { reason: result.reason, branch };
}

/** Finds the results of the latest earlier run that tested something similar, in any of its jobs; empty without one. */
export async function findHistory(
  settings: CompareSettings,
  { run, request }: Pick<ReportSubject, 'run' | 'request'>,
): Promise<readonly History[]> {
  const result = await withTimeout(settings, TIMEOUT_MS, (signal) =>
    search(settings, run, (reports) => mergeSimilar(reports, request), signal),
  );
  return result?.kind === 'found' ? result.baseline.history : [];
}

async function search(
  settings: CompareSettings,
  run: RunInfo,
  choose: (reports: readonly StoredReport[]) => StoredReport | undefined,
  signal: AbortSignal,
): Promise<SearchResult> {
  const { api } = settings;
  const branches = [...new Set(settings.context.branches)];
  const workflowId = settings.cache?.workflowId ?? (await findWorkflow(api, run));
  if (typeof workflowId !== 'number') return workflowId;
  if (settings.cache) settings.cache.workflowId = workflowId;
  let searched = 0;
  for (const branch of branches) {
    const runs = await earlierRuns(api, workflowId, branch, run);
    if ('kind' in runs) return runs;
    for (const { id, url, number, startedAt } of runs.slice(0, MAX_RUNS)) {
      if (signal.aborted) break;
      searched += 1;
      const report = choose(await reportsOf(settings, id, signal));
      if (report)
        return { kind: 'found', baseline: baselineOf(report, { branch, runNumber: number, runUrl: url, startedAt }) };
    }
  }
  return { kind: 'none', reason: explainNone(branches, searched, settings.context.eventName) };
}

async function reportsOf(
  { api, artifactName, cache }: CompareSettings,
  runId: number,
  signal: AbortSignal,
): Promise<readonly StoredReport[]> {
  const known = cache?.reports.get(runId);
  if (known) return known;
  const reports = await downloadReports(api, runId, artifactName, signal);
  // None, or only some: perhaps because of an error, so a second search tries again.
  if (reports.length > 0 && !signal.aborted) cache?.reports.set(runId, reports);
  return reports;
}

function explainNone(branches: readonly string[], searched: number, eventName: string): string {
  const base = branches.at(-1);
  if (base === undefined) return 'the base branch is not known';
  const where = branches.join(' or ');
  if (searched > 0) return `no run of this workflow on ${where} has a report of this job`;
  if (eventName === 'merge_group') return `no earlier run of the merge queue was merged into ${where}`;
  return `this workflow has not run on ${where} yet, except for pull requests. If it has no such trigger, add to its \`on:\` push: { branches: [${base}] }`;
}

function baselineOf(
  report: StoredReport,
  run: Pick<BaselineReport, 'branch' | 'runNumber' | 'runUrl' | 'startedAt'>,
): BaselineReport {
  return {
    ...run,
    outcome: report.outcome,
    seconds: report.durationSeconds,
    appBytes: report.app?.bytes,
    history: appendResults(report.history ?? [], run.runNumber, resultsOf(report)),
    failures: certainFailures(report),
  };
}

/** The identifier of this run's workflow: two workflows may have the same name. */
async function findWorkflow(api: Api, { runId }: RunInfo): Promise<number | ApiFailure> {
  const reply = await api('GET /repos/{repository}/actions/runs/{run_id}', { run_id: runId }, 2);
  if (reply.kind !== 'success') return reply;
  return numberIn(reply.data, 'workflow_id') ?? transient('GitHub did not say which workflow this is');
}
