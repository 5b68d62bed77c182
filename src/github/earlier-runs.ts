import { isJsonObject, listIn, numberIn, objectIn, textIn, type JsonObject } from '../model/fields.ts';
import type { RunInfo } from '../model/report.ts';
import type { Api } from './api/api.ts';
import { type ApiReply, readValue } from './api/api-reply.ts';

/** Events whose runs test the branch that GitHub names: for others it names the default branch, whatever is tested, or a branch of a fork. */
export const BASELINE_EVENTS = ['push', 'schedule', 'workflow_dispatch'];

/** Events whose runs are compared with none: GitHub names the default branch, or they have changes of several pull requests. */
const NOT_COMPARED = ['workflow_run', 'issue_comment', 'merge_group'];

/** Whether the runs of an event are compared with earlier ones. */
export function isCompared(event: string): boolean {
  return !NOT_COMPARED.includes(event);
}

/** A completed run that started before this one. */
interface EarlierRun {
  readonly id: number;
  /** Its number, which counts up; runs may overlap. */
  readonly number: number;
  readonly url: string;
  readonly commit: string;
}

/** The completed runs of a workflow that tested a branch and started before this one, latest first. */
export async function earlierRuns(
  api: Api,
  workflowId: number,
  branch: string,
  { repository, runNumber }: RunInfo,
): Promise<ApiReply<readonly EarlierRun[]>> {
  const query = { workflow_id: workflowId, branch, status: 'completed', exclude_pull_requests: true, per_page: 100 };
  const reply = await api('GET /repos/{repository}/actions/workflows/{workflow_id}/runs', query, 2);
  const isEarlier = (run: JsonObject): boolean => {
    const head = textIn(objectIn(run, 'head_repository'), 'full_name');
    if (head.toLowerCase() !== repository.toLowerCase()) return false;
    if (!BASELINE_EVENTS.includes(textIn(run, 'event'))) return false;
    return (numberIn(run, 'run_number') ?? Infinity) < runNumber;
  };
  return readValue(reply, (page) =>
    toEarlierRuns(listIn(page, 'workflow_runs').filter(isJsonObject).filter(isEarlier)),
  );
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
