import { isJsonObject, listIn, numberIn, objectIn, textIn, type JsonObject } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import type { Api } from './api/client.ts';
import type { ApiFailure } from './api/reply.ts';

/** A completed run that started before this one. */
interface EarlierRun {
  readonly id: number;
  /** Its number, which counts up; runs may overlap. */
  readonly number: number;
  /** Address of its page. */
  readonly url: string;
}

/** A page of commits: the last run of a merge queue is among them. */
const MAX_COMMITS = 100;

/**
 * The runs of a workflow whose commit is on a branch, latest first. With a `push` trigger the branch has its own run for each merge; without
 * one, those runs of the merge queue count that were merged, if they can be read.
 */
export async function earlierRuns(
  api: Api,
  workflowId: number,
  branch: string,
  run: RunInfo,
): Promise<readonly EarlierRun[] | ApiFailure> {
  const onBranch = await listRuns(api, workflowId, { branch }, run);
  if ('reason' in onBranch) return onBranch;
  if (onBranch.some((one) => textIn(one, 'event') === 'push')) return toEarlierRuns(onBranch);
  const merged = await mergedRuns(api, workflowId, branch, run);
  if (!('reason' in merged)) return toEarlierRuns([...onBranch, ...merged]);
  if (onBranch.length === 0) return merged;
  return toEarlierRuns(onBranch);
}

/** The runs of the merge queue whose commit is on the branch. */
async function mergedRuns(
  api: Api,
  workflowId: number,
  branch: string,
  run: RunInfo,
): Promise<readonly JsonObject[] | ApiFailure> {
  const queued = await listRuns(api, workflowId, { event: 'merge_group' }, run);
  if ('reason' in queued) return queued;
  const forBranch = queued.filter((one) => textIn(one, 'head_branch').startsWith(`gh-readonly-queue/${branch}/`));
  if (forBranch.length === 0) return [];
  const commits = await listCommits(api, branch);
  if ('reason' in commits) return commits;
  return forBranch.filter((one) => commits.has(textIn(one, 'head_sha')));
}

function toEarlierRuns(runs: readonly JsonObject[]): readonly EarlierRun[] {
  const earlier: EarlierRun[] = [];
  for (const one of runs) {
    const id = numberIn(one, 'id');
    const number = numberIn(one, 'run_number');
    const url = textIn(one, 'html_url');
    if (id !== undefined && number !== undefined && url !== '') earlier.push({ id, number, url });
  }
  return earlier.sort((a, b) => b.number - a.number);
}

/** The completed runs of the workflow that started before this one. Runs of pull requests are left out: a branch of a fork may have the same name. */
async function listRuns(
  api: Api,
  workflowId: number,
  filter: JsonObject,
  { repository, runNumber }: RunInfo,
): Promise<readonly JsonObject[] | ApiFailure> {
  const query = { workflow_id: workflowId, ...filter, status: 'completed', exclude_pull_requests: true, per_page: 30 };
  const reply = await api('GET /repos/{repository}/actions/workflows/{workflow_id}/runs', query, 2);
  if ('reason' in reply) return reply;
  return listIn(reply.data, 'workflow_runs')
    .filter(isJsonObject)
    .filter((run) => {
      const head = textIn(objectIn(run, 'head_repository'), 'full_name');
      if (head.toLowerCase() !== repository.toLowerCase()) return false;
      if (/^(?:pull_request|$)/.test(textIn(run, 'event'))) return false;
      return (numberIn(run, 'run_number') ?? Infinity) < runNumber;
    });
}

/** The last commits of a branch. */
async function listCommits(api: Api, branch: string): Promise<ReadonlySet<unknown> | ApiFailure> {
  const reply = await api('GET /repos/{repository}/commits', { sha: branch, per_page: MAX_COMMITS }, 2);
  if ('reason' in reply) return reply;
  if (!Array.isArray(reply.data)) return new Set();
  return new Set(reply.data.map((commit) => textIn(commit, 'sha')));
}
