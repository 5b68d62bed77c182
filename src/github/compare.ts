import { type JsonObject, isJsonObject } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import type { BaselineReport } from '../report/compare-devices.ts';
import type { Log } from '../runtime/log.ts';
import { withTimeout, type TimeContext } from '../runtime/time-limits.ts';
import type { Api } from './api/client.ts';
import type { ApiFailure } from './api/reply.ts';
import { chooseReport, type EarlierReport, type ReportSubject } from './earlier-report.ts';
import { reportsOf } from './earlier-reports.ts';

/** What looking for an earlier run takes. */
export interface CompareSettings extends TimeContext {
  readonly api: Api;
  readonly log: Pick<Log, 'debug'>;
  /** Where to look, the best first: a pull request's base, or the branch that was pushed to and then the default one. */
  readonly branches: readonly string[];
  /** The name that was asked for this step's artifact, if any. */
  readonly artifactName?: string;
}

/** Comparing is a courtesy: the step does not wait long for it. */
const PATIENCE_MS = 30_000;

/** How many runs of a branch are looked into: some leave no report, as when they were cancelled. */
const MOST_RUNS = 5;

/** A run that has a report, or why there is none. */
type Search =
  | { readonly kind: 'found'; readonly previous: BaselineReport }
  | { readonly kind: 'none'; readonly why: string }
  | ApiFailure;

/**
 * The latest earlier run of the same workflow that left a report of the same job and thing. `undefined` when there is none, or the token
 * may not look for it (`actions: read`): nothing but the comparison is lost then, so only a debug log tells.
 */
export async function findBaseline(
  settings: CompareSettings,
  thing: ReportSubject,
): Promise<BaselineReport | undefined> {
  const { cancelled, log } = settings;
  if (cancelled.aborted) return undefined;
  const found = await withTimeout(settings, PATIENCE_MS, (late) => search(settings, thing, late));
  if (found?.kind === 'found') return found.previous;
  log.debug(`No comparison with an earlier run: ${found?.why ?? 'it took too long.'}`);
  return undefined;
}

async function search(settings: CompareSettings, thing: ReportSubject, late: AbortSignal): Promise<Search> {
  const { api, branches, artifactName } = settings;
  const workflow = await findWorkflow(api, thing.run);
  if (workflow.kind !== 'workflow') return workflow;
  for (const branch of new Set(branches.filter(Boolean))) {
    const found = await earlierRuns(api, workflow.id, branch, thing.run);
    if (found.kind !== 'found') return found;
    for (const { id, url } of found.runs.slice(0, MOST_RUNS)) {
      if (late.aborted) break;
      const report = chooseReport(await reportsOf(api, id, artifactName, late), thing);
      if (report) return { kind: 'found', previous: previousReport(report, url) };
    }
  }
  return { kind: 'none', why: 'none left a report of the same job and thing.' };
}

function previousReport({ seconds, devices }: EarlierReport, runUrl: string): BaselineReport {
  return { runUrl, devices, ...(seconds !== undefined && { seconds }) };
}

/** A run of the same workflow that is over. */
export interface EarlierRun {
  readonly id: number;
  /** Address of its page. */
  readonly url: string;
}

/** The runs that were looked for, the latest first. */
export interface EarlierRuns {
  readonly kind: 'found';
  readonly runs: readonly EarlierRun[];
}

/** The workflow that this run belongs to. */
interface Workflow {
  readonly kind: 'workflow';
  readonly id: number;
}

/** Asks which workflow this run is of: names of workflows may repeat. */
export async function findWorkflow(api: Api, { runId }: RunInfo): Promise<Workflow | ApiFailure> {
  const reply = await api('GET /repos/{repository}/actions/runs/{run_id}', { run_id: runId }, 2);
  if (reply.kind !== 'answered') return reply;
  const id = isJsonObject(reply.data) ? reply.data['workflow_id'] : undefined;
  if (typeof id !== 'number') return { kind: 'dropped', why: 'GitHub did not say which workflow this is.' };
  return { kind: 'workflow', id };
}

/**
 * The workflow's latest runs for pushes to a branch, started before this one. A pull request's run is none of them, though its head may
 * be called like the branch, in a fork of anybody.
 */
export async function earlierRuns(
  api: Api,
  workflowId: number,
  branch: string,
  { repository, runNumber }: RunInfo,
): Promise<EarlierRuns | ApiFailure> {
  const wish = { workflow_id: workflowId, branch, status: 'completed', exclude_pull_requests: true, per_page: 30 };
  const reply = await api('GET /repos/{repository}/actions/workflows/{workflow_id}/runs', wish, 2);
  if (reply.kind !== 'answered') return reply;
  const listed = isJsonObject(reply.data) ? reply.data['workflow_runs'] : undefined;
  const runs = (Array.isArray(listed) ? listed : [])
    .filter(isJsonObject)
    .filter((run) => isOwn(run, repository) && Number(run['run_number']) < runNumber)
    .flatMap(({ id, html_url: url }) => (typeof id === 'number' && typeof url === 'string' ? { id, url } : []));
  return { kind: 'found', runs };
}

function isOwn({ event, head_repository: head }: JsonObject, repository: string): boolean {
  const name = isJsonObject(head) ? head['full_name'] : undefined;
  const isHome = typeof name === 'string' && name.toLowerCase() === repository.toLowerCase();
  return isHome && typeof event === 'string' && !event.startsWith('pull_request');
}
