import { isJsonObject, listIn, numberIn, objectIn, textIn, type JsonObject } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import type { Api } from './api/api.ts';
import { type ApiReply, readValue } from './api/api-reply.ts';

/** A completed run that started before this one. */
interface EarlierRun {
  readonly id: number;
  /** Its number, which counts up; runs may overlap. */
  readonly number: number;
  /** Address of its page. */
  readonly url: string;
  /** The commit that it tested. */
  readonly commit: string;
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
): Promise<ApiReply<readonly EarlierRun[]>> {
  const onBranch = await listRuns(api, workflowId, { branch }, run);
  if (onBranch.kind !== 'value') return onBranch;
  if (onBranch.value.some((one) => textIn(one, 'event') === 'push')) return readValue(onBranch, toEarlierRuns);
  const merged = await mergedRuns(api, workflowId, branch, run);
  if (merged.kind !== 'value' && onBranch.value.length > 0) return readValue(onBranch, toEarlierRuns);
  return readValue(merged, (runs) => toEarlierRuns([...onBranch.value, ...runs]));
}

/** The runs of the merge queue whose commit is on the branch. */
async function mergedRuns(
  api: Api,
  workflowId: number,
  branch: string,
  run: RunInfo,
): Promise<ApiReply<readonly JsonObject[]>> {
  const queued = await listRuns(api, workflowId, { event: 'merge_group' }, run);
  const forBranch = readValue(queued, (runs) =>
    runs.filter((one) => textIn(one, 'head_branch').startsWith(`gh-readonly-queue/${branch}/`)),
  );
  if (forBranch.kind !== 'value' || forBranch.value.length === 0) return forBranch;
  const commits = await api('GET /repos/{repository}/commits', { sha: branch, per_page: MAX_COMMITS }, 2);
  return readValue(commits, (page) => {
    const known = new Set(Array.isArray(page) ? page.map((commit) => textIn(commit, 'sha')) : []);
    return forBranch.value.filter((one) => known.has(textIn(one, 'head_sha')));
  });
}

function toEarlierRuns(runs: readonly JsonObject[]): readonly EarlierRun[] {
  const earlier: EarlierRun[] = [];
  for (const one of runs) {
    const id = numberIn(one, 'id');
    const number = numberIn(one, 'run_number');
    const url = textIn(one, 'html_url');
    const commit = textIn(one, 'head_sha');
    if (id !== undefined && number !== undefined && url !== '') earlier.push({ id, number, url, commit });
  }
  return earlier.sort((a, b) => b.number - a.number);
}

/** The completed runs of the workflow that tested a branch and started before this one. */
async function listRuns(
  api: Api,
  workflowId: number,
  filter: JsonObject,
  { repository, runNumber }: RunInfo,
): Promise<ApiReply<readonly JsonObject[]>> {
  const query = { workflow_id: workflowId, ...filter, status: 'completed', exclude_pull_requests: true, per_page: 100 };
  const reply = await api('GET /repos/{repository}/actions/workflows/{workflow_id}/runs', query, 2);
  const isEarlier = (run: JsonObject): boolean => {
    const head = textIn(objectIn(run, 'head_repository'), 'full_name');
    if (head.toLowerCase() !== repository.toLowerCase()) return false;
    // For other events GitHub names the default branch, whatever is tested, or a branch of a fork.
    if (!/^(?:push|schedule|workflow_dispatch|merge_group)$/.test(textIn(run, 'event'))) return false;
    return (numberIn(run, 'run_number') ?? Infinity) < runNumber;
  };
  return readValue(reply, (page) => listIn(page, 'workflow_runs').filter(isJsonObject).filter(isEarlier));
}
