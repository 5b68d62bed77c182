import { isJsonObject, listIn, numberIn, objectIn, textIn, type JsonObject } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import type { RunContext } from '../model/run-context.ts';
import type { Api } from './api/api.ts';
import { type ApiReply, failed, readValue } from './api/api-reply.ts';

/** Events whose runs test the branch that GitHub names: for others it names the default branch, whatever is tested, or a branch of a fork. */
export const BASELINE_EVENTS = ['push', 'schedule', 'workflow_dispatch'];

/** Events whose runs are compared with none: GitHub names the default branch, or they have changes of several pull requests. */
const NOT_COMPARED = ['workflow_run', 'issue_comment', 'merge_group'];

/** Whether the runs of an event are compared with earlier ones. */
export function isCompared(event: string): boolean {
  return !NOT_COMPARED.includes(event);
}

/** A completed run that started before this one. */
export interface EarlierRun {
  readonly id: number;
  /** Its number, which counts up; runs may overlap. */
  readonly number: number;
  readonly url: string;
  readonly commit: string;
}

/** The completed runs of this workflow that tested a branch and started before this one, latest first. */
export async function earlierRuns(
  api: Api,
  branch: string,
  { run, workflowFile }: Pick<RunContext, 'run' | 'workflowFile'>,
): Promise<ApiReply<readonly EarlierRun[]>> {
  const readRuns = (reply: ApiReply): ApiReply<readonly EarlierRun[]> =>
    readValue(reply, (page) => toEarlierRuns(listIn(page, 'workflow_runs').filter(isJsonObject), run));
  if (workflowFile !== '') {
    const reply = await listRuns(api, branch, workflowFile);
    if (reply.kind !== 'rejected' || reply.status !== 404) return readRuns(reply);
  }
  const workflow = await findWorkflow(api, run);
  return workflow.kind === 'value' ? readRuns(await listRuns(api, branch, workflow.value)) : workflow;
}

/** @param workflow the name of its file, or its identifier */
function listRuns(api: Api, branch: string, workflow: string | number): Promise<ApiReply> {
  const query = { workflow_id: workflow, branch, status: 'completed', exclude_pull_requests: true, per_page: 100 };
  return api('GET /repos/{repository}/actions/workflows/{workflow_id}/runs', query);
}

/** The identifier of this run's workflow: two workflows may have the same name. */
async function findWorkflow(api: Api, { runId }: RunInfo): Promise<ApiReply<number>> {
  const reply = await api('GET /repos/{repository}/actions/runs/{run_id}', { run_id: runId });
  if (reply.kind !== 'value') return reply;
  const value = numberIn(reply.value, 'workflow_id');
  return value === undefined ? failed('GitHub did not say which workflow this is') : { kind: 'value', value };
}

function toEarlierRuns(runs: readonly JsonObject[], { repository, runNumber }: RunInfo): readonly EarlierRun[] {
  const earlier: EarlierRun[] = [];
  for (const one of runs) {
    const head = textIn(objectIn(one, 'head_repository'), 'full_name');
    const isOfBranch =
      head.toLowerCase() === repository.toLowerCase() && BASELINE_EVENTS.includes(textIn(one, 'event'));
    const id = numberIn(one, 'id');
    const number = numberIn(one, 'run_number') ?? Infinity;
    const url = textIn(one, 'html_url');
    const commit = textIn(one, 'head_sha');
    if (isOfBranch && id !== undefined && number < runNumber && url !== '') earlier.push({ id, number, url, commit });
  }
  return earlier.sort((a, b) => b.number - a.number);
}
