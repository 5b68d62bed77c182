import { isFields, type Fields } from '../../fields.ts';
import type { RunFacts } from '../../report/report.ts';
import type { Api } from '../api/client.ts';
import type { Trouble } from '../api/reply.ts';

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
export async function findWorkflow(api: Api, { runId }: RunFacts): Promise<Workflow | Trouble> {
  const reply = await api('GET /repos/{repository}/actions/runs/{run_id}', { run_id: runId }, 2);
  if (reply.kind !== 'answered') return reply;
  const id = isFields(reply.data) ? reply.data['workflow_id'] : undefined;
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
  { repository, runNumber }: RunFacts,
): Promise<EarlierRuns | Trouble> {
  const wish = { workflow_id: workflowId, branch, status: 'completed', exclude_pull_requests: true, per_page: 30 };
  const reply = await api('GET /repos/{repository}/actions/workflows/{workflow_id}/runs', wish, 2);
  if (reply.kind !== 'answered') return reply;
  const listed = isFields(reply.data) ? reply.data['workflow_runs'] : undefined;
  const runs = (Array.isArray(listed) ? listed : [])
    .filter(isFields)
    .filter((run) => isOwn(run, repository) && Number(run['run_number']) < runNumber)
    .flatMap(({ id, html_url: url }) => (typeof id === 'number' && typeof url === 'string' ? { id, url } : []));
  return { kind: 'found', runs };
}

function isOwn({ event, head_repository: head }: Fields, repository: string): boolean {
  const name = isFields(head) ? head['full_name'] : undefined;
  const isHome = typeof name === 'string' && name.toLowerCase() === repository.toLowerCase();
  return isHome && typeof event === 'string' && !event.startsWith('pull_request');
}
