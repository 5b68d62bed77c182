import { numberIn } from '../model/fields.ts';
import type { BaselineReport } from '../model/history.ts';
import type { RunInfo } from '../model/report.ts';
import { listAll } from '../model/words.ts';
import type { Baseline, ReportSubject } from '../runtime/platform.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import type { Api } from './api/api.ts';
import { type ApiReply, failed } from './api/api-reply.ts';
import { explainFailure, type ApiContext } from './api/requests.ts';
import { downloadReports } from './download-reports.ts';
import { BASELINE_EVENTS, earlierRuns } from './earlier-runs.ts';
import { appendResults, chooseReport, durationOf, resultsOf } from './earlier-report.ts';
import type { StoredReport } from './stored-report.ts';

/** Time limit of the whole search, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** The same after a cancel: a cancelled step should end within two seconds. */
const SEARCH_AFTER_CANCEL_MS = 800;

/** Most runs to search on a branch: some leave no report, such as cancelled ones. */
const MAX_RUNS = 5;

/** Finds the report of the latest earlier run of the same workflow for the same subject, or says why there is none. */
export async function findBaseline(settings: ApiContext, subject: ReportSubject): Promise<Baseline> {
  if (settings.cancelled.aborted) return { kind: 'failed', reason: 'the run was cancelled' };
  const onTimeout = (): Baseline => ({ kind: 'failed', reason: 'the search took too long' });
  const limit = { ms: TIMEOUT_MS, afterCancelMs: SEARCH_AFTER_CANCEL_MS, onTimeout };
  return withTimeout<Baseline>(settings, limit, (signal) => search(settings, subject, signal));
}

async function search(settings: ApiContext, subject: ReportSubject, signal: AbortSignal): Promise<Baseline> {
  const { api, context } = settings;
  const { run } = subject;
  const branches = [...new Set(context.branches)];
  const workflow = await findWorkflow(api, run);
  if (workflow.kind !== 'value') return explainFailure(workflow, 'read', settings);
  let searched = 0;
  for (const branch of branches) {
    const runs = await earlierRuns(api, workflow.value, branch, run);
    if (runs.kind !== 'value') return explainFailure(runs, 'read', settings);
    for (const { id, url, number, commit } of runs.value.slice(0, MAX_RUNS)) {
      if (signal.aborted) break;
      searched += 1;
      const reports = await downloadReports(api, id, signal);
      // A run can also hold a report that one of its steps downloaded from another run.
      const own = reports.filter(
        ({ run: { repository, runId, commit: tested } }) =>
          repository === run.repository && runId === `${id}` && tested === commit,
      );
      const report = chooseReport(own, subject);
      if (report) return { kind: 'value', value: baselineOf(report, { branch, runNumber: number, runUrl: url }) };
    }
  }
  const reason = explainNone(branches, searched);
  return { kind: 'skipped', reason, branch: branches[0] };
}

function explainNone(branches: readonly string[], searched: number): string {
  const base = branches.at(-1);
  if (base === undefined) return 'the base branch is not known';
  const where = branches.join(' or ');
  if (searched > 0) return `no run of this workflow on ${where} has a report of this job`;
  return `this workflow has not run on ${where} yet for ${listAll(BASELINE_EVENTS, 'or')}. If it has no such trigger, add to its \`on:\` push: { branches: [${base}] }`;
}

function baselineOf(
  report: StoredReport,
  run: Pick<BaselineReport, 'branch' | 'runNumber' | 'runUrl'>,
): BaselineReport {
  const history = appendResults(report.history, run.runNumber, resultsOf(report));
  return { ...run, seconds: durationOf(report), appBytes: report.app?.bytes, history };
}

/** The identifier of this run's workflow: two workflows may have the same name. */
async function findWorkflow(api: Api, { runId }: RunInfo): Promise<ApiReply<number>> {
  const reply = await api('GET /repos/{repository}/actions/runs/{run_id}', { run_id: runId }, 2);
  if (reply.kind !== 'value') return reply;
  const value = numberIn(reply.value, 'workflow_id');
  return value === undefined ? failed('GitHub did not say which workflow this is') : { kind: 'value', value };
}
