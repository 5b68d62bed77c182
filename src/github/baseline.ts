import { isJsonObject, listIn, numberIn, objectIn, textIn, type JsonObject } from '../model/fields.ts';
import { describeSkipped } from '../model/history.ts';
import type { RunContext } from '../model/run-context.ts';
import { joinPieces, listAll, pluralize } from '../model/words.ts';
import type { Baseline, FoundBaseline, ReportSubject } from '../runtime/platform.ts';
import { withTimeout } from '../runtime/time-limits.ts';
import { type ApiFailure, type ApiReply, failed, readValue } from './api/api-reply.ts';
import { explainFailure, type Api, type ApiContext } from './api/api.ts';
import { findReport, type EarlierRun } from './download-reports.ts';
import { appendResults, durationOf, hasNoPass, listDevices, resultsOf } from './earlier-report.ts';

/** Events whose runs test the branch that GitHub names: for others it names the default branch, whatever is tested, or a branch of a fork. */
const BASELINE_EVENTS = ['push', 'schedule', 'workflow_dispatch'];

/** Events whose runs are compared with none: GitHub names the default branch, or they have changes of several pull requests. */
const NOT_COMPARED = ['workflow_run', 'issue_comment', 'merge_group'];

/** Whether the runs of an event are compared with earlier ones. */
export function isCompared(event: string): boolean {
  return !NOT_COMPARED.includes(event);
}

/** Time limit of the whole search, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** The same after a cancel: a cancelled step should end within two seconds. */
const SEARCH_AFTER_CANCEL_MS = 800;
/** Most runs to search on a branch: some leave no report, such as cancelled ones. */
const MAX_RUNS = 5;
/** Most requests of a search: a matrix of 60 jobs has 60 searches, and GitHub allows 1,000 requests an hour. */
const MAX_REQUESTS = 15;

/** Finds the report of the latest earlier run of the same workflow for the same subject, or says why there is none. */
export async function findBaseline(settings: ApiContext, subject: ReportSubject): Promise<Baseline> {
  const { event } = subject.run;
  if (!isCompared(event))
    return { kind: 'skipped', reason: `for \`${event}\` GitHub does not say which branch is tested` };
  if (settings.cancelled.aborted) return { kind: 'failed', reason: 'the run was cancelled' };
  const onTimeout = (): Baseline => ({ kind: 'failed', reason: 'the search took too long' });
  const limit = { ms: TIMEOUT_MS, afterCancelMs: SEARCH_AFTER_CANCEL_MS, onTimeout };
  return withTimeout<Baseline>(settings, limit, (signal) => search(settings, subject, signal));
}

async function search(settings: ApiContext, subject: ReportSubject, signal: AbortSignal): Promise<Baseline> {
  const { api, failure } = limitRequests(settings.api);
  const branches = [...new Set(settings.context.branches)];
  const withoutPass: number[] = [];
  let [searched, byHand] = [0, 0];
  let newest: FoundBaseline | undefined;
  const end = (older: Baseline): Baseline => (newest ? { ...newest, ifPassed: older } : older);
  for (const branch of branches) {
    const runs = await earlierRuns(api, branch, settings.context);
    if (runs.kind !== 'value') return end(explainFailure(runs, 'read', settings));
    const last = searched + MAX_RUNS;
    for (const run of runs.value) {
      if (searched === last || signal.aborted) break;
      const reply = await findReport(api, run, subject, signal);
      if (reply.kind === 'by-hand') byHand += 1;
      else searched += 1;
      if (reply.kind === 'several')
        return end({ kind: 'skipped', reason: `several reports of run ${run.number} match` });
      if (reply.kind !== 'report') continue;
      const { report } = reply;
      const skippedRuns = withoutPass.length > 0 ? [...withoutPass] : undefined;
      const comparison = { branch, runNumber: run.number, runUrl: run.url, skippedRuns };
      const history = appendResults(report.history, run.number, resultsOf(report));
      const devices = listDevices(report, subject.scenarios);
      const facts = { seconds: durationOf(report), appBytes: report.app?.bytes, history, devices };
      const found = { kind: 'value', value: { ...comparison, ...facts } } as const;
      if (!hasNoPass(report)) return end(found);
      withoutPass.push(run.number);
      if (resultsOf(report).length > 0) newest ??= found;
    }
  }
  const none = {
    kind: 'skipped',
    reason: explainNone(subject.run.event, branches, searched, byHand, withoutPass),
  } as const;
  return end(failure() ?? { ...none, branch: branches[0] });
}

