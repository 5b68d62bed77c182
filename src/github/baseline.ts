import { chooseReport, durationOf, resultsOf, type ReportSubject } from '../model/earlier-report.ts';
import { numberIn } from '../model/fields.ts';
import { appendResults, type BaselineReport } from '../model/history.ts';
import type { RunInfo } from '../model/report.ts';
import type { StoredReport } from '../model/stored-report.ts';
import type { NoBaseline } from '../runtime/platform.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import type { Api } from './api/client.ts';
import { failed, type ApiFailure } from './api/reply.ts';
import { explainFailure, type ApiContext } from './api/requests.ts';
import { downloadReports } from './download-reports.ts';
import { earlierRuns } from './earlier-runs.ts';

/** What earlier reports are searched with. */
export interface BaselineSettings extends ApiContext {
  /** The name of this step's artifact, if it was given. */
  readonly artifactName?: string;
}

/** Time limit of the whole search, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Most runs to search on a branch: some leave no report, such as cancelled ones. */
const MAX_RUNS = 5;

/** Finds the report of the latest earlier run of the same workflow for the same subject, or says why there is none. */
export async function findBaseline(
  settings: BaselineSettings,
  subject: ReportSubject,
): Promise<BaselineReport | NoBaseline> {
  if (settings.cancelled.aborted) return { reason: 'the run was cancelled' };
  const found = await withTimeout(settings, TIMEOUT_MS, (signal) => search(settings, subject, signal));
  return found ?? { reason: 'the search took too long' };
}

async function search(
  settings: BaselineSettings,
  subject: ReportSubject,
  signal: AbortSignal,
): Promise<BaselineReport | NoBaseline> {
  const { api, artifactName, context } = settings;
  const { run } = subject;
  const branches = [...new Set(context.branches)];
  const workflowId = await findWorkflow(api, run);
  if (typeof workflowId !== 'number') return explainDenied(workflowId, settings);
  let searched = 0;
  for (const branch of branches) {
    const runs = await earlierRuns(api, workflowId, branch, run);
    if ('reason' in runs) return explainDenied(runs, settings);
    for (const { id, url, number } of runs.slice(0, MAX_RUNS)) {
      if (signal.aborted) break;
      searched += 1;
      const report = chooseReport(await downloadReports(api, id, artifactName, signal), subject);
      if (report) return baselineOf(report, { branch, runNumber: number, runUrl: url });
    }
  }
  return { reason: explainNone(branches, searched, context.eventName), branch: context.branches[0] };
}

function explainDenied(failure: ApiFailure, settings: BaselineSettings): NoBaseline {
  const reason = explainFailure(failure, 'read', settings);
  if (failure.rejectedWith === undefined) return { reason };
  return { reason, isDenied: true };
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
  run: Pick<BaselineReport, 'branch' | 'runNumber' | 'runUrl'>,
): BaselineReport {
  return {
    ...run,
    seconds: durationOf(report),
    appBytes: report.app?.bytes,
    history: appendResults(report.history, run.runNumber, resultsOf(report)),
  };
}

/** The identifier of this run's workflow: two workflows may have the same name. */
async function findWorkflow(api: Api, { runId }: RunInfo): Promise<number | ApiFailure> {
  const reply = await api('GET /repos/{repository}/actions/runs/{run_id}', { run_id: runId }, 2);
  if ('reason' in reply) return reply;
  return numberIn(reply.data, 'workflow_id') ?? failed('GitHub did not say which workflow this is');
}