function explainNone(
  event: string,
  branches: readonly string[],
  searched: number,
  byHand: number,
  withoutPass: readonly number[],
): string {
  const base = branches.at(-1);
  if (base === undefined) return 'the base branch is not known';
  const where = branches.join(' or ');
  if (searched + byHand === 0) {
    const none = `GitHub lists no run of this workflow on ${where} for ${listAll(BASELINE_EVENTS, 'or')}`;
    if (BASELINE_EVENTS.includes(event)) return none;
    return `${none}. If it has no such trigger, add to its \`on:\` push: { branches: [${base}] }`;
  }
  const which = withoutPass.length > 0 ? `${describeSkipped(withoutPass)}, and no other` : 'no';
  const leftOut = byHand > 0 && `(${pluralize(byHand, 'run')} by hand with inputs left out)`;
  return joinPieces(' ', [which, `run of this workflow on ${where} has a report of this job`, leftOut]);
}

/** The API for one search: at most 15 requests, and none after GitHub's limit. Then each reply is the failure that ended it. */
function limitRequests(api: Api) {
  let left = MAX_REQUESTS;
  let end: ApiFailure | undefined;
  const send: Api = async (route, parameters, maxTries = 2) => {
    if (left === 0) end ??= failed(`no report was found within ${MAX_REQUESTS} requests to GitHub`);
    if (end) return end;
    left -= 1;
    const reply = await api(route, parameters);
    if (reply.kind === 'failed' && maxTries > 1) return send(route, parameters, maxTries - 1);
    if (reply.kind !== 'limited') return reply;
    return (end = { ...reply, reason: `the search ended at GitHub's limit of requests (${reply.reason})` });
  };
  return { api: send, failure: () => end };
}

const QUERY = { status: 'completed', exclude_pull_requests: true, per_page: 100 };

/** The completed runs of this workflow that tested a branch and started before this one, latest first. */
async function earlierRuns(
  api: Api,
  branch: string,
  { run, workflowFile }: Pick<RunContext, 'run' | 'workflowFile'>,
): Promise<ApiReply<readonly EarlierRun[]>> {
  const list = (workflow: string | number): Promise<ApiReply> =>
    api('GET /repos/{repository}/actions/workflows/{workflow_id}/runs', { ...QUERY, workflow_id: workflow, branch });
  let reply = workflowFile === '' ? undefined : await list(workflowFile);
  if (!reply || (reply.kind === 'rejected' && reply.status === 404)) {
    const own = await api('GET /repos/{repository}/actions/runs/{run_id}', { run_id: run.runId });
    if (own.kind !== 'value') return own;
    const workflow = numberIn(own.value, 'workflow_id');
    if (workflow === undefined) return failed('GitHub did not say which workflow this is');
    reply = await list(workflow);
  }
  return readValue(reply, (page) => {
    const runs = listIn(page, 'workflow_runs').filter(isJsonObject);
    return runs.flatMap((one) => toEarlierRun(one, run)).sort((a, b) => b.number - a.number);
  });
}

function toEarlierRun(one: JsonObject, { repository, runNumber }: RunContext['run']): readonly EarlierRun[] {
  const [id, number = Infinity] = [numberIn(one, 'id'), numberIn(one, 'run_number')];
  const [url, commit] = [textIn(one, 'html_url'), textIn(one, 'head_sha')];
  const head = textIn(objectIn(one, 'head_repository'), 'full_name');
  const isOfBranch = head.toLowerCase() === repository.toLowerCase() && BASELINE_EVENTS.includes(textIn(one, 'event'));
  return isOfBranch && id !== undefined && number < runNumber && url !== '' ? [{ id, number, url, commit }] : [];
}
